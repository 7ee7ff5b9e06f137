// The augmented form of the contact constraints [Ros2017, section 3.3, ACCF] for the locomotive: contact
// coordinates are unknowns of the dynamics, and all constraints are differentiated as they stand. The
// generated code has the embedded form (ECCF) with rows of virtual power and shortened right-hand sides; both
// give the same accelerations.
#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "flangeway/codegen/start_values.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/expression/rewrite.hpp"
#include "flangeway/expression/tape.hpp"

namespace flangeway::codegen {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using expression::Assignment;
using expression::Derivative;
using expression::Expression;

// Constraints over coordinates and contact coordinates, and the symbols of these and of their rates.
struct Augmented {
  std::vector<Expression> constraints, unknowns, rates;
  std::vector<Expression> jacobian;  // row by row
  std::vector<Expression> second;    // second derivative in time without accelerations
  std::size_t supporting = 0;        // first ones: the model's own, and those along the normals
};

Augmented augmented_of(symbolic_model::Model& model) {
  Augmented all;
  all.constraints = model.constraints.residual;
  for (const auto& wheel : model.wheels) all.constraints.push_back(wheel.normal_residual);
  all.supporting = all.constraints.size();
  for (const auto& wheel : model.wheels)
    all.constraints.insert(all.constraints.end(), wheel.tangent_residual.begin(),
                           wheel.tangent_residual.end());
  for (const auto& q : model.frames.coordinates())
    all.unknowns.push_back(q.position), all.rates.push_back(q.velocity);
  for (const auto& wheel : model.wheels) {
    all.unknowns.insert(all.unknowns.end(), wheel.coordinates.begin(), wheel.coordinates.end());
    all.rates.insert(all.rates.end(), wheel.rates.begin(), wheel.rates.end());
  }
  std::vector<Assignment> motion;
  for (std::size_t i = 0; i < all.unknowns.size(); ++i) motion.emplace_back(all.unknowns[i], all.rates[i]);
  std::vector<Derivative> partials;
  for (const Expression& unknown : all.unknowns)
    partials.emplace_back(model.graph, std::array{Assignment{unknown, 1}});
  Derivative in_time(model.graph, motion);
  for (const Expression& constraint : all.constraints) {
    for (Derivative& partial : partials) all.jacobian.push_back(partial(constraint));
    all.second.push_back(in_time(in_time(constraint)));
  }
  return all;
}

MatrixXd numbers(const symbolic_model::Model& model, const std::vector<Expression>& entries, std::size_t rows,
                 const Values& values) {
  const std::vector<double> found = expression::evaluate(model.graph, entries, values.all());
  const auto height = static_cast<Index>(rows), width = static_cast<Index>(found.size() / rows);
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      found.data(), height, width);
}

void move(const std::vector<Expression>& symbols, const VectorXd& by, Values& values) {
  for (std::size_t i = 0; i < symbols.size(); ++i) values.of(symbols[i]) += by[static_cast<Index>(i)];
}

// The nearest state on all constraints, with a velocity that keeps them.
void put_on_constraints(const symbolic_model::Model& model, const Augmented& all, Values& values) {
  const std::size_t count = all.constraints.size();
  for (int i = 0; i < 12; ++i) {
    const MatrixXd rows = numbers(model, all.jacobian, count, values);
    const VectorXd missed = numbers(model, all.constraints, count, values);
    move(all.unknowns, rows.completeOrthogonalDecomposition().solve(-missed), values);
  }
  ASSERT_LT(numbers(model, all.constraints, count, values).cwiseAbs().maxCoeff(), 1e-13);
  const MatrixXd rows = numbers(model, all.jacobian, count, values);
  VectorXd velocity(static_cast<Index>(all.rates.size()));
  for (std::size_t i = 0; i < all.rates.size(); ++i)
    velocity[static_cast<Index>(i)] = values.of(all.rates[i]);
  const MatrixXd inverse = rows.completeOrthogonalDecomposition().pseudoInverse();
  move(all.rates, -inverse * (rows * velocity), values);
}

VectorXd solved(const MatrixXd& mass, const MatrixXd& rows, const VectorXd& force, const VectorXd& side) {
  const Index n = mass.rows(), m = rows.rows();
  MatrixXd matrix = MatrixXd::Zero(n + m, n + m);
  matrix << mass, -rows.transpose(), rows, MatrixXd::Zero(m, m);
  VectorXd right(n + m);
  right << force, side;
  return matrix.fullPivLu().solve(right);
}

TEST(AugmentedForm, GivesTheAccelerationsOfTheEmbeddedOne) {
  Findings findings;
  symbolic_model::ModelSpec spec;
  document::Document::from_file(FLANGEWAY_SOURCE_DIR "/models/symbolic/feve3000.toml", findings)
      .fill(spec, findings);
  const auto model = symbolic_model::build(spec, findings);
  ASSERT_TRUE(model) << findings.text();
  const Augmented all = augmented_of(*model);
  Values values = start_values(*model, spec);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> part(-0.05, 0.05);
  for (const auto& q : model->frames.coordinates()) values.of(q.velocity) += part(random);
  put_on_constraints(*model, all, values);

  const std::size_t count = all.constraints.size(), n = model->equations.mass.size();
  const auto coordinates = static_cast<Index>(n), unknowns = static_cast<Index>(all.unknowns.size()),
             supporting = static_cast<Index>(all.supporting);
  EXPECT_EQ(unknowns, coordinates + 4 * static_cast<Index>(model->wheels.size()));
  std::vector<Expression> mass, embedded_rows, embedded_side = model->constraints.acceleration_side;
  for (const auto& row : model->equations.mass) mass.insert(mass.end(), row.begin(), row.end());
  for (const auto& row : model->constraints.jacobian)
    embedded_rows.insert(embedded_rows.end(), row.begin(), row.end());
  for (const auto& wheel : model->wheels) {
    embedded_rows.insert(embedded_rows.end(), wheel.normal_row.begin(), wheel.normal_row.end());
    embedded_side.push_back(wheel.normal_side);
  }
  const MatrixXd inertia = numbers(*model, mass, n, values);
  const VectorXd force = numbers(*model, model->equations.force, n, values);

  MatrixXd large = MatrixXd::Zero(unknowns, unknowns);  // contact coordinates have no inertia
  large.topLeftCorner(coordinates, coordinates) = inertia;
  VectorXd large_force = VectorXd::Zero(unknowns);
  large_force.head(coordinates) = force;
  const VectorXd augmented = solved(large, numbers(*model, all.jacobian, count, values), large_force,
                                    -numbers(*model, all.second, count, values));
  const VectorXd embedded = solved(inertia, numbers(*model, embedded_rows, all.supporting, values), force,
                                   numbers(*model, embedded_side, all.supporting, values));

  const auto error = [](const VectorXd& found, const VectorXd& expected) {
    return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
  };
  EXPECT_GT(embedded.head(coordinates).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT(error(augmented.head(coordinates), embedded.head(coordinates)), 1e-8);
  const VectorXd loads = embedded.tail(supporting);
  EXPECT_LT(error(augmented.segment(unknowns, supporting), loads), 1e-8);
  // Constraints that place a contact on its surfaces carry nothing.
  EXPECT_LT(augmented.tail(static_cast<Index>(count) - supporting).cwiseAbs().maxCoeff(),
            1e-8 * loads.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace flangeway::codegen
