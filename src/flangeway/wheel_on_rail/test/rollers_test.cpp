// A wheel on a roller: what is known of it without computing it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "flangeway/math/rotation.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"
#include "flangeway/wheel_on_rail/test/shapes.hpp"
#include "support/circular_rail.hpp"
#include "support/rotation_y.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::TangentialKind;

constexpr double speed = 20, wheel_radius = 0.46, roller_radius = 0.5;

// S1002 on a roller with the head of a 60E1, pressed by 80 kN.
ContactProblem wheel_on_roller(double radius = roller_radius) {
  ContactProblem problem;
  problem.wheel = standard("s1002");
  problem.rail = standard("60e1");
  problem.rail_place.by_gauge = false;
  problem.rail_place.y = 0.755;
  problem.rail_place.roller_radius = radius;
  problem.rail_place.roller_velocity_pitch = speed / radius;
  problem.motion.velocity.setZero();
  problem.motion.velocity_pitch = speed / wheel_radius;
  problem.vertical = VerticalControl::force;
  problem.vertical_force = 80e3;
  problem.resolution.dx = problem.resolution.ds = 5e-4;
  return problem;
}

constexpr double ball_radius = 0.05, crown = 0.1, ball_roller = 0.08, ball_depth = 2e-5;

// A ball of 50 mm on a roller of 80 mm whose profile has a crown of 100 mm; all symmetric to y = 0.
ContactProblem ball_on_roller() {
  ContactProblem problem;
  problem.wheel = arc(ball_radius, 0.6, 1);
  problem.rail = arc(crown, 0.3, -1);
  problem.rail_place.by_gauge = false;
  problem.rail_place.roller_radius = ball_roller;
  problem.rail_place.roller_velocity_pitch = 1 / ball_roller;
  problem.wheel_place.back_distance = problem.wheel_place.back_position = 0;
  problem.wheel_place.nominal_radius = ball_radius;
  problem.motion.velocity.setZero();
  problem.motion.velocity_pitch = 1 / ball_radius;
  problem.motion.z = -ball_depth;
  problem.resolution.dx = problem.resolution.ds = 1e-4;
  return problem;
}

constexpr Surface all_surfaces[] = {Surface::plane, Surface::plane_local, Surface::curved};

// The larger the roller, the more it is a rail that the wheelset runs along.
TEST(WheelOnRoller, OfAHugeRadiusIsOnARail) {
  for (const Surface surface : all_surfaces) {
    ContactProblem roller = wheel_on_roller(1e5);
    roller.reference.surface = surface;
    roller.motion.y = 0.003;
    roller.motion.yaw = -0.004;
    roller.motion.roll = 2e-4;
    roller.rail_place.deviation_roll = 0.01;
    roller.motion.velocity_pitch *= 1.001;
    ContactProblem rail = roller;
    rail.rail_place.roller_radius.reset();
    rail.motion.velocity.x() = speed;
    const Contact a = solve(roller), b = solve(rail);
    ASSERT_EQ(a.status, Status::solved) << message(a.status);
    ASSERT_EQ(a.patches.size(), b.patches.size());
    EXPECT_NEAR(a.z, b.z, 1e-8);
    const double scale = b.total.track.force.norm();
    EXPECT_LT((a.total.track.force - b.total.track.force).norm(), 2e-5 * scale);
    EXPECT_LT((a.total.wheelset.moment - b.total.wheelset.moment).norm(), 2e-5 * scale);
    EXPECT_LT((a.average_position - b.average_position).norm(), 1e-6);
    for (std::size_t i = 0; i < a.patches.size(); ++i) {
      const Patch &p = a.patches[i], &q = b.patches[i];
      EXPECT_LT((p.position - q.position).norm(), 1e-7);
      EXPECT_NEAR(p.angle, q.angle, 1e-7);
      EXPECT_NEAR(p.reference_speed, q.reference_speed, 1e-5 * q.reference_speed);
      EXPECT_NEAR(p.creepages.longitudinal, q.creepages.longitudinal, 1e-6);
      EXPECT_NEAR(p.creepages.lateral, q.creepages.lateral, 1e-6);
      EXPECT_NEAR(p.creepages.spin, q.creepages.spin, 1e-4);
      EXPECT_NEAR(p.max_pressure, q.max_pressure, 1e-5 * q.max_pressure);
    }
  }
}

// Hertz with the sums of both bodies' curvatures, along and across: errors fall with the element.
TEST(WheelOnRoller, IsPressedAsHertzSays) {
  ContactProblem problem = ball_on_roller();
  problem.tangential = TangentialKind::none;
  const contact::UnitPatch unit =
      contact::unit_patch(1 / ball_radius + 1 / ball_roller, 1 / ball_radius + 1 / crown,
                          problem.wheel_material, problem.rail_material);
  const double force = std::pow(ball_depth / unit.approach, 1.5);
  const double a = unit.a * std::cbrt(force), b = unit.b * std::cbrt(force);
  const double peak = 1.5 * force / (pi * a * b);
  double missing[3] = {};
  for (const int fine : {0, 1, 2}) {
    problem.resolution.dx = problem.resolution.ds = 1e-4 / (1 << fine);
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.patches.size(), 1U);
    const Patch& patch = contact.patches[0];
    missing[fine] = std::abs(patch.normal_force / force - 1);
    EXPECT_NEAR(patch.interpenetration, ball_depth, 1e-10);
    EXPECT_NEAR(patch.max_pressure / peak, 1, 2e-3 / (1 << fine));
    EXPECT_NEAR(patch.contact_area / (pi * a * b), 1, 0.04 / (1 << fine));
  }
  EXPECT_LT(missing[0], 2e-3);
  EXPECT_LT(missing[2], 2e-4);
}

// Equal and opposite surface speeds: no creepage, no slip anywhere on the curved surface, no force.
TEST(WheelOnRoller, RollsFreelyWhereBothSurfacesRunAtTheSameSpeed) {
  for (const Surface surface : all_surfaces) {
    ContactProblem problem = wheel_on_roller();
    problem.wheel = std::make_shared<profile::Curve>(profile::cone(0.0).curve);
    problem.rail = std::make_shared<profile::Curve>(profile::circular_rail(0.3, 0.03).curve);
    problem.rail_place.y = 0.75;
    problem.vertical = VerticalControl::position;
    problem.motion.z = -1e-4;
    problem.reference.surface = surface;
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.patches.size(), 1U);
    const Patch& patch = contact.patches[0];
    // The surfaces overlap by 0.1 mm: at the reference point on the roller the wheel's radius is larger by
    // what lies above it.
    EXPECT_NEAR(patch.reference_speed, speed, 3e-4 * speed);
    EXPECT_EQ(patch.problem.motion.direction, 1);
    if (surface == Surface::plane) {
      EXPECT_NEAR(patch.creepages.longitudinal, 0, 3e-4);
      EXPECT_NEAR(patch.creepages.spin, 0, 1e-6);
      continue;
    }
    const contact::patch::Problem& solved = patch.problem;
    double least = 1, most = -1;
    for (int j = solved.grid.ny / 2; j <= solved.grid.ny / 2; ++j) {
      for (int i = 0; i < solved.grid.nx; ++i) {
        const std::size_t at = solved.grid.index(i, j);
        if (patch.solution.tractions.pressure[at] <= 0) continue;
        const double slip = solved.extra_slip_x[at] + patch.creepages.longitudinal;
        least = std::min(least, slip), most = std::max(most, slip);
      }
    }
    const double inclined = solved.grid.x(solved.grid.nx - 2);
    // Contribution of the longitudinal velocities alone at the inclined parts: (1 − cos) of either circle.
    const double either = inclined * inclined / 2 *
                          std::abs(1 / (wheel_radius * wheel_radius) - 1 / (roller_radius * roller_radius));
    EXPECT_GT(either, 1e-5);
    EXPECT_LT(std::max(most, -least), 1e-7);
  }
}

TEST(WheelOnRoller, RollsTheOtherWayWithTheRoller) {
  ContactProblem problem = ball_on_roller();
  problem.motion.velocity_pitch *= 1.01;
  const Contact forward = solve(problem);
  problem.motion.velocity_pitch *= -1;
  problem.rail_place.roller_velocity_pitch *= -1;
  const Contact backward = solve(problem);
  EXPECT_EQ(forward.patches.at(0).problem.motion.direction, 1);
  EXPECT_EQ(backward.patches.at(0).problem.motion.direction, -1);
  EXPECT_GT(forward.total.track.force.x(), 1);  // the faster wheel is driven forward by what it drags
  EXPECT_NEAR(backward.total.track.force.x(), -forward.total.track.force.x(),
              1e-6 * forward.total.track.force.x());
}

// Torques of both axles and the force across, times their velocities: what friction takes. To the difference
// of a traction over one element, of the first order, as on a rail.
TEST(WheelOnRoller, TakesFromBothAxlesWhatFrictionDissipates) {
  for (const Surface surface : {Surface::plane, Surface::curved}) {
    double missing[2] = {};
    for (const int fine : {0, 1}) {
      ContactProblem problem = wheel_on_roller();
      problem.reference.surface = surface;
      problem.motion.y = 0.002;
      problem.motion.yaw = -0.006;
      problem.motion.velocity.y() = 0.01;
      problem.motion.velocity_pitch *= 1.002;
      problem.resolution.dx = problem.resolution.ds = fine ? 2.5e-4 : 5e-4;
      const Contact contact = solve(problem);
      ASSERT_EQ(contact.status, Status::solved);
      const Wrench& on_wheelset = contact.total.wheelset;
      const Vec3 axle(0, 0, -roller_radius);
      const Vec3 about_roller = -(contact.total.track.moment - axle.cross(contact.total.track.force));
      const double wheel = on_wheelset.moment.y() * problem.motion.velocity_pitch +
                           contact.total.track.force.y() * problem.motion.velocity.y(),
                   roller = -about_roller.y() * problem.rail_place.roller_velocity_pitch;
      double friction = 0;
      for (const Patch& patch : contact.patches) friction += patch.frictional_power;
      EXPECT_LT(friction, -10);
      missing[fine] = friction / (wheel + roller) - 1;
    }
    // On the curved surface slip lies along the middle of both surfaces, tractions along x: 1.6 % stay.
    const double stays = surface == Surface::curved ? -0.016 : 0;
    EXPECT_LT(std::abs(missing[0]), 0.07);
    EXPECT_NEAR((missing[1] - stays) / (missing[0] - stays), 0.5, 0.08);
  }
}

// Pressures without friction have no moment about either axle, though the yawed wheel touches before the top
// of the roller: there the plane of the patch is inclined.
TEST(WheelOnRoller, PressesThroughBothAxles) {
  for (const Surface surface : {Surface::plane, Surface::curved}) {
    ContactProblem problem = wheel_on_roller();
    problem.reference.surface = surface;
    problem.tangential = TangentialKind::none;
    problem.motion.yaw = 0.02;
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.status, Status::solved);
    const Patch& patch = contact.patches.at(0);
    EXPECT_LT(patch.pitch, -0.01);
    EXPECT_NEAR(patch.position.x(), (roller_radius + patch.on_rail.y()) * std::sin(patch.pitch), 1e-12);
    EXPECT_GT(std::abs(contact.total.track.force.x()), 500);
    const Vec3 axle(0, 0, -roller_radius);
    const Vec3 about = contact.total.track.moment - axle.cross(contact.total.track.force);
    EXPECT_LT(std::abs(about.y()), 1e-5 * 80e3);  // 10 µm of lever
    EXPECT_LT(std::abs(contact.total.wheelset.moment.y()), 1e-5 * 80e3);
  }
}

// A wheel moved around the roller, and its velocity with it: the force turns with it.
TEST(WheelOnRoller, IsTheSameAllAroundTheRoller) {
  for (const Surface surface : all_surfaces) {
    ContactProblem problem = ball_on_roller();
    problem.reference.surface = surface;
    problem.motion.velocity.y() = 2e-3;
    problem.motion.velocity_pitch *= 1.003;
    const Contact top = solve(problem);
    const double angle = 0.1, apart = ball_radius + ball_roller - ball_depth;
    problem.wheel_place.deviation = Vec3(apart * std::sin(angle), 0, 0);
    problem.motion.z = apart * std::cos(angle) - ball_roller - ball_radius;
    // The wheel turns about its own axle, which the deviation has moved off that of the wheelset.
    problem.motion.velocity_pitch = 0;
    problem.wheel_place.deviation_velocity_pitch = 1.003 / ball_radius;
    const Contact around = solve(problem);
    ASSERT_EQ(around.patches.size(), 1U);
    const Patch &a = top.patches.at(0), &b = around.patches.at(0);
    const Mat3 turn = rotation_y(angle);
    // Overlaps are measured vertically: where surfaces inclined by ε overlap by d, that is d/(r₁ + r₂) tan ε
    // of the way round less.
    const double less = ball_depth / (ball_radius + ball_roller) * std::tan(angle);
    EXPECT_NEAR(b.pitch, angle - less, 1e-6);
    const Vec3 axle(0, 0, -ball_roller);
    EXPECT_LT((b.position - axle - turn * (a.position - axle)).norm(), 1.1 * less * ball_roller);
    const double force = top.total.track.force.norm();
    EXPECT_LT((around.total.track.force - turn * top.total.track.force).norm(), 3e-4 * force);
    const auto about_own_axle = [](const Wrench& wheel) {
      return Vec3(wheel.moment - Vec3(0, 0, ball_radius).cross(wheel.force));
    };
    EXPECT_LT((about_own_axle(around.total.wheel) - turn * about_own_axle(top.total.wheel)).norm(),
              3e-4 * ball_radius * force);
    EXPECT_LT((around.average_position - axle - turn * (top.average_position - axle)).norm(), 1e-6);
    EXPECT_NEAR(b.creepages.longitudinal, a.creepages.longitudinal, 3e-7);
    EXPECT_NEAR(b.creepages.lateral, a.creepages.lateral, 3e-7);
    EXPECT_NEAR(b.frictional_power, a.frictional_power, 1e-3 * std::abs(a.frictional_power));
  }
}

TEST(WheelOnRoller, MirrorsItsSlip) {
  ContactProblem problem = ball_on_roller();
  problem.motion.y = 1e-3;
  problem.motion.velocity.y() = 2e-3;
  problem.motion.yaw = 2e-2;
  problem.rail_place.deviation_roll = 0.01;
  const Contact left = solve(problem);
  problem.motion.y *= -1;
  problem.motion.velocity.y() *= -1;
  problem.motion.yaw *= -1;
  problem.rail_place.deviation_roll *= -1;
  const Contact right = mirror_image(solve(problem));
  EXPECT_LT((left.total.track.force - right.total.track.force).norm(), 1e-3 * left.total.track.force.norm());
  EXPECT_LT((left.patches[0].position - right.patches[0].position).norm(), 1e-8);
  EXPECT_NEAR(left.patches[0].pitch, right.patches[0].pitch, 1e-7);
  EXPECT_NEAR(left.patches[0].angle, right.patches[0].angle, 1e-8);
  EXPECT_NEAR(left.patches[0].creepages.spin, right.patches[0].creepages.spin, 1e-6);
}

TEST(WheelOnRoller, SearchesOnAGridWithTheSameResult) {
  ContactProblem problem = wheel_on_roller();
  problem.motion.yaw = 0.02;
  const Contact locus = solve(problem);
  problem.resolution.search = Search::grid;
  problem.vertical = VerticalControl::position;
  problem.motion.z = locus.z;
  const Contact grid = solve(problem);
  ASSERT_EQ(locus.patches.size(), grid.patches.size());
  for (std::size_t i = 0; i < locus.patches.size(); ++i) {
    EXPECT_LT((locus.patches[i].position - grid.patches[i].position).norm(), 5e-6);
    EXPECT_NEAR(locus.patches[i].normal_force, grid.patches[i].normal_force, 1e-3 * 80e3);
  }
}

TEST(WheelOnRoller, IsPressedAndBrakedByTheForcesThatAreAskedFor) {
  for (const Surface surface : {Surface::plane, Surface::curved}) {
    ContactProblem problem = wheel_on_roller();
    problem.reference.surface = surface;
    problem.motion.y = 0.002;
    problem.motion.yaw = -0.003;
    problem.longitudinal = LongitudinalControl::force;
    problem.longitudinal_force = -8e3;
    problem.motion.velocity_pitch = 0;
    const Contact contact = solve(problem);
    EXPECT_EQ(contact.status, Status::solved) << message(contact.status);
    EXPECT_THAT(contact.warnings, testing::IsEmpty());
    EXPECT_NEAR(contact.total.track.force.z(), 80e3, 1e-5 * 80e3);
    EXPECT_NEAR(contact.total.wheelset.force.x(), -8e3, 3);
    EXPECT_LT(contact.velocity_pitch, 0.9999 * speed / wheel_radius);
  }
}

TEST(WheelOnRoller, RollsFromRestIntoTheSteadyState) {
  ContactProblem problem = wheel_on_roller();
  problem.vertical = VerticalControl::position;
  problem.motion.yaw = -0.02;
  problem.resolution.dx = problem.resolution.ds = 1e-3;
  problem.motion.z = -7e-5;
  const double touch = [&] {
    ContactProblem pressed = problem;
    pressed.vertical = VerticalControl::force;
    pressed.tangential = TangentialKind::none;
    return solve(pressed).z;
  }();
  problem.motion.z = touch;
  const Contact steady = solve(problem);
  ASSERT_EQ(steady.patches.size(), 1U);
  problem.tangential = TangentialKind::transient_rolling;
  Workspace workspace;
  Contact before, now;
  solve(problem, nullptr, workspace, before);
  const double wanted = steady.total.track.force.y();
  EXPECT_GT(std::abs(before.total.track.force.y() - wanted), 0.05 * std::abs(wanted));
  for (int step = 0; step < 25; ++step) {
    solve(problem, &before, workspace, now);
    std::swap(before, now);
  }
  EXPECT_NEAR(before.total.track.force.y(), wanted, 0.01 * std::abs(wanted));
}

// Places all over flange and tread: the load is carried, or the result says why not.
TEST(WheelOnRoller, CarriesItsLoadWhereverTheWheelsetStands) {
  std::mt19937 dice(1);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(dice);
  };
  Workspace workspace;
  Contact contact;
  int solved = 0;
  constexpr int count = 200;
  for (int i = 0; i < count; ++i) {
    ContactProblem problem = wheel_on_roller(between(0.2, 1));
    problem.resolution.dx = problem.resolution.ds = 1e-3;
    problem.reference.surface = i % 2 == 0 ? Surface::plane : Surface::curved;
    problem.motion.y = between(-8e-3, 9e-3);
    problem.motion.yaw = between(-0.03, 0.03);
    problem.motion.roll = between(-0.01, 0.01);
    problem.vertical_force = std::pow(10, between(3.5, 5.2));
    solve(problem, nullptr, workspace, contact);
    ASSERT_NE(contact.status, Status::not_converged) << i;
    if (contact.status != Status::solved) continue;
    ++solved;
    EXPECT_NEAR(contact.total.track.force.z(), problem.vertical_force, 2e-5 * problem.vertical_force) << i;
  }
  EXPECT_EQ(solved, count);
}

// A locked wheel, and a shift while the roller is at rest: one surface or both stand still.
TEST(WheelOnRoller, SlidesLockedAndShiftsAsOnAPlane) {
  for (const bool shift : {false, true}) {
    ContactProblem problem = wheel_on_roller();
    problem.resolution.dx = problem.resolution.ds = 1e-3;
    problem.motion.velocity_pitch = 0;
    if (shift) {
      problem.tangential = TangentialKind::shift;
      problem.rail_place.roller_velocity_pitch = 0;
      problem.motion.velocity.y() = 1e-4;
    }
    ASSERT_THAT(find_faults(problem), testing::IsEmpty());
    const Contact plane = solve(problem);
    ASSERT_EQ(plane.status, Status::solved) << message(plane.status);
    EXPECT_GT(plane.total.track.force.head<2>().norm(), 20e3);  // all of it slides: 0.3 · 80 kN
    for (const Surface surface : {Surface::plane_local, Surface::curved}) {
      problem.reference.surface = surface;
      const Contact local = solve(problem);
      ASSERT_EQ(local.status, Status::solved) << message(local.status);
      const double near = surface == Surface::curved ? 5e-3 : 1e-5;
      EXPECT_LT((local.total.track.force - plane.total.track.force).norm(), near * 80e3);
    }
  }
}

TEST(WheelOnRoller, IsPlacedByGaugeWithItsProfileAtItsRadius) {
  ContactProblem problem = wheel_on_roller();
  problem.rail_place.by_gauge = true;
  problem.vertical_force = 10e3;
  problem.rail = std::make_shared<profile::Curve>(problem.rail->moved(Vec2(0, -1e-3)));
  const Contact contact = solve(problem);  // the profile's top lies 1 mm below its z = 0, and stays there
  EXPECT_EQ(contact.status, Status::solved);
  EXPECT_NEAR(contact.patches.at(0).position.z(), -1e-3, 5e-4);
  EXPECT_NEAR(contact.patches.at(0).on_rail.y(), contact.patches.at(0).position.z(), 1e-9);
}

TEST(WheelOnRoller, NamesItsFaults) {
  ContactProblem problem = wheel_on_roller();
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());
  problem.motion.velocity_pitch *= -1;
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre("motion: wheel and roller turn against each other: their surfaces have no "
                                   "common rolling velocity"));
  problem.motion.velocity_pitch = 0;
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());  // a wheel that is locked
  problem.rail_place.roller_velocity_pitch = 0;
  problem.motion.velocity_pitch = speed / wheel_radius;
  EXPECT_THAT(
      find_faults(problem),
      testing::ElementsAre("motion: rolling on a roller needs a velocity of the roller that is not zero, or "
                           "none at all"));
  problem.motion.velocity_pitch = 0;  // both are at rest: rolling without creepage
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());
  const Contact at_rest = solve(problem);
  ASSERT_EQ(at_rest.status, Status::solved);
  EXPECT_EQ(at_rest.patches.at(0).creepages.longitudinal, 0);
  EXPECT_EQ(at_rest.patches.at(0).longitudinal_force, 0);
  problem.tangential = TangentialKind::none;
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());
  problem.rail_place.roller_radius = 0.01;
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre("rail_place.roller_radius (got 0.01; allowed more than its profile lies "
                                   "below z = 0, in m)"));
  problem.rail_place.roller_radius = std::numeric_limits<double>::infinity();
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre("rail_place.roller_radius (got inf; allowed > 0 in m)"));
  for (const double radius : {0.0, -0.5}) {
    problem.rail_place.roller_radius = radius;
    EXPECT_THAT(find_faults(problem),
                testing::ElementsAre(radius == 0 ? "rail_place.roller_radius (got 0; allowed > 0 in m)"
                                                 : "rail_place.roller_radius (got -0.5; allowed > 0 in m)"));
  }
}

}  // namespace
}  // namespace flangeway::wheel_on_rail
