// Channels that few vehicles and tracks have, each against a balance of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "support/load_case.hpp"
#include "support/recorded_rows.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {
namespace rare_channels_test {

using test::Rows;

const std::string cases = FLANGEWAY_SOURCE_DIR "/models/cases/";
constexpr double atmosphere = 101325;  // Pa

// Into a curve with 0.8 m/s² outwards: the outer springs carry more.
Rows coach_into_curve(bool left) {
  const std::string direction = left ? "left" : "right";
  return test::rows_of(test::load_case(
      cases + "metro_coach_valves_r500.toml",
      {"initial.s=90", "integration.duration=9", "track.segments[2].direction=" + direction}));
}

// Bag and tank have the same pressure but for the throttle: force over area, which grows by 0.1 m² per m.
TEST(DifferentialValveChannels, FollowFromTheForcesOfBothSprings) {
  constexpr double opening = 3e4, full = 4e4, resistance = 5e6;  // of the file: Pa, Pa, Pa s/m³
  for (const bool left : {true, false}) {
    const Rows rows = coach_into_curve(left);
    const auto pressure = [&](const std::string& side, std::size_t row) {
      const std::string spring = "coach_air_spring_front_" + side + ".z.";
      const double force = -rows.at(spring + "force")[row],
                   compression = -rows.at(spring + "deflection")[row];
      return std::abs(force) / (0.2 + 0.1 * compression);
    };
    const std::vector<double>&flow = rows.at("valve_front.flow"),
          &difference = rows.at("valve_front.pressure_difference"), &open = rows.at("valve_front.opening");
    const std::size_t last = flow.size() - 1;
    const auto most = static_cast<std::size_t>(std::max_element(open.begin(), open.end()) - open.begin());
    const double outwards = pressure("left", last) - pressure("right", last);
    EXPECT_EQ(outwards < 0, left);
    EXPECT_NEAR(difference[last], outwards, 0.05 * std::abs(outwards));
    EXPECT_GT(open[most], 0.02);
    EXPECT_GT(std::abs(difference[most]), opening);
    EXPECT_EQ(difference[most] < 0, left);
    EXPECT_EQ(open[0], 0);
    EXPECT_EQ(flow[0], 0);
    for (std::size_t i = 0; i <= last; ++i) {
      EXPECT_GE(open[i], 0);
      EXPECT_LE(open[i], 1);
      EXPECT_NEAR(flow[i], open[i] * difference[i] / resistance, 1e-12);
    }
    // It opens and shuts within some 0.05 s; the pressures change slowly.
    const double wanted = std::clamp((std::abs(difference[most]) - opening) / (full - opening), 0.0, 1.0);
    EXPECT_NEAR(open[most], wanted, 0.1);
  }
}

// Air from a levelling valve enters a bag at the pressure there: 0.1 m²/s times the compression above 6 mm, 1
// l/s at most, and out as well.
TEST(ValvePower, IsTheInflowAtThePressureOfTheBag) {
  const Rows rows = coach_into_curve(true);
  const std::vector<double>& power = rows.at("vehicle.valve_power");
  double largest = 0, off = 0, work = 0;
  for (std::size_t i = 0; i < power.size(); ++i) {
    double sum = 0;
    for (const std::string spring : {"front_left", "front_right", "rear_left", "rear_right"}) {
      const std::string name = "coach_air_spring_" + spring + ".z.";
      const double compression = -rows.at(name + "deflection")[i];
      const double beyond = compression - std::clamp(compression, -0.006, 0.006);
      const double inflow = std::clamp(0.1 * beyond, -1e-3, 1e-3);
      sum += inflow * (atmosphere + std::abs(rows.at(name + "force")[i]) / (0.2 + 0.1 * compression));
    }
    largest = std::max(largest, std::abs(power[i]));
    off = std::max(off, std::abs(power[i] - sum));
    if (i > 0) work += 0.5 * (rows.at("t")[i] - rows.at("t")[i - 1]) * (power[i] + power[i - 1]);
    EXPECT_NEAR(rows.at("vehicle.valve_work")[i], work, 0.01 * std::abs(work) + 0.5);
  }
  EXPECT_GT(largest, 20);
  EXPECT_LT(off, 0.1 * largest);
}

class WheelsetChannels : public test::WheelsetCase {};

// Nothing else acts: what the contacts take is what the wheelset loses.
TEST_F(WheelsetChannels, ContactsTakeWhatAFreeWheelsetLoses) {
  const Rows rows =
      test::rows_of(load({"contact.method=elastic", "drive=free", "integration.duration=3",
                          "integration.step=2.5e-4", "integration.method=abm4", "output.interval=1e-3"}));
  const std::vector<double>&power = rows.at("vehicle.contact_power"), &t = rows.at("t"),
        &energy = rows.at("vehicle.stored_energy");
  double work = 0;
  for (std::size_t i = 1; i < t.size(); ++i) work += 0.5 * (t[i] - t[i - 1]) * (power[i] + power[i - 1]);
  const double lost = energy.front() - energy.back() + rows.at("vehicle.contact_energy").back() -
                      rows.at("vehicle.contact_energy").front();
  EXPECT_GT(lost, 1);
  EXPECT_NEAR(work, lost, 0.02 * lost);
  EXPECT_NEAR(rows.at("vehicle.contact_work").back(), work, 0.01 * lost);
}

// In a steady curve the sleeper rolls by the couple of both rails' loads over the stiffness of its supports,
// towards the outer rail.
TEST_F(WheelsetChannels, ASleeperRollsByTheCoupleOfItsRails) {
  constexpr double stiffness = 4e7, distance = 1.6, rail_distance = 1.511;  // N/m, m; 2 × lateral_position
  for (const std::string direction : {"left", "right"}) {
    track(fmt::format(R"(segments = [{{ kind = "straight", length = 10.0 }},
      {{ kind = "transition", length = 30.0 }},
      {{ kind = "circular", length = 60.0, radius = 300.0, direction = "{}" }}])",
                      direction),
          R"([mass_spring.rail]
mass_lateral = 100
mass_vertical = 100
stiffness_lateral = 2e7
stiffness_vertical = 5e7
damping_lateral = 1e5
damping_vertical = 1e5
[mass_spring.sleeper]
mass = 200
roll_inertia = 100
support_distance = 1.6
stiffness_lateral = 2e7
stiffness_vertical = 4e7
damping_lateral = 1e5
damping_vertical = 1e5
)");
    const Rows rows =
        test::rows_of(load({"coupling.method=mass_spring", "contact.method=kec", "integration.duration=6"}));
    const std::size_t last = rows.at("t").size() - 1;
    const double left = rows.at("wheelset.left.Q")[last], right = rows.at("wheelset.right.Q")[last],
                 roll = rows.at("wheelset.sleeper_roll")[last];
    // Positive: the left side is up. The outer rail of a left curve is the right one.
    EXPECT_EQ(roll > 0, direction == "left") << roll;
    const double couple = (right - left) / 2 * rail_distance;
    EXPECT_NEAR(roll, couple / (stiffness * std::pow(distance / 2, 2)), 0.02 * std::abs(roll)) << direction;
  }
}

// The first mode of a free beam has its middle at −0.6078 of its ends; the second one has none there.
TEST(FlexibleBodyChannels, PointsMoveAsTheShapesOfABeam) {
  const Rows rows = test::rows_of(
      test::load_case(cases + "manchester_flexible_r500.toml",
                      {"integration.duration=0.3", "initial.s=98",
                       "vehicle.flexible_bodies[0].points=[{name=\"middle\",position=[0,0,1.8]},"
                       "{name=\"front\",position=[12,0,1.8]},{name=\"rear\",position=[-12,0,1.8]}]"}));
  const std::string body = "wagon_carbody.";
  double largest = 0;
  for (const std::string axis : {"y", "z"}) {
    const auto at = [&](const std::string& point) { return rows.at(body + point + ".displacement_" + axis); };
    const std::vector<double> middle = at("middle"), front = at("front"), rear = at("rear");
    for (std::size_t i = 0; i < middle.size(); ++i) {
      const double ends = (front[i] + rear[i]) / 2;
      EXPECT_NEAR(middle[i], -0.6078 * ends, 1e-3 * std::abs(ends) + 1e-12) << axis;
      if (axis == "z") largest = std::max(largest, std::abs(middle[i]));
    }
  }
  EXPECT_GT(largest, 1e-5);
  // It hangs between its bogies: what lifts the body leaves its middle behind.
  const std::vector<double>&velocity = rows.at("wagon_carbody.vz"), &t = rows.at("t"),
        &middle = rows.at(body + "middle.displacement_z");
  double together = 0;
  for (std::size_t i = 1; i + 1 < t.size(); ++i)
    together += middle[i] * (velocity[i + 1] - velocity[i - 1]) / (t[i + 1] - t[i - 1]);
  EXPECT_LT(together, 0);
}

}  // namespace rare_channels_test
}  // namespace
}  // namespace flangeway::simulate
