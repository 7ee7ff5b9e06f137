// A wheel with two ridges that press on the rail in one region, as wheel 2446 of [Vollebregt2021, section
// 4.2.2], which is not published: docs/validation/wheel_on_rail.md.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "flangeway/profile/standard.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace flangeway::validation {
namespace {

using namespace wheel_on_rail;

/// S1002 with a groove between two ridges 9 mm apart; as scripts/ridged_wheel.
std::shared_ptr<const profile::Curve> ridged_wheel(double height) {
  constexpr double middle = -17e-3, distance = 9e-3;  // m
  std::vector<Vec2> points = profile::standard_profile("s1002")->curve.points();
  for (Vec2& point : points) {
    const double place = (point.x() - middle) / distance;
    if (std::abs(place) < 1)
      point.y() += height * std::pow(std::cos(pi / 2 * place), 2) * std::cos(2 * pi * place);
  }
  return std::make_shared<profile::Curve>(points);
}

ContactProblem on_the_gauge_corner(double height) {
  ContactProblem problem;
  problem.wheel = ridged_wheel(height);
  problem.rail = std::make_shared<profile::Curve>(profile::standard_profile("60e1")->curve);
  problem.rail_place.inclination = 0.025;
  problem.vertical = VerticalControl::force;
  problem.vertical_force = 152.7e3;
  problem.motion.y = 4.5e-3;
  problem.motion.yaw = -5e-3;
  problem.motion.velocity = Vec3(10, 0, 0);
  problem.motion.velocity_pitch = 10 / 0.46;
  problem.friction.resize(1);
  problem.friction[0].law.kinetic = 0.35;
  problem.resolution.dx = problem.resolution.ds = 5e-4;
  problem.resolution.combine_distance = problem.resolution.separate_distance = 30e-3;
  return problem;
}

/// Shares of the normal force of the areas that carry, across the patch.
std::vector<double> carrying_areas(const Patch& patch) {
  const auto& grid = patch.problem.grid;
  std::vector<double> shares;
  bool carries = false;
  for (int iy = 0; iy < grid.ny; ++iy) {
    double row = 0;
    for (int ix = 0; ix < grid.nx; ++ix) row += patch.solution.tractions.pressure[grid.index(ix, iy)];
    if (row > 0 && !carries) shares.push_back(0);
    carries = row > 0;
    if (carries) shares.back() += row;
  }
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= sum;
  return shares;
}

Contact solved(const Reference& reference, double height = 0.04e-3) {
  ContactProblem problem = on_the_gauge_corner(height);
  problem.reference = reference;
  Workspace workspace;
  Contact contact;
  solve(problem, nullptr, workspace, contact);
  EXPECT_EQ(contact.status, Status::solved);
  EXPECT_EQ(contact.patches.size(), 1U);
  return contact;
}

double ratio(const Contact& contact) {
  return contact.total.track.force.y() / contact.total.track.force.z();
}

const Reference on_the_surface{Surface::curved, ReferencePosition::weighted, ReferenceAngle::weighted, 2};

TEST(RidgedWheel, CarriesInTwoAreasOfOneRegion) {
  const std::vector<double> shares = carrying_areas(solved(on_the_surface).patches[0]);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_NEAR(shares[0], 0.33, 0.05);
  // A ridge of a tenth of the height leaves one area.
  EXPECT_EQ(carrying_areas(solved(on_the_surface, 0.004e-3).patches[0]).size(), 1U);
}

// As the paper says of its wheel: the deepest point lies on one ridge, the weighted centre between both; the
// angle at the deepest point is the worst, with too much lateral and too little longitudinal creep force, and
// squares of the interpenetration are the best weights.
TEST(RidgedWheel, IsMetWorstByTheAngleOfItsDeepestPoint) {
  const auto plane = [](ReferencePosition position, ReferenceAngle angle, int power) {
    return solved({Surface::plane, position, angle, power});
  };
  const Contact reference = solved(on_the_surface);
  const Contact deepest = plane(ReferencePosition::deepest, ReferenceAngle::local, 2),
                deepest_angle = plane(ReferencePosition::deepest, ReferenceAngle::weighted, 2),
                linear = plane(ReferencePosition::weighted, ReferenceAngle::weighted, 1),
                squared = plane(ReferencePosition::weighted, ReferenceAngle::weighted, 2);
  EXPECT_NEAR(deepest.patches[0].position.y() - squared.patches[0].position.y(), 2.4e-3, 0.3e-3);
  const auto off = [&](const Contact& contact) { return std::abs(ratio(contact) - ratio(reference)); };
  EXPECT_GT(off(deepest), 3 * off(linear));
  EXPECT_GT(off(linear), 3 * off(squared));
  EXPECT_GT(off(deepest), 10 * off(deepest_angle));
  EXPECT_NEAR(ratio(reference), -0.382, 0.002);
  const Patch &worst = deepest.patches[0], &best = reference.patches[0];
  EXPECT_GT(std::abs(worst.lateral_force), 1.03 * std::abs(best.lateral_force));
  EXPECT_LT(std::abs(worst.longitudinal_force), 0.95 * std::abs(best.longitudinal_force));
}

}  // namespace
}  // namespace flangeway::validation
