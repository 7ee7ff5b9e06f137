// Warnings about doubtful runs, and their absence in a sound run.
#include "flangeway/simulate/contact_monitor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

// Two hundred turns of a slow closed path in depth and lateral position, on a stiffness that changes with the
// position by this part. Its force K δ^1.5 alone has no energy; that of U = 2/5 K δ^2.5 has one.
IndentationBalance turned(double change, bool with_lateral_force) {
  constexpr double stiffness = 1e11, depth = 7e-5, turn = 0.02, step = 1e-4;  // N/m^1.5, m, s, s
  IndentationBalance balance;
  double power = 0;
  for (int n = 0; n < 40000; ++n) {
    const double t = n * step, w = 2 * M_PI / turn, y = std::sin(w * t),
                 d = depth * (1 + 0.4 * std::cos(w * t)), d_rate = -0.4 * depth * w * std::sin(w * t);
    const double k = stiffness * (1 + change * y), k_rate = stiffness * change * w * std::cos(w * t);
    const double before = std::exchange(
        power, k * std::pow(d, 1.5) * d_rate + (with_lateral_force ? 0.4 * k_rate * std::pow(d, 2.5) : 0));
    add_energy(step / 2 * (before + power), 0.4 * k * std::pow(d, 2.5), 20 * t, balance);
  }
  return balance;
}

TEST(IndentationBalance, AForceWithoutAnEnergyGivesMoreThanItTakes) {
  const IndentationBalance sound = turned(0.2, true), unsound = turned(0.2, false);
  EXPECT_LT(sound.gained, 1e-3 * sound.both_ways);
  EXPECT_NEAR(unsound.gained, 0.15 * unsound.both_ways, 0.02 * unsound.both_ways);
  EXPECT_NEAR(unsound.from, 0, 0.5);
  EXPECT_NEAR(unsound.to, 80, 0.5);
}

// A body on a spring across, about a vertical axis and along a track that climbs: work is what each stores.
TEST(IndentationBalance, WorkIsThatOfThePlacesAtBothEnds) {
  const auto at = [](double x, double y, double yaw) {
    WheelPush push;
    push.force = Vec3(-300, -2e4 * y, 0), push.moment = Vec3(0, 0, -500 * yaw);
    push.place = Vec3(x, y, 0.4), push.yaw = yaw;
    push.moved = 7;
    return push;
  };
  const WheelPush before = at(10, 0.002, 0.01), after = at(10.5, -0.005, -0.03);
  const double springs = 1e4 * (25e-6 - 4e-6) + 250 * (9e-4 - 1e-4);
  EXPECT_NEAR(work_between(before, after, 0.03), 300 * 0.5 + springs + 0.03 * 7, 1e-10);
  // Roll is about the axis that the body has then.
  WheelPush rolled = before;
  rolled.moment = Vec3(0, 40, 0), rolled.roll = 0.2;
  WheelPush upright = rolled;
  upright.roll = 0;
  EXPECT_NEAR(work_between(upright, rolled, 0), -40 * std::sin(0.01) * 0.2, 1e-12);
}

class ContactMonitorOfAWheelset : public test::WheelsetCase {
 protected:
  // A contact of the left wheel of 50 kN on the tread, for 0.3 s, starting at 10 m.
  template <typename Change>
  std::vector<std::string> warnings_of(double speed, const Change& change) {
    const auto model = load({});
    ContactMonitor monitor(model);
    wheelrail::WheelsetResult result;
    wheelrail::Contact& contact = result.contacts[0];
    result.contact_count = 1;
    contact.normal_force = 5e4, contact.friction = 0.5;
    contact.values[geometry::patch_a] = 1.6e-4, contact.values[geometry::patch_b] = 1.2e-4;
    change(contact);
    for (int i = 0; i < 30; ++i) monitor.check_contacts(result, 0, 0, speed, 0.01, 10 + 0.01 * i);
    std::vector<WheelSummary> wheels(2);
    wheels[0].name = "wheelset.left", wheels[0].q_mean = 5e4;
    return monitor.warnings(wheels);
  }
};

TEST_F(ContactMonitorOfAWheelset, AnOrdinaryContactIsNone) {
  EXPECT_TRUE(warnings_of(10, [](auto&) {}).empty());
}

TEST_F(ContactMonitorOfAWheelset, AnEllipseBeyondTheTable) {
  const auto texts = warnings_of(10, [](auto& contact) { contact.values[geometry::patch_b] = 0.5e-5; });
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(
      texts[0],
      "a contact ellipse of wheelset.left had axes of up to 32 to 1 at 10.0 m, for 0.30 s from 10.0 m "
      "on: the table of creep forces ends at 20 to 1 and goes on with the forces of its end. Look for an "
      "edge in the profiles there, or use contact.patch = \"halfspace\"");
}

// 11 mm to each side on the 31.75 mm arc of the gauge corner of 140RE is no arc of a plane any more.
TEST_F(ContactMonitorOfAWheelset, AnEllipseWiderThanItsArc) {
  const auto texts = warnings_of(10, [](auto& contact) {
    contact.values[geometry::patch_b] = 3e-4;
    contact.values[geometry::wheel_profile_y] = -0.034;
    contact.values[geometry::rail_profile_y] = -0.034;
    contact.angle = 0.5;
  });
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_NE(texts[0].find("a contact ellipse of wheelset.left was wider than the arc of the profile"),
            std::string::npos)
      << texts[0];
  EXPECT_NE(texts[0].find("for 0.30 s from 10.0 m on"), std::string::npos) << texts[0];
}

TEST_F(ContactMonitorOfAWheelset, ASlideAtNoSpeed) {
  const auto slide = [](auto& contact) { contact.forces.lateral = 2.5e4; };
  EXPECT_TRUE(warnings_of(10, slide).empty());  // a wheel that slides at speed does so
  const auto texts = warnings_of(0.01, slide);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_NE(texts[0].find("wheelset.left slid for 0.30 s from 10.0 m on"), std::string::npos) << texts[0];
}

// One warning of each kind, of the wheel that it concerns most.
TEST_F(ContactMonitorOfAWheelset, JumpsAndChatterOfSeveralWheelsAreOneWarningEach) {
  const auto model = load({});
  std::vector<WheelSummary> wheels(2);
  for (WheelSummary& wheel : wheels) {
    wheel.q_mean = 5e4;
    wheel.force_discontinuity_max = 3e4, wheel.force_discontinuity_max_distance = 12;
    wheel.chatter.time = 1, wheel.chatter.from = 8, wheel.chatter.deviation = 2e4,
    wheel.chatter.frequency = 40;
  }
  wheels[0].name = "wheelset.left", wheels[1].name = "wheelset.right";
  wheels[1].force_discontinuity_max = 4e4;
  const auto texts = describe_warnings(model, wheels, std::vector<WheelDiagnostics>(2));
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[0].find("the vertical force of wheelset.left oscillated at about 40 Hz"), 0u) << texts[0];
  EXPECT_NE(texts[0].find("(1 other wheel, too)"), std::string::npos);
  EXPECT_EQ(texts[1].find("the force of wheelset.right jumped by 40.0 kN between two steps at 12.0 m, 80 % "),
            0u)
      << texts[1];
}

TEST_F(ContactMonitorOfAWheelset, EnergyThatAppears) {
  std::vector<WheelSummary> wheels(2);
  wheels[0].name = "wheelset.left", wheels[1].name = "wheelset.right";
  for (WheelSummary& wheel : wheels) wheel.q_mean = 5e4;
  std::vector<WheelDiagnostics> diagnostics(2);
  diagnostics[0].energy = turned(0.2, true), diagnostics[1].energy = turned(0.2, false);
  const auto texts = describe_warnings(load({"contact.method=elastic"}), wheels, diagnostics);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(
      texts[0].find("the normal forces of wheelset.right gave 209 J more than they took between 0.0 and 80"),
      0u)
      << texts[0];
}

// The energy is a wheelset's, and an amount small compared with the creep loss gives no warning.
TEST_F(ContactMonitorOfAWheelset, EnergyThatAppearsOnConstraints) {
  const auto model = load({"contact.method=kec"});
  std::vector<WheelSummary> wheels(2);
  wheels[0].name = "wheelset.left", wheels[1].name = "wheelset.right";
  for (WheelSummary& wheel : wheels) wheel.q_mean = 5e4;
  std::vector<WheelDiagnostics> diagnostics(2);
  diagnostics[0].energy.gained = 20, diagnostics[0].energy.from = 12, diagnostics[0].energy.to = 40;
  const auto texts = describe_warnings(model, wheels, diagnostics);
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(
      texts[0],
      "the normal forces of wheelset gave 20 J more than they took between 12.0 and 40.0 m: the contact "
      "method does not give them the direction of its constraints or of its indentation there. Use "
      "contact.method = \"elastic\" to see what it changes");
  diagnostics[0].energy.creep = 2000;
  EXPECT_TRUE(describe_warnings(model, wheels, diagnostics).empty());
}

// Steps of a millisecond do not resolve the bounce of a wheelset on its contacts.
TEST(ShippedCases, ReportStepsThatAreTooLong) {
  const Summary summary = run(
      test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500_irregular_elastic.toml",
                      {"contact.elastic.max_step=1e-3", "integration.step=1e-3", "integration.duration=1.5"}),
      {});
  for (const char* word : {"oscillated at", "jumped by"})
    EXPECT_EQ(std::count_if(summary.warnings.begin(), summary.warnings.end(),
                            [&](const std::string& text) {
                              return text.find(word) != std::string::npos &&
                                     text.find("other wheels, too)") != std::string::npos;
                            }),
              1)
        << word;
}

// The force of an elastic flange in a lookup table has no part along a rail that is not straight, and gives
// work that it does not take. Equivalent profiles have the direction of their contacts.
TEST(ShippedCases, ReportEnergyFromAFlangeOnConstraints) {
  const auto energy_of = [](const std::string& method) {
    const Summary summary =
        run(test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500_irregular.toml",
                            {"contact.method=" + method, "initial.s=90", "integration.duration=1.5"}),
            {});
    EXPECT_EQ(summary.status, RunStatus::completed) << summary.failure;
    std::string said;
    for (const std::string& text : summary.warnings)
      if (text.find("more than they took") != std::string::npos) said += text;
    return said;
  };
  EXPECT_EQ(energy_of("kec"), "");
  const std::string said = energy_of("lut");
  EXPECT_EQ(said.find("the normal forces of wheelset1 gave "), 0u) << said;
  EXPECT_NE(said.find("the contact method does not give them the direction of its constraints or of its "
                      "indentation there. Use contact.method = \"kec\" to see what it changes"),
            std::string::npos)
      << said;
}

// A wheelset that is laid on the rail with a yaw of 30 mrad and hardly rolls.
TEST_F(ContactMonitorOfAWheelset, ARunReportsIt) {
  const Summary summary = run(load({"speed=0.02", "initial.yaw=0.03", "contact.method=elastic",
                                    "integration.duration=0.3", "integration.step=5e-4"}),
                              {});
  ASSERT_EQ(summary.status, RunStatus::completed) << summary.failure;
  bool said = false;
  for (const std::string& text : summary.warnings) said = said || text.find("slid for") != std::string::npos;
  EXPECT_TRUE(said);
}

// One rail rises by 0.1 m along 30 m: 470 J for each wheel, which the line gives and no contact.
TEST_F(ContactMonitorOfAWheelset, ACantRampGivesNoEnergy) {
  track(R"(segments = [{ kind = "straight", length = 15.0 }, { kind = "transition", length = 30.0 },
    { kind = "circular", length = 60.0, radius = 500.0, cant = 0.1 }])");
  const Summary summary = run(load({"speed=15", "contact.method=elastic", "integration.duration=3"}), {});
  ASSERT_EQ(summary.status, RunStatus::completed) << summary.failure;
  for (const std::string& text : summary.warnings)
    EXPECT_EQ(text.find("the normal forces"), text.npos) << text;
}

// The first half second of every shipped case that runs in one process.
TEST(ShippedCases, HaveNoWarnings) {
  int cases = 0;
  for (const auto& file : std::filesystem::directory_iterator(FLANGEWAY_SOURCE_DIR "/models/cases")) {
    const std::string name = file.path().stem().string();
    if (name.find("cosim") != std::string::npos || name == "metro_coach_python") continue;
    const bool patches =
        name.find("strip") != std::string::npos || name.find("halfspace") != std::string::npos;
    const auto model =
        test::load_case(file.path(), {patches ? "integration.duration=0.05" : "integration.duration=0.5"});
    const Summary summary = run(model, {});
    EXPECT_EQ(summary.status, RunStatus::completed) << name << ": " << summary.failure;
    for (const std::string& text : summary.warnings) {
      for (const char* word : {"oscillated at", "more than they took", "jumped by", "wider than the arc",
                               "slid for", "table of creep forces"})
        EXPECT_EQ(text.find(word), std::string::npos) << name << ": " << text;
    }
    ++cases;
  }
  EXPECT_GT(cases, 25);
}

}  // namespace
}  // namespace flangeway::simulate
