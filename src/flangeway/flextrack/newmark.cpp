#include "flangeway/flextrack/newmark.hpp"

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::flextrack {
namespace {

void factorise(Eigen::SimplicialLDLT<SparseMatrix>& factors, const SparseMatrix& matrix) {
  factors.compute(matrix);
  if (factors.info() == Eigen::Success) return;
  throw NumericalFailure(
      "the matrix of the track cannot be factorised, because a part of the track is not supported. Check the "
      "stiffnesses and the changes of the structure.");
}

}  // namespace

Newmark::Newmark(const Matrices& matrices, double step) : matrices_(matrices), step_(step) {
  factorise(factors_, stepped_matrix(matrices, step));
  right_.resize(matrices.mass.rows());
}

Motion Newmark::rest() const {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(matrices_.mass.rows());
  return {zero, zero, zero};
}

Motion Newmark::equilibrium(const Eigen::VectorXd& force) const {
  Eigen::SimplicialLDLT<SparseMatrix> factors;
  factorise(factors, matrices_.stiffness);
  Motion motion = rest();
  motion.displacement = factors.solve(force);
  return motion;
}

void Newmark::step(const Eigen::VectorXd& force, Motion& motion) {
  const double half = step_ / 2, quarter = step_ * step_ / 4;
  motion.displacement += step_ * motion.velocity + quarter * motion.acceleration;
  motion.velocity += half * motion.acceleration;
  right_ = force;
  right_.noalias() -= matrices_.damping * motion.velocity;
  right_.noalias() -= matrices_.stiffness * motion.displacement;
  motion.acceleration = factors_.solve(right_);
  motion.displacement += quarter * motion.acceleration;
  motion.velocity += half * motion.acceleration;
}

}  // namespace flangeway::flextrack
