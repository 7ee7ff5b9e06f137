#include "flangeway/plot/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace flangeway::plot {
namespace {

using testing::ElementsAre;

TEST(Ticks, StandAtRoundNumbers) {
  EXPECT_THAT(ticks({0, 10}, 5).text, ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_THAT(ticks({-0.3, 0.3}, 6).text, ElementsAre("−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2", "0.3"));
  EXPECT_THAT(ticks({3, 1003}, 4).text, ElementsAre("200", "400", "600", "800", "1000"));
  EXPECT_THAT(ticks({0.001, 0.0013}, 3).text, ElementsAre("0.0010", "0.0011", "0.0012", "0.0013"));
}

TEST(Ticks, LargeAndSmallNumbersShareAFactor) {
  const Ticks large = ticks({0, 3e6}, 3);
  EXPECT_THAT(large.text, ElementsAre("0", "1", "2", "3"));
  EXPECT_EQ(large.factor, "×10⁶");
  EXPECT_THAT(large.at, ElementsAre(0, 1e6, 2e6, 3e6));
  const Ticks small = ticks({-2e-5, 2e-5}, 4);
  EXPECT_THAT(small.text, ElementsAre("−20", "−10", "0", "10", "20"));
  EXPECT_EQ(small.factor, "×10⁻⁶");
  EXPECT_EQ(ticks({0, 500}, 3).factor, "");
}

// Whatever the range, the number of ticks stays near what was wanted and all of them lie inside.
TEST(Ticks, AreInsideAndNotTooMany) {
  for (double from : {-7.3e9, -1.0, 0.0, 0.123, 4e-7}) {
    for (double span = 1e-6; span < 1e12; span *= 3.7) {
      const Range range = drawable({from, from + span});
      const Ticks out = ticks(range, 7);
      EXPECT_GE(out.at.size(), 2u) << from << " " << span;
      EXPECT_LE(out.at.size(), 9u) << from << " " << span;
      const double slack = 1e-5 * (range.to - range.from);
      EXPECT_GE(out.at.front(), range.from - slack);
      EXPECT_LE(out.at.back(), range.to + slack);
    }
  }
}

// A gain of one but for rounding has logarithms near 0, of any ratio to each other.
TEST(Ticks, OfLogarithmsAreInsideAndNotTooMany) {
  for (const double from : {-9.0, -1e-16, 0.0, 3.3}) {
    for (double span = 0; span < 20; span = 3.7 * span + 1e-16) {
      const Range range = drawable_logarithms({from, from + span});
      const Ticks out = log_ticks(range, 7);
      EXPECT_GE(out.at.size(), 2u) << from << " " << span;
      EXPECT_LE(out.at.size(), 9u) << from << " " << span;
      EXPECT_GE(out.at.front(), range.from - 1e-5);
      EXPECT_LE(out.at.back(), range.to + 1e-5);
    }
  }
}

TEST(Include, PassesOverWhatIsNotFinite) {
  Range range;
  bool found = false;
  include({std::nan(""), -std::numeric_limits<double>::infinity()}, range, found);
  EXPECT_FALSE(found);
  include({std::nan(""), 4, -2}, range, found);
  EXPECT_TRUE(found);
  EXPECT_EQ(range.from, -2);
  EXPECT_EQ(range.to, 4);
}

TEST(Drawable, GivesConstantsRoomAndHidesRoundingErrors) {
  EXPECT_EQ(drawable({0, 0}).from, -1);
  EXPECT_NEAR(drawable({50, 50}).to, 55, 1e-12);
  EXPECT_NEAR(drawable({1, 1 + 1e-14}).from, 0.9, 1e-9);
  EXPECT_TRUE(std::isfinite(drawable({-1.7e308, 1.7e308}).to - drawable({-1.7e308, 1.7e308}).from));
}

TEST(LogTicks, StandAtPowersOfTen) {
  EXPECT_THAT(log_ticks({-3, 2}, 10).text, ElementsAre("0.001", "0.01", "0.1", "1", "10", "100"));
  EXPECT_THAT(log_ticks({9, 13}, 10).text, ElementsAre("10⁹", "10¹⁰", "10¹¹", "10¹²", "10¹³"));
  EXPECT_THAT(log_ticks({-12, 12}, 5).text, ElementsAre("10⁻¹⁰", "10⁻⁵", "1", "10⁵", "10¹⁰"));
  EXPECT_THAT(log_ticks({-4.5, -3.2}, 5).text, ElementsAre("5×10⁻⁵", "10⁻⁴", "2×10⁻⁴", "5×10⁻⁴"));
  // Less than a factor of two: round numbers, where their logarithms are.
  const Ticks narrow = log_ticks({std::log10(2.1), std::log10(2.9)}, 4);
  EXPECT_THAT(narrow.text, ElementsAre("2.2", "2.4", "2.6", "2.8"));
  EXPECT_NEAR(narrow.at[1], std::log10(2.4), 1e-12);
}

TEST(LogPlace, IsThereForPositiveNumbersOnly) {
  EXPECT_NEAR(log_place(1e9), 9, 1e-12);
  EXPECT_TRUE(std::isnan(log_place(0)));
  EXPECT_TRUE(std::isnan(log_place(-1)));
  EXPECT_TRUE(std::isnan(log_place(std::nan(""))));
}

// Both signs and zero have a place; far from zero a factor of ten is a length of one.
TEST(Mapping, OfTheSymmetricLogarithmIsOddAndHasTicksAtPowersOfTen) {
  const Mapping mapping{.symmetric_log = 0.5};
  EXPECT_EQ(mapping.place(0), 0);
  EXPECT_DOUBLE_EQ(mapping.place(0.5), std::log10(2));
  EXPECT_EQ(mapping.place(-20), -mapping.place(20));
  EXPECT_NEAR(mapping.place(5e5) - mapping.place(5e4), 1, 1e-4);
  const Ticks out = mapping.ticks({mapping.place(-30), mapping.place(450)}, 8);
  EXPECT_THAT(out.text, ElementsAre("0", "1", "−1", "10", "−10", "100"));
  EXPECT_DOUBLE_EQ(out.at[3], std::log10(21));
  EXPECT_THAT(mapping.ticks({mapping.place(-30), mapping.place(450)}, 2).text, ElementsAre("0", "10", "−10"));
}

// Fewer than three do not show a scale: the single tick "0" of a nearly flat curve, say.
TEST(Ticks, AreThreeAtLeastOnEveryKindOfAxis) {
  for (const double low : {-1.0, -0.04, 0.0, 0.013, 3.0, 997.0}) {
    for (const double span : {1e-9, 1e-3, 0.09, 1.0, 7.0, 333.0, 1e7}) {
      for (const double wanted : {2.0, 3.0, 5.5}) {
        const Range range = drawable({low, low + span});
        EXPECT_GE(ticks(range, wanted).at.size(), 3u) << low << " + " << span << ", " << wanted;
        const Mapping symmetric{.symmetric_log = 1e-2};
        const Range places = symmetric.widened({symmetric.place(low), symmetric.place(low + span)});
        EXPECT_GE(symmetric.ticks(places, wanted).at.size(), 3u) << low << " + " << span << ", " << wanted;
      }
    }
  }
  for (const double low : {-12.0, -3.3, 0.0, 2.7})
    for (const double decades : {0.01, 0.3, 1.0, 3.5, 24.0})
      for (const double wanted : {2.0, 5.0})
        EXPECT_GE(log_ticks({low, low + decades}, wanted).at.size(), 3u) << low << " + " << decades;
}

}  // namespace
}  // namespace flangeway::plot
