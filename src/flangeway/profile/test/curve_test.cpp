#include "flangeway/profile/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::profile {
namespace {

// An arc from angle `from` to `to` (rad) about `centre`.
std::vector<Vec2> arc(const Vec2& centre, double radius, double from, double to, int intervals) {
  std::vector<Vec2> points;
  for (int i = 0; i <= intervals; ++i) {
    const double phi = from + (to - from) * i / intervals;
    points.push_back(centre + radius * Vec2(std::cos(phi), std::sin(phi)));
  }
  return points;
}

TEST(Curve, PassesThroughItsPoints) {
  const std::vector<Vec2> points{{0, 0}, {1, 0.2}, {2, -0.3}, {2.1, -1}, {1.9, -2}};
  const Curve curve(points);
  ASSERT_EQ(curve.knots().size(), points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_NEAR((curve.point(curve.knots()[i]) - points[i]).norm(), 0, 1e-14);
}

TEST(Curve, ItsParameterIsTheArcLength) {
  // Three quarters of a circle: every slope occurs, and y is not monotone.
  const double radius = 0.013;
  const Curve curve(arc({0, 0}, radius, 1.25 * pi, -0.25 * pi, 120));
  EXPECT_NEAR(curve.length(), 1.5 * pi * radius, 2e-8 * radius);
  for (double s = 0; s < curve.length(); s += curve.length() / 311) {
    const double h = 1e-7;
    EXPECT_NEAR((curve.point(s + h) - curve.point(s)).norm() / h, 1, 2e-5);
    EXPECT_NEAR(curve.tangent(s).norm(), 1, 1e-14);
  }
}

TEST(Curve, CurvatureOfArcsHasTheSignOfTheTurn) {
  const Curve valley(arc({0, 0}, 0.3, 1.1 * pi, 1.9 * pi, 200));  // y increases, centre above
  const Curve crown(arc({0, 0}, 0.3, 0.9 * pi, 0.1 * pi, 200));   // y increases, centre below
  for (double f = 0; f <= 1; f += 0.01) {
    EXPECT_NEAR(valley.curvature(f * valley.length()) * 0.3, 1, 2e-4);
    EXPECT_NEAR(crown.curvature(f * crown.length()) * 0.3, -1, 2e-4);
  }
}

TEST(Curve, AtABreakTheCurvatureJumpsCleanly) {
  // Straight, then an arc that is tangent to it: no ringing on either side of the break.
  std::vector<Vec2> points;
  for (int i = 0; i < 20; ++i) points.emplace_back(-0.005 + 0.00025 * i, 0);
  const auto bend = arc({0, 0.01}, 0.01, -0.5 * pi, 0, 60);
  points.insert(points.end(), bend.begin(), bend.end());
  const Curve curve(points, {20});
  ASSERT_EQ(curve.breaks().size(), 1u);
  const double junction = curve.breaks()[0];
  EXPECT_NEAR(junction, 0.005, 1e-12);
  EXPECT_NEAR(curve.curvature(junction - 1e-9), 0, 1e-9);
  EXPECT_NEAR(curve.curvature(junction), 100, 0.1);
  EXPECT_NEAR(curve.angle(junction) - curve.angle(junction - 1e-12), 0, 1e-5);
}

TEST(Curve, AngleCountsWholeTurnsAndKinks) {
  const Curve spiral(arc({0, 0}, 1, 0, 5 * pi, 500));
  EXPECT_NEAR(spiral.angle(spiral.length()) - spiral.angle(0), 5 * pi, 2e-5);
  const Curve kinked({{0, 0}, {1, 0}, {2, 1}}, {1});
  EXPECT_NEAR(kinked.angle(2) - kinked.angle(0.5), pi / 4, 1e-12);
}

TEST(Curve, GoesOnStraightOutside) {
  const Curve curve(arc({0, 0}, 1, pi, 0.5 * pi, 50));
  const double beyond = curve.length() + 2;
  EXPECT_NEAR((curve.point(beyond) - (curve.point(curve.length()) + 2 * curve.tangent(beyond))).norm(), 0,
              1e-12);
  EXPECT_NEAR((curve.point(-1) - (curve.point(0) - curve.tangent(0))).norm(), 0, 1e-12);
  EXPECT_EQ(curve.curvature(beyond), 0);
}

TEST(Curve, LeapingPointsDoNotInflateIt) {
  const std::vector<Vec2> points{{-70, -9.5}, {-66, -23},   {-60, -27}, {-55, -28},
                                 {50, -26.9}, {-45, -23.6}, {-40, -16}, {60, 3}};
  double chords = 0;
  for (std::size_t i = 1; i < points.size(); ++i) chords += (points[i] - points[i - 1]).norm();
  const Curve curve(points);
  EXPECT_GE(curve.length(), chords);
  EXPECT_LE(curve.length(), 2 * chords);
}

TEST(Curve, MovedKeepsItsShape) {
  const Curve curve(arc({0, 0}, 1, pi, 0.2 * pi, 50));
  const Curve moved = curve.moved({0.3, -2});
  EXPECT_EQ(moved.length(), curve.length());
  EXPECT_NEAR((moved.point(0.7) - curve.point(0.7) - Vec2(0.3, -2)).norm(), 0, 1e-15);
  EXPECT_EQ(moved.curvature(0.7), curve.curvature(0.7));
}

TEST(SmoothedCurvature, OfAnArcIsItsCurvature) {
  const Curve curve(arc({0, 0}, 0.08, pi, 0, 400));
  for (const double window : {1e-4, 1e-3, 1e-2}) {
    EXPECT_NEAR(smoothed_curvature(curve, 0.1, window), -1 / 0.08, 1e-4);
    EXPECT_NEAR(smoothed_curvature(curve, 0, window), -1 / 0.08, 1e-3);  // half a window
  }
}

TEST(SmoothedCurvature, GoesLinearlyThroughAJunction) {
  // Two tangent arcs, 1/R = −10 and −50: within the window their shares count.
  std::vector<Vec2> points = arc({0, -0.1}, 0.1, 0.75 * pi, 0.5 * pi, 200);
  const auto second = arc({0, -0.02}, 0.02, 0.5 * pi, 0, 200);
  points.insert(points.end(), second.begin() + 1, second.end());
  const Curve curve(points, {200});
  const double junction = curve.breaks()[0];
  for (const double share : {0.0, 0.25, 0.5, 0.8, 1.0})
    EXPECT_NEAR(smoothed_curvature(curve, junction + (share - 0.5) * 4e-3, 4e-3),
                -10 * (1 - share) - 50 * share, 1e-3);
}

}  // namespace
}  // namespace flangeway::profile
