#include "flangeway/core/chainage.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace flangeway {
namespace {

TEST(ChainageAt, IsLinearBetweenTheRowsAndBeyondThem) {
  const ChainageTable table{{0, 12000}, {100, 12100}, {300, 12299}};
  EXPECT_DOUBLE_EQ(*chainage_at(table, 50), 12050);
  EXPECT_DOUBLE_EQ(*chainage_at(table, 200), 12199.5);
  EXPECT_DOUBLE_EQ(*chainage_at(table, -10), 11990) << "a wheelset behind the start of the run";
  EXPECT_DOUBLE_EQ(*chainage_at(table, 300 + 200), 12299 + 199);
}

TEST(ChainageAt, TakesTheChainageBehindABreak) {
  const ChainageTable table{{0, 12000}, {190, 12190}, {190, 12240}, {400, 12450}};
  EXPECT_NEAR(*chainage_at(table, 190 - 1e-9), 12190, 1e-8);
  EXPECT_DOUBLE_EQ(*chainage_at(table, 190), 12240);
  EXPECT_DOUBLE_EQ(*chainage_at(table, 191), 12241);
}

TEST(ChainageAt, KnowsNothingWithoutATableOrADistance) {
  EXPECT_FALSE(chainage_at({}, 5).has_value());
  EXPECT_FALSE(chainage_at({{0, 1}, {1, 2}}, std::numeric_limits<double>::quiet_NaN()).has_value());
}

TEST(ChainageText, IsThatOfTheLine) {
  EXPECT_EQ(chainage_text(12345.67), "km 12.3457");
  EXPECT_EQ(chainage_text(-20), "km -0.0200");
}

}  // namespace
}  // namespace flangeway
