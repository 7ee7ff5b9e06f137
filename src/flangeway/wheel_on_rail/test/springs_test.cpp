// A rail without mass on springs below a wheelset that stands at a given height.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "flangeway/wheel_on_rail/solve.hpp"
#include "flangeway/wheel_on_rail/test/shapes.hpp"

namespace flangeway::wheel_on_rail {
namespace {

ContactProblem wheel_on_springs() {
  ContactProblem problem = rolling_wheel();
  problem.motion.yaw = -0.004;
  problem.motion.y = 0.002;
  problem.resolution.dx = problem.resolution.ds = 1e-3;
  problem.springs = RailSprings{2e7, 1e8, 300, -500};
  return problem;
}

// Both balances, N.
Vec2 imbalance(const ContactProblem& problem, const Contact& contact) {
  const RailSprings& springs = *problem.springs;
  return {springs.force_y - contact.total.track.force.y() - springs.stiffness_y * contact.rail_deflection_y,
          springs.force_z - contact.total.track.force.z() - springs.stiffness_z * contact.rail_deflection_z};
}

// The force found at a height, prescribed, gives that height and the same deflections.
TEST(RailOnSprings, AtAHeightIsWhereTheForceFoundPutsTheWheelset) {
  for (const Surface surface : {Surface::plane, Surface::curved}) {
    for (const double stiffness : {1e6, 1e8, 1e10}) {
      SCOPED_TRACE(testing::Message() << "stiffness " << stiffness);
      ContactProblem problem = wheel_on_springs();
      problem.reference.surface = surface;
      problem.springs->stiffness_z = stiffness;
      problem.vertical = VerticalControl::force;
      problem.vertical_force = 60e3;
      const Contact pressed = solve(problem);
      ASSERT_EQ(pressed.status, Status::solved) << message(pressed.status);
      problem.vertical = VerticalControl::position;
      problem.vertical_force = 0;
      problem.motion.z = pressed.z;
      const Contact placed = solve(problem);
      ASSERT_EQ(placed.status, Status::solved) << message(placed.status);
      EXPECT_NEAR(placed.z, pressed.z, 1e-12);
      // Along the slope of both forces over the height.
      EXPECT_NEAR(placed.total.track.force.z(), 60e3, 1e-4 * 60e3);
      EXPECT_NEAR(placed.rail_deflection_z, pressed.rail_deflection_z, 1e-4 * 60e3 / stiffness);
      EXPECT_NEAR(placed.rail_deflection_y, pressed.rail_deflection_y, 2e-3 * 60e3 / 2e7);
      EXPECT_LT(std::abs(imbalance(problem, placed).y()), 2e-5 * 60e3);
      EXPECT_LT(std::abs(imbalance(problem, placed).x()), 1e-3 * 60e3);
      EXPECT_LT((placed.patches.at(0).position - pressed.patches.at(0).position).norm(), 1e-5);
    }
  }
}

// The deflection is a displacement of the rail: with the rail there from the beginning and no springs the
// same comes out, in all frames.
TEST(RailOnSprings, IsTheRailAtItsDeflectedPlace) {
  ContactProblem problem = wheel_on_springs();
  problem.motion.z = -2e-3;
  for (const bool roller : {false, true}) {
    if (roller) {
      problem.rail_place = {};
      problem.rail_place.by_gauge = false;
      problem.rail_place.y = 0.755;
      problem.rail_place.roller_radius = 0.5;
      problem.rail_place.roller_velocity_pitch = 40;
      problem.motion.velocity.setZero();
    }
    problem.springs = RailSprings{2e7, 3e7, 300, -500};
    const Contact sprung = solve(problem);
    ASSERT_EQ(sprung.status, Status::solved) << message(sprung.status);
    ASSERT_GT(sprung.total.track.force.z(), 10e3);
    ContactProblem firm = problem;
    firm.springs.reset();
    firm.rail_place.deviation_y += sprung.rail_deflection_y;
    firm.rail_place.deviation_z += sprung.rail_deflection_z;
    const Contact rail = solve(firm);
    EXPECT_DOUBLE_EQ(sprung.z, firm.motion.z);
    const double force = rail.total.track.force.norm();
    // Patches formed at a height that differs by up to 0.5 % of the depth.
    EXPECT_LT((sprung.total.track.force - rail.total.track.force).norm(), 1e-3 * force);
    EXPECT_LT((sprung.total.track.moment - rail.total.track.moment).norm(), 1e-3 * force);
    EXPECT_LT((sprung.total.wheelset.moment - rail.total.wheelset.moment).norm(), 1e-3 * force);
    EXPECT_LT((sprung.average_position - rail.average_position).norm(), 2e-5);
    ASSERT_EQ(sprung.patches.size(), rail.patches.size());
    for (std::size_t i = 0; i < rail.patches.size(); ++i)
      EXPECT_LT((sprung.patches[i].position - rail.patches[i].position).norm(), 2e-5);
  }
}

TEST(RailOnSprings, CarriesTheMoreTheLowerTheWheelsetAndNothingAboveIt) {
  ContactProblem problem = wheel_on_springs();
  const double free = problem.springs->force_z / problem.springs->stiffness_z;
  double before = -1;
  int touching = 0;
  for (double z = 2e-4; z > -1.2e-3; z -= 1e-4) {
    problem.motion.z = z;
    const Contact contact = solve(problem);
    if (contact.patches.empty()) {
      EXPECT_EQ(contact.status, Status::no_contact);
      EXPECT_EQ(contact.total.track.force.norm(), 0);
      EXPECT_DOUBLE_EQ(contact.rail_deflection_z, free);
      EXPECT_NEAR(contact.rail_deflection_y, 300 / 2e7, 1e-9);
      EXPECT_EQ(contact.z, z);
      EXPECT_EQ(touching, 0);  // once touched, it stays so further down
      continue;
    }
    ++touching;
    ASSERT_EQ(contact.status, Status::solved) << z << " " << message(contact.status);
    EXPECT_GT(contact.total.track.force.z(), before);
    EXPECT_LT(imbalance(problem, contact).norm(), 1e-3 * contact.total.track.force.norm() + 1e-2);
    before = contact.total.track.force.z();
  }
  EXPECT_GT(touching, 5);
}

// The wheelset as low as it just touches: the force begins at zero.
TEST(RailOnSprings, BeginsToCarryWithoutAStep) {
  ContactProblem problem = wheel_on_springs();
  problem.springs = RailSprings{2e7, 1e8, 0, 0};
  problem.motion.yaw = 0;
  problem.resolution.dx = problem.resolution.ds = 1e-4;
  double above = 1e-3, below = -1e-3;  // with contact below
  for (int i = 0; i < 25; ++i) {
    problem.motion.z = (above + below) / 2;
    (solve(problem).patches.empty() ? above : below) = problem.motion.z;
  }
  for (const double deeper : {1e-7, 1e-6, 1e-5}) {
    problem.motion.z = above - deeper;
    const Contact contact = solve(problem);
    ASSERT_EQ(contact.status, Status::solved) << message(contact.status);
    EXPECT_GT(contact.total.track.force.z(), 0);
    EXPECT_LT(contact.total.track.force.z(), 1e8 * deeper);
    EXPECT_LT(std::abs(imbalance(problem, contact).y()), 2e-5 * contact.total.track.force.z());
  }
}

TEST(RailOnSprings, AreBalancedWhereverTheWheelsetStandsOrSayWhyNot) {
  std::mt19937 dice(2);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(dice);
  };
  Workspace workspace;
  Contact contact;
  int free = 0, solved = 0;
  constexpr int count = 60;
  for (int i = 0; i < count; ++i) {
    ContactProblem problem = wheel_on_springs();
    problem.reference.surface = i % 2 == 0 ? Surface::plane : Surface::curved;
    problem.motion.y = between(-8e-3, 9e-3);
    problem.motion.yaw = between(-0.02, 0.02);
    problem.motion.roll = between(-1e-3, 1e-3);
    problem.motion.z = between(-2e-3, 1e-3);
    problem.springs = RailSprings{std::pow(10, between(6, 9)), std::pow(10, between(6, 8.5)),
                                  between(-2e3, 2e3), between(-2e3, 2e3)};
    solve(problem, nullptr, workspace, contact);
    ASSERT_NE(contact.status, Status::not_converged) << i;
    if (contact.status == Status::no_contact) ++free;
    if (contact.status != Status::solved && contact.status != Status::no_contact) continue;
    if (contact.status == Status::solved) ++solved;
    const double load = std::max(contact.total.track.force.norm(), 1.0);
    EXPECT_LT(std::abs(imbalance(problem, contact).y()), 2e-5 * load) << i;
    EXPECT_LT(std::abs(imbalance(problem, contact).x()), 1e-3 * load) << i;
  }
  RecordProperty("solved", solved);
  RecordProperty("free", free);
  EXPECT_GE(free + solved, count - 2);  // force jumps, and stiff springs that press a flange deeper than 2 mm
  EXPECT_GT(free, 5);
}

// The plane of the deepest point takes the angle of tread or root: with the place of the rail the lateral
// force jumps, here by tens of kN, over what the springs carry.
TEST(RailOnSprings, SayThatTheLateralForceJumps) {
  ContactProblem problem = wheel_on_springs();
  problem.reference.position = ReferencePosition::deepest;
  problem.reference.angle = ReferenceAngle::local;
  problem.springs = RailSprings{8.4e7, 5e7, 0, 0};
  problem.motion.y = 0.007636;
  problem.motion.yaw = -0.018483;
  problem.motion.z = -7.22e-4;
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::springs_jump);
  EXPECT_GT(std::abs(imbalance(problem, contact).x()), 5e3);
  EXPECT_EQ(
      message(Status::springs_jump),
      "the lateral force jumps over what the springs of the rail carry; the deflection nearest to it is "
      "given");
  problem.reference = {};
  problem.reference.surface = Surface::curved;
  EXPECT_EQ(solve(problem).status, Status::solved);
}

TEST(RailOnSprings, BesideTheWheelIsFree) {
  ContactProblem problem = wheel_on_springs();
  problem.motion.y = 0.3;
  problem.motion.z = -1e-3;
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::no_overlap);
  EXPECT_DOUBLE_EQ(contact.rail_deflection_z, -500 / 1e8);
  EXPECT_EQ(contact.total.track.force.norm(), 0);
}

// If no deflection is a balance, forces, deflections and height belong to one position.
TEST(RailOnSprings, WithoutABalanceAreWhereTheyWereLastTried) {
  ContactProblem problem = wheel_on_springs();
  problem.vertical = VerticalControl::force;
  problem.vertical_force = 60e3;
  problem.springs->force_y = 1e20;
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::no_overlap);
  EXPECT_GT(contact.rail_deflection_y, 1e6);
  EXPECT_DOUBLE_EQ(contact.rail_deflection_z, -60.5e3 / 1e8);
  EXPECT_EQ(contact.total.track.force.norm(), 0);
}

// So hard that they change by kilonewtons over a tenth of a nanometre.
TEST(RailOnSprings, OfAnyStiffnessAreARailInTheEnd) {
  ContactProblem problem = wheel_on_springs();
  problem.motion.z = -2e-4;
  ContactProblem firm = problem;
  firm.springs.reset();
  const double wanted = solve(firm).total.track.force.z();
  problem.springs->stiffness_y = 1e13;
  for (const double stiffness : {1e13, 1e15, 1e100}) {
    problem.springs->stiffness_z = stiffness;
    const Contact contact = solve(problem);
    EXPECT_EQ(contact.status, Status::solved) << message(contact.status) << " " << stiffness;
    EXPECT_NEAR(contact.total.track.force.z(), wanted, 1e-3 * wanted) << stiffness;
  }
}

// A stiffness that find_faults does not let pass makes every depth that is looked for no number.
TEST(RailOnSprings, EndWithoutABoundToTheirStiffness) {
  ContactProblem problem = wheel_on_springs();
  problem.rail_place = {};
  problem.rail_place.by_gauge = false;
  problem.rail_place.y = 0.755;
  problem.rail_place.roller_radius = 0.5;
  problem.rail_place.roller_velocity_pitch = 40;
  problem.motion.velocity.setZero();
  problem.motion.z = -2e-3;
  problem.tangential = contact::patch::TangentialKind::none;
  problem.resolution.dx = problem.resolution.ds = 2e-3;
  problem.springs->stiffness_z = std::numeric_limits<double>::infinity();
  const Contact contact = solve(problem);
  EXPECT_EQ(contact.status, Status::not_finite) << message(contact.status);
  EXPECT_EQ(contact.total.track.force.norm(), 0);
}

TEST(RailOnSprings, NamesItsFaults) {
  ContactProblem problem = wheel_on_springs();
  EXPECT_THAT(find_faults(problem), testing::IsEmpty());
  problem.springs = RailSprings{0, -1, 0, 0};
  EXPECT_THAT(find_faults(problem), testing::ElementsAre("springs.stiffness_y (got 0; allowed > 0 in N/m)",
                                                         "springs.stiffness_z (got -1; allowed > 0 in N/m)"));
  const double infinity = std::numeric_limits<double>::infinity();
  problem.springs = RailSprings{infinity, infinity, 0, 0};
  EXPECT_THAT(find_faults(problem),
              testing::ElementsAre("springs.stiffness_y (got inf; allowed > 0 in N/m)",
                                   "springs.stiffness_z (got inf; allowed > 0 in N/m)"));
}

}  // namespace
}  // namespace flangeway::wheel_on_rail
