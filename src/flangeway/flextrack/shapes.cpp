#include "flangeway/flextrack/shapes.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::flextrack {
namespace {

// Laplace variables (1/s) at which answers are collected, besides that of a step: from rest to 4 kHz.
constexpr std::array<double, 5> shifts{0, 300, 1200, 4000, 12000};

Structure regular(Structure structure) {
  // The damping of absorbers would move with the window; the track behind a terminal damps enough.
  structure.spec.absorber.length = 0;
  structure.spec.changes.clear();
  structure.spec.sleeper.offset = 0;
  return structure;
}

// Unit loads on both rails wherever a wheelset can be while the window rests, and half a bay beyond.
Eigen::MatrixXd unit_loads(const Mesh& mesh, const std::vector<double>& places, double first, double bay) {
  constexpr int per_bay = 4, components[] = {0, 1, 2, 3};
  std::vector<Eigen::VectorXd> columns;
  for (const double place : places) {
    for (int k = -per_bay / 2; k <= per_bay + per_bay / 2; ++k) {
      const double x = first + place + bay * k / per_bay;
      for (std::size_t side = 0; side < 2; ++side) {
        const RailPlace at = locate(mesh, side, x);
        const Mat6x12 n = section_shape(mesh, at);
        const BeamElement& beam = mesh.beams[at.beam];
        for (const int component : components) {
          Eigen::VectorXd& load =
              columns.emplace_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns())));
          load.segment<6>(static_cast<Eigen::Index>(6 * beam.i)) = n.row(component).head<6>();
          load.segment<6>(static_cast<Eigen::Index>(6 * beam.j)) = n.row(component).tail<6>();
        }
      }
    }
  }
  Eigen::MatrixXd result(static_cast<Eigen::Index>(mesh.unknowns()),
                         static_cast<Eigen::Index>(columns.size()));
  for (std::size_t k = 0; k < columns.size(); ++k) result.col(static_cast<Eigen::Index>(k)) = columns[k];
  return result;
}

SparseMatrix dynamic_stiffness(const Matrices& m, double s) {
  return m.stiffness + s * m.damping + s * s * m.mass;
}

// The directions in which the columns of `answers` reach far, orthonormal in the norm of `matrix`.
Eigen::MatrixXd main_directions(const Eigen::MatrixXd& answers, const SparseMatrix& matrix,
                                double tolerance) {
  Eigen::MatrixXd gram = answers.transpose() * (matrix * answers);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen((gram + gram.transpose()) / 2);
  const Eigen::VectorXd& values = eigen.eigenvalues();
  const double least = tolerance * tolerance * values(values.size() - 1);
  const Eigen::Index kept = (values.array() > least).count();
  return answers * eigen.eigenvectors().rightCols(kept) *
         values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

Eigen::MatrixXd collect(const Matrices& matrices, const Eigen::MatrixXd& loads, double step) {
  Eigen::MatrixXd answers(loads.rows(), loads.cols() * static_cast<Eigen::Index>(shifts.size() + 1));
  Eigen::SimplicialLDLT<SparseMatrix> factors;
  factors.analyzePattern(dynamic_stiffness(matrices, 1));
  for (std::size_t k = 0; k <= shifts.size(); ++k) {
    const double s = k < shifts.size() ? shifts[k] : 2 / step;
    factors.factorize(dynamic_stiffness(matrices, s));
    if (factors.info() != Eigen::Success) throw NumericalFailure("the track is held by nothing.");
    auto block = answers.middleCols(static_cast<Eigen::Index>(k) * loads.cols(), loads.cols());
    block = factors.solve(loads);
    // each answer with the weight of its energy at rest, so that short times count as much as long ones
    const Eigen::VectorXd energy = (block.cwiseProduct(matrices.stiffness * block)).colwise().sum();
    block *= energy.cwiseSqrt().cwiseInverse().asDiagonal();
  }
  return answers;
}

// Rows of the shapes as the window one bay further on numbers them; what it sees anew is at rest.
Shapes shifted(const ReducedTrack& reduced) {
  const Mesh& mesh = reduced.mesh;
  const auto per_bay = static_cast<std::size_t>(reduced.structure.spec.elements_per_bay);
  Shapes result = Shapes::Zero(reduced.shapes.rows(), reduced.shapes.cols());
  const auto copy = [&](std::size_t to, std::size_t from) {
    result.middleRows<6>(static_cast<Eigen::Index>(6 * to)) =
        reduced.shapes.middleRows<6>(static_cast<Eigen::Index>(6 * from));
  };
  for (const auto& rail : mesh.rail_nodes) {
    for (std::size_t k = 0; k + per_bay < rail.size(); ++k) copy(rail[k], rail[k + per_bay]);
  }
  for (std::size_t k = 0; k + 1 < mesh.sleepers.size(); ++k) {
    for (std::size_t node = 0; node < 6; ++node) {
      copy(mesh.sleepers[k].nodes[node], mesh.sleepers[k + 1].nodes[node]);
    }
  }
  return result;
}

}  // namespace

ReducedTrack reduce(const Structure& structure, const std::vector<double>& places, double step,
                    const WindowSettings& settings) {
  ReducedTrack reduced;
  reduced.structure = regular(structure);
  reduced.step = step;
  const double bay = reduced.bay();
  reduced.first_wheelset = bay * std::ceil(settings.reach / bay);
  Findings findings;
  reduced.mesh = *make_mesh(reduced.structure, nullptr, 0,
                            reduced.first_wheelset + places.back() + bay + settings.reach, findings);
  const Matrices matrices = assemble(reduced.mesh);
  const Eigen::MatrixXd loads = unit_loads(reduced.mesh, places, reduced.first_wheelset, bay);
  const SparseMatrix stepped =
      matrices.mass + step / 2 * matrices.damping + step * step / 4 * matrices.stiffness;
  const Eigen::MatrixXd directions =
      main_directions(collect(matrices, loads, step), matrices.stiffness, settings.tolerance);
  reduced.shapes = main_directions(directions, stepped, 1e-12);
  reduced.damping = reduced.shapes.transpose() * (matrices.damping * reduced.shapes);
  reduced.stiffness = reduced.shapes.transpose() * (matrices.stiffness * reduced.shapes);
  reduced.inverse_stiffness = reduced.stiffness.inverse();
  reduced.shift = reduced.shapes.transpose() * (stepped * shifted(reduced));
  return reduced;
}

}  // namespace flangeway::flextrack
