// Rails that vary along the track, and wheels that are not round.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "flangeway/wheel_on_rail/solve.hpp"
#include "shapes.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using profile::Curve;
using profile::Slice;
using profile::SlicedProfile;
using profile::SliceFit;

std::shared_ptr<const SlicedProfile> sliced(const std::vector<double>& places, const CurvePointer& curve,
                                            const std::function<double(double)>& height) {
  std::vector<Slice> slices;
  for (const double place : places)
    slices.push_back({place, std::make_shared<const Curve>(curve->moved({0, height(place)})), {}});
  return std::make_shared<const SlicedProfile>(slices, SliceFit::interpolate);
}

double level(double) {
  return 0;
}

ContactProblem pressed() {
  ContactProblem problem = rolling_wheel();
  problem.wheel = arc(0.5, 0.04, 1);
  problem.rail = arc(0.3, 0.08, -1);
  problem.rail_place = {};
  problem.rail_place.by_gauge = false;
  problem.wheel_place.back_distance = problem.wheel_place.back_position = 0;
  problem.vertical = VerticalControl::force;
  problem.vertical_force = 50e3;
  problem.resolution.dx = problem.resolution.ds = 5e-4;
  problem.resolution.search = Search::grid;
  return problem;
}

void expect_same(const Contact& a, const Contact& b, double part) {
  ASSERT_EQ(a.status, Status::solved) << message(a.status);
  ASSERT_EQ(a.patches.size(), b.patches.size());
  const double force = b.total.track.force.norm();
  EXPECT_LT((a.total.track.force - b.total.track.force).norm(), part * force);
  EXPECT_NEAR(a.z, b.z, part * 1e-4);
  EXPECT_LT((a.patches[0].position - b.patches[0].position).norm(), part * 1e-2);
  EXPECT_NEAR(a.patches[0].max_pressure, b.patches[0].max_pressure, part * b.patches[0].max_pressure);
}

TEST(VaryingRail, OfEqualSlicesIsThatRail) {
  ContactProblem problem = pressed();
  problem.motion.yaw = 0.01;
  problem.motion.s = 12.3;
  const Contact plain = solve(problem);
  problem.rail_slices = sliced({12, 12.2, 12.25, 12.3, 12.5}, problem.rail, level);
  expect_same(solve(problem), plain, 1e-4);
}

// A part beside the contact that ends before it, or begins behind it, is not missed.
TEST(VaryingRail, MayLackWhatIsNotTouched) {
  ContactProblem problem = pressed();
  problem.motion.s = 0.45;
  const Contact plain = solve(problem);
  double whole = 0;
  const std::vector<Vec2> points = problem.rail->points();
  for (std::size_t i = 1; i < points.size(); ++i) whole += (points[i] - points[i - 1]).norm();
  std::vector<Slice> slices;
  for (int i = 0; i < 10; ++i)
    slices.push_back(
        {0.1 * i, problem.rail, {i < 4 ? 0.0 : -1.0, 0.3 * whole, 0.7 * whole, i < 6 ? -1 : whole}});
  problem.rail_slices = std::make_shared<const SlicedProfile>(slices, SliceFit::interpolate);
  expect_same(solve(problem), plain, 1e-4);
}

// A second rail beside the one that is touched, 60 mm lower, from a place on or up to it: its length lies
// between the first point of the section and the contact on one side of that place only. The slices are at 0,
// 0.1, …, 0.9 m.
CurvePointer with_rail_beside(const CurvePointer& rail, double side) {
  std::vector<Vec2> points = rail->points(), beside;
  for (const Vec2& point : points) beside.emplace_back(point.x() + side * 0.12, point.y() - 0.06);
  side < 0 ? points.insert(points.begin(), beside.begin(), beside.end())
           : points.insert(points.end(), beside.begin(), beside.end());
  return std::make_shared<const Curve>(points);
}

// Half of the patch was missing where a part begins: a place on the section was looked for at the arc length
// it has on another one.
TEST(VaryingRail, IsWholeWhereAPartBesideItBeginsOrEnds) {
  const ContactProblem given = pressed();
  const Contact plain = solve(given);
  for (const double side : {-1.0, 1.0}) {
    const CurvePointer both = with_rail_beside(given.rail, side);
    double whole = 0, own = 0;
    const std::vector<Vec2> points = both->points(), single = given.rail->points();
    for (std::size_t i = 1; i < points.size(); ++i) whole += (points[i] - points[i - 1]).norm();
    for (std::size_t i = 1; i < single.size(); ++i) own += (single[i] - single[i - 1]).norm();
    for (const bool begins : {true, false}) {
      std::vector<Slice> slices;
      for (int i = 0; i < 10; ++i) {
        const bool there = begins ? i >= 5 : i <= 4;
        const auto missing = [&](double feature) { return there ? feature : -1.0; };
        slices.push_back({0.1 * i, both,
                          side < 0 ? std::vector<double>{missing(0), missing(own), whole - own, whole}
                                   : std::vector<double>{0, own, missing(whole - own), missing(whole)}});
      }
      ContactProblem problem = given;
      problem.rail_slices = std::make_shared<const SlicedProfile>(slices, SliceFit::interpolate);
      for (const double at : {-0.004, 0.0, 0.004}) {
        problem.motion.s = (begins ? 0.5 : 0.4) + at;
        expect_same(solve(problem), plain, 1e-4);
      }
    }
  }
}

TEST(VaryingWheel, OfEqualSlicesIsRound) {
  ContactProblem problem = pressed();
  problem.motion.yaw = 0.01;
  problem.motion.pitch = 1.1;
  const Contact plain = solve(problem);
  problem.wheel_slices = sliced({0.5, 0.8, 1.0, 1.3, 2}, problem.wheel, level);
  expect_same(solve(problem), plain, 1e-4);
}

// A wheel of ten slices: slices 5 to 9 lack the part outside of y. Slice 5 is at angle 0.
std::shared_ptr<const SlicedProfile> broken(const CurvePointer& curve, double part) {
  double whole = 0;
  const std::vector<Vec2> points = curve->points();
  for (std::size_t i = 1; i < points.size(); ++i) whole += (points[i] - points[i - 1]).norm();
  std::vector<Slice> slices;
  for (int i = 0; i < 10; ++i)
    slices.push_back({0.05 * (i - 5), curve, {0, part * whole, i > 5 ? -1 : whole}});
  return std::make_shared<const SlicedProfile>(slices, SliceFit::interpolate);
}

// Beside the contact nothing is missed: it lies at half the length of this profile.
TEST(VaryingWheel, MayLackWhatIsNotTouched) {
  ContactProblem problem = pressed();
  problem.motion.yaw = 0.01;
  const Contact plain = solve(problem);
  problem.wheel_slices = broken(problem.wheel, 0.7);
  expect_same(solve(problem), plain, 1e-4);
}

// The part that ends at angle 0 carries the contact, which is cut off there: nothing presses ahead of the
// edge. The wheelset sinks, and pressures rise behind the edge.
TEST(VaryingWheel, PressesNothingWhereItIsBrokenOut) {
  ContactProblem problem = pressed();
  const Contact plain = solve(problem);
  problem.wheel_slices = broken(problem.wheel, 0.3);
  const Contact cut = solve(problem);
  ASSERT_EQ(cut.status, Status::solved) << message(cut.status);
  ASSERT_EQ(cut.patches.size(), 1u);
  EXPECT_NEAR(cut.total.track.force.z(), 50e3, 5);
  EXPECT_LT(cut.z, plain.z - 1e-6);
  EXPECT_GT(cut.patches[0].max_pressure, 1.3 * plain.patches[0].max_pressure);
  const contact::patch::Grid& grid = cut.patches[0].problem.grid;
  const double edge = cut.patches[0].position.x();
  double ahead = 0, behind = 0;
  for (int iy = 0; iy < grid.ny; ++iy)
    for (int ix = 0; ix < grid.nx; ++ix) {
      const double p = cut.patches[0].solution.tractions.pressure[grid.index(ix, iy)];
      (edge + grid.x(ix) > 1e-6 ? ahead : behind) += p;
    }
  EXPECT_EQ(ahead, 0);
  EXPECT_GT(behind, 0);
}

// A rail that rises by 1 in 100 is touched before the axle, where the wheel has that slope: x = R/100, and
// the wheelset stands higher by half of what the rail has risen there.
TEST(VaryingRail, ThatRisesIsTouchedAhead) {
  ContactProblem problem = pressed();
  const Contact plain = solve(problem);
  problem.rail_slices =
      sliced({-0.2, -0.1, 0, 0.1, 0.2}, problem.rail, [](double place) { return place / 100; });
  const Contact ramp = solve(problem);
  ASSERT_EQ(ramp.status, Status::solved);
  EXPECT_NEAR(ramp.patches.at(0).position.x(), 0.46 / 100, 2e-5);
  EXPECT_NEAR(ramp.z - plain.z, 0.46 / 2e4, 2e-7);
  EXPECT_NEAR(ramp.patches[0].max_pressure, plain.patches.at(0).max_pressure,
              5e-3 * plain.patches[0].max_pressure);
}

// An eccentric wheel: radius R + e cos θ. The wheelset follows it.
TEST(VaryingWheel, ThatIsEccentricLiftsItsWheelset) {
  ContactProblem problem = pressed();
  const Contact plain = solve(problem);
  std::vector<double> places;
  for (int i = -20; i <= 20; ++i) places.push_back(0.05 * i);
  problem.wheel_slices = sliced(places, problem.wheel, [](double angle) { return -1e-3 * std::cos(angle); });
  problem.motion.pitch = 0;
  EXPECT_NEAR(solve(problem).z - plain.z, 1e-3, 1e-6);
  problem.motion.pitch = 0.3;
  const Contact turned = solve(problem);
  EXPECT_NEAR(turned.z - plain.z, 1e-3 * std::cos(0.3), 3e-6);
  // There the radius falls with the angle, so that the wheel is lowest behind its axle: x = −e sin θ.
  EXPECT_NEAR(turned.patches.at(0).position.x(), -1e-3 * std::sin(0.3), 5e-5);
  // A wheel that is turned on its axle.
  problem.motion.pitch = 0.1;
  problem.wheel_place.deviation_pitch = 0.2;
  expect_same(solve(problem), turned, 1e-6);
}

}  // namespace
}  // namespace flangeway::wheel_on_rail
