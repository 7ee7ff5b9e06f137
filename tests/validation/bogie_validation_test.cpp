// The bogie of [Escalona2021, section 6] against what the paper says, Nadal's limit and the balance of
// forces. Figures and tables: docs/validation/bogie.md, flange_stiffness.md and wheel_climb.md.
#include <gmock/gmock.h>

#include "case_runner.hpp"

namespace flangeway::validation {
namespace {

using simulate::RunStatus;
using testing::Contains;
using testing::HasSubstr;

const std::string climb = "bogie_r100_climb.toml";

Recording record_case(const std::string& name, std::vector<std::string> sets) {
  return record(load_model_case(name, sets));
}

// Section 6.4: KEC derails; the hybrid table shows permanent flange contact, at constant height, and says
// that it cannot climb.
TEST(WheelClimb, KecDerailsWhereTheLookupTableRunsOn) {
  const Recording kec = record_case(climb, {});
  ASSERT_EQ(kec.summary.status, RunStatus::derailed);
  EXPECT_EQ(kec.summary.derailment->kind, "flange climbed the rail");
  EXPECT_EQ(kec.summary.derailment->wheel, "wheelset1.right");
  EXPECT_NEAR(kec.summary.derailment->distance, 151.7, 0.5);
  EXPECT_TRUE(kec.summary.admissible());
  EXPECT_GT(kec.summary.wheels[0].lift_max, 0.01);  // the wheel opposite to the climbing one is off its rail

  const Recording lut =
      record_case(climb, {"contact.method=lut", "contact.lift_off=false", "integration.duration=10"});
  EXPECT_EQ(lut.summary.status, RunStatus::completed);
  EXPECT_GT(lut.summary.wheels[1].flange_time, 5);  // without end, from 104 m on
  EXPECT_FALSE(lut.summary.admissible());
  EXPECT_THAT(lut.summary.warnings,
              Contains(HasSubstr("the hybrid lookup table cannot show a wheel climbing")));
  const auto distance = lut.column("distance"), z = lut.column("wheelset1.z");
  double low = 1, high = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    if (distance[i] < 200) continue;
    low = std::min(low, z[i]);
    high = std::max(high, z[i]);
  }
  EXPECT_LT(high - low, 1e-5);
}

// A flange that carries its wheel alone, sliding, stays on Nadal's limit of its contact angle while it rises.
TEST(WheelClimb, TheClimbingWheelStaysOnNadalsLimit) {
  const Recording run = record_case(climb, {"contact.friction.coefficient=0.8", "contact.lift_off=false"});
  ASSERT_EQ(run.summary.status, RunStatus::derailed);
  EXPECT_NEAR(run.summary.derailment->distance, 144.6, 0.5);
  const auto distance = run.column("distance"), ratio = run.column("wheelset1.right.YQ"),
             limit = run.column("wheelset1.right.nadal_limit");
  int rows = 0;
  for (std::size_t i = 0; i < distance.size(); ++i) {
    if (distance[i] < 130 || distance[i] > 140) continue;
    EXPECT_NEAR(ratio[i], limit[i], 0.003 * limit[i]) << distance[i];
    ++rows;
  }
  EXPECT_GT(rows, 30);
}

// Held down by its constraint, the wheel opposite to a climbing one lends it load, and the flange holds: not
// admissible.
TEST(WheelClimb, ABilateralConstraintHindersClimbing) {
  const Recording run = record_case(climb, {"contact.lift_off=false", "integration.duration=9"});
  EXPECT_EQ(run.summary.status, RunStatus::completed);
  EXPECT_FALSE(run.summary.admissible());
  EXPECT_GT(run.summary.wheels[0].tensile_time, 2);
  const Recording free = record_case(climb, {"contact.friction.coefficient=0.6", "integration.duration=9"});
  EXPECT_EQ(free.summary.status, RunStatus::completed);  // just held, and nothing pulls or lifts
  EXPECT_TRUE(free.summary.admissible());
}

// With little friction the flange holds: all it needs is the balance. m v²/R = ΣY; (m h + Σ I/r) v²/R turns
// the loads.
TEST(WheelClimb, WithLittleFrictionTheFlangeHoldsWhatTheBalanceAsksFor) {
  const Recording run = record_case(climb, {"contact.friction.coefficient=0.2364", "integration.duration=9"});
  EXPECT_EQ(run.summary.status, RunStatus::completed);
  EXPECT_TRUE(run.summary.admissible());
  double q[2] = {0, 0}, y = 0;
  for (const char* wheelset : {"wheelset1", "wheelset2"}) {
    for (int side = 0; side < 2; ++side) {
      const std::string wheel = std::string(wheelset) + (side == 0 ? ".left" : ".right");
      q[side] += run.mean(wheel + ".Q", 7);
      y += run.mean(wheel + ".Y", 7);
    }
  }
  const double mass = 2982 + 2 * 1568, acceleration = 6.25;
  EXPECT_NEAR(-y, mass * acceleration, 0.005 * mass * acceleration);
  const double moment = acceleration * (2982 * 0.6 + 2 * 1568 * 0.457 + 2 * 168 / 0.457);
  EXPECT_NEAR((q[1] - q[0]) / 2, moment / 1.46, 0.05 * moment / 1.46);  // base: between tread and flange
}

// Sections 6.1 and 6.3: both methods agree, closely with one-point contact, within the flange's indentation
// with two.
TEST(Bogie, MethodsAgreeInTheCurve) {
  const struct {
    const char* name;
    double lateral, yaw, load;
    double load_transfer;  // least difference of Q of the leading wheelset's wheels
  } cases[] = {{"bogie_r235_one_point.toml", 0.03e-3, 0.02e-3, 100, 2500},
               {"bogie_r235_two_point.toml", 0.25e-3, 0.25e-3, 800, 5000}};
  for (const auto& it : cases) {
    const Recording kec = record_case(it.name, {"integration.duration=21"}),
                    lut = record_case(it.name, {"integration.duration=21", "contact.method=lut"});
    for (const Recording* run : {&kec, &lut}) {
      EXPECT_EQ(run->summary.status, RunStatus::completed);
      EXPECT_TRUE(run->summary.admissible());
    }
    const auto largest_difference = [&](const std::string& channel) {
      const auto a = kec.column(channel), b = lut.column(channel);
      double largest = 0;
      for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
      return largest;
    };
    EXPECT_LT(largest_difference("wheelset1.y"), it.lateral) << it.name;
    EXPECT_LT(largest_difference("wheelset1.yaw"), it.yaw) << it.name;
    EXPECT_LT(largest_difference("wheelset1.right.Q"), it.load) << it.name;
    EXPECT_GT(kec.mean("wheelset1.right.Q", 15), kec.mean("wheelset1.left.Q", 15) + it.load_transfer);
    EXPECT_LT(kec.mean("wheelset1.yaw", 15), -5e-3);
  }
}

// Section 6.1: all three bodies are displaced and turned to one side, and the right wheels of both wheelsets
// carry more. Means of the curve; the numbers of the second audit of the papers (its own run with these data)
// are within 1 %.
TEST(Bogie, AllBodiesMoveToOneSideAndRightWheelsCarryMore) {
  const Recording run = record_case("bogie_r235_one_point.toml", {"integration.duration=56"});
  ASSERT_EQ(run.summary.status, RunStatus::completed);
  for (const std::string body : {"wheelset1", "wheelset2", "bogie"}) {
    EXPECT_LT(run.mean(body + ".y", 15), -4e-3) << body;
    EXPECT_LT(run.mean(body + ".yaw", 15), 0) << body;
  }
  EXPECT_NEAR(run.mean("wheelset1.right.Q", 15), 16.7e3, 170);
  EXPECT_NEAR(run.mean("wheelset1.left.Q", 15), 13.3e3, 130);
  EXPECT_NEAR(run.mean("wheelset2.right.Q", 15), 15.2e3, 150);
  EXPECT_NEAR(run.mean("wheelset2.left.Q", 15), 14.8e3, 150);
}

// Section 6.2: indentation follows (N/K)^⅔, while the force hardly depends on the stiffness.
TEST(Bogie, ASoftFlangeIndentsMoreWithNearlyTheSameForce) {
  const auto at = [&](const std::string& stiffness, const std::string& damping) {
    return record_case("bogie_r235_two_point.toml",
                       {"contact.method=lut", "contact.lookup.flange_stiffness=" + stiffness,
                        "contact.lookup.flange_damping=" + damping, "integration.duration=20"});
  };
  const Recording soft = at("1e9", "1e7"), stiff = at("1e11", "1e9");
  const double force_soft = soft.mean("wheelset1.right.flange.normal_force", 16),
               force_stiff = stiff.mean("wheelset1.right.flange.normal_force", 16);
  EXPECT_NEAR(force_soft / force_stiff, 1, 0.2);
  const double ratio = soft.mean("wheelset1.right.flange.indentation", 16) /
                       stiff.mean("wheelset1.right.flange.indentation", 16);
  EXPECT_NEAR(ratio, std::pow(100 * force_soft / force_stiff, 2.0 / 3), 0.02 * ratio);
  EXPECT_GT(soft.mean("wheelset1.right.flange.indentation", 16), 0.3e-3);
}

}  // namespace
}  // namespace flangeway::validation
