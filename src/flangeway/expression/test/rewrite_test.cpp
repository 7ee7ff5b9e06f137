#include "flangeway/expression/rewrite.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "flangeway/expression/tape.hpp"

namespace flangeway::expression {
namespace {

class RewriteTest : public testing::Test {
 protected:
  [[nodiscard]] double value(const Expression& e, double u, double v) const {
    return evaluate(graph, std::array{e}, std::array{u, v})[0];
  }
  Graph graph;
  Expression x = symbol(graph, "x"), y = symbol(graph, "y");
};

TEST_F(RewriteTest, DerivativesEqualCentralDifferences) {
  const std::array functions{
      x * y + sin(x * y),      sqrt(1 + x * x) / y, exp(-x) * log(y), atan(x * y),
      atan2(x - y, 1 + x * y), tan(0.3 * x),        abs(x - y) * x,   select_positive(x - y, x * x, y * x)};
  const double h = 1e-6;
  for (const Expression& f : functions) {
    for (const auto& [u, v] : {std::pair{0.7, 1.9}, std::pair{1.4, 0.3}}) {
      EXPECT_NEAR(value(derivative(f, x), u, v), (value(f, u + h, v) - value(f, u - h, v)) / (2 * h), 1e-9);
      EXPECT_NEAR(value(derivative(f, y), u, v), (value(f, u, v + h) - value(f, u, v - h)) / (2 * h), 1e-9);
    }
  }
}

TEST_F(RewriteTest, SecondDerivativesCommute) {
  const Expression f = sin(x * y) * exp(x) / (1 + y * y);
  EXPECT_NEAR(value(derivative(derivative(f, x), y), 0.4, 0.8),
              value(derivative(derivative(f, y), x), 0.4, 0.8), 1e-14);
}

TEST_F(RewriteTest, TheTimeDerivativeFollowsTheChainRule) {
  const Expression u = symbol(graph, "u"), v = symbol(graph, "v");
  Derivative rate(graph, std::array{Assignment{x, u}, Assignment{y, v}});
  const Expression f = x * sin(y);
  EXPECT_TRUE(rate(f) == u * sin(y) + x * (cos(y) * v));
  EXPECT_TRUE(rate(Expression(3)) == Expression(0));
  EXPECT_TRUE(rate(u) == Expression(0));
}

TEST_F(RewriteTest, SubstitutionEqualsEvaluationThere) {
  const Expression f = sin(x * y) / (x + y) + sqrt(y);
  const Expression u = symbol(graph, "u");
  Substitution replace(graph, std::array{Assignment{x, 2 * u}, Assignment{y, 1 + u * u}});
  const std::array<double, 3> at{0, 0, 0.6};
  const std::array result{replace(f)};
  EXPECT_NEAR(evaluate(graph, result, at)[0], std::sin(1.2 * 1.36) / (1.2 + 1.36) + std::sqrt(1.36), 1e-15);
  EXPECT_TRUE(Substitution(graph, std::array{Assignment{x, 0}})(x * y + y) == y);
}

TEST_F(RewriteTest, ReportsSubstitutionOfZeroIntoADenominator) {
  Substitution zero(graph, std::array{Assignment{x, 0}});
  EXPECT_THAT([&] { return zero(y / x); },
              testing::ThrowsMessage<SymbolicError>("an expression divides by zero"));
}

TEST_F(RewriteTest, OnlySymbolsHaveRates) {
  EXPECT_THAT([&] { return derivative(x * y, x * y); },
              testing::ThrowsMessage<std::invalid_argument>(
                  "a derivative or substitution names something that is no symbol"));
}

// A derivative shares its atoms with what it is a derivative of: a chain of n factors costs O(n), not O(n²).
TEST_F(RewriteTest, TheCostOfADerivativeGrowsLinearly) {
  const auto operations = [&](int n) {
    Expression f = x;
    for (int i = 0; i < n; ++i) f = sin(f) * y + 0.1 * i;
    return count_operations(graph, std::array{f, derivative(f, x)}).operations();
  };
  const std::size_t ten = operations(10), hundred = operations(100), thousand = operations(1000);
  EXPECT_NEAR(static_cast<double>(thousand - hundred) / static_cast<double>(hundred - ten), 10, 0.1);
}

}  // namespace
}  // namespace flangeway::expression
