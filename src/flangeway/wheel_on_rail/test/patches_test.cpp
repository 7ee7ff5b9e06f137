#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "flangeway/profile/standard.hpp"
#include "flangeway/wheel_on_rail/plan.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"
#include "flangeway/wheel_on_rail/test/shapes.hpp"
#include "support/circular_rail.hpp"
#include "support/contact_pairs.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using namespace test;

// The rolling wheel pressed by 80 kN.
ContactProblem wheel_on_rail() {
  ContactProblem problem = rolling_wheel();
  problem.vertical = VerticalControl::force;
  problem.vertical_force = 80e3;
  problem.resolution.dx = problem.resolution.ds = 5e-4;
  return problem;
}

// A ball of 50 mm on a crowned rail, symmetric to y = 0.
ContactProblem ball_on_crown() {
  ContactProblem problem;
  problem.wheel = arc(0.05, 0.6, 1);
  problem.rail = arc(0.1, 0.3, -1);
  problem.rail_place.by_gauge = false;
  problem.wheel_place.back_distance = problem.wheel_place.back_position = 0;
  problem.wheel_place.nominal_radius = 0.05;
  problem.motion.velocity = Vec3(1, 0, 0);
  problem.motion.velocity_pitch = 20;
  problem.motion.z = -2e-5;
  problem.resolution.dx = problem.resolution.ds = 1e-4;
  return problem;
}

TEST(WheelOnRail, PressedByAVerticalForceCarriesIt) {
  for (const Surface surface : {Surface::plane, Surface::curved}) {
    ContactProblem problem = wheel_on_rail();
    problem.reference.surface = surface;
    problem.motion.y = 0.003;
    problem.motion.yaw = -0.004;
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.status, Status::solved) << message(contact.status);
    EXPECT_THAT(contact.warnings, testing::IsEmpty());
    EXPECT_NEAR(contact.total.track.force.z(), 80e3, 1e-5 * 80e3);
    // The same position prescribed gives the same force.
    problem.vertical = VerticalControl::position;
    problem.motion.z = contact.z;
    const Contact again = solve(problem);
    EXPECT_NEAR(again.total.track.force.z(), 80e3,
                2e-4 * 80e3);  // formed at a height that differs by 0.5 % of depth
    EXPECT_NEAR(again.total.track.force.y(), contact.total.track.force.y(), 1e-3 * 80e3);
  }
}

// A wrench moved to another point and turned: by hand.
void expect_same_action(const Wrench& track, const Wrench& local, const Vec3& origin, const Mat3& axes) {
  EXPECT_LT((axes * local.force - track.force).norm(), 1e-9 * track.force.norm());
  EXPECT_LT((axes * local.moment + origin.cross(axes * local.force) - track.moment).norm(),
            1e-9 * track.moment.norm());
}

TEST(WheelOnRail, HasOneActionInAllFrames) {
  ContactProblem problem = wheel_on_rail();
  problem.motion.roll = 0.01;
  problem.motion.yaw = -0.02;
  problem.motion.y = 0.002;
  const Contact contact = solve(problem);
  const Mat3 axes =
      (Eigen::AngleAxisd(0.01, Vec3::UnitX()) * Eigen::AngleAxisd(-0.02, Vec3::UnitZ())).toRotationMatrix();
  const Vec3 centre(0, 0.002, 0.46 + contact.z);
  expect_same_action(contact.total.track, contact.total.wheelset, centre, axes);
  expect_same_action(contact.total.track, contact.total.wheel, centre + axes * Vec3(0, 0.75, -0.46), axes);
  const Mat3 rail = Eigen::AngleAxisd(std::atan(1.0 / 40), Vec3::UnitX()).toRotationMatrix();
  EXPECT_LT((rail * contact.total.rail.force - contact.total.track.force).norm(), 1e-6);
  // The average position lies on the line of action: the moment about it is parallel to the force.
  const Vec3 moment = contact.total.track.moment - contact.average_position.cross(contact.total.track.force);
  EXPECT_LT(moment.cross(contact.total.track.force).norm(),
            1e-6 * contact.total.track.force.squaredNorm() * 1e-3);
}

// A wheel that is turned in its wheelset lies where a wheelset that is turned as much brings it: first roll
// about x, then yaw about the new z. In the other order it would pitch by the product of both angles and move
// by 0.3 mm.
TEST(WheelOnRail, TurnsInItsWheelsetAsTheWheelsetDoesInTheTrack) {
  const double roll = 0.02, yaw = -0.03;
  ContactProblem by_wheelset = wheel_on_rail();
  by_wheelset.tangential = contact::patch::TangentialKind::none;
  by_wheelset.motion.roll = roll;
  by_wheelset.motion.yaw = yaw;
  by_wheelset.motion.z = solve(by_wheelset).z;  // where it carries 80 kN
  by_wheelset.vertical = VerticalControl::position;
  ContactProblem by_wheel = by_wheelset;
  by_wheel.motion.roll = by_wheel.motion.yaw = 0;
  by_wheel.wheel_place.deviation_roll = roll;
  by_wheel.wheel_place.deviation_yaw = yaw;
  const Vec3 profile(0, 0.75, -0.46);  // its origin in the wheelset
  const Mat3 axes =
      (Eigen::AngleAxisd(roll, Vec3::UnitX()) * Eigen::AngleAxisd(yaw, Vec3::UnitZ())).toRotationMatrix();
  by_wheel.wheel_place.deviation = axes * profile - profile;
  const Contact a = solve(by_wheelset), b = solve(by_wheel);
  ASSERT_EQ(a.patches.size(), 1U);
  ASSERT_EQ(b.patches.size(), 1U);
  EXPECT_NEAR(a.total.track.force.z(), 80e3, 800);
  EXPECT_LT((b.patches[0].on_wheel - a.patches[0].on_wheel).norm(), 1e-9);
  EXPECT_LT((b.total.track.force - a.total.track.force).norm(), 1e-9 * a.total.track.force.norm());
  EXPECT_LT((b.total.wheel.force - a.total.wheel.force).norm(), 1e-9 * a.total.track.force.norm());
}

TEST(WheelOnRail, DissipatesWhatTheSlipDoes) {
  // In steady rolling the elastic energy stays: friction takes exactly the power of the forces in the rigid
  // slip, but for the one-sided difference of displacements over an element, of the first order.
  double missing[2];
  for (const int fine : {0, 1}) {
    ContactProblem problem = wheel_on_rail();
    problem.motion.y = 0.002;
    problem.motion.yaw = -0.003;
    problem.resolution.dx = problem.resolution.ds = fine ? 2.5e-4 : 5e-4;
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.patches.size(), 1U);
    const Patch& patch = contact.patches[0];
    const double power = patch.reference_speed * (patch.longitudinal_force * patch.creepages.longitudinal +
                                                  patch.lateral_force * patch.creepages.lateral +
                                                  patch.moment.z() * patch.creepages.spin);
    EXPECT_LT(patch.frictional_power, 0);
    missing[fine] = patch.frictional_power / power - 1;
  }
  EXPECT_LT(std::abs(missing[0]), 0.08);
  EXPECT_NEAR(missing[1] / missing[0], 0.5, 0.1);
}

TEST(WheelOnRail, IsTheSameWhereverUpIs) {
  // Rail and wheelset turned together about the track's x axis: forces turn with them.
  ContactProblem problem = ball_on_crown();
  problem.motion.velocity.y() = 2e-3;
  const Contact level = solve(problem);
  const double angle = 0.2, c = std::cos(angle), s = std::sin(angle), height = 0.05 - 2e-5;
  problem.rail_place.inclination = angle;
  problem.motion.roll = angle;
  problem.motion.y = -s * height;
  problem.motion.z = c * height - 0.05;
  problem.motion.velocity = Vec3(1, c * 2e-3, s * 2e-3);
  const Contact turned = solve(problem);
  ASSERT_EQ(turned.patches.size(), 1U);
  const Vec3 expected = Eigen::AngleAxisd(angle, Vec3::UnitX()) * level.total.track.force;
  EXPECT_LT((turned.total.track.force - expected).norm(), 1e-4 * expected.norm());
  EXPECT_NEAR(turned.patches[0].angle, level.patches[0].angle + angle, 5e-5);  // depths are vertical ones
  EXPECT_NEAR(turned.patches[0].elastic_energy, level.patches[0].elastic_energy,
              1e-3 * level.patches[0].elastic_energy);
}

TEST(WheelOnRail, MirrorsItsSlip) {
  ContactProblem problem = ball_on_crown();
  problem.motion.y = 1e-3;
  problem.motion.velocity.y() = 2e-3;
  problem.motion.yaw = 2e-3;
  const Contact left = solve(problem);
  problem.motion.y *= -1;
  problem.motion.velocity.y() *= -1;
  problem.motion.yaw *= -1;
  const Contact right = mirror_image(solve(problem));
  EXPECT_LT((left.total.track.force - right.total.track.force).norm(), 1e-3 * left.total.track.force.norm());
  EXPECT_LT((left.patches[0].position - right.patches[0].position).norm(), 1e-8);
  EXPECT_NEAR(left.patches[0].angle, right.patches[0].angle, 1e-8);
  EXPECT_NEAR(left.patches[0].creepages.spin, right.patches[0].creepages.spin, 1e-7);
}

TEST(WheelOnRail, ExchangedBodiesFeelTheSame) {
  // Steel on a softer body and the reverse: shapes are those of one gap, so normal forces agree.
  ContactProblem problem = ball_on_crown();
  problem.wheel = arc(0.1, 0.3, 1);  // both crowned alike
  problem.tangential = contact::patch::TangentialKind::none;
  problem.rail_material.youngs_modulus = 7e10;
  const Contact soft_rail = solve(problem);
  std::swap(problem.wheel_material, problem.rail_material);
  const Contact soft_wheel = solve(problem);
  EXPECT_NEAR(soft_rail.total.track.force.z(), soft_wheel.total.track.force.z(), 1e-9);
}

TEST(WheelOnRail, RollsFreelyWithoutSlipOnTheInclinedPartsOfItsSurface) {
  // [Vollebregt2021, fig. 10]: a cylinder that rolls freely has no rigid slip anywhere, though its surface is
  // inclined before and behind the middle: there the longitudinal velocity alone would differ by V (1 − cos
  // θ).
  ContactProblem problem = wheel_on_rail();
  problem.wheel = std::make_shared<profile::Curve>(profile::cone(0.0).curve);
  problem.rail = std::make_shared<profile::Curve>(profile::circular_rail(0.3, 0.03).curve);
  problem.rail_place.by_gauge = false;
  problem.rail_place.y = 0.75;
  problem.rail_place.inclination = 0;
  problem.vertical = VerticalControl::position;
  problem.motion.z = -1e-4;
  problem.reference.surface = Surface::curved;
  const Contact contact = solve(problem);
  ASSERT_EQ(contact.patches.size(), 1U);
  const Patch& patch = contact.patches[0];
  const contact::patch::Problem& solved = patch.problem;
  double largest = 0;
  for (int j = 0; j < solved.grid.ny; ++j) {
    for (int i = 0; i < solved.grid.nx; ++i) {
      const std::size_t at = solved.grid.index(i, j);
      if (patch.solution.tractions.pressure[at] <= 0) continue;
      const double slip =
          solved.extra_slip_x[at] + patch.creepages.longitudinal - patch.creepages.spin * solved.grid.y(j);
      largest = std::max(largest, std::abs(slip));
    }
  }
  const double inclined = solved.grid.x(solved.grid.nx - 2) / 0.46;
  EXPECT_GT(inclined * inclined / 2, 1e-4);  // what it would be
  EXPECT_LT(largest, 1e-6);
}

// The rest of the slip is orthogonal to all creepages, where the undeformed surfaces overlap: the normal
// equations. `ahead`: of the centres of the elements, where the spin is taken.
void expect_fitted_creepages(const contact::patch::Problem& p, double ahead) {
  double x = 0, s = 0, turn = 0, size = 0;
  for (std::size_t i = 0; i < p.grid.size(); ++i) {
    if (!(p.gap[i] < 0)) continue;
    const auto row = i / static_cast<std::size_t>(p.grid.nx),
               column = i % static_cast<std::size_t>(p.grid.nx);
    const double at_x = p.grid.x(static_cast<int>(column)) + ahead, at_s = p.grid.y(static_cast<int>(row));
    x += p.extra_slip_x[i], s += p.extra_slip_y[i];
    turn += at_x * p.extra_slip_y[i] - at_s * p.extra_slip_x[i];
    size += std::abs(p.extra_slip_x[i]) + std::abs(p.extra_slip_y[i]);
  }
  ASSERT_GT(size, 0);
  EXPECT_LT(std::abs(x) + std::abs(s), 1e-10 * size);
  EXPECT_LT(std::abs(turn), 1e-10 * size * p.grid.dx * p.grid.nx);
}

TEST(WheelOnRail, CreepagesOfACurvedSurfaceAreThoseOfTheOverlapAtTheHeightFound) {
  ContactProblem problem = wheel_on_rail();
  problem.reference.surface = Surface::curved;
  problem.motion.yaw = 0.003;
  const Contact contact = solve(problem);
  ASSERT_EQ(contact.status, Status::solved);
  for (const Patch& patch : contact.patches) expect_fitted_creepages(patch.problem, 0);
}

// Slip is divided by the forward speed then, and fitted at the same places as the solver takes the spin.
TEST(WheelOnRail, CreepagesOfAMeshedSurfaceAreThoseOfTheProgramContact) {
  ContactProblem problem = wheel_on_rail();
  problem.reference.surface = Surface::curved;
  problem.resolution.surfaces = Surfaces::meshed;
  problem.motion.yaw = 0.003;
  const Contact contact = solve(problem);
  ASSERT_EQ(contact.status, Status::solved);
  for (const Patch& patch : contact.patches) {
    EXPECT_DOUBLE_EQ(patch.reference_speed, problem.motion.velocity.x());
    expect_fitted_creepages(patch.problem, patch.problem.motion.spin_offset * patch.problem.grid.dx);
  }
}

TEST(WheelOnRail, SaysWhyThereIsNoForce) {
  ContactProblem problem = wheel_on_rail();
  problem.motion.y = 0.3;
  EXPECT_EQ(solve(problem).status, Status::no_overlap);
  EXPECT_EQ(message(Status::no_overlap), "no point of the wheel lies above the rail");
  problem.motion.y = 0;
  problem.vertical = VerticalControl::position;
  problem.motion.z = 1e-3;
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::no_contact);
  EXPECT_EQ(contact.total.track.force.norm(), 0);
  EXPECT_EQ(message(Status::no_contact), "no contact: the wheel does not touch the rail at this position");
}

TEST(WheelOnRail, SaysThatAForceIsOutOfReach) {
  ContactProblem problem = wheel_on_rail();
  problem.tangential = contact::patch::TangentialKind::none;
  problem.resolution.dx = problem.resolution.ds = 2e-3;
  problem.vertical_force = 1e9;
  EXPECT_EQ(solve(problem).status, Status::force_unreachable);
  EXPECT_EQ(message(Status::force_unreachable),
            "the vertical force is not reached with the wheel 2 mm deep in the rail");
}

TEST(WheelOnRail, SaysThatElementsWereTooMany) {
  ContactProblem problem = wheel_on_rail();
  problem.resolution.most_elements = 500;
  EXPECT_THAT(solve(problem).warnings,
              testing::Contains("elements of 0.5 mm would be more than 500: they are 2 mm long"));
}

// Yawed by 26° the contact is longer than the parabola that its elements are laid by.
TEST(WheelOnRail, SaysThatContactReachesTheBorderOfTheElements) {
  ContactProblem problem = wheel_on_rail();
  problem.tangential = contact::patch::TangentialKind::none;
  problem.motion.yaw = 0.45;
  EXPECT_THAT(solve(problem).warnings, testing::Contains("contact reaches the border of the elements"));
  problem.motion.yaw = 0;
  EXPECT_THAT(solve(problem).warnings, testing::IsEmpty());
}

// The wheel ends where it would touch.
TEST(WheelOnRail, SaysThatAPatchEndsWithAProfile) {
  ContactProblem problem = wheel_on_rail();
  std::vector<Vec2> points;
  const double end = solve(problem).patches.at(0).on_wheel.y();
  for (int i = 0; i <= 40; ++i) points.emplace_back(end + 1e-3 * i, 2.5e-5 * i);
  problem.wheel = std::make_shared<profile::Curve>(points);
  EXPECT_THAT(solve(problem).warnings,
              testing::Contains("a patch reaches the end of a profile: the real one may be larger"));
  EXPECT_EQ(message(Status::no_contact), "no contact: the wheel does not touch the rail at this position");
  EXPECT_EQ(message(Status::not_converged),
            "a solution stopped before it was accurate; what it reached is given");
  EXPECT_EQ(message(Status::force_jumps),
            "the vertical force jumps over what it should be; the height nearest to it is given");
}

// Forces that no number can represent are not printed.
TEST(WheelOnRail, SaysThatForcesAreNotFinite) {
  ContactProblem problem = wheel_on_rail();
  problem.wheel_material.youngs_modulus = problem.rail_material.youngs_modulus = 1e305;
  for (const auto vertical : {VerticalControl::force, VerticalControl::position}) {
    problem.vertical = vertical;
    problem.motion.z = -2e-4;
    const Contact contact = solve(problem);
    EXPECT_EQ(contact.status, Status::not_finite) << message(contact.status);
    EXPECT_THAT(contact.patches, testing::IsEmpty());
    EXPECT_EQ(contact.total.track.force.norm(), 0);
    EXPECT_EQ(contact.z, -2e-4);
  }
  EXPECT_EQ(message(Status::not_finite),
            "the forces are not finite: the given values lie beyond what can be computed");
}

// A surface that stands still in the contact has no direction: the slip is that of a plane along the other
// one's.
TEST(WheelOnRail, SlidesLockedAndShiftsAsOnAPlane) {
  for (const bool shift : {false, true}) {
    for (const Vec3& moved : {Vec3(1e-4, 0, 0), Vec3(0, 1e-4, 0), Vec3(0, 0, 0)}) {
      ContactProblem problem = wheel_on_rail();
      problem.motion.velocity_pitch = 0;
      if (shift) {
        problem.tangential = contact::patch::TangentialKind::shift;
        problem.motion.velocity = moved;
      }
      problem.resolution.dx = problem.resolution.ds = 1e-3;
      const Contact plane = solve(problem);
      ASSERT_EQ(plane.status, Status::solved) << message(plane.status);
      for (const Surface surface : {Surface::plane_local, Surface::curved}) {
        problem.reference.surface = surface;
        const Contact local = solve(problem);
        ASSERT_EQ(local.status, Status::solved) << message(local.status);
        const double near = surface == Surface::curved ? 5e-3 : 1e-5;
        EXPECT_LT((local.total.track.force - plane.total.track.force).norm(), near * 80e3)
            << moved.transpose();
      }
    }
  }
}

// Two regions that come nearer than separate_distance are one patch, whose parts feel each other the more the
// nearer they are.
TEST(WheelOnRail, TurnsTheInfluenceOfNeighboursOnGradually) {
  ContactProblem problem = ball_on_crown();
  std::vector<Vec2> points;  // two crowns
  for (int i = -300; i <= 300; ++i) {
    const double y = 1e-5 * i * 2;
    points.emplace_back(y, -std::pow(std::abs(y) - 2e-3, 2) / 0.2);
  }
  problem.rail = std::make_shared<profile::Curve>(points);
  problem.wheel = std::make_shared<profile::Curve>(profile::cone(0.0).curve);
  problem.wheel_place = {};
  problem.wheel_place.back_distance = problem.wheel_place.back_position = 0;
  problem.motion.z = -4e-6;
  problem.motion.velocity_pitch = 1 / 0.46;
  const auto force = [&](double combine, double separate) {
    problem.resolution.combine_distance = combine, problem.resolution.separate_distance = separate;
    const Contact contact = solve(problem);
    EXPECT_EQ(contact.status, Status::solved);
    return contact.total.track.force.z();
  };
  const double apart = force(0, 1e-6), whole = force(10e-3, 10e-3), half = force(0, 4e-3);
  EXPECT_LT(whole, 0.99 * apart);
  EXPECT_GT(half, whole);
  EXPECT_LT(half, apart);
}

// Two regions 2 mm apart whose angles differ more and more: one plane, then planes that turn from the common
// angle to their own, without a step.
std::vector<geometry::spatial::Region> regions_in_a_row(std::size_t count) {
  std::vector<geometry::spatial::Region> regions(count);
  for (std::size_t i = 0; i < count; ++i) {
    regions[i].rail_begin = 0.05 + 4e-3 * static_cast<double>(i);
    regions[i].rail_end = regions[i].rail_begin + 2e-3;
    regions[i].y_begin = regions[i].rail_begin, regions[i].y_end = regions[i].rail_end;
    regions[i].depth = 1e-5, regions[i].area = 1e-6;
  }
  return regions;
}

TEST(WheelOnRail, PlanesPartGraduallyWithTheAngleBetween) {
  ContactProblem problem = ball_on_crown();
  problem.resolution.combine_angle = 0.1, problem.resolution.separate_angle = 0.2;
  EXPECT_EQ(interaction(problem.resolution, 3e-3, 0.05), 1);
  EXPECT_DOUBLE_EQ(interaction(problem.resolution, 6e-3, 0.15), std::pow(0.5, 0.8) * 0.5);
  EXPECT_EQ(interaction(problem.resolution, 3e-3, 0.2), 0);
  const geometry::spatial::Rail rail = geometry::spatial::make_rail(problem.rail);
  Placement placement;
  placement.rail.rail = &rail;
  std::vector<geometry::spatial::Region> regions = regions_in_a_row(2);
  const auto angle = [&](double difference) {  // of the second patch
    regions[0].moments = {3, 0, 0, 0};
    regions[1].moments = {1, 0, 1, difference};
    std::vector<Plan> plans;
    make_plans(problem, placement, regions, plans);
    EXPECT_EQ(plans.size(), difference <= 0.2 ? 1U : 2U);
    return plans.back().anchor.angle;
  };
  EXPECT_DOUBLE_EQ(angle(0.1), 0.025);
  EXPECT_DOUBLE_EQ(angle(0.19), 0.0475);
  EXPECT_NEAR(angle(0.2000001), 0.05, 1e-6);
  EXPECT_DOUBLE_EQ(angle(0.31), 0.31);
  double before = angle(0.1);
  for (double difference = 0.101; difference < 0.35; difference += 1e-3) {
    EXPECT_NEAR(angle(difference), before, 4e-3) << difference;
    before = angle(difference);
  }
  // The third region's plane is that of the first two until it parts from the second one.
  regions = regions_in_a_row(3);
  const auto third = [&](double difference) {
    regions[0].moments = {3, 0, 0, 0};
    regions[1].moments = {1, 0, 1, 0.15};
    regions[2].moments = {1, 0, 2, 0.15 + difference};
    std::vector<Plan> plans;
    make_plans(problem, placement, regions, plans);
    EXPECT_EQ(plans.size(), difference <= 0.2 ? 1U : 2U);
    return plans.back().anchor.angle;
  };
  EXPECT_NEAR(third(0.2000001), third(0.1999999), 1e-6);
}

TEST(WheelOnRail, IsBrakedByTheForceThatIsAskedFor) {
  ContactProblem problem = wheel_on_rail();
  problem.longitudinal = LongitudinalControl::force;
  problem.longitudinal_force = -8e3;
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::solved);
  EXPECT_NEAR(contact.total.wheelset.force.x(), -8e3, 3);
  problem.longitudinal_force = 30e3;
  EXPECT_EQ(solve(problem).status, Status::longitudinal_unreachable);
  EXPECT_EQ(message(Status::longitudinal_unreachable),
            "the longitudinal force exceeds what friction can carry");
}

TEST(WheelOnRail, SearchesOnAGridWithTheSameResult) {
  ContactProblem problem = wheel_on_rail();
  problem.vertical = VerticalControl::position;
  problem.motion.yaw = 0.01;
  problem.motion.z = -1.5e-4;
  problem.motion.roll = -2e-4;
  const Contact locus = solve(problem);
  problem.resolution.search = Search::grid;
  const Contact grid = solve(problem);
  ASSERT_EQ(locus.patches.size(), grid.patches.size());
  for (std::size_t i = 0; i < locus.patches.size(); ++i) {
    EXPECT_LT((locus.patches[i].position - grid.patches[i].position).norm(), 2e-6);
    EXPECT_NEAR(locus.patches[i].normal_force, grid.patches[i].normal_force,
                1e-3 * locus.patches[i].normal_force);
  }
}

TEST(WheelOnRail, RollsFromRestIntoTheSteadyState) {
  ContactProblem problem = wheel_on_rail();
  problem.vertical = VerticalControl::position;
  problem.motion.yaw = -0.002;
  problem.motion.z = -1.2e-4;
  problem.motion.roll = -2e-4;
  problem.resolution.dx = problem.resolution.ds = 1e-3;
  const Contact steady = solve(problem);
  problem.tangential = contact::patch::TangentialKind::transient_rolling;
  Workspace workspace;
  Contact before, now;
  solve(problem, nullptr, workspace, before);
  const double first = std::abs(before.total.track.force.y() - steady.total.track.force.y());
  for (int step = 0; step < 25; ++step) {
    solve(problem, &before, workspace, now);
    std::swap(before, now);
  }
  EXPECT_GT(first, 0.05 * std::abs(steady.total.track.force.y()));
  EXPECT_NEAR(before.total.track.force.y(), steady.total.track.force.y(),
              0.01 * std::abs(steady.total.track.force.y()));
}

TEST(WheelOnRail, DeflectsARailOnSpringsUntilItsForcesBalance) {
  ContactProblem problem = wheel_on_rail();
  problem.resolution.dx = problem.resolution.ds = 1e-3;
  problem.motion.yaw = -0.004;
  problem.springs = RailSprings{2e7, 1e8, 0, 0};
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::solved);
  EXPECT_NEAR(contact.rail_deflection_z, -80e3 / 1e8, 1e-12);
  EXPECT_GT(std::abs(contact.total.track.force.y()), 5e3);
  EXPECT_NEAR(2e7 * contact.rail_deflection_y, -contact.total.track.force.y(), 50);
}

// Fast methods in place of boundary elements: the same forces, within what the methods are worth.
TEST(WheelOnRail, IsSolvedByFastMethods) {
  ContactProblem problem = wheel_on_rail();
  problem.motion.y = 0.002;
  problem.motion.yaw = 0.003;
  const Contact elastic = solve(problem);
  problem.method.tangential = contact::patch::TangentialMethod::fastrip;
  for (const auto normal :
       {contact::patch::NormalMethod::strips, contact::patch::NormalMethod::kik_piotrowski}) {
    problem.method.normal = normal;
    const bool strips = normal == contact::patch::NormalMethod::strips;
    const Contact fast = solve(problem);
    ASSERT_EQ(fast.status, Status::solved) << message(fast.status);
    EXPECT_NEAR(fast.total.track.force.z(), 80e3, 1e-5 * 80e3);
    EXPECT_NEAR((fast.total.track.force - elastic.total.track.force).norm(), 0, 0.01 * 80e3);
    EXPECT_NEAR(fast.patches[0].interpenetration, elastic.patches[0].interpenetration,
                (strips ? 0.01 : 0.12) * elastic.patches[0].interpenetration);
    EXPECT_NEAR(fast.patches[0].max_pressure, elastic.patches[0].max_pressure,
                (strips ? 0.05 : 0.2) * elastic.patches[0].max_pressure);
  }
  problem.tangential = contact::patch::TangentialKind::shift;
  EXPECT_THAT(find_faults(problem), testing::ElementsAre("method.tangential: FaStrip is for steady rolling"));
  problem.tangential = contact::patch::TangentialKind::steady_rolling;
  problem.conformal_coefficients.emplace();
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());
  problem.method.normal = contact::patch::NormalMethod::strips;
  problem.layer_flexibility = 1e-13;
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre("method.normal: strip has no angle correction for conformal contact",
                                   "method.normal: strip has no elastic layer between wheel and rail"));
}

TEST(ContactProblem, ViscoelasticBodiesRollSteadilyOnBoundaryElements) {
  ContactProblem problem = wheel_on_rail();
  problem.rail_material.delayed_compliance = 2;
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());
  problem.tangential = contact::patch::TangentialKind::shift;
  problem.method.normal = contact::patch::NormalMethod::analyn;
  problem.method.tangential = contact::patch::TangentialMethod::fastsim;
  EXPECT_THAT(
      find_faults(problem),
      testing::ElementsAre("tangential: visco-elastic bodies need steady rolling",
                           "method.tangential: tractions of visco-elastic bodies need boundary elements"));
}

TEST(ContactProblem, DelaysAreInTheirRange) {
  ContactProblem problem = wheel_on_rail();
  problem.wheel_material.delayed_compliance = -1;
  problem.wheel_material.delay_time = std::numeric_limits<double>::infinity();
  problem.rail_material.delayed_compliance = 2;
  problem.rail_material.delay_time = -1e-3;
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre("wheel_material.delayed_compliance (got -1; allowed >= 0)",
                                   "wheel_material.delay_time (got inf; allowed >= 0 in s)",
                                   "rail_material.delay_time (got -0.001; allowed >= 0 in s)"));
}

TEST(ContactProblem, NamesItsFaults) {
  ContactProblem problem;
  problem.rail_material.poisson_ratio = 0.6;
  problem.wheel_material.youngs_modulus = 0;
  problem.resolution.dx = 0;
  problem.vertical = VerticalControl::force;
  problem.motion.velocity = Vec3(0, 0.1, 0);
  problem.friction.clear();
  problem.layer_flexibility = -1e-13;
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre(
                  "wheel: there is no profile", "rail: there is no profile",
                  "wheel_material (got 0; allowed a shear modulus > 0 in Pa)",
                  "rail_material.poisson_ratio (got 0.6; allowed a Poisson ratio from 0 to 0.5)",
                  "dx (got 0; allowed > 0 in m)", "friction: give at least one law",
                  "vertical_force (got 0; allowed > 0 in N)",
                  "motion: rolling needs a forward or pitch velocity that is not zero, or none at all",
                  "layer_flexibility (got -1e-13; allowed >= 0 in m/Pa)"));
  EXPECT_THAT(find_faults(wheel_on_rail()), testing::IsEmpty());
}

// ---- The Manchester benchmark, left wheel, as the program CONTACT computes it.

void expect_row(const CsvRow& row, const Contact& contact) {
  SCOPED_TRACE(testing::Message() << "case " << row.at("case"));
  ASSERT_EQ(contact.status, Status::solved);
  ASSERT_EQ(contact.patches.size(), 1U);
  const Patch& patch = contact.patches[0];
  EXPECT_NEAR(-1e3 * contact.z, row.at("z_ws_mm"), 5e-3);  // the roll has four digits: 750 mm times 5e-6
  EXPECT_NEAR(1e3 * patch.position.x(), row.at("xcp_tr"), 2e-3);
  EXPECT_NEAR(-1e3 * patch.position.y(), row.at("ycp_tr"), 5e-3);
  EXPECT_NEAR(patch.angle, row.at("delta_cp"), 1e-4);
  EXPECT_NEAR(patch.normal_force, row.at("FN"), 1e-3 * 10e3);
  EXPECT_NEAR(-patch.longitudinal_force, row.at("FX"), 1e-3 * 10e3);
  EXPECT_NEAR(patch.lateral_force, row.at("FS"), 1e-3 * 10e3);
  EXPECT_NEAR(1e-6 * patch.max_pressure, row.at("pmax_MPa"), 5e-3 * row.at("pmax_MPa"));
  EXPECT_NEAR(1e6 * patch.contact_area, row.at("area_mm2"), 5e-3 * row.at("area_mm2"));
  EXPECT_NEAR(patch.creepages.lateral, row.at("ceta"), 5e-6);
  EXPECT_NEAR(1e-3 * patch.creepages.spin, row.at("cphi_per_mm"), 1e-7);
}

TEST(WheelOnRail, AgreesWithContactOnTheManchesterBenchmark) {
  const auto rows = manchester_rows();
  if (rows.empty()) GTEST_SKIP() << "the shared data are not here";
  ASSERT_EQ(rows.size(), 21U);
  ContactProblem problem = manchester();
  Workspace workspace;
  Contact contact;
  for (const std::size_t i : {1U, 5U, 9U, 13U, 20U}) {  // all rows: docs/validation/wheel_on_rail.md
    test::place(rows[i], problem);
    solve(problem, nullptr, workspace, contact);
    expect_row(rows[i], contact);
  }
}

}  // namespace
}  // namespace flangeway::wheel_on_rail
