#include "flangeway/expression/graph.hpp"

#include <gmock/gmock.h>

#include <array>
#include <chrono>
#include <cmath>
#include <random>

#include "flangeway/expression/expression.hpp"
#include "flangeway/expression/tape.hpp"

namespace flangeway::expression {
namespace {

class GraphTest : public testing::Test {
 protected:
  Graph graph;
  Expression x = symbol(graph, "x"), y = symbol(graph, "y"), z = symbol(graph, "z");
};

TEST_F(GraphTest, AnEqualSubExpressionExistsOnce) {
  const Expression first = (x + y) * sin(z);
  const std::size_t size = graph.size();
  EXPECT_TRUE(sin(z) * (y + x) == first);
  EXPECT_EQ(graph.size(), size);
}

TEST_F(GraphTest, SignsCostNoAtoms) {
  const Expression difference = x - y;
  const std::size_t size = graph.size();
  EXPECT_TRUE(y - x == -difference);
  EXPECT_TRUE(-x + y == -difference);
  EXPECT_TRUE((x * -y) == -(x * y));
  EXPECT_TRUE((-x) * (-y) == x * y);
  EXPECT_TRUE(sin(-x) == -sin(x));
  EXPECT_TRUE(cos(y - x) == cos(x - y));
  EXPECT_TRUE(atan(-x) == -atan(x));
  EXPECT_TRUE(abs(-x) == abs(x));
  EXPECT_TRUE(1 / (-x) == -(1 / x));
  EXPECT_EQ(graph.size(), size + 7);  // x y, sin, cos, atan, abs, the number 1, 1/x
}

TEST_F(GraphTest, IdentitiesSimplifyAtOnce) {
  EXPECT_TRUE(x - x == Expression(0));
  EXPECT_TRUE(0 * x == Expression(0));
  EXPECT_TRUE(x + 0 == x);
  EXPECT_TRUE(1 * x == x);
  EXPECT_TRUE(-1 * x == -x);
  EXPECT_TRUE(x / x == Expression(1));
  EXPECT_TRUE(x * (1 / (-x)) == Expression(-1));
  EXPECT_TRUE(1 / (1 / x) == x);
  EXPECT_TRUE(x + x == 2 * x);
  EXPECT_TRUE(3 * x - 5 * x == -2 * x);
  EXPECT_TRUE(2 * (3 * x) == 6 * x);
  EXPECT_TRUE((2 * x) * (3 * y) == 6 * (x * y));
  EXPECT_TRUE(1 + (2 + x) == 3 + x);
  EXPECT_TRUE(1 - (3 + x) == -2 - x);
  EXPECT_TRUE(x + (y - x) == y);
  EXPECT_TRUE((x - y) - x == -y);
  EXPECT_TRUE(1 / (4 * x) == 0.25 * (1 / x));
  EXPECT_TRUE(sqrt(x) * sqrt(x) == x);
  EXPECT_TRUE(select_positive(x, y, y) == y);
}

TEST_F(GraphTest, SymbolsOfOneNameDiffer) {
  EXPECT_FALSE(symbol(graph, "x") == x);
}

TEST_F(GraphTest, ReportsADivisionByZero) {
  EXPECT_THAT([&] { return x / (y - y); },
              testing::ThrowsMessage<SymbolicError>("an expression divides by zero"));
  EXPECT_THAT([&] { return log(x - x); },
              testing::ThrowsMessage<SymbolicError>("an expression is not defined for the numbers in it"));
  EXPECT_THAT(
      [&] { return x + std::nan(""); },
      testing::ThrowsMessage<SymbolicError>("an expression is not defined: one of its numbers would be nan"));
}

TEST_F(GraphTest, RefusesToMixGraphs) {
  Graph other;
  const Expression w = symbol(other, "w");
  EXPECT_THROW(static_cast<void>(x + w), std::logic_error);
}

// A random expression built as a graph and as a number at the same time: no simplification may change its
// value.
TEST_F(GraphTest, SimplifiedExpressionsKeepTheirValue) {
  std::mt19937 random(7);
  const std::array<double, 3> at{0.7, -1.3, 2.1};
  std::vector<std::pair<Expression, double>> pool{{x, at[0]}, {y, at[1]}, {z, at[2]},
                                                  {2, 2},     {-1, -1},   {0.5, 0.5}};
  const auto pick = [&]() -> const std::pair<Expression, double>& { return pool[random() % pool.size()]; };
  for (int i = 0; i < 4000; ++i) {
    const auto [a, u] = pick();
    const auto [b, v] = pick();
    switch (random() % 8) {
      case 0:
      case 1:
        pool.emplace_back(a + b, u + v);
        break;
      case 2:
        pool.emplace_back(a - b, u - v);
        break;
      case 3:
      case 4:
        pool.emplace_back(a * b, u * v);
        break;
      case 5:
        pool.emplace_back(sin(a), std::sin(u));
        break;
      case 6:
        pool.emplace_back(cos(a), std::cos(u));
        break;
      default:
        pool.emplace_back(a / (1 + b * b), u / (1 + v * v));
    }
    if (std::abs(pool.back().second) > 5)
      pool.back() = {sin(pool.back().first), std::sin(pool.back().second)};
  }
  std::vector<Expression> outputs;
  for (const auto& entry : pool) outputs.push_back(entry.first);
  const std::vector<double> values = evaluate(graph, outputs, at);
  // Deep chains amplify roundoff: early ones to 1e-12, the median over all of them as well.
  std::size_t close = 0;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    if (std::abs(values[i] - pool[i].second) < 1e-9 * (1 + std::abs(pool[i].second))) ++close;
    if (i < 200) {
      EXPECT_NEAR(values[i], pool[i].second, 1e-12) << i;
    }
  }
  EXPECT_GT(close, pool.size() * 9 / 10);
}

TEST_F(GraphTest, CountsOnlyLiveOperations) {
  static_cast<void>(exp(x * y));  // not an output
  const std::array outputs{(x + y) * sin(z), -(x + y) / z, Expression(3)};
  const OperationCount count = count_operations(graph, outputs);
  EXPECT_EQ(count.additions, 1U);
  EXPECT_EQ(count.multiplications, 2U);
  EXPECT_EQ(count.divisions, 1U);
  EXPECT_EQ(count.functions, 1U);
  EXPECT_EQ(count.atoms, 5U);
}

TEST_F(GraphTest, AMillionAtomsAreBuiltWithoutRecursion) {
  Expression chain = x;
  for (int i = 0; graph.size() < 1'000'000; ++i) chain = sin(chain) * y + chain * (0.1 + 1e-6 * i);
  const std::array output{chain};
  EXPECT_GT(count_operations(graph, output).atoms, 700'000U);
  const std::array<double, 3> at{0.1, 0.2, 0.3};
  EXPECT_TRUE(std::isfinite(evaluate(graph, output, at)[0]));
}

}  // namespace
}  // namespace flangeway::expression
