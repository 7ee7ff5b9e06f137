#include "flangeway/flextrack/receptance.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/diagnostics.hpp"

namespace flangeway::flextrack {
namespace {

using Complex = std::complex<double>;
using RealMatrix = Eigen::SparseMatrix<double>;
using Loads = Eigen::MatrixXd;

// Diagonal of Pᵀ A⁻¹ P for A = S + iD, S = K − ω²M and D = ωC. The rows of S xr − D xi = P and −D xr − S xi =
// 0 together are a real symmetric system, whose factors take a twentieth of the time of complex LU factors.
// Both parts of an unknown are neighbours. The matrix keeps its pattern, so that it is analysed once.
class Solver {
 public:
  explicit Solver(const Matrices& matrices) : matrices_(matrices) {}

  Eigen::VectorXcd direct(const Loads& loads, double omega) {
    const RealMatrix matrix = real_form(omega);
    if (!analysed_) factors_.analyzePattern(matrix);
    analysed_ = true;
    factors_.factorize(matrix);
    Loads real_loads = Loads::Zero(matrix.rows(), loads.cols());
    real_loads(Eigen::seq(0, Eigen::last, 2), Eigen::all) = loads;
    const Loads answer = factors_.solve(real_loads);
    if (factors_.info() != Eigen::Success || !answer.allFinite())
      throw NumericalFailure("the track has no finite receptance at a frequency: it vibrates undamped.");
    const auto part = [&](Eigen::Index first) {
      return loads.cwiseProduct(answer(Eigen::seq(first, Eigen::last, 2), Eigen::all))
          .colwise()
          .sum()
          .transpose();
    };
    Eigen::VectorXcd result(loads.cols());
    result.real() = part(0);
    result.imag() = part(1);
    return result;
  }

 private:
  [[nodiscard]] RealMatrix real_form(double omega) const {
    std::vector<Eigen::Triplet<double>> entries;
    const auto add = [&](const RealMatrix& matrix, double factor, bool damping) {
      for (Eigen::Index j = 0; j < matrix.outerSize(); ++j) {
        for (RealMatrix::InnerIterator i(matrix, j); i; ++i) {
          const int row = 2 * static_cast<int>(i.row()), column = 2 * static_cast<int>(j);
          const double value = factor * i.value();
          entries.emplace_back(row, column + (damping ? 1 : 0), damping ? -value : value);
          entries.emplace_back(row + 1, column + (damping ? 0 : 1), -value);
        }
      }
    };
    add(matrices_.stiffness, 1, false);
    add(matrices_.mass, -omega * omega, false);
    add(matrices_.damping, omega, true);
    RealMatrix matrix(2 * matrices_.stiffness.rows(), 2 * matrices_.stiffness.cols());
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
  }

  const Matrices& matrices_;
  Eigen::SimplicialLDLT<RealMatrix> factors_;
  bool analysed_ = false;
};

}  // namespace

std::vector<Complex> receptance(const Matrices& matrices, const Eigen::VectorXd& shape,
                                const std::vector<double>& frequencies) {
  FLANGEWAY_ASSERT(shape.size() == matrices.mass.rows(), "the load has a number for each unknown");
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
