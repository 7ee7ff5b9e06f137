#include "flangeway/math/pair_table.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace flangeway::math {
namespace {

using enum TableEnds;

const std::vector<std::array<double, 2>> table{{1, 10}, {2, 30}, {5, 0}};

TEST(PairTable, GivesItsPairsAndStraightLinesBetween) {
  for (const TableEnds ends : {held, continued}) {
    for (const auto& [x, y] : table) EXPECT_DOUBLE_EQ(table_value(table, x, ends), y);
    EXPECT_DOUBLE_EQ(table_value(table, 1.25, ends), 15);
    EXPECT_DOUBLE_EQ(table_value(table, 4, ends), 10);
    EXPECT_DOUBLE_EQ(table_slope(table, 1.25, ends), 20);
    EXPECT_DOUBLE_EQ(table_slope(table, 2, ends), -10);
  }
}

TEST(PairTable, HoldsOrContinuesItsEnds) {
  EXPECT_DOUBLE_EQ(table_value(table, 0, held), 10);
  EXPECT_DOUBLE_EQ(table_value(table, 9, held), 0);
  EXPECT_DOUBLE_EQ(table_slope(table, 0, held), 0);
  EXPECT_DOUBLE_EQ(table_slope(table, 5, held), 0);
  EXPECT_DOUBLE_EQ(table_value(table, 0, continued), -10);
  EXPECT_DOUBLE_EQ(table_value(table, 9, continued), -40);
  EXPECT_DOUBLE_EQ(table_slope(table, 0, continued), 20);
  EXPECT_DOUBLE_EQ(table_slope(table, 9, continued), -10);
}

TEST(PairTable, OnePairIsAConstant) {
  const std::vector<std::array<double, 2>> one{{3, 7}};
  for (const TableEnds ends : {held, continued}) {
    for (const double x : {2.0, 3.0, 4.0}) {
      EXPECT_DOUBLE_EQ(table_value(one, x, ends), 7);
      EXPECT_DOUBLE_EQ(table_slope(one, x, ends), 0);
    }
    EXPECT_DOUBLE_EQ(table_integral(one, 2, 4, ends), 14);
  }
}

// Its derivative is the value, it adds up over parts, and it changes sign with its direction.
TEST(PairTable, IntegralBelongsToTheValue) {
  for (const TableEnds ends : {held, continued}) {
    for (double x = -0.95; x < 7; x += 0.1) {
      const double h = 0.01;
      EXPECT_NEAR(table_integral(table, x - h, x + h, ends) / (2 * h),
                  (table_value(table, x - h, ends) + 2 * table_value(table, x, ends) +
                   table_value(table, x + h, ends)) /
                      4,
                  1e-9)
          << x;
      EXPECT_NEAR(table_integral(table, 0, x, ends) + table_integral(table, x, 6, ends),
                  table_integral(table, 0, 6, ends), 1e-12);
      EXPECT_DOUBLE_EQ(table_integral(table, 6, x, ends), -table_integral(table, x, 6, ends));
    }
  }
  EXPECT_DOUBLE_EQ(table_integral(table, 0, 6, held), 10 + 20 + 45 + 0);
  EXPECT_DOUBLE_EQ(table_integral(table, 0, 6, continued), 0 + 20 + 45 - 5);
}

}  // namespace
}  // namespace flangeway::math
