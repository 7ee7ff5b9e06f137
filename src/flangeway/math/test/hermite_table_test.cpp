#include "flangeway/math/hermite_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::math {
namespace {

TEST(HermiteTable, IsExactForCubics) {
  const auto value = [](double x) { return 1 - 2 * x + 0.5 * x * x - 3 * x * x * x; };
  const auto slope = [](double x) { return -2 + x - 9 * x * x; };
  std::vector<std::array<double, 2>> nodes;
  for (int i = 0; i < 4; ++i) nodes.push_back({value(-1 + 0.5 * i), slope(-1 + 0.5 * i)});
  const HermiteTable table(-1, 0.5, nodes);
  for (const double x : {-1.0, -0.7, -0.5, 0.1, 0.5}) {
    const HermiteTable::At at = table.at(x);
    EXPECT_NEAR(at.value, value(x), 1e-14);
    EXPECT_NEAR(at.first, slope(x), 1e-13);
    EXPECT_NEAR(at.second, 1 - 18 * x, 1e-12);
  }
}

TEST(HermiteTable, IsZeroBeyondItsEnds) {
  const HermiteTable table(0, 1, {{1, 2}, {3, 4}});
  EXPECT_EQ(table.end(), 1);
  for (const double x : {-1e-9, 1 + 1e-9, std::nan("")}) {
    EXPECT_EQ(table.at(x).value, 0);
    EXPECT_EQ(table.at(x).first, 0);
    EXPECT_EQ(table.at(x).second, 0);
  }
}

}  // namespace
}  // namespace flangeway::math
