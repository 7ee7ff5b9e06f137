#include "flangeway/flextrack/shapes.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/math/dense.hpp"

namespace flangeway::flextrack {
namespace {

// Laplace variables (1/s) at which answers are collected, besides that of a step: from rest to 4 kHz.
constexpr std::array<double, 5> shifts{0, 300, 1200, 4000, 12000};

Structure regular(Structure structure) {
  // The damping of absorbers would move with the window; the track behind a terminal damps enough.
  structure.absorber.length = 0;
  structure.changes.clear();
  structure.scatter = {};
  structure.offset = 0;
  if (structure.slab) structure.slab->closed = true;
  return structure;
}

// Unit loads on the left rail wherever a wheelset can be while the window rests, and half a bay beyond.
std::vector<Eigen::VectorXd> unit_loads(const Mesh& mesh, const std::vector<double>& places, double first,
                                        double bay) {
  constexpr int per_bay = 4, components[] = {0, 1, 2, 3};
  std::vector<Eigen::VectorXd> columns;
  for (const double place : places) {
    for (int k = -per_bay / 2; k <= per_bay + per_bay / 2; ++k) {
      const double x = first + place + bay * k / per_bay;
      for (const int component : components) {
        Eigen::VectorXd& load =
            columns.emplace_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns())));
        add_load(mesh, locate(mesh, 0, x), Vec6::Unit(component), load);
      }
    }
  }
  return columns;
}

// A changed pad or ballast adds a force between its ends, mostly upright: with the answers to
// these, a track with changes moves in the shapes of the track without them.
void add_spring_loads(const Mesh& mesh, std::vector<Eigen::VectorXd>& columns) {
  for (const SpringElement& spring : mesh.springs) {
    if (spring.kind != SpringKind::pad && spring.kind != SpringKind::ballast) continue;
    if (spring.place >= (spring.kind == SpringKind::pad ? 1U : 3U))
      continue;  // the right side mirrors the left
    const Mat6x12 b = relative_motion(spring);
    Eigen::VectorXd& load =
        columns.emplace_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns())));
    load.segment<6>(static_cast<Eigen::Index>(6 * spring.i)) = b.row(2).head<6>();
    if (spring.j != ground) load.segment<6>(static_cast<Eigen::Index>(6 * spring.j)) = b.row(2).tail<6>();
  }
}

// An open joint is a closed one with forces and moments between its ends.
void add_joint_loads(const Mesh& mesh, std::vector<Eigen::VectorXd>& columns) {
  for (const SpringElement& spring : mesh.springs) {
    if (spring.kind != SpringKind::joint) continue;
    const Mat6x12 b = relative_motion(spring);
    for (int component = 0; component < 6; ++component) {
      Eigen::VectorXd& load =
          columns.emplace_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns())));
      load.segment<6>(static_cast<Eigen::Index>(6 * spring.i)) = b.row(component).head<6>();
      load.segment<6>(static_cast<Eigen::Index>(6 * spring.j)) = b.row(component).tail<6>();
    }
  }
}

// Loads and their mirror images added (sign 1) or subtracted (sign −1): the regular track keeps the two kinds
// of motion apart. Loads in the middle of the track are of one kind alone.
Eigen::MatrixXd of_symmetry(const Mesh& mesh, const std::vector<Eigen::VectorXd>& columns, double sign) {
  FLANGEWAY_ASSERT(!columns.empty(), "there is a load");
  Vec6 flip;
  flip << 1, -1, 1, -1, 1, -1;
  Eigen::MatrixXd result(columns.front().size(), static_cast<Eigen::Index>(columns.size()));
  Eigen::Index count = 0;
  for (const Eigen::VectorXd& column : columns) {
    auto out = result.col(count);
    out = column;
    for (std::size_t node = 0; node < mesh.nodes.size(); ++node) {
      const auto mirror = static_cast<Eigen::Index>(6 * mesh.nodes[node].mirror);
      out.segment<6>(static_cast<Eigen::Index>(6 * node)) +=
          sign * flip.cwiseProduct(column.segment<6>(mirror));
    }
    if (out.squaredNorm() > 1e-12 * column.squaredNorm()) ++count;
  }
  return result.leftCols(count);
}

SparseMatrix dynamic_stiffness(const Matrices& m, double s) {
  return m.stiffness + s * m.damping + s * s * m.mass;
}

// The directions in which the columns of `answers` reach far, orthonormal in the norm of `matrix`.
Eigen::MatrixXd main_directions(const Eigen::MatrixXd& answers, const SparseMatrix& matrix,
                                double tolerance) {
  Eigen::MatrixXd gram = answers.transpose() * (matrix * answers);
  const math::SymmetricEigenpairs pairs = math::symmetric_eigenpairs((gram + gram.transpose()) / 2);
  const Eigen::VectorXd& values = pairs.values;
  const double least = tolerance * tolerance * values(values.size() - 1);
  const Eigen::Index kept = (values.array() > least).count();
  return answers * pairs.vectors.rightCols(kept) * values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

Eigen::MatrixXd collect(const Matrices& matrices, const Eigen::MatrixXd& loads, double step) {
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  Eigen::MatrixXd answers(loads.rows(), loads.cols() * static_cast<Eigen::Index>(shifts.size() + 1));
  Eigen::SimplicialLDLT<SparseMatrix> factors;
  factors.analyzePattern(dynamic_stiffness(matrices, 1));
  for (std::size_t k = 0; k <= shifts.size(); ++k) {
    const double s = k < shifts.size() ? shifts[k] : 2 / step;
    factors.factorize(dynamic_stiffness(matrices, s));
    if (factors.info() != Eigen::Success) throw NumericalFailure("the track is not supported.");
    auto block = answers.middleCols(static_cast<Eigen::Index>(k) * loads.cols(), loads.cols());
    block = factors.solve(loads);
    // each answer with the weight of its energy at rest, so that short times count as much as long ones
    const Eigen::VectorXd energy = (block.cwiseProduct(matrices.stiffness * block)).colwise().sum();
    block *= energy.cwiseSqrt().cwiseInverse().asDiagonal();
  }
  return answers;
}

// Rows of the shapes as the window one bay further on numbers them; nodes new to it are at rest.
Shapes shifted(const ReducedTrack& reduced) {
  Shapes result = Shapes::Zero(reduced.shapes.rows(), reduced.shapes.cols());
  const auto bay = static_cast<Eigen::Index>(node_unknowns * reduced.mesh.nodes_per_bay);
  const Eigen::Index known = reduced.shapes.rows() - bay;
  result.topRows(known) = reduced.shapes.bottomRows(known);
  return result;
}

}  // namespace

ReducedTrack reduce(const Structure& structure, const std::vector<double>& places, double step,
                    const WindowSettings& settings) {
  FLANGEWAY_ASSERT(!places.empty(), "there is a wheelset");
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  ReducedTrack reduced;
  reduced.structure = regular(structure);
  reduced.step = step;
  const double bay = reduced.bay();
  reduced.first_wheelset = bay * std::ceil(settings.reach / bay);
  Findings findings;
  reduced.mesh = *make_mesh(reduced.structure, nullptr, 0,
                            reduced.first_wheelset + places.back() + bay + settings.reach, findings);
  const Matrices matrices = assemble(reduced.mesh);
  std::vector<Eigen::VectorXd> columns = unit_loads(reduced.mesh, places, reduced.first_wheelset, bay);
  if (structure.varies()) add_spring_loads(reduced.mesh, columns);
  if (structure.jointed()) add_joint_loads(reduced.mesh, columns);
  const SparseMatrix stepped = stepped_matrix(matrices, step);
  for (const double sign : {1.0, -1.0}) {
    const Eigen::MatrixXd answers = collect(matrices, of_symmetry(reduced.mesh, columns, sign), step);
    const Eigen::MatrixXd directions =
        main_directions(main_directions(answers, matrices.stiffness, settings.tolerance), stepped, 1e-12);
    const Eigen::Index before = reduced.shapes.cols();
    reduced.shapes.conservativeResize(answers.rows(), before + directions.cols());
    reduced.shapes.rightCols(directions.cols()) = directions;
    if (sign > 0) reduced.symmetric = static_cast<std::size_t>(directions.cols());
  }
  reduced.damping = reduced.shapes.transpose() * (matrices.damping * reduced.shapes);
  reduced.stiffness = reduced.shapes.transpose() * (matrices.stiffness * reduced.shapes);
  reduced.inverse_stiffness = math::inverse(reduced.stiffness);
  reduced.shift =
      reduced.inverse_stiffness * (reduced.shapes.transpose() * (matrices.stiffness * shifted(reduced)));
  return reduced;
}

}  // namespace flangeway::flextrack
