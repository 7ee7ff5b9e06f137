#include "flangeway/expression/conditional.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "flangeway/expression/tape.hpp"

namespace flangeway::expression {
namespace {

TEST(Conditional, ChoosesExactly) {
  Graph graph;
  const Expression x = symbol(graph, "x"), y = symbol(graph, "y");
  Tape tape(graph, std::array{select(x > 1, y, 1e8), select((x > 1) & (y < 2), x, -x)});
  std::array<double, 2> result{};
  tape.evaluate(std::array{1.5, 0.1}, result);
  EXPECT_EQ(result[0], 0.1);  // not 1e8 + (0.1 − 1e8)
  EXPECT_EQ(result[1], 1.5);
  tape.evaluate(std::array{1.0, 0.1}, result);
  EXPECT_EQ(result[0], 1e8);
  EXPECT_EQ(result[1], -1.0);
}

TEST(Conditional, KnowsWhatCannotHold) {
  Graph graph;
  EXPECT_FALSE(Expression(1) > Expression(2));
  EXPECT_TRUE(Expression(2) > Expression(1));
  EXPECT_TRUE(symbol(graph, "x") > Expression(2));  // it may
}

TEST(Conditional, RootsAndRatiosAreThoseOfNumbers) {
  Graph graph;
  const Expression x = symbol(graph, "x");
  Tape tape(graph, std::array{cbrt(x), atan_ratio(x)});
  std::array<double, 2> result{};
  for (const double value : {1e-9, 1e-4, 3.1e-3, 3.2e-3, 0.5, 1e3, 1e6}) {
    tape.evaluate(std::array{value}, result);
    EXPECT_NEAR(result[0] / std::cbrt(value), 1, 1e-14);
    EXPECT_NEAR(result[1] / (std::atan(value) / value), 1, 1e-14);
  }
  tape.evaluate(std::array{0.0}, result);
  EXPECT_EQ(result[1], 1);
}

}  // namespace
}  // namespace flangeway::expression
