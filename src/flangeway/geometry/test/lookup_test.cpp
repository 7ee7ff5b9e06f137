#include "flangeway/geometry/lookup.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "flangeway/geometry/test/standard_pairs.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::geometry {
namespace {

TEST(Lookup, ReproducesTheRealMotionBetweenItsNodes) {
  const WheelsetGeometry geometry = paper_pair();
  const LookupTable table = make_lookup(geometry, {});
  ASSERT_EQ(table.failure, "");
  ASSERT_TRUE(table.hybrid);
  const PositionSearch search(geometry);
  const double start = table.rows[5].flange_start;
  for (const double gauge : {-0.0077, 0.0, 0.0004, 0.0051}) {
    const double edge = start + gauge / 2 - 1e-3;
    Position guess;
    for (double y = 0; y < edge; y += 0.00043) {
      guess = search.at_y(y, gauge, guess);
      const LookupPlace place = locate(table, {.y = y, .gauge = gauge});
      ASSERT_TRUE(place.inside);
      const LookupMotion motion = lookup_motion(place);
      EXPECT_NEAR(motion.value[0], guess.z, 5e-6) << y << ' ' << gauge;
      EXPECT_NEAR(motion.value[1], guess.roll, 1e-5) << y << ' ' << gauge;
    }
  }
}

// One-point wheels; the right one is cut 1 mm further out, so that left and right flange differ.
WheelsetGeometry uneven_one_point_pair() {
  Findings findings;
  const auto load = [&](double outwards) {
    const profile::Profile wheel = *profile::load_profile(
        FLANGEWAY_SOURCE_DIR "/models/profiles/one_point_wheel.csv", profile::Kind::wheel, {}, {}, findings);
    std::string text;
    for (double s = 0; s <= wheel.curve.length(); s += 2.5e-4) {
      const Vec2 point = wheel.curve.point(s);
      text += fmt::format("{:.9f},{:.9f}\n", (point.x() + outwards) * 1e3, point.y() * 1e3);
    }
    return *profile::read_profile(text, "wheel.csv", profile::Kind::wheel, {.origin = profile::Origin::file},
                                  findings);
  };
  const auto rail = *profile::standard_profile("60e1");
  return make_geometry(load(0), load(1e-3), rail, rail, 0.7526, 0.43,
                       {.lateral = 0.7526, .inclination = 0.05});
}

void expect_time_derivatives(const LookupTable& table) {
  const auto input = [](double t) {
    LookupInput in;
    in.y = 0.0021 + 0.3 * t + 2.5 * t * t;
    in.y_rate = 0.3 + 5 * t;
    in.gauge = 0.0011 + 0.05 * t - 1.5 * t * t;
    in.gauge_rate = 0.05 - 3 * t;
    in.gauge_curvature = -3;
    return in;
  };
  const double h = 1e-5, y_acceleration = 5;
  const auto at = [&](double t) { return lookup_motion(locate(table, input(t))); };
  const LookupMotion before = at(-h), now = at(0), after = at(h);
  for (int c = 0; c < 2; ++c) {
    EXPECT_NEAR(now.rate[c], (after.value[c] - before.value[c]) / (2 * h), 1e-6);
    EXPECT_NEAR(now.curvature[c] + now.slope[c] * y_acceleration, (after.rate[c] - before.rate[c]) / (2 * h),
                2e-3 * (1 + std::abs(now.curvature[c])));
  }
}

TEST(Lookup, RatesAndCurvaturesAreTimeDerivatives) {
  expect_time_derivatives(make_lookup(paper_pair(), {}));
  LookupSettings coarse;
  coarse.lateral_points = 121;
  coarse.gauge_points = 5;
  const LookupTable uneven = make_lookup(uneven_one_point_pair(), coarse);
  ASSERT_EQ(uneven.failure, "");
  ASSERT_TRUE(uneven.convergent);
  expect_time_derivatives(uneven);
}

// Entered by clearance, a table of unlike wheels follows the search on both flanges, between its rows too.
// [Escalona2021, section 3.2]: a third of the way between two rows, two thirds of the one and a third of the
// other.
TEST(Lookup, MayBeLinearBetweenTwoRowsOfTheGauge) {
  LookupSettings settings;
  settings.linear_gauge = true;
  const LookupTable table = make_lookup(paper_pair(), settings);
  const auto motion_at = [&](double gauge) {
    return lookup_motion(locate(table, {.y = 0.0033, .gauge = gauge}));
  };
  const double row = table.rows[7].gauge_variation, step = table.gauge_step;
  const LookupMotion near_row = motion_at(row), far_row = motion_at(row + step),
                     between = motion_at(row + step / 3);
  for (int c = 0; c < 2; ++c) {
    EXPECT_NEAR(between.value[c], (2 * near_row.value[c] + far_row.value[c]) / 3, 1e-14);
    EXPECT_NEAR(between.by_gauge[c], (far_row.value[c] - near_row.value[c]) / step, 1e-12);
  }
  EXPECT_NE(
      between.value[0],
      lookup_motion(locate(make_lookup(paper_pair(), {}), {.y = 0.0033, .gauge = row + step / 3})).value[0]);
}

TEST(Lookup, UnevenOnePointPairIsEnteredByItsOwnClearance) {
  const WheelsetGeometry geometry = uneven_one_point_pair();
  const LookupTable table = make_lookup(geometry, {});
  const LookupRow& nominal = table.rows[5];
  EXPECT_NEAR(nominal.flange_start + nominal.flange_start_right, 1e-3, 0.1e-3);
  const PositionSearch search(geometry);
  for (const double gauge : {-0.0045, 0.0009}) {
    for (const double y : {nominal.flange_start_right - gauge / 2 + 1e-4, -3e-3, 0.0, 3e-3,
                           nominal.flange_start + gauge / 2 - 1e-4}) {
      const Position real = search.at_y(y, gauge, {});
      const LookupPlace place = locate(table, {.y = y, .gauge = gauge});
      ASSERT_TRUE(real.found && place.inside);
      EXPECT_NEAR(lookup_motion(place).value[0], real.z, 10e-6) << y << ' ' << gauge;
      EXPECT_NEAR(lookup_motion(place).value[1], real.roll, 1e-5) << y << ' ' << gauge;
    }
  }
}

TEST(Lookup, FlangeIndentsFromItsFirstContactOn) {
  const LookupTable table = make_lookup(paper_pair(), {});
  for (const LookupRow& row : table.rows) {
    if (row.flange_start < 1e-3)
      continue;  // both flanges at once: the tread constraint cannot be the real position
    double previous = -1;
    for (double beyond = -1e-3; beyond <= 2e-3; beyond += 1e-4) {
      LookupFlanges flanges;
      lookup_flanges(locate(table, {.y = row.flange_start + beyond, .gauge = row.gauge_variation}), flanges);
      EXPECT_GT(flanges.indentation[0], previous);
      previous = flanges.indentation[0];
      if (std::abs(beyond) < 1e-9) {
        EXPECT_NEAR(flanges.indentation[0], 0, 5e-6);
      }
      if (row.flange_start > 1.5e-3) {
        EXPECT_LT(flanges.indentation[1], -5e-4);
      }
    }
  }
}

TEST(Lookup, IsMadeInTimeForThePairOfTheBudget) {
  const auto start = std::chrono::steady_clock::now();
  const LookupTable table =
      make_lookup(pair_of("s1002", "60e1", 0.75, 0.46, {.gauge = 1.435, .inclination = 0.025}), {});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(table.failure, "");
  EXPECT_EQ(table.rows.size(), 11u);
  std::cout << "361 x 11 table S1002/60E1: " << seconds << " s\n";
}

TEST(Lookup, ReportsWhyThereIsNoTable) {
  const LookupTable table = make_lookup(pair_of("s1002", "60e1", 0.60, 0.46, {.gauge = 1.435}), {});
  EXPECT_EQ(table.failure, "wheel and rail do not touch at the centred position");
}

}  // namespace
}  // namespace flangeway::geometry
