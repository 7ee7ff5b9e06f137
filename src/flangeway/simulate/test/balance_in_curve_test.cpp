// Vehicles that start in a curve.
#include "flangeway/simulate/balance_in_curve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/simulation.hpp"
#include "support/load_case.hpp"

namespace flangeway::simulate {
namespace {

using testing::Contains, testing::HasSubstr, testing::Not;

const std::string model_files = FLANGEWAY_SOURCE_DIR "/models/",
                  metro = model_files + "cases/metro_coach_r300.toml";

constexpr std::size_t y = 1, roll = 3, pitch = 4, yaw = 5;

// Coordinate of a body at the start.
double coordinate(const Simulation& simulation, const std::string& body, std::size_t k) {
  const auto& bodies = simulation.model().vehicle.bodies.bodies;
  const auto found =
      std::find_if(bodies.begin(), bodies.end(), [&](const auto& b) { return b.name == body; });
  EXPECT_NE(found, bodies.end()) << body;
  return simulation.state().y[6 * static_cast<std::size_t>(found - bodies.begin()) + k];
}

// The largest acceleration of bodies that do not stand on rails, but for that along the track, m/s² or
// rad/s².
double largest_acceleration(const vehicle_case::CaseModel& model) {
  Simulation simulation(model);
  const multibody::Model& vehicle = model.vehicle.bodies;
  std::vector<double> rate(vehicle.state_size());
  EXPECT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  double largest = 0;
  for (std::size_t b = 0; b < vehicle.body_count(); ++b)
    for (std::size_t k = y; k <= yaw; ++k)
      // Axle boxes on joints follow their wheelsets, which creep turns.
      if (!vehicle.bodies[b].wheelset && vehicle.bodies[b].name.find("axlebox") == std::string::npos)
        largest = std::max(largest, std::abs(rate[vehicle.velocity_offset() + 6 * b + k]));
  return largest;
}

// In a full curve of 300 m at 16.7 m/s, with 0.93 m/s² outwards.
TEST(BalanceInCurve, BodiesAreInBalance) {
  const auto model = test::load_case(metro, {"initial.s=120"});
  EXPECT_LT(largest_acceleration(model), 1e-3);
  const Simulation simulation(model);
  EXPECT_GT(coordinate(simulation, "carbody", roll), 0.005);  // leans outwards
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    EXPECT_EQ(simulation.state().y[6 * wheelset.body + y], 0);
}

TEST(BalanceInCurve, BodiesWithJointsAreInBalance) {
  const auto model = test::load_case(model_files + "cases/flexible_r500_rigid.toml",
                                     {"vehicle=" + model_files + "vehicles/antunes_coach_axleboxes.toml",
                                      "initial.s=230", "contact.method=kec"});
  EXPECT_LT(largest_acceleration(model), 1e-2);
  EXPECT_LT(Simulation(model).joints().drift().position, 1e-9);
}

// In the middle of a transition, where the track turns less below the rear bogie.
TEST(BalanceInCurve, BodiesAreInBalanceInATransition) {
  EXPECT_LT(largest_acceleration(test::load_case(metro, {"initial.s=75"})), 1e-2);
}

// No spring would end its motion.
TEST(BalanceInCurve, AWheelsetWithoutSuspensionStandsAsTheCaseSays) {
  const auto model =
      test::load_case(model_files + "cases/wheelset_r500.toml", {"initial.s=60", "initial.yaw=0.002"});
  const Simulation simulation(model);
  EXPECT_EQ(simulation.state().y[6 * model.contact.wheelsets.front().body + yaw], 0.002);
}

// There the second derivative of the cant is a spike, by which the suspension would lay the carbody over. The
// front bogie stands on 8 mrad of cant.
TEST(BalanceInCurve, NothingLeansWhereARampOfCantBegins) {
  const auto model = test::load_case(model_files + "cases/flexible_r500_rigid.toml", {"initial.s=90"});
  const Simulation simulation(model);
  const std::size_t bodies = model.vehicle.bodies.body_count();
  for (std::size_t b = 0; b < bodies; ++b)
    EXPECT_LT(std::abs(simulation.state().y[6 * b + 3]), 5e-3) << model.vehicle.bodies.bodies[b].name;
}

TEST(BalanceInCurve, AFreightWagonIsInBalanceWithItsFriction) {
  for (const char* vehicle : {"y25_wagon", "three_piece_wagon"}) {
    const auto model =
        test::load_case(model_files + "cases/y25_r500.toml",
                        {"vehicle=" + model_files + "vehicles/" + vehicle + ".toml", "initial.s=200"});
    EXPECT_LT(largest_acceleration(model), 1e-2) << vehicle;
    // No surface slips on by more than 10 µm.
    Simulation simulation(model);
    const multibody::Model& bodies = model.vehicle.bodies;
    std::vector<double> rate(bodies.state_size());
    ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
    for (std::size_t k = 0; k < bodies.auxiliary_count; ++k)
      if (bodies.relaxation_rates[k] > 0) {
        EXPECT_LT(std::abs(rate[bodies.auxiliary_offset() + k]) / bodies.relaxation_rates[k], 1e-5) << k;
      }
  }
}

// A carbody leans inwards where cant is more than the curve needs, and outwards without cant; the balance
// changes its side with the curve.
TEST(BalanceInCurve, ARightCurveIsTheMirrorOfALeftOne) {
  const auto of_left = test::load_case(metro, {"initial.s=120"});
  const auto of_right = test::load_case(metro, {"initial.s=120", "track.segments[2].direction=right"});
  const Simulation left(of_left), right(of_right);
  for (const std::size_t k : {y, roll, yaw})
    EXPECT_NEAR(coordinate(left, "carbody", k), -coordinate(right, "carbody", k), 1e-8) << k;
  EXPECT_NEAR(coordinate(left, "carbody", pitch), coordinate(right, "carbody", pitch), 1e-8);
}

// tan φ = v²/(g R): all that is left is the weight along the track's z.
TEST(BalanceInCurve, CantThatIsJustEnoughLeavesTheCarbodyUpright) {
  const double acceleration = 16.667 * 16.667 / 300;
  const double angle = std::atan(acceleration / 9.81), cant = 1.5 * std::sin(angle);
  const auto model =
      test::load_case(metro, {"initial.s=120", "track.segments[2].cant=" + std::to_string(cant)});
  const Simulation simulation(model);
  EXPECT_LT(std::abs(coordinate(simulation, "carbody", roll)), 1e-4);
}

TEST(BalanceInCurve, OnStraightTrackNothingMoves) {
  const auto model = test::load_case(metro, {"initial.s=25", "initial.yaw=0.002", "initial.y=0.001"});
  Simulation simulation(model);
  std::vector<double> state = simulation.state().y;
  EXPECT_FALSE(balance_in_curve(simulation.equations(), state.data()));
  EXPECT_EQ(state, simulation.state().y);
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    EXPECT_EQ(state[6 * wheelset.body + yaw], 0.002);
  EXPECT_EQ(coordinate(simulation, "carbody", roll), 0);
}

// The yaw of the case is added to what the suspension gives.
TEST(BalanceInCurve, AYawIsCountedFromThere) {
  const auto yaw_of = [](const std::string& by) {
    const auto model = test::load_case(metro, {"initial.s=120", "initial.yaw=" + by});
    return Simulation(model).state().y[6 * model.contact.wheelsets[0].body + yaw];
  };
  EXPECT_LT(yaw_of("0"), -1e-3);  // the leading wheelset of a bogie stands outwards
  EXPECT_NEAR(yaw_of("0.003") - yaw_of("0"), 0.003, 1e-6);
}

// Without balance bdf fails at once: springs push wheelsets and friction sticks.
TEST(BalanceInCurve, AThreePieceWagonStartsInATransition) {
  const Summary summary =
      run(test::load_case(model_files + "cases/three_piece_r500.toml",
                          {"initial.s=100", "integration.duration=0.03", "integration.method=bdf"}),
          {});
  EXPECT_EQ(summary.status, RunStatus::completed) << summary.failure;
}

// Without balance it stops after 14.5 ms: the primary suspension throws the wheelsets off their rails.
TEST(BalanceInCurve, ACoachStartsInACurve) {
  for (const std::vector<std::string>& more : {std::vector<std::string>{"integration.duration=0.3"},
                                               {"integration.duration=0.03", "contact.patch=strip"}}) {
    std::vector<std::string> sets = more;
    sets.push_back("initial.s=80");
    const Summary summary = run(test::load_case(metro, sets), {});
    EXPECT_EQ(summary.status, RunStatus::completed) << summary.failure;
    EXPECT_THAT(summary.warnings,
                Contains(HasSubstr("the run starts in a curve: suspension and bodies are")));
    EXPECT_THAT(summary.warnings, Not(Contains(HasSubstr("off its rail"))));
  }
}

}  // namespace
}  // namespace flangeway::simulate
