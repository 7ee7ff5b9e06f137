#include "flangeway/geometry/kec.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/geometry/test/standard_pairs.hpp"

namespace flangeway::geometry {
namespace {

KecSettings sharp() {
  KecSettings settings;
  settings.transition_length = 0;
  settings.points = 8001;
  return settings;
}

// The definition of the equivalent profile: on the regular track it gives the real motion.
TEST(Kec, ReproducesTheRealMotionOnTheRegularTrack) {
  const WheelsetGeometry geometry = paper_pair();
  const PositionSearch search(geometry);
  for (const bool linear : {false, true}) {
    KecSettings settings = sharp();
    settings.linear_roll = linear;
    const KecProfiles profiles = make_kec(geometry, settings);
    for (double shift = -0.016; shift <= 0.016; shift += 0.00037) {
      const Position real = search.at_shift(shift, 0);
      const KecPosition kec = kec_position(profiles, shift, 0);
      ASSERT_TRUE(real.found && kec.found) << shift;
      EXPECT_NEAR(kec.z, real.z, 2e-6) << shift;
      EXPECT_NEAR(kec.roll, real.roll, 4e-6) << shift;
    }
  }
}

// Two lengths as in [Yu2022, Fig. 10]: the profile follows transition_length, the load the other one.
TEST(Kec, TheLoadMayBeHandedOverAlongAnotherLength) {
  const WheelsetGeometry geometry = paper_pair();
  KecSettings settings;
  settings.transition_length = 1e-3;
  const KecProfile one = make_kec(geometry, settings).left;
  settings.load_transition_length = 5e-4;
  const KecProfile two = make_kec(geometry, settings).left;
  const double handover = one.flange_start;
  ASSERT_TRUE(two.two_point);
  EXPECT_EQ(two.radius.value(0, handover + 2e-4), one.radius.value(0, handover + 2e-4));
  EXPECT_EQ(shares(one, handover + 3e-4).count, 2u);
  EXPECT_EQ(shares(two, handover + 3e-4).count, 1u);
  EXPECT_EQ(shares(two, handover + 2e-4).count, 2u);
}

struct GaugeErrors {
  double z = 0, roll = 0;  // m, rad
};

// Largest errors of the equivalent profiles at gauge variations of ±9 mm, where both contact angles lie on
// the tread or one of them on the flange.
GaugeErrors errors_of_other_gauges(bool on_flange) {
  const WheelsetGeometry geometry = paper_pair();
  const PositionSearch search(geometry);
  const KecProfiles profiles = make_kec(geometry, sharp());
  GaugeErrors errors;
  for (double gauge = -0.009; gauge <= 0.00901; gauge += 0.0018) {
    SweepRange range;
    range.gauge_variation = gauge;
    range.shift_step = 1e-4;
    const Sweep motion = sweep(search, range);
    for (const Position& real : motion.positions) {  // up to where a flange begins to climb
      const bool flange = real.left.angle > flange_angle || real.right.angle > flange_angle;
      if (flange != on_flange) continue;
      const KecPosition kec = kec_position(profiles, real.shift, gauge);
      if (!kec.found) continue;
      errors.z = std::max(errors.z, std::abs(kec.z - real.z));
      errors.roll = std::max(errors.roll, std::abs(kec.roll - real.roll));
    }
  }
  return errors;
}

// [Escalona2021, section 4.2] has 60 µm and 0.16 mrad at most.
TEST(Kec, HoldsForOtherGaugesOnTheTread) {
  const GaugeErrors errors = errors_of_other_gauges(false);
  EXPECT_NEAR(errors.z, 43.0e-6, 1e-6);
  EXPECT_NEAR(errors.roll, 43.6e-6, 1e-6);
}

// The paper's largest errors are those "at the flange before wheel climb". There the height of ours exceeds
// them: the arcs of its rail are not known (docs/validation/equivalence.md).
TEST(Kec, ErrorsOfOtherGaugesAreLargestOnTheFlange) {
  const GaugeErrors errors = errors_of_other_gauges(true);
  EXPECT_NEAR(errors.z, 85.9e-6, 1e-6);
  EXPECT_NEAR(errors.roll, 0.116e-3, 2e-6);
}

// Far aside a wheel stands beside its rail: the sweep ends there, and no height in it is infinite.
TEST(Kec, TheSweepEndsWhereAWheelLeavesItsRail) {
  const WheelsetGeometry geometry = paper_pair();
  const PositionSearch search(geometry);
  SweepRange range;
  range.shift_max = 0.2;
  range.shift_step = 5e-4;
  const Sweep motion = sweep(search, range);
  ASSERT_FALSE(motion.positions.empty());
  EXPECT_LT(motion.positions.back().shift, 0.19);
  for (const Position& position : motion.positions)
    EXPECT_TRUE(std::isfinite(position.z) && std::isfinite(position.y) && std::isfinite(position.roll));
}

TEST(Kec, SharesSumToOneAndHandOverFromTreadToFlange) {
  const KecProfiles profiles = make_kec(paper_pair(), {});
  const KecProfile& profile = profiles.left;
  ASSERT_TRUE(profile.two_point);
  EXPECT_LT(profile.climb_end, profile.flange_start);
  for (double s = profile.first(); s < profile.last(); s += 1e-5) {
    const KecShares result = shares(profile, s);
    double sum = 0;
    for (std::size_t i = 0; i < result.count; ++i) sum += result.share[i];
    EXPECT_NEAR(sum, 1, 1e-12);
  }
  EXPECT_TRUE(profile.branches[shares(profile, profile.flange_start - 1e-3).index[0]].flange);
  EXPECT_FALSE(profile.branches[shares(profile, profile.flange_start + 1e-3).index[0]].flange);
}

// The root of S1002 and the corner of 60E1 are arcs of 13 mm. Waves of 0.2 µm on the wheel make the contact
// jump from crest to crest, within micrometres of the equivalent profile: more often than a wheel may have
// contacts.
TEST(Kec, SharesSumToOneWhereContactsCrowd) {
  profile::Profile wheel = *profile::standard_profile("s1002");
  const profile::Profile rail = *profile::standard_profile("60e1");
  std::vector<Vec2> points;
  for (double s = 0; s < wheel.curve.length(); s += 2.5e-4) {
    const Vec2 tangent = wheel.curve.tangent(s);
    points.push_back(wheel.curve.point(s) +
                     2e-7 * std::sin(2 * pi * s / 1e-3) * Vec2(-tangent.y(), tangent.x()));
  }
  wheel.curve = profile::Curve(points);
  RailPlacement placement;
  placement.gauge = 1.435;
  placement.inclination = 0.025;
  const WheelsetGeometry geometry = make_geometry(wheel, wheel, rail, rail, 0.7515, 0.457, placement);
  const KecSettings settings;
  const KecProfile profile = make_kec(geometry, settings).left;
  std::size_t most = 0;
  for (double s = profile.first(); s < profile.last(); s += 1e-5) {
    const KecShares result = shares(profile, s);
    double sum = 0;
    for (std::size_t i = 0; i < result.count; ++i) sum += result.share[i];
    EXPECT_NEAR(sum, 1, 1e-12) << s;
    most = std::max(most, result.count);
  }
  EXPECT_LE(most, max_kec_contacts);
  // Away from the transitions it still gives the real motion.
  const PositionSearch search(geometry);
  const KecProfiles profiles = make_kec(geometry, settings);
  for (const double shift : {-0.0115, -0.0075, -0.002, 0.0004, 0.002, 0.0075, 0.0115}) {
    const Position real = search.at_shift(shift, 0);
    const KecPosition kec = kec_position(profiles, shift, 0);
    ASSERT_TRUE(real.found && kec.found) << shift;
    EXPECT_NEAR(kec.z, real.z, 5e-6) << shift;
  }
}

TEST(Kec, RoundingActsOnlyNearTheTransition) {
  const WheelsetGeometry geometry = paper_pair();
  KecSettings half, none = sharp();
  half.points = none.points;
  const KecProfile a = make_kec(geometry, half).left, b = make_kec(geometry, none).left;
  const double at = a.flange_start, jump_rounding = a.radius.value(0, at) - b.radius.value(0, at);
  EXPECT_GT(jump_rounding, 0);
  EXPECT_LT(jump_rounding, 0.5e-3);
  EXPECT_NEAR(a.radius.value(0, at - 2e-3), b.radius.value(0, at - 2e-3), 1e-6);
  EXPECT_NEAR(a.radius.value(0, at + 2e-3), b.radius.value(0, at + 2e-3), 1e-6);
}

}  // namespace
}  // namespace flangeway::geometry
