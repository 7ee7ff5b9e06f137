// Tractions that stay with the material from instant to instant.
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/wheel_on_rail/plan.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"
#include "shapes.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::TangentialKind;

// A wheel of 0.1 m on a crown of 0.1 m, braked a little; its contact lies beside the elements of the lattice.
ContactProblem ball() {
  ContactProblem problem;
  problem.wheel = arc(1.0, 0.02, 1);
  problem.rail = arc(0.1, 0.2, -1);
  problem.rail_place.by_gauge = false;
  problem.rail_place.y = 0.33e-3;
  problem.wheel_place.back_distance = problem.wheel_place.back_position = 0;
  problem.wheel_place.nominal_radius = 0.1;
  problem.motion.z = -5e-6;
  problem.resolution.dx = problem.resolution.ds = 1e-4;
  problem.solver.tolerance = 1e-8;
  return problem;
}

std::vector<double> longitudinal_forces(ContactProblem problem, TangentialKind kind, int steps) {
  constexpr double creepage = 2e-3;
  problem.tangential = kind;
  const bool shift = kind == TangentialKind::shift;
  const double step = problem.resolution.dx, scale = shift ? step : 1;
  problem.motion.velocity = Vec3(scale, 0, 0);
  problem.motion.velocity_pitch = scale * (1 + creepage) / 0.1;
  problem.solver.start_from_tractions = false;
  Workspace workspace;
  Contact before, now;
  std::vector<double> forces;
  for (int i = 0; i < steps; ++i) {
    problem.motion.s = shift ? 7.4e-4 + i * step : 0;
    solve(problem, i == 0 ? nullptr : &before, workspace, now);
    EXPECT_EQ(now.status, Status::solved);
    forces.push_back(now.total.track.force.x());
    std::swap(before, now);
  }
  return forces;
}

// Steps of a shift in coordinates of the rail are steps of rolling in coordinates of the wheelset.
TEST(Sequence, ShiftsAlongTheRailAreRolling) {
  const auto shifted = longitudinal_forces(ball(), TangentialKind::shift, 8),
             rolled = longitudinal_forces(ball(), TangentialKind::transient_rolling, 8);
  EXPECT_GT(std::abs(shifted.back()), 1.5 * std::abs(shifted.front()));
  for (std::size_t i = 0; i < shifted.size(); ++i)
    EXPECT_NEAR(shifted[i], rolled[i], 0.02 * std::abs(rolled.back())) << i;
}

// The position of the elements does not matter: the wheelset starts between them.
TEST(Sequence, DoesNotDependOnWhereTheRailBegins) {
  ContactProblem problem = ball();
  problem.tangential = TangentialKind::shift;
  problem.motion.velocity = Vec3(1e-6, 0, 0);
  Workspace workspace;
  Contact at_element, between;
  solve(problem, nullptr, workspace, at_element);
  problem.motion.s = 3.3e-5;
  solve(problem, nullptr, workspace, between);
  EXPECT_NEAR(between.total.track.force.z() / at_element.total.track.force.z(), 1, 5e-3);
  EXPECT_NEAR(between.total.track.force.x() / at_element.total.track.force.x(), 1, 5e-3);
  const Patch& patch = between.patches.at(0);
  const double off = (patch.on_lattice.x() + patch.problem.grid.x_first) / patch.problem.grid.dx;
  EXPECT_NEAR(off, std::round(off), 1e-9);  // elements of the rail's own lattice
  EXPECT_NEAR(patch.on_lattice.x(), 3.3e-5 + patch.position.x(), 1e-12);
}

// Nothing moves: the tractions stay as they are, on a lattice of the rail and after steady rolling.
TEST(Sequence, WithoutAStepKeepsItsTractions) {
  ContactProblem problem = ball();
  problem.tangential = TangentialKind::shift;
  problem.motion.velocity = Vec3(2e-6, 1e-6, 0);
  Workspace workspace;
  Contact before, now;
  solve(problem, nullptr, workspace, before);
  problem.motion.velocity.setZero();
  solve(problem, &before, workspace, now);
  EXPECT_LT((now.total.track.force - before.total.track.force).norm(),
            1e-4 * before.total.track.force.norm());
}

// Regions side by side along the track are joined by their distance along it.
TEST(Plans, TellRegionsApartAlongTheTrack) {
  ContactProblem problem = ball();
  const geometry::spatial::Rail rail = geometry::spatial::make_rail(problem.rail);
  Placement placement;
  placement.rail.rail = &rail;
  std::vector<geometry::spatial::Region> regions(2);
  for (std::size_t i = 0; i < 2; ++i) {
    regions[i].rail_begin = 0.01, regions[i].rail_end = 0.02;
    regions[i].y_begin = -0.01, regions[i].y_end = 0;
    regions[i].depth = 1e-5;
    regions[i].moments = {1, 0, -0.005, 0};
  }
  const auto count = [&](double distance) {
    regions[0].x_begin = -0.002, regions[0].x_end = 0;
    regions[1].x_begin = distance, regions[1].x_end = distance + 0.002;
    std::vector<Plan> plans;
    make_plans(problem, placement, regions, plans);
    return plans.size();
  };
  EXPECT_EQ(count(3e-3), 1u);
  EXPECT_EQ(count(26e-3), 2u);
}

}  // namespace
}  // namespace flangeway::wheel_on_rail
