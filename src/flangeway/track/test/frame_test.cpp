#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/math/rotation.hpp"
#include "support.hpp"
#include "support/allocation_guard.hpp"
#include "support/rotation_y.hpp"

namespace flangeway::track {
namespace {

using namespace testing;

// Clothoid from the power series of the Fresnel integrals: heading s²/(2 R L), x = Σ …, y = Σ …
// [AbramowitzStegun1964, 7.3.11-7.3.14].
Vec2 clothoid(double radius_times_length, double s) {
  const double a = 1 / (2 * radius_times_length);
  double x = 0, y = 0, power = s, factorial = 1;  // (−1)^k a^{2k} s^{4k+1}/((2k)!(4k+1))
  for (int k = 0; k < 12; ++k) {
    x += power / (factorial * (4 * k + 1));
    y += power * a * s * s / (factorial * (2 * k + 1) * (4 * k + 3));
    power *= -a * a * s * s * s * s;
    factorial *= (2 * k + 1) * (2 * k + 2);
  }
  return {x, y};
}

TEST(Centreline, ClothoidAgreesWithFresnelIntegrals) {
  const double radius = 235, length = 50;
  const TrackModel model = compiled({transition(length), circular(20, 1 / radius)});
  for (double s = 2; s <= length; s += 2) {  // nodes of the table
    const Vec2 exact = clothoid(radius * length, s);
    const Frame frame = frame_at(model, s);
    EXPECT_NEAR(frame.position.x(), exact.x(), 1e-11);
    EXPECT_NEAR(frame.position.y(), exact.y(), 1e-11);
    EXPECT_NEAR(model.centreline().value(3, s), s * s / (2 * radius * length), 1e-13);
  }
  for (double s = 2.25; s < length - 2; s += 1.13) {  // between nodes: error of the spline
    EXPECT_LT((frame_at(model, s).position.head<2>() - clothoid(radius * length, s)).norm(), 1e-7);
  }
}

TEST(Centreline, CircleIsExactInPlan) {
  const double radius = 150;
  const TrackModel model = compiled({circular(300, 1 / radius)});
  for (double s = model.start() + 5; s < model.end() - 5; s += 3.7) {
    const Frame frame = frame_at(model, s);
    EXPECT_NEAR((frame.position - Vec3(0, radius, 0)).norm(), radius, 2e-8);
    EXPECT_NEAR(frame.curvature.z(), 1 / radius, 1e-9);
  }
}

// The plan curvature is that of the file even on a gradient: a helix with the plan radius of the curve.
TEST(Centreline, CircleOnAGradientKeepsItsPlanRadius) {
  const double radius = 150;
  TrackSpec spec;
  spec.segments = {circular(300, 1 / radius)};
  spec.gradients = {gradient(0, 40)};
  const TrackModel model = compiled(spec);
  const double slope = std::atan(0.04);
  for (double s = 0; s <= 300; s += 7.5) {
    const Frame frame = frame_at(model, s);
    EXPECT_NEAR((frame.position.head<2>() - Vec2(0, radius)).norm(), radius, 2e-8);
    EXPECT_NEAR(frame.position.z(), s * std::sin(slope), 1e-10);
  }
}

// θ changes at a constant rate: a circle of the given radius in the vertical plane.
TEST(Centreline, VerticalCurveIsACircle) {
  TrackSpec spec;
  spec.segments = {straight(400)};
  spec.gradients = {gradient(0, 20), gradient(200, -20, 2000)};
  const TrackModel model = compiled(spec);
  const Frame top = frame_at(model, 200);
  const Vec3 centre = top.position - Vec3(0, 0, 2000);
  for (double s = 165; s <= 235; s += 2.5) {
    EXPECT_NEAR((frame_at(model, s).position - centre).norm(), 2000, 1e-6);
    EXPECT_NEAR(frame_at(model, s).curvature.y(), 1 / 2000.0, 1e-8);  // a crest turns the frame downhill
  }
  EXPECT_GT(frame_at(model, 100).position.z(), 1.99);
  EXPECT_NEAR(frame_at(model, 400).position.z(), 0, 1e-10);
}

TEST(Frame, IsARotationMadeOfHeadingSlopeAndCant) {
  const TrackModel model = compiled(varied_track());
  for (double s = -40; s < 500; s += 3.3) {
    const Frame frame = frame_at(model, s);
    EXPECT_LT((frame.rotation.transpose() * frame.rotation - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(frame.rotation.determinant(), 1, 1e-14);
    const auto& table = model.centreline();
    const Mat3 product =
        rotation_z(table.value(3, s)) * rotation_y(table.value(4, s)) * rotation_x(table.value(5, s));
    EXPECT_LT((frame.rotation - product).norm(), 1e-14);
  }
}

TEST(Frame, CurvatureIsItsRateOfRotation) {
  const TrackModel model = compiled(varied_track());
  const double h = 1e-4;
  for (double s = 1.234; s < 470; s += 4.31) {
    const Mat3 rate = (frame_at(model, s + h).rotation - frame_at(model, s - h).rotation) / (2 * h);
    const Frame frame = frame_at(model, s);
    EXPECT_LT((rate - frame.rotation * skew(frame.curvature)).norm(), 1e-10) << s;
    const Vec3 curvature_rate =
        (frame_at(model, s + h).curvature - frame_at(model, s - h).curvature) / (2 * h);
    EXPECT_LT((curvature_rate - frame.curvature_rate).norm(), 1e-9) << s;
  }
}

double worst_tangent(const TrackModel& model) {
  const double h = 1e-3;
  double worst = 0;
  for (double s = 1.234; s < 470; s += 0.31) {
    const Vec3 tangent = (frame_at(model, s + h).position - frame_at(model, s - h).position) / (2 * h);
    worst = std::max(worst, (tangent - frame_at(model, s).rotation.col(0)).norm());
  }
  return worst;
}

// The curvature of vertical curves jumps at their ends, here by 1/3000 and 1/5000 1/m, somewhere between
// nodes: the tables of position and angles round the corner differently, by less than a fifth of jump times
// step.
TEST(Frame, FirstAxisIsTheTangent) {
  TrackSpec spec = varied_track();
  EXPECT_LT(worst_tangent(compiled(spec)), 0.2 * 0.5 / 3000);
  spec.gradients.clear();
  EXPECT_LT(worst_tangent(compiled(spec)), 3e-6);
  spec.centreline_step = 0.25;
  EXPECT_LT(worst_tangent(compiled(spec)), 0.8e-6);
}

TEST(Frame, CantRaisesTheRightRail) {
  TrackSpec spec;
  spec.segments = {circular(100, 1 / 500.0, 0.12)};
  spec.rails.lateral_position = 0.7555;
  const TrackModel model = compiled(spec);
  const Frame frame = frame_at(model, 50);
  const Vec3 left = frame.rotation * Vec3(0, 0.7555, 0), right = frame.rotation * Vec3(0, -0.7555, 0);
  EXPECT_NEAR(right.z() - left.z(), 0.12, 1e-13);
}

// A left curve at balance: the sum of gravity and centrifugal acceleration has no part in the plane of the
// rails.
TEST(Frame, BalancedCantTurnsTheLoadOntoBothRails) {
  const double radius = 500, speed = 20, gravity = 9.81;
  const double angle = std::atan(speed * speed / (radius * gravity));
  for (const double side : {1.0, -1.0}) {
    const TrackModel model = compiled({circular(200, side / radius, side * 1.5 * std::sin(angle))});
    const Frame frame = frame_at(model, 100);
    const Vec3 to_centre = side * Vec3(0, 0, 1).cross(frame.rotation.col(0));
    const Vec3 load = Vec3(0, 0, -gravity) - to_centre * speed * speed / radius;
    EXPECT_NEAR(frame.rotation.col(1).dot(load), 0, 1e-9);
    EXPECT_LT(frame.rotation.col(2).dot(load), -gravity);
  }
}

TEST(Frame, CantRefersToTheRailsOfEveryGauge) {
  TrackSpec spec;
  spec.segments = {straight(10)};
  for (const auto& [gauge, distance] : {std::pair(1.0, 1.065), {1.435, 1.5}, {1.668, 1.733}}) {
    spec.rails.gauge = gauge;
    EXPECT_DOUBLE_EQ(compiled(spec).rail_distance(), distance);
  }
  spec.rails.lateral_position = 0.7526;
  EXPECT_DOUBLE_EQ(compiled(spec).rail_distance(), 1.5052);
  spec.rails.rail_distance = 1.06;
  EXPECT_DOUBLE_EQ(compiled(spec).rail_distance(), 1.06);
}

TEST(Frame, MirroredTrackGivesMirroredFrame) {
  TrackSpec spec = varied_track();
  const TrackModel model = compiled(spec);
  for (SegmentSpec& segment : spec.segments) segment.curvature *= -1, segment.cant *= -1;
  const TrackModel mirrored = compiled(spec);
  const Mat3 mirror = Vec3(1, -1, 1).asDiagonal();
  for (double s = -50; s < 520; s += 2.7) {
    const Frame a = frame_at(model, s), b = frame_at(mirrored, s);
    EXPECT_EQ(mirror * a.position, b.position);
    EXPECT_EQ(mirror * a.rotation * mirror, b.rotation);
    EXPECT_EQ(-(mirror * a.curvature), b.curvature);  // an axial vector
    EXPECT_EQ(-(mirror * a.curvature_rate), b.curvature_rate);
  }
}

TEST(Frame, GoesOnStraightBeforeTheStartAndCurvedBeyondTheEnd) {
  const TrackModel model = compiled({straight(30), transition(50), circular(40, 1 / 300.0, 0.05)});
  EXPECT_LE(model.start(), -60);
  EXPECT_GE(model.end(), 180);
  EXPECT_LT((frame_at(model, -45).position - Vec3(-45, 0, 0)).norm(), 1e-8);
  EXPECT_LT((frame_at(model, -45).rotation - Mat3::Identity()).norm(), 1e-8);
  EXPECT_NEAR(frame_at(model, 170).curvature.norm(), 1 / 300.0, 1e-8);
  EXPECT_NEAR(model.cant(170), 0.05, 1e-15);
}

// Largest distance from a table of very small step, where the track is smooth.
double table_error(double step) {
  const auto segments =
      std::vector{straight(40), transition(80, TransitionShape::sinusoidal), circular(40, 1 / 200.0)};
  const TrackModel fine = compiled(segments, 0.02), coarse = compiled(segments, step);
  double worst = 0;
  for (double s = 5; s < 155; s += 0.37) {
    worst = std::max(worst, (frame_at(fine, s).position - frame_at(coarse, s).position).norm());
  }
  return worst;
}

TEST(Centreline, TableConvergesWithFourthOrder) {
  const double coarse = table_error(4), middle = table_error(2), fine = table_error(1);
  EXPECT_NEAR(std::log2(coarse / middle), 4, 0.4);
  EXPECT_NEAR(std::log2(middle / fine), 4, 0.4);
  EXPECT_LT(table_error(0.5), 2e-8);
}

// [Yu2022, section 2.1] stores 200 and 300 kB of 1000 m. Ours store the four coefficients of every cubic.
TEST(Tables, AKilometreTakesTheMemoryThatThePageStates) {
  TrackSpec spec = varied_track();
  spec.segments.push_back(straight(1000));
  spec.irregularities.spectrum.emplace();
  const TrackModel model = compiled(spec);
  const auto bytes = [](const math::UniformSpline& table) {
    const std::size_t last = table.cell(table.start() + 1000).index;
    return static_cast<double>(table.coefficients(last) - table.coefficients(0)) * sizeof(double);
  };
  // Within one interval.
  EXPECT_NEAR(bytes(model.centreline()), 384e3, 192);
  EXPECT_NEAR(bytes(model.irregularities()), 1280e3, 128);
}

TEST(Evaluation, DoesNotAllocate) {
  TrackSpec spec = varied_track();
  spec.irregularities.spectrum.emplace();
  const TrackModel model = compiled(spec);
  Frame frame;
  Irregularity irregularity;
  const test::AllocationGuard guard;
  double sum = 0;
  for (double s = -100; s < 600; s += 1) {
    evaluate_frame(model, s, frame);
    evaluate_irregularity(model, s, irregularity);
    sum += frame.position.x() + irregularity.value[0];
  }
  EXPECT_EQ(guard.count(), 0U);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace flangeway::track
