#include "flangeway/flextrack/receptance.hpp"

#include <Eigen/SparseLU>
#include <cmath>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::flextrack {
namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::SparseMatrix<Complex>;
using Loads = Eigen::MatrixXd;

// Diagonal of Pᵀ A⁻¹ P at one frequency; the matrix keeps its pattern, so that it is analysed once.
class Solver {
 public:
  explicit Solver(const Matrices& matrices) : matrices_(matrices) { factors_.isSymmetric(true); }

  Eigen::VectorXcd direct(const Loads& loads, double omega) {
    const ComplexMatrix matrix = matrices_.stiffness.cast<Complex>() +
                                 Complex(0, omega) * matrices_.damping.cast<Complex>() -
                                 Complex(omega * omega, 0) * matrices_.mass.cast<Complex>();
    if (!analysed_) factors_.analyzePattern(matrix);
    analysed_ = true;
    factors_.factorize(matrix);
    if (factors_.info() != Eigen::Success) {
      throw NumericalFailure("the track has no finite receptance at a frequency: it vibrates undamped.");
    }
    const Eigen::MatrixXcd answer = factors_.solve(loads.cast<Complex>());
    return (loads.cast<Complex>().cwiseProduct(answer)).colwise().sum().transpose();
  }

 private:
  const Matrices& matrices_;
  Eigen::SparseLU<ComplexMatrix, Eigen::AMDOrdering<int>> factors_;
  bool analysed_ = false;
};

}  // namespace

std::vector<Complex> receptance(const Matrices& matrices, const Eigen::VectorXd& shape,
                                const std::vector<double>& frequencies) {
  Solver solver(matrices);
  std::vector<Complex> result;
  result.reserve(frequencies.size());
  for (const double f : frequencies) result.push_back(solver.direct(shape, 2 * pi * f)(0));
  return result;
}

Eigen::VectorXd unit_load(const Mesh& mesh, std::size_t side, double s, const Vec3& direction) {
  Vec6 wrench = Vec6::Zero();
  wrench.head<3>() = direction;
  Eigen::VectorXd load = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns()));
  add_load(mesh, locate(mesh, side, s), wrench, load);
  return load;
}

std::optional<RailReceptances> rail_receptances(const Structure& structure, const track::TrackModel& track,
                                                double s, double reach, std::vector<double> frequencies,
                                                Findings& findings) {
  const std::optional<Mesh> mesh = make_mesh(structure, &track, s - reach, s + reach, findings);
  if (!mesh) return std::nullopt;
  RailReceptances result;
  const double spacing = structure.spacing;
  result.on_sleeper = mesh->start + spacing * std::round((s - mesh->start) / spacing);
  result.between_sleepers = result.on_sleeper + spacing / 2;
  result.slab = on_slab(structure, std::lround((result.on_sleeper - structure.offset) / spacing));
  result.frequencies = std::move(frequencies);
  const Matrices matrices = assemble(*mesh);
  track::Frame frame;
  Loads loads(static_cast<Eigen::Index>(mesh->unknowns()), 4);
  Eigen::Index column = 0;
  for (const int axis : {2, 1}) {
    for (const double at : {result.on_sleeper, result.between_sleepers}) {
      track::evaluate_frame(track, at, frame);
      loads.col(column++) = unit_load(*mesh, 0, at, frame.rotation.col(axis));
    }
  }
  Solver solver(matrices);
  for (const double f : result.frequencies) {
    const Eigen::VectorXcd direct = solver.direct(loads, 2 * pi * f);
    result.vertical_on_sleeper.push_back(direct(0));
    result.vertical_between.push_back(direct(1));
    result.lateral_on_sleeper.push_back(direct(2));
    result.lateral_between.push_back(direct(3));
  }
  return result;
}

}  // namespace flangeway::flextrack
