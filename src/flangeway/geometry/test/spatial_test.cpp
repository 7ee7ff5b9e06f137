#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/geometry/spatial/grid_search.hpp"
#include "flangeway/geometry/spatial/roller.hpp"
#include "flangeway/geometry/spatial/rows.hpp"
#include "flangeway/geometry/spatial/wheel_mesh.hpp"
#include "flangeway/math/rotation.hpp"
#include "flangeway/profile/standard.hpp"
#include "support/circular_rail.hpp"
#include "support/rotation_y.hpp"

namespace flangeway::geometry::spatial {
namespace {

using CurvePointer = std::shared_ptr<const profile::Curve>;

CurvePointer standard(const char* name) {
  return std::make_shared<profile::Curve>(profile::standard_profile(name)->curve);
}

// An arc around (0, centre_z) from the angle −reach to reach, seen from the bottom of the circle (sign −1) or
// from its top (+1).
CurvePointer arc(double radius, double centre_z, double reach, double sign) {
  std::vector<Vec2> points;
  for (int i = -400; i <= 400; ++i) {
    const double angle = reach * i / 400;
    points.emplace_back(radius * std::sin(angle), centre_z + sign * radius * std::cos(angle));
  }
  return std::make_shared<profile::Curve>(points);
}

PlacedWheel placed(const Wheel& wheel, double radius, const Vec3& origin, double roll, double yaw) {
  return {&wheel, radius, {origin, rotation_x(roll) * rotation_z(yaw)}};
}
PlacedRail placed(const Rail& rail, const Vec3& origin, double angle) {
  return {&rail, {origin, rotation_x(angle)}};
}

struct Pair {
  Wheel wheel = make_wheel(standard("s1002"));
  Rail rail = make_rail(standard("60e1"));
  PlacedWheel on_axle;
  PlacedRail in_track = placed(rail, Vec3(0, 0.755, 0), std::atan(1.0 / 40));
  RailTop top;
  Locus locus;

  Pair(double y, double roll, double yaw) {
    on_axle = placed(wheel, 0.46, Vec3(0, 0.75 + y, 0), roll, yaw);
    find_top(in_track, top);
    find_locus(on_axle, in_track, top, locus);
    sharpen(in_track, locus.min_gap + 3e-4, locus);
  }
  // Lets the wheel sink this deep into the rail.
  void sink(double depth) {
    const double rise = -locus.min_gap - depth;
    raise(rise, locus);
    on_axle.marker.origin.z() += rise;
  }
};

TEST(ContactLocus, OfAConeIsWhereItsFormulaSays) {
  // sin θ = tan ψ · slope for every point of a cone.
  const Wheel wheel = make_wheel(std::make_shared<profile::Curve>(profile::cone(0.05).curve));
  const Rail rail = make_rail(std::make_shared<profile::Curve>(profile::circular_rail(0.3, 0.03).curve));
  const PlacedWheel on_axle = placed(wheel, 0.46, Vec3(0, 0, 0.1), 0, 0.02);
  const PlacedRail in_track = placed(rail, Vec3::Zero(), 0);
  RailTop top;
  Locus locus;
  find_top(in_track, top);
  find_locus(on_axle, in_track, top, locus);
  ASSERT_FALSE(locus.points.empty());
  for (const LocusPoint& point : locus.points) {
    const double radius = 0.46 - wheel.curve->point(point.wheel_s).y();
    EXPECT_NEAR(point.wheel_x, radius * std::tan(0.02) * 0.05, 1e-12);
    EXPECT_NEAR(point.curvature, 1 / radius,
                0.002 / radius);  // the slope's square and the yaw's square are missing
  }
}

TEST(ContactLocus, IsTheLeastGapOfTheWholeSurface) {
  for (const double yaw : {0.0, 0.01, -0.024}) {
    Pair pair(0.005, -0.001, yaw);
    pair.sink(4e-5);
    std::vector<Region> regions, on_grid;
    find_regions(pair.locus, 2, regions);
    GapGrid grid;
    measure_gaps(pair.on_axle, pair.in_track, pair.top, {}, {0.03, 2.5e-4}, grid);
    find_regions(grid, 2, on_grid);
    ASSERT_EQ(regions.size(), on_grid.size());
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const Region &a = regions[i], &b = on_grid[i];
      EXPECT_NEAR(a.depth, b.depth,
                  2e-8);  // the grid may miss the deepest point by half a cell: (dx/2)²/(2·0.46 m)
      EXPECT_NEAR(a.moments.x / a.moments.weight, b.moments.x / b.moments.weight, 2e-6);
      EXPECT_NEAR(a.moments.y / a.moments.weight, b.moments.y / b.moments.weight, 2e-6);
      EXPECT_NEAR(a.moments.angle / a.moments.weight, b.moments.angle / b.moments.weight, 1e-5);
      EXPECT_NEAR(a.moments.weight, b.moments.weight, 3e-3 * b.moments.weight);
      EXPECT_NEAR(a.area, b.area, 0.02 * b.area);
      EXPECT_NEAR(a.rail_begin, b.rail_begin, 1e-4);  // one sample
      EXPECT_NEAR(a.x_end, b.x_end, 5e-4);            // two cells
    }
  }
}

TEST(ContactLocus, OnRowsIsTheSameCurveAtEqualDistances) {
  constexpr double spacing = 1.2e-4;
  Pair pair(0.005, -0.001, 0.01);
  Locus rows = pair.locus;
  take_rows(pair.in_track, pair.top, spacing, rows);
  sharpen(pair.in_track, rows.min_gap + 3e-4, rows);
  double least = 1;
  for (const Vec2& point : pair.rail.curve->points())
    least = std::min(least, pair.in_track.marker.to_global(Vec3(0, point.x(), point.y())).y());
  ASSERT_GT(rows.points.size(), 300u);
  for (const LocusPoint& point : rows.points) {
    const double row = (point.y - least) / spacing;
    EXPECT_NEAR(row, std::round(row), 1e-8);
    const Vec3 on_wheel =
        pair.on_axle.marker.to_global(surface_point(pair.on_axle, point.wheel_s, point.wheel_x).point);
    EXPECT_LT((on_wheel - Vec3(point.x, point.y, point.z)).norm(), 1e-8) << point.y;
  }
  pair.sink(4e-5);
  raise(-rows.min_gap - 4e-5, rows);
  std::vector<Region> regions, on_rows;
  find_regions(pair.locus, 2, regions);
  find_regions(rows, 2, on_rows);
  ASSERT_EQ(regions.size(), on_rows.size());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Region &a = regions[i], &b = on_rows[i];
    EXPECT_NEAR(a.moments.y / a.moments.weight, b.moments.y / b.moments.weight, 2e-5);
    EXPECT_NEAR(a.moments.weight, b.moments.weight, 0.01 * a.moments.weight);
    EXPECT_NEAR(a.rail_begin, b.rail_begin, 2e-5);
    EXPECT_NEAR(a.rail_end, b.rail_end, 2e-5);
  }
}

TEST(Rail, CountsItsArcFromItsOrigin) {
  // With growing y, height at y = 0 on the line between two points; elsewhere that of its nearest point, even
  // if the curve between two of them comes nearer.
  const auto rail = [](std::vector<Vec2> points) {
    return make_rail(std::make_shared<profile::Curve>(std::move(points)));
  };
  const Rail grows = rail({{-0.03, -0.01}, {-0.01, -0.001}, {0.03, -0.002}});
  const std::vector<double>& knots = grows.curve->knots();
  EXPECT_NEAR(grows.origin_s, knots[1] + 0.25 * (knots[2] - knots[1]), 1e-15);
  const Rail undercut =
      rail({{-0.029, -0.02}, {-0.03, -0.01}, {-0.01, -0.001}, {0.012, -0.001}, {0.03, -0.002}});
  EXPECT_EQ(undercut.origin_s, undercut.curve->knots()[2]);
}

TEST(GapGrid, WithRowsHasTheRegionsOfTheLocus) {
  // Rows end a cell outside of the interpenetration. Chords of the wheel's profile, whose points are 0.5 mm
  // apart, lie up to 2 µm off its root, which moves means by some hundredths of a millimetre.
  for (const double yaw : {0.0, 0.01, -0.024}) {
    Pair pair(0.005, -0.001, yaw);
    pair.sink(4e-5);
    std::vector<Region> regions, on_rows;
    find_regions(pair.locus, 2, regions);
    GapGrid grid;
    const SearchGrid search{0.46 / 8, 3e-4, 1.5e-4};
    measure_gaps(pair.on_axle, pair.in_track, pair.top, {}, search, grid);
    EXPECT_EQ(grid.columns % 2, 1u);
    EXPECT_NEAR(grid.dx, 3e-4, 0.05 * 3e-4);
    for (std::size_t j = 1; j < grid.rows; ++j)
      EXPECT_NEAR(grid.cells[grid.columns * j].y - grid.cells[grid.columns * (j - 1)].y, 1.5e-4, 1e-12);
    find_regions(grid, 2, on_rows);
    ASSERT_EQ(regions.size(), on_rows.size());
    for (std::size_t i = 0; i < regions.size(); ++i) {
      const Region &a = regions[i], &b = on_rows[i];
      EXPECT_NEAR(a.depth, b.depth, 1e-6);
      EXPECT_NEAR(a.moments.x / a.moments.weight, b.moments.x / b.moments.weight, 5e-5);
      EXPECT_NEAR(a.moments.y / a.moments.weight, b.moments.y / b.moments.weight, 5e-5);
      EXPECT_NEAR(a.moments.weight, b.moments.weight, 0.05 * a.moments.weight);
      EXPECT_LE(b.x_begin, a.x_begin);
      EXPECT_GE(b.x_begin, a.x_begin - 2 * grid.dx);
      EXPECT_LE(b.y_begin, a.y_begin + 1e-6);
      EXPECT_GE(b.y_end, a.y_end - 1e-6);
      EXPECT_GE(b.rail_end, a.rail_end - 1e-6);
    }
  }
}

// The 60e1 profile on a roller of 0.5 m below a yawed S1002.
struct RollerPair {
  Wheel wheel = make_wheel(standard("s1002"));
  Rail rail = make_rail(standard("60e1"));
  PlacedWheel on_axle;
  PlacedRail roller;
  RailTop top;
  Locus locus;

  RollerPair(double y, double roll, double yaw, double inclination, double radius) {
    const Mat3 axes = rotation_x(roll) * rotation_z(yaw);
    on_axle = {&wheel, 0.46, {Vec3(0, y, 0.46) + axes * Vec3(0, 0.75, -0.46), axes}};
    roller = {&rail, {Vec3(0, 0.755, 0), rotation_x(inclination)}, radius};
    find_top(roller, top);
    find_locus(on_axle, roller, top, locus);
    sharpen(roller, locus.min_gap + 3e-4, locus);
  }
  void sink(double depth) {
    const double rise = -locus.min_gap - depth;
    raise(rise, locus);
    on_axle.marker.origin.z() += rise;
  }
};

// Height of a roller at (x, y) without any formula of it: points of its surface, turned about the axle, until
// one lies there.
double height_of_roller(const RollerPair& pair, double s_guess, double x, double y) {
  double s = s_guess, along = x;
  Vec3 at;
  for (int step = 0; step < 60; ++step) {
    const Vec2 point = pair.rail.curve->point(std::clamp(s, 0.0, pair.rail.curve->length()));
    const double radius = *pair.roller.roller_radius + point.y(), angle = std::asin(along / radius);
    const Vec3 local =
        rotation_y(angle) * Vec3(0, point.x(), radius) - Vec3(0, 0, *pair.roller.roller_radius);
    at = pair.roller.marker.to_global(local);
    along += x - at.x();
    s += 0.7 * (y - at.y());
  }
  EXPECT_NEAR(at.y(), y, 1e-12);
  return at.z();
}

TEST(ContactLocus, OnARollerIsTheLeastGapOfTheWholeSurface) {
  for (const double yaw : {0.0, 0.012, -0.024}) {
    for (const double inclination : {0.0, 0.03}) {
      SCOPED_TRACE(testing::Message() << "yaw " << yaw << ", inclination " << inclination);
      RollerPair pair(0.004, -0.001, yaw, inclination, 0.5);
      pair.sink(4e-5);
      std::vector<Region> regions, on_grid;
      find_regions(pair.locus, 2, regions);
      GapGrid grid;
      measure_gaps(pair.on_axle, pair.roller, pair.top, {}, {0.03, 2.5e-4}, grid);
      find_regions(grid, 2, on_grid);
      ASSERT_EQ(regions.size(), on_grid.size());
      for (std::size_t i = 0; i < regions.size(); ++i) {
        const Region &a = regions[i], &b = on_grid[i];
        EXPECT_NEAR(a.depth, b.depth, 4e-8);  // (dx/2)² over twice the radii in series, 0.24 m
        EXPECT_NEAR(a.moments.x / a.moments.weight, b.moments.x / b.moments.weight, 4e-6);
        EXPECT_NEAR(a.moments.y / a.moments.weight, b.moments.y / b.moments.weight, 4e-6);
        EXPECT_NEAR(a.moments.angle / a.moments.weight, b.moments.angle / b.moments.weight, 1e-5);
        EXPECT_NEAR(a.moments.weight, b.moments.weight, 3e-3 * b.moments.weight);
        EXPECT_NEAR(a.area, b.area, 0.02 * b.area);
        EXPECT_NEAR(a.rail_begin, b.rail_begin, 1e-4);
        EXPECT_NEAR(a.x_end, b.x_end, 5e-4);
      }
    }
  }
}

// At points all over the profile: the gap is that of both surfaces, grows to both sides of the locus along x
// at constant y, and as its curvature says.
TEST(ContactLocus, OnARollerHasTheGapAndTheCurvatureOfBothSurfaces) {
  RollerPair pair(0.004, -0.001, -0.024, 0, 0.5);
  pair.sink(0);
  int seen = 0;
  for (std::size_t i = 0; i < pair.locus.points.size(); i += 40) {
    const LocusPoint& point = pair.locus.points[i];
    if (std::abs(point.rail.slope) > 0.5 || point.gap > 3e-4) continue;
    ++seen;
    const auto gap_at = [&](double x) {  // of the wheel's surface at (x, y), by Newton's method
      double s = point.wheel_s, on_wheel = point.wheel_x + x - point.x;
      Vec3 at;
      for (int step = 0; step < 40; ++step) {
        const SurfacePoint surface = surface_point(pair.on_axle, s, on_wheel);
        at = pair.on_axle.marker.to_global(surface.point);
        s += 0.9 * (point.y - at.y()), on_wheel += x - at.x();
      }
      return at.z() - height_of_roller(pair, point.rail.s, x, point.y);
    };
    const double h = 2e-3, middle = gap_at(point.x), before = gap_at(point.x - h),
                 after = gap_at(point.x + h);
    EXPECT_NEAR(point.gap, middle, 2e-9);
    EXPECT_NEAR((after - before) / (2 * h), 0, 2e-6);
    const double curvature = (before - 2 * middle + after) / (h * h);
    EXPECT_NEAR(point.curvature, curvature, 0.02 * curvature);
    EXPECT_GT(curvature, 3);  // 1/0.46 + 1/0.5
  }
  EXPECT_GT(seen, 5);
}

TEST(ContactLocus, OnAHugeRollerIsThatOfARail) {
  const RollerPair roller(0.004, -0.001, -0.024, 0.02, 1e8);
  RollerPair rail(0.004, -0.001, -0.024, 0.02, 1e8);
  rail.roller.roller_radius.reset();
  find_locus(rail.on_axle, rail.roller, rail.top, rail.locus);
  sharpen(rail.roller, rail.locus.min_gap + 3e-4, rail.locus);
  ASSERT_EQ(roller.locus.points.size(), rail.locus.points.size());
  EXPECT_NEAR(roller.locus.min_gap, rail.locus.min_gap, 1e-9);
  for (std::size_t i = 0; i < rail.locus.points.size(); ++i) {
    const LocusPoint &a = roller.locus.points[i], &b = rail.locus.points[i];
    EXPECT_NEAR(a.x, b.x, 1e-8);
    EXPECT_NEAR(a.gap, b.gap, 1e-8);  // rounding of 1e8 m
    EXPECT_NEAR(a.curvature, b.curvature, 1e-6);
  }
}

TEST(ContactLocus, HasNoPointOffASmallRoller) {
  const RollerPair pair(0.004, 0, 0, 0, 0.5);
  PlacedWheel ahead = pair.on_axle;
  ahead.marker.origin.x() += 1.5;  // its lowest line lies before the roller
  Locus locus;
  find_locus(ahead, pair.roller, pair.top, locus);
  EXPECT_TRUE(locus.points.empty());
  EXPECT_TRUE(std::isinf(locus.min_gap));
}

TEST(ContactLocus, IgnoresAWheelOffTheRail) {
  const Pair beside(0.3, 0, 0);
  EXPECT_TRUE(beside.locus.points.empty());
  EXPECT_TRUE(std::isinf(beside.locus.min_gap));
}

TEST(Regions, OfASphereOnAPlaneHaveTheirMoments) {
  // Depth δ of a sphere of radius R: a circle of radius √(2Rδ); ∫(δ − r²/2R)² dA = (2πRδ) δ²/3.
  const double radius = 0.05, depth = 1e-5;
  const Wheel wheel = make_wheel(arc(radius, radius, 0.5, -1));
  const Rail rail = make_rail(
      std::make_shared<profile::Curve>(std::vector<Vec2>{{-0.03, 0}, {-0.01, 0}, {0.01, 0}, {0.03, 0}}));
  const PlacedWheel ball = placed(wheel, radius, Vec3(0, 0.002, -depth), 0, 0);
  const PlacedRail plane = placed(rail, Vec3::Zero(), 0);
  RailTop top;
  Locus locus;
  find_top(plane, top);
  find_locus(ball, plane, top, locus);
  std::vector<Region> regions;
  find_regions(locus, 2, regions);
  ASSERT_EQ(regions.size(), 1U);
  const Region& region = regions[0];
  const double area = 2 * pi * radius * depth;
  EXPECT_NEAR(region.depth, depth, 1e-9);
  EXPECT_NEAR(region.area, area,
              0.02 * area);  // 20 samples across; the ends of the region count least in weights
  EXPECT_NEAR(region.moments.weight, area * depth * depth / 3, 2e-3 * area * depth * depth / 3);
  EXPECT_NEAR(region.moments.y / region.moments.weight, 0.002, 1e-8);
  EXPECT_NEAR(region.x_end, std::sqrt(2 * radius * depth), 1e-6);
  EXPECT_FALSE(region.at_profile_edge);
}

TEST(CurvedRows, OfABallInAGrooveFollowTheCircleBetween) {
  // [Vollebregt2021, fig. 8]: ball 9.99 mm, groove 10.01 mm, 0.04 mm interpenetration. The surface between is
  // a circle of 10 mm, the distance along its normals −0.06 mm cos α + 0.02 mm.
  const Wheel wheel = make_wheel(arc(9.99e-3, 9.97e-3, 1.4, -1));
  const Rail rail = make_rail(arc(10.01e-3, 10.03e-3, 1.4, -1));
  const PlacedWheel ball = placed(wheel, 9.97e-3, Vec3::Zero(), 0, 0);
  const PlacedRail groove = placed(rail, Vec3::Zero(), 0);
  const double middle = rail.curve->length() / 2, ds = 2e-4;
  std::vector<Row> rows;
  curved_rows(ball, groove, {0, middle, 0.5}, wheel.curve->length() / 2 - 51 * ds, -50 * ds, ds, 101, rows);
  std::vector<RailOffset> below;
  rail_offsets(groove, rows, middle - 50 * ds, below);
  double wheel_s = wheel.curve->length() / 2 - 51 * ds;
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const double angle = rows[j].angle;
    EXPECT_NEAR(std::hypot(rows[j].y, rows[j].z - 10e-3), 10e-3, 1.5e-7);  // squares of 0.03 mm over 10 mm
    EXPECT_NEAR(std::atan2(rows[j].y, 10e-3 - rows[j].z), angle, 1e-4);
    double above = 0;
    wheel_offsets(ball, rows[j], 0, 1e-4, 1, wheel_s, &above);
    EXPECT_NEAR(above - below[j].n, 2e-5 - 6e-5 * std::cos(angle), 2e-7);
    wheel_s += ds;
  }
  EXPECT_GT(rows.back().angle, 0.98);
}

TEST(CurvedRows, LieOnTheRigidBody) {
  EXPECT_DOUBLE_EQ(rail_share(0.28, 8e10, 0.28, 8e10), 0.5);
  EXPECT_NEAR(rail_share(0.28, 1e20, 0.28, 8e10), 0, 1e-8);  // a rigid rail: on the rail
  EXPECT_NEAR(rail_share(0.28, 8e10, 0.28, 1e20), 1, 1e-8);
}

TEST(PlaneRows, MeasureASphereExactly) {
  // Distance of a sphere from a plane at an angle, with yaw: the sphere does not care.
  const double radius = 0.05;
  const Wheel wheel = make_wheel(arc(radius, radius, 0.9, -1));
  const Vec3 centre(0, 0.01, 0.03);
  const Mat3 axes = rotation_x(-0.02) * rotation_z(0.03);
  const PlacedWheel ball{&wheel, radius, {centre - axes * Vec3(0, 0, radius), axes}};
  std::vector<Row> rows;
  plane_rows(0.012, -0.019, 0.1, -2e-3, 1e-3, 5, rows);
  double wheel_s = wheel.curve->length() / 2;
  for (const Row& row : rows) {
    std::vector<double> n(41);
    wheel_offsets(ball, row, -0.004, 2e-4, 41, wheel_s, n.data());
    for (int i = 0; i < 41; ++i) {
      const Vec3 from = centre - Vec3(-0.004 + 2e-4 * i, row.y, row.z);
      const double up = from.dot(row.normal());
      const double expected = up - std::sqrt(radius * radius - from.squaredNorm() + up * up);
      EXPECT_NEAR(n[static_cast<std::size_t>(i)], expected, 1e-11);
    }
  }
}

TEST(PlaneRows, MeasureARollerThatIsASphereExactly) {
  const double radius = 0.05;
  const Rail rail = make_rail(arc(radius, -radius, 0.9, 1));  // its axle passes through the centre of the arc
  const PlacedRail ball{&rail, {Vec3(0, 0.01, 0.02), rotation_x(0.1)}, radius};
  const Vec3 centre = ball.marker.to_global(Vec3(0, 0, -radius));
  std::vector<Row> rows;
  plane_rows(0.012, 0.0205, 0.08, -2e-3, 1e-3, 5, rows);
  double rail_s = rail.curve->length() / 2;
  for (const Row& row : rows) {
    std::vector<double> n(41);
    roller_offsets(ball, row, -0.004, 2e-4, 41, rail_s, n.data());
    for (int i = 0; i < 41; ++i) {
      const Vec3 from = Vec3(-0.004 + 2e-4 * i, row.y, row.z) - centre;
      const double up = from.dot(row.normal());
      const double expected = std::sqrt(radius * radius - from.squaredNorm() + up * up) - up;
      EXPECT_NEAR(n[static_cast<std::size_t>(i)], expected, 1e-11);
    }
  }
}

TEST(PlaneRows, SayWhereARollerEnds) {
  const RollerPair pair(0, 0, 0, 0, 0.5);
  std::vector<Row> rows;
  plane_rows(0.755, 0, 0, 0.06, 1e-3, 1, rows);  // beyond the field side of the head
  double n = 0, rail_s = pair.rail.curve->length() / 2;
  roller_offsets(pair.roller, rows[0], 0, 1e-4, 1, rail_s, &n);
  EXPECT_EQ(n, -far_away);
}

// Axes turned about the axle: the roller's axle stays, its top comes forward.
TEST(Roller, TurnsItsAxesAboutItsAxle) {
  const RollerPair pair(0, 0, 0, 0.03, 0.5);
  const Marker axes = turned_about_axle(pair.roller, 0.1);
  const Vec3 axle = axle_of(pair.roller), direction = pair.roller.marker.axes.col(1);
  EXPECT_LT((axes.to_global(axle + 2 * direction) - (axle + 2 * direction)).norm(), 1e-15);
  const Vec3 top = axes.to_global(pair.roller.marker.origin);
  EXPECT_NEAR(top.x(), 0.5 * std::sin(0.1), 1e-12);
  EXPECT_NEAR((top - axle).norm(), 0.5, 1e-12);
}

TEST(PlaneRows, SayWhereAProfileEnds) {
  const Pair pair(0, 0, 0);
  std::vector<Row> rows;
  plane_rows(0.755, 0, 0, 0.03, 1e-3, 10, rows);  // over the field side of the head
  std::vector<RailOffset> offsets;
  rail_offsets(pair.in_track, rows, pair.rail.curve->length() / 2, offsets);
  EXPECT_EQ(offsets.back().n, -far_away);
}

// A wheel of 0.46 m with a profile of 30 mm radius, hollow or round, above a plane.
double largest_mesh_error(double ds, double shift, double sign) {
  const double radius = 0.03;
  const Wheel wheel = make_wheel(arc(radius, -sign * radius, 0.4, sign));
  const PlacedWheel on_axle = placed(wheel, 0.46, Vec3::Zero(), 0, 0.02);
  std::vector<double> across, meshed;
  for (int j = -8; j <= 8; ++j) across.push_back(j * 4e-4 + shift);
  const PlanePoints points{0, {}, -8 * 4e-4, 4e-4, 17, across};
  mesh_offsets(on_axle, points, ds, wheel.curve->length() / 2, meshed);
  double largest = 0;
  for (std::size_t j = 0; j < across.size(); ++j) {
    std::vector<double> exact(17);
    double wheel_s = wheel.curve->length() / 2 + across[j];
    wheel_offsets(on_axle, {across[j], 0, 0}, points.x_first, points.dx, 17, wheel_s, exact.data());
    for (std::size_t i = 0; i < exact.size(); ++i)
      if (const double error = sign * (exact[i] - meshed[17 * j + i]); std::abs(error) > std::abs(largest))
        largest = error;
  }
  return largest;
}

TEST(WheelMesh, LiesASagittaInsideOfTheSurface) {
  // Chords of a round wheel lie inside of it, above its surface; of a hollow one outside. Between two points
  // they are ds²/8R off; along the track 0.4²/(8 · 460) = 0.04 µm more.
  const double sagitta = 4e-4 * 4e-4 / 8 / 0.03;
  EXPECT_NEAR(largest_mesh_error(4e-4, 2e-4, -1), sagitta, 0.15 * sagitta);
  EXPECT_NEAR(largest_mesh_error(4e-4, 2e-4, 1), sagitta, 0.15 * sagitta);
  EXPECT_NEAR(largest_mesh_error(2e-4, 1e-4, -1), sagitta / 4, 0.25 * sagitta);
}

TEST(WheelMesh, HasItsPointsAtTheGivenPositions) {
  // A round wheel: a point of its mesh lies on it, the middle between two of them a sagitta above.
  const double radius = 0.03, ds = 4e-4, sagitta = ds * ds / 8 / radius;
  const Wheel wheel = make_wheel(arc(radius, radius, 0.4, -1));
  const PlacedWheel on_axle = placed(wheel, 0.46, Vec3::Zero(), 0, 0);
  const std::vector<double> across{0};
  const auto offset_with = [&](double along, double across_mesh) {
    std::vector<double> offsets;
    mesh_offsets(on_axle, {0, {}, 0, ds, 1, across, Vec2(along, across_mesh)}, ds, wheel.curve->length() / 2,
                 offsets);
    return offsets.front();
  };
  EXPECT_NEAR(offset_with(0, 0), 0, 1e-12);
  EXPECT_NEAR(offset_with(7 * ds, 0), 0, 1e-12);  // whole steps make no difference
  EXPECT_NEAR(offset_with(0, ds / 2), sagitta, 0.01 * sagitta);
  EXPECT_NEAR(offset_with(5.5 * ds, 0), ds * ds / 8 / 0.46, 0.01 * sagitta);
  // Far off it is the point of the wheel at this y, from which whole steps along its profile lead here.
  const double y = 20 * ds, arc_length = radius * std::asin(y / radius);
  const double part = arc_length / ds - std::round(arc_length / ds);
  EXPECT_NEAR(offset_with(0, y), 4 * std::abs(part) * (1 - std::abs(part)) * sagitta, 0.01 * sagitta);
}

TEST(WheelMesh, EndsWhereTheProfileEnds) {
  const Wheel wheel = make_wheel(arc(0.03, 0.03, 0.1, -1));
  const PlacedWheel on_axle = placed(wheel, 0.46, Vec3::Zero(), 0, 0);
  const std::vector<double> across{-4e-3, -2e-3, 0, 2e-3, 4e-3};
  std::vector<double> offsets;
  mesh_offsets(on_axle, {0, {}, 0, 4e-4, 1, across}, 4e-4, wheel.curve->length() / 2, offsets);
  ASSERT_EQ(offsets.size(), 5u);
  EXPECT_EQ(offsets[0], far_away);
  EXPECT_LT(offsets[1], 1e-4);
  EXPECT_NEAR(offsets[2], 0, 1e-12);
  EXPECT_EQ(offsets[4], far_away);
}

}  // namespace
}  // namespace flangeway::geometry::spatial
