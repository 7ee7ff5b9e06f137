// Prescribed vertical forces: the search for a depth, and problems at random.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "flangeway/wheel_on_rail/depth_search.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"
#include "flangeway/wheel_on_rail/test/shapes.hpp"

namespace flangeway::wheel_on_rail {
namespace {

using contact::patch::NormalMethod;
using contact::patch::TangentialMethod;

struct Found {
  DepthSearch search;
  double depth;
  int iterates = 0;
};

// Until the force is within 1e-6 of what is wanted or nothing is left between the sides.
template <typename Force>
Found find(const Force& force, double start, double stiffness = 0) {
  Found found{DepthSearch({1, stiffness}, 1e-12), start};
  for (; found.iterates < 200 && !found.search.closed(); ++found.iterates) {
    const double pressures = std::pow(found.depth, 1.5), total = force(found.depth);
    if (std::abs(total - found.search.wanted(found.depth)) < 1e-6) break;
    found.depth = found.search.next({found.depth, pressures, total, true});
  }
  return found;
}

TEST(DepthSearch, FollowsAPowerInAFewTrials) {
  for (const double power : {1.0, 1.5, 2.5}) {
    const Found found = find([&](double d) { return std::pow(d / 3e-2, power); }, 1e-2);
    EXPECT_NEAR(found.depth, 3e-2, 1e-7) << power;
    EXPECT_LE(found.iterates, 4) << power;
  }
}

// Springs below the rail carry less the deeper the wheel is pressed; with soft and hard ones.
TEST(DepthSearch, MeetsWhatSpringsCarryInAFewTrials) {
  for (const double stiffness : {1.0, 30.0, 1000.0}) {
    const auto force = [](double d) { return std::pow(d / 3e-2, 1.5); };
    const Found found = find(force, 1e-2, stiffness);
    EXPECT_NEAR(force(found.depth) + stiffness * found.depth, 1, 1e-6) << stiffness;
    EXPECT_LE(found.iterates, 6) << stiffness;
  }
}

// Friction pulls down more than the pressures carry until another part of the wheel touches.
TEST(DepthSearch, GoesOnWhereFrictionTakesAll) {
  const auto force = [](double d) { return d < 0.2 ? -d : -d + 40 * std::pow(d - 0.2, 1.5); };
  const Found found = find(force, 1e-3);
  EXPECT_NEAR(force(found.depth), 1, 1e-6);
  EXPECT_LT(found.iterates, 40);
}

TEST(DepthSearch, EndsWhereTheForceJumps) {
  const auto force = [](double d) { return d < 0.1 ? 5 * d : 0.3 + 10 * d; };
  const Found found = find(force, 0.02);
  EXPECT_TRUE(found.search.closed());
  EXPECT_NEAR(found.depth, 0.1, 1e-9);
  EXPECT_NEAR(found.search.nearest().force, 1.3, 1e-6);
  EXPECT_LT(found.iterates, 100);
}

ContactProblem pressed(const char* wheel, const char* rail, double y, double yaw, double roll, double force) {
  ContactProblem problem;
  problem.wheel = standard(wheel), problem.rail = standard(rail);
  problem.rail_place.inclination = 0.025;
  problem.motion.y = y, problem.motion.yaw = yaw, problem.motion.roll = roll;
  problem.motion.velocity = Vec3(20, 0, 0);
  problem.motion.velocity_pitch = 20 / 0.46;
  problem.vertical = VerticalControl::force;
  problem.vertical_force = force;
  problem.resolution.dx = problem.resolution.ds = 5e-4;
  return problem;
}

// On a flange friction takes most of what the pressures carry, or adds as much: as a part that stays it went
// from one side to the other without end.
TEST(WheelOnRail, MeetsAForceThatFrictionCarriesOrTakes) {
  for (const double yaw : {0.05, 0.03, -0.02}) {
    const ContactProblem problem = pressed("s1002", "60e1", 7e-3, yaw, 0, 1e5);
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.status, Status::solved) << yaw;
    EXPECT_NEAR(contact.total.track.force.z(), 1e5, 1) << yaw;
    EXPECT_LE(contact.position_iterations, 8) << yaw;
  }
}

// Down to a thousandth of a newton, half a nanometre deep.
TEST(WheelOnRail, MeetsSmallForcesToTheSamePart) {
  for (const double force : {10.0, 1.0, 0.1, 1e-2, 1e-3}) {
    const Contact contact = solve(pressed("s1002", "60e1", 2e-3, -4e-3, 0, force));
    EXPECT_EQ(contact.status, Status::solved) << force;
    EXPECT_NEAR(contact.total.track.force.z() / force, 1, 1e-5) << force;
  }
}

// From pitch velocities at which all slides and the force says little of how far they are off.
TEST(WheelOnRail, FindsThePitchVelocityOfAForceFromAfar) {
  for (const double off : {-0.05, -0.01, 0.01, 0.05}) {
    ContactProblem problem = pressed("s1002", "60e1", 3e-3, 0.03, 0, 8e4);
    problem.motion.velocity_pitch *= 1 + off;
    problem.longitudinal = LongitudinalControl::force;
    problem.longitudinal_force = 5e3;
    const Contact contact = solve(problem);
    EXPECT_EQ(contact.status, Status::solved) << off;
    EXPECT_NEAR(contact.total.wheelset.force.x(), 5e3, 1) << off;
    EXPECT_NEAR(contact.total.track.force.z(), 8e4, 1) << off;
  }
}

// All of it slides, and tan of the contact angle is more than 1/μ: friction pulls down more than the flange
// carries, whatever its depth.
TEST(WheelOnRail, SaysThatFrictionOnTheFlangeTakesTheForce) {
  ContactProblem problem = pressed("en15302_h", "60e1", 7e-3, -0.0321, 0.0023, 20e3);
  problem.friction[0].law.kinetic = 0.55;
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::force_unreachable);
  EXPECT_LT(contact.total.track.force.z(), 0);
}

struct Drawn {
  ContactProblem problem;
  std::string text;
};

// Flange, root and tread, from a light touch to a heavy wheel, by every method.
Drawn draw(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto in = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53;
  };
  const auto one_of = [&](auto... names) {
    const std::array<const char*, sizeof...(names)> all{names...};
    return all[engine() % all.size()];
  };
  ContactProblem s = pressed(one_of("s1002", "en15302_a", "en15302_b", "en15302_h", "en15302_i"),
                             one_of("60e1", "60e2", "54e1", "49e1", "140re"), in(-0.01, 0.01),
                             in(-0.06, 0.06), in(-0.02, 0.02), std::exp(in(std::log(1e3), std::log(2e5))));
  s.motion.velocity_pitch *= 1 + in(-1, 1) * std::pow(10.0, in(-4, -1.5));
  s.friction[0].law.kinetic = in(0.05, 0.6);
  s.resolution.dx = s.resolution.ds = 1e-3;
  s.reference.surface = std::array{Surface::plane, Surface::plane_local, Surface::curved}[engine() % 3];
  const auto method = engine() % 4;
  if (method == 1) s.method = {NormalMethod::strips, TangentialMethod::fastrip, {}, {}, {}};
  if (method == 2) s.method = {NormalMethod::strips, TangentialMethod::fastsim, {}, {}, {}};
  if (method == 3) s.method = {NormalMethod::kik_piotrowski, TangentialMethod::fastrip, {}, {}, {}};
  return {s, fmt::format("seed {}, method {}", seed, method)};
}

void expect_numbers_in_balance(const Contact& contact, const ContactProblem& problem,
                               const std::string& text) {
  Vec3 sum = Vec3::Zero();
  for (const Patch& patch : contact.patches) {
    sum += patch.wrench.track.force;
    EXPECT_LE(patch.frictional_power, 1e-9 * patch.normal_force) << text;
    for (const double pressure : patch.solution.tractions.pressure) ASSERT_TRUE(pressure >= 0) << text;
  }
  EXPECT_LE((sum - contact.total.track.force).norm(), 1e-9 * (1 + sum.norm())) << text;
  EXPECT_TRUE(contact.total.track.moment.allFinite() && std::isfinite(contact.z)) << text;
  if (contact.status == Status::solved) {
    EXPECT_NEAR(sum.z() / problem.vertical_force, 1, 1e-4) << text;
  }
  if (contact.status == Status::force_unreachable) {
    EXPECT_LT(sum.z(), problem.vertical_force) << text;
  }
}

// With tangential boundary elements all that can be met is met; fast methods have small jumps: one in a
// thousand.
TEST(WheelOnRail, SituationsAtRandomAreSolvedOrOutOfReach) {
  Workspace used;
  Contact again;
  int jumps = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto [problem, text] = draw(seed);
    ASSERT_THAT(find_faults(problem), testing::IsEmpty());
    const Contact contact = solve(problem);
    jumps += contact.status == Status::force_jumps ? 1 : 0;
    solved += contact.status == Status::solved ? 1 : 0;
    if (problem.method.tangential == TangentialMethod::boundary_elements) {
      EXPECT_NE(contact.status, Status::force_jumps) << text;
    }
    EXPECT_THAT(contact.status,
                testing::AnyOf(Status::solved, Status::force_unreachable, Status::force_jumps))
        << text << ": " << message(contact.status);
    expect_numbers_in_balance(contact, problem, text);
    solve(problem, nullptr, used, again);
    EXPECT_EQ(again.total.track.force, contact.total.track.force) << text;
    EXPECT_EQ(again.z, contact.z) << text;
  }
  EXPECT_LE(jumps, 1);
  RecordProperty("solved", solved);
  EXPECT_GE(solved, 295);
}

}  // namespace
}  // namespace flangeway::wheel_on_rail
