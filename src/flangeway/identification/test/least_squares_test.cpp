// Fits of linear models against their closed forms.
#include "flangeway/identification/least_squares.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "flangeway/math/dense.hpp"

namespace flangeway::identification {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Eigen::Index rows = 40;

MatrixXd line() {
  MatrixXd system(rows, 2);
  system.col(0).setOnes();
  system.col(1) = VectorXd::LinSpaced(rows, 0, 2);
  return system;
}

Model linear(const MatrixXd& system) {
  return {[system](const VectorXd& values) { return std::optional<VectorXd>(system * values); },
          [system](const VectorXd&) { return std::optional(system); }};
}

Measurement wavy() {
  VectorXd values = line() * Eigen::Vector2d(1.5, -0.7);
  for (Eigen::Index i = 0; i < rows; ++i) values(i) += 0.1 * std::cos(37.0 * static_cast<double>(i));
  return {values, VectorXd::Constant(rows, 0.1)};
}

TEST(LeastSquares, LinearModelHasItsClosedForm) {
  const Measurement measured = wavy();
  const Estimate found = fit(linear(line()), measured, {{"a", 0, -5, 5}, {"b", 0, -5, 5}});
  const MatrixXd normal = line().transpose() * line();
  const VectorXd exact = math::inverse(normal) * line().transpose() * measured.values;
  ASSERT_TRUE(found.failure.empty());
  EXPECT_TRUE(found.converged);
  EXPECT_NEAR(found.parameters[0].value, exact(0), 1e-8);
  EXPECT_NEAR(found.parameters[1].value, exact(1), 1e-8);
  EXPECT_LT((found.covariance - 0.01 * math::inverse(normal)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_EQ(found.degrees, rows - 2);
  EXPECT_NEAR(found.chi_square, ((measured.values - line() * exact) / 0.1).squaredNorm(), 1e-6);
}

TEST(LeastSquares, PriorIsAMeasurementOfTheParameter) {
  const MatrixXd system = line().col(1);
  const Measurement measured{2 * system, VectorXd::Constant(rows, 0.5)};
  const Estimate found = fit(linear(system), measured, {{"b", 0, -5, 5, Prior{1, 0.1}}});
  const double weight = system.squaredNorm() / 0.25;
  EXPECT_NEAR(found.parameters[0].value, (2 * weight + 100) / (weight + 100), 1e-8);
  EXPECT_NEAR(found.parameters[0].deviation, 1 / std::sqrt(weight + 100), 1e-8);
}

TEST(LeastSquares, BoundsHold) {
  const Measurement measured{line() * Eigen::Vector2d(1, 3), VectorXd::Constant(rows, 0.1)};
  const Estimate found = fit(linear(line()), measured, {{"a", 0, -9, 9}, {"b", 1, 0, 2}});
  EXPECT_EQ(found.parameters[1].value, 2);
  EXPECT_TRUE(found.parameters[1].at_bound);
  EXPECT_FALSE(found.parameters[0].at_bound);
  EXPECT_NEAR(found.parameters[0].value, (measured.values - 2 * line().col(1)).mean(), 1e-6);
}

TEST(LeastSquares, SaysWhatTheMeasurementDoesNotDetermine) {
  MatrixXd system = MatrixXd::Zero(rows, 3);
  system.col(0) = system.col(1) = line().col(1);
  const Measurement measured{3 * line().col(1), VectorXd::Constant(rows, 0.1)};
  const Estimate found = fit(linear(system), measured, {{"a", 1, 0, 5}, {"b", 1, 0, 5}, {"c", 1, 0, 5}});
  for (const EstimatedParameter& one : found.parameters) EXPECT_FALSE(one.identified) << one.parameter.key;
  EXPECT_NEAR(found.parameters[0].value + found.parameters[1].value, 3, 1e-4);
}

TEST(LeastSquares, IntervalsHoldTheTrueValues) {
  std::mt19937 generator(5);
  std::normal_distribution<double> noise(0, 0.05);
  const VectorXd times = VectorXd::LinSpaced(rows, 0, 2);
  const Model decay{
      [&](const VectorXd& v) { return std::optional<VectorXd>(v(0) * (-v(1) * times).array().exp()); },
      [&](const VectorXd& v) {
        MatrixXd slopes(rows, 2);
        slopes.col(0) = (-v(1) * times).array().exp();
        slopes.col(1) = -v(0) * times.array() * (-v(1) * times).array().exp();
        return std::optional(slopes);
      }};
  int held = 0;
  constexpr int tries = 300;
  for (int i = 0; i < tries; ++i) {
    VectorXd values = 2.0 * (-0.8 * times).array().exp();
    for (Eigen::Index row = 0; row < rows; ++row) values(row) += noise(generator);
    const Estimate found =
        fit(decay, {values, VectorXd::Constant(rows, 0.05)}, {{"size", 1, 0.1, 10}, {"rate", 0.3, 0.01, 5}});
    held += std::abs(found.parameters[0].value - 2.0) < 1.96 * found.parameters[0].deviation;
    held += std::abs(found.parameters[1].value - 0.8) < 1.96 * found.parameters[1].deviation;
  }
  // 600 intervals of 95 %: three standard deviations of the count are 2.7 %.
  EXPECT_NEAR(held / (2.0 * tries), 0.95, 0.027);
}

TEST(LeastSquares, StatesThatTheModelFails) {
  const Model broken{[](const VectorXd&) { return std::optional<VectorXd>(); },
                     [](const VectorXd&) { return std::optional<MatrixXd>(); }};
  EXPECT_EQ(fit(broken, wavy(), {{"a", 0, -1, 1}}).failure, "the model fails at the start values");
}

}  // namespace
}  // namespace flangeway::identification
