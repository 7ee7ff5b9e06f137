// A track in time: Newmark's trapezoidal rule with a matrix that is factorised once.
// Theory: docs/theory/flexible_track.md (6), (7).
#pragma once

#include <Eigen/SparseCholesky>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/flextrack/matrices.hpp"

namespace flangeway::flextrack {

struct Motion {
  Eigen::VectorXd displacement, velocity, acceleration;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Motion> motion) {
  codec(motion.displacement, motion.velocity, motion.acceleration);
}

class Newmark {
 public:
  /// Throws NumericalFailure where the matrix cannot be factorised.
  Newmark(const Matrices& matrices, double step);

  /// At rest.
  [[nodiscard]] Motion rest() const;
  /// In equilibrium under a constant force.
  [[nodiscard]] Motion equilibrium(const Eigen::VectorXd& force) const;
  /// One step; `force`: nodal forces and moments at its end, global components.
  void step(const Eigen::VectorXd& force, Motion& motion);

  [[nodiscard]] double step_size() const { return step_; }

 private:
  Matrices matrices_;
  double step_;
  Eigen::SimplicialLDLT<SparseMatrix> factors_;
  Eigen::VectorXd right_;
};

}  // namespace flangeway::flextrack
