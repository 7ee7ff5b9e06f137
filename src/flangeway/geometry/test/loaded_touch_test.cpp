// Means over the patch of a loaded wheel: docs/theory/contact_geometry.md, "The loaded patch".
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/geometry/kec.hpp"
#include "flangeway/geometry/test/standard_pairs.hpp"
#include "flangeway/profile/standard.hpp"
#include "support/circular_rail.hpp"
#include "support/roof_wheel.hpp"

namespace flangeway::geometry {
namespace {

constexpr double wheel_load = 80e3;  // N

WheelLoad loaded(double force) {
  return {.force = force, .patch = {}, .divisions = {}};
}

WheelsetGeometry on_circle(const profile::Profile& wheel) {
  const profile::Profile rail = profile::circular_rail(0.3, 0.03);
  return make_geometry(wheel, wheel, rail, rail, 0.75, 0.46, {.lateral = 0.75});
}

WheelsetGeometry s1002_on_60e1() {
  return pair_of("s1002", "60e1", 0.75, 0.46, {.gauge = 1.435, .inclination = 0.025});
}

// A parabola of depth δ is lower by 3/5 δ, with Hertz's approach δ, and its slope is the one at the point.
TEST(LoadedTouch, OfAConeOnACircleHasTheContactOfThePoint) {
  const double radius = 0.3, slope = 0.05;
  const WheelsetGeometry geometry = on_circle(profile::cone(slope));
  const TouchSearch points(geometry.left), search(geometry.left, loaded(wheel_load));
  const double rolling = std::cos(std::atan(slope)) / 0.46;
  const double stiffness = contact::hertz_stiffness(rolling, 1 / radius, {}, {});
  const double depth = std::pow(wheel_load / stiffness, 2.0 / 3);
  for (const double y : {-0.004, 0.0, 0.003}) {
    const Touch point = points.first_touch(y, 0.002), mean = search.first_touch(y, 0.002);
    ASSERT_TRUE(point.found() && mean.found());
    EXPECT_NEAR(mean.angle, point.angle, 2e-5);
    EXPECT_NEAR((mean.arm - point.arm).norm(), 0, 3e-5) << y;
    EXPECT_NEAR(point.height - mean.height, 0.6 * depth, 0.002 * depth) << y;
    EXPECT_NEAR(mean.lateral_curvature, 1 / radius, 0.005 / radius) << y;
  }
}

// A wheel like a flat roof on a circle has two contacts 30 mm apart, which do not soften each other. With
// depths d₁, d₂ their forces are as d^1.5, and d₁ − d₂ is the difference of the slopes times the
// displacement.
TEST(LoadedTouch, SharesTheLoadOfTwoContactsByTheirDepths) {
  const double slope = 0.05;
  const WheelsetGeometry geometry = on_circle(profile::roof_wheel(slope));
  const TouchSearch points(geometry.left), search(geometry.left, loaded(wheel_load));
  const double depth = (points.first_touch(0, 0).height - search.first_touch(0, 0).height) / 0.6;
  ASSERT_GT(depth, 3e-5);
  for (const double y : {-4e-4, -1e-4, 0.0, 2e-4, 4e-4}) {
    const double difference = 2 * slope * y;
    double low = std::abs(difference) / 2, high = 3 * depth;
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      const double first = std::pow(middle + difference / 2, 1.5),
                   second = std::pow(middle - difference / 2, 1.5);
      (first + second > 2 * std::pow(depth, 1.5) ? high : low) = middle;
    }
    const double first = std::pow(low + difference / 2, 1.5), second = std::pow(low - difference / 2, 1.5);
    const double expected = slope * (first - second) / (first + second);
    EXPECT_NEAR(std::tan(search.first_touch(y, 0).angle), expected, 0.01 * slope) << y;
  }
}

// Angle and arm are the derivatives of the height, so that normal forces do no work on the constrained
// motion.
TEST(LoadedTouch, AngleAndArmAreDerivativesOfTheHeight) {
  const WheelsetGeometry geometry = s1002_on_60e1();
  const TouchSearch search(geometry.left, loaded(wheel_load));
  for (const double y : {-0.003, -0.001, 0.0, 0.0005, 0.0012, 0.004}) {
    const double step = 2e-5, roll_step = 2e-5;
    const Touch touch = search.first_touch(y, 1e-4);
    const double by_y =
        (search.first_touch(y + step, 1e-4).height - search.first_touch(y - step, 1e-4).height) / (2 * step);
    const double by_roll =
        (search.first_touch(y, 1e-4 + roll_step).height - search.first_touch(y, 1e-4 - roll_step).height) /
        (2 * roll_step);
    const double tangent = std::tan(touch.angle);
    EXPECT_NEAR(by_y, tangent, 1e-4) << y;
    EXPECT_NEAR(by_roll, -tangent * touch.arm.y() - touch.arm.x(), 2e-4) << y;
  }
}

// Without its load a patch is a point. Half the width needs an eighth of the load.
TEST(LoadedTouch, TendsToThePointOfTouch) {
  const WheelsetGeometry geometry = s1002_on_60e1();
  const TouchSearch points(geometry.left);
  const double y = 0.002, angle = points.first_touch(y, 0).angle;
  double before = std::abs(TouchSearch(geometry.left, loaded(wheel_load)).first_touch(y, 0).angle - angle);
  for (const double force : {wheel_load / 8, wheel_load / 64}) {
    const double error = std::abs(TouchSearch(geometry.left, loaded(force)).first_touch(y, 0).angle - angle);
    EXPECT_LT(error, 0.6 * before) << force;
    before = error;
  }
  EXPECT_LT(before, 5e-4);
}

// Half the rolling radius difference over the displacement; scripts/contact_geometry computes it with elastic
// contact.
double conicity_at(const KecProfiles& profiles, double y) {
  const auto radius = [](const KecProfile& profile, double s) {
    const KecShares parts = shares(profile, s);
    double sum = 0;
    for (std::size_t i = 0; i < parts.count; ++i) {
      const KecBranch& branch = profile.branches[parts.index[i]];
      std::array<double, contact_channels> values{};
      branch.contact.evaluate(std::clamp(s, branch.first, branch.last), values.data());
      sum -= parts.share[i] * values[wheel_z];
    }
    return sum;
  };
  const KecPosition position = kec_position(profiles, y, 0);
  return (radius(profiles.left, position.left_s) - radius(profiles.right, position.right_s)) / (2 * y);
}

// The patch brings the conicity of points near the one of elastic contact, within 15 % where the contact
// would jump, and within 3 % beyond. docs/validation/critical_speed.md has the values by elastic contact and
// by points.
TEST(LoadedTouch, GivesNearlyTheConicityOfElasticContact) {
  KecSettings settings;
  const KecProfiles points = make_kec(s1002_on_60e1(), settings);
  settings.averaging_load = wheel_load;
  const KecProfiles patch = make_kec(s1002_on_60e1(), settings);
  struct Row {
    double y, points, elastic, tolerance;
  };
  for (const Row& row : {Row{0.5e-3, 0.532, 0.193, 0.15}, Row{1e-3, 0.307, 0.193, 0.09},
                         Row{2e-3, 0.194, 0.179, 0.03}, Row{3e-3, 0.160, 0.159, 0.03}}) {
    EXPECT_NEAR(conicity_at(patch, row.y), row.elastic, row.tolerance * row.elastic) << row.y;
    EXPECT_NEAR(conicity_at(points, row.y), row.points, 0.03 * row.points) << row.y;
  }
}

}  // namespace
}  // namespace flangeway::geometry
