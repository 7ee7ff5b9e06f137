#include "flangeway/geometry/touch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/profile/standard.hpp"
#include "support/circular_rail.hpp"

namespace flangeway::geometry {
namespace {

WheelsetGeometry cone_on_circle(double conicity, double rail_radius) {
  const profile::Profile wheel = profile::cone(conicity), rail = profile::circular_rail(rail_radius, 0.03);
  return make_geometry(wheel, wheel, rail, rail, 0.75, 0.46, {.lateral = 0.75});
}

// The line of a cone touches a circle where its distance from the circle's centre is the radius:
// with the cone through (Lw + y, −r0) at slope δ + φ, all in closed form.
TEST(Touch, ConeOnCircleIsTangentInClosedForm) {
  const double radius = 0.3, slope = 0.05;
  const TouchSearch search(cone_on_circle(slope, radius).left);
  for (const double y : {-0.004, 0.0, 0.003}) {
    for (const double roll : {-0.01, 0.0, 0.004}) {
      const Touch touch = search.first_touch(y, roll);
      ASSERT_TRUE(touch.found());
      const double angle = std::atan(slope) + roll;
      EXPECT_NEAR(touch.angle, angle, 1e-8);
      // contact point on the circle with centre (0.75, −radius)
      const Vec2 contact(0.75 - radius * std::sin(angle), -radius + radius * std::cos(angle));
      EXPECT_NEAR(y + touch.arm.x(), contact.x(), 1e-8);
      EXPECT_NEAR(touch.height + touch.arm.y(), contact.y(), 1e-10);
      const Vec2 origin = Vec2(y, touch.height) + Vec2(std::cos(roll) * 0.75 + std::sin(roll) * 0.46,
                                                       std::sin(roll) * 0.75 - std::cos(roll) * 0.46);
      const Vec2 normal(-std::sin(angle), std::cos(angle));
      EXPECT_NEAR((origin - Vec2(0.75, -radius)).dot(normal), radius, 1e-10);
    }
  }
}

TEST(Touch, IsTheHighestOfAllPoints) {
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("60e1");
  const WheelsetGeometry geometry =
      make_geometry(wheel, wheel, rail, rail, 0.75, 0.46, {.gauge = 1.435, .inclination = 0.025});
  const TouchSearch search(geometry.left);
  const Side& side = geometry.left;
  for (double y = -0.008; y < 0.009; y += 0.0007) {
    const Touch touch = search.first_touch(y, 0.0005);
    ASSERT_TRUE(touch.found());
    // No point of the wheel lies inside the rail: brute force over both profiles' points.
    double deepest = 0;
    for (double sw = 0; sw < side.wheel.length(); sw += 3e-4) {
      const Vec2 p = side.wheel.point(sw);
      const double c = std::cos(0.0005), s = std::sin(0.0005);
      const Vec2 at = Vec2(y, touch.height) +
                      Vec2(c * (0.75 + p.x()) - s * (p.y() - 0.46), s * (0.75 + p.x()) + c * (p.y() - 0.46));
      for (double sr = 0; sr < side.rail.length(); sr += 3e-4) {
        const Vec2 a = side.rail.point(sr), b = side.rail.point(sr + 3e-4);
        if (a.x() <= at.x() && at.x() < b.x()) {
          const double z = a.y() + (b.y() - a.y()) * (at.x() - a.x()) / (b.x() - a.x());
          deepest = std::max(deepest, z - at.y());
        }
      }
    }
    EXPECT_LT(deepest, 1e-9);
  }
}

TEST(Touch, NothingIsFoundOffTheRail) {
  const TouchSearch search(cone_on_circle(0.05, 0.3).left);
  EXPECT_FALSE(search.first_touch(0.5, 0).found());
}

}  // namespace
}  // namespace flangeway::geometry
