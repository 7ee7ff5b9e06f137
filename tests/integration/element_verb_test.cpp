// flangeway element: an element of a vehicle file on the test rig.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/run_program.hpp"

namespace flangeway::test {
namespace {

const std::string coach = std::string(FLANGEWAY_SOURCE_DIR) + "/models/vehicles/metro_coach.toml";
const std::string y25 = std::string(FLANGEWAY_SOURCE_DIR) + "/models/vehicles/y25_wagon.toml";
const std::string three_piece = std::string(FLANGEWAY_SOURCE_DIR) + "/models/vehicles/three_piece_wagon.toml";

nlohmann::json rig(const std::string& file, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"element", file, "--json"});
  const ProgramResult result = run_flangeway(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return nlohmann::json::parse(result.out);
}

TEST(ElementVerb, AirSpringHasTheClosedFormOfSmallMotions) {
  const auto json = rig(coach, {"--name", "air_spring_front_left", "--frequencies", "0.001,1000"});
  const double load = 32000 * 9.81 / 4, p0 = 101325 + load / 0.2;
  EXPECT_NEAR(json["nominal_force"].get<double>(), -load, 1e-6 * load);
  const double area = load / 0.2 * 0.1, gas = 1.4 * p0 * 0.2 * 0.2;
  EXPECT_NEAR(json["small_motions"][0]["storage"].get<double>(), area + gas / 0.1, 10);
  EXPECT_NEAR(json["small_motions"][1]["storage"].get<double>(), area + gas / 0.03, 10);
}

TEST(ElementVerb, EveryIntegratorFindsTheSameLoop) {
  std::vector<double> energy;
  for (const char* method : {"bdf", "rk4", "abm4"}) {
    const auto json = rig(y25, {"--name", "lenoir1_left", "--amplitude", "0.01", "--frequency", "0.2",
                                "--method", method, "--steps", "20000"});
    energy.push_back(json["loop"]["dissipated"].get<double>());
  }
  // Half of the load of the box is on the link; the stroke changes it by 5 kN.
  const double load = (14000 + 2 * 1800) * 9.81 / 16, share = 0.3 * std::tan(19.3 * 3.14159265358979 / 180);
  const double low = share * (load - 5e3), high = share * (load + 5e3);
  for (const double e : energy)
    EXPECT_NEAR(e, 4 * share * load * 0.01 - 2 * (low * low + high * high) / 4e6, 5e-3 * e);
}

// Two wedges and the coils beside them share the load of a side frame by their stiffness.
TEST(ElementVerb, AWedgeCarriesItsShareAndRubsMoreInLoading) {
  const auto json = rig(three_piece, {"--name", "wedge_front_left_ahead", "--amplitude", "0.01", "--shape",
                                      "triangle", "--method", "abm4"});
  const double nest = (111000 + 2 * 650) * 9.81 / 4, load = nest * 0.45 / (3.4 + 2 * 0.45);
  EXPECT_NEAR(json["nominal_force"].get<double>(), -load, 1e-3 * load);
  double most = 0, least = 1e9;
  for (const auto& point : json["loop"]["points"]) {
    most = std::max(most, -point[1].get<double>()), least = std::min(least, -point[1].get<double>());
  }
  const double tangent = std::tan(35 * 3.14159265358979 / 180);
  EXPECT_NEAR(most, (load + 4500) * (1 + 0.4 / (tangent - 0.4)), 1e-3 * most);
  EXPECT_NEAR(least, (load - 4500) * (1 - 0.4 / (tangent + 0.4)), 1e-3 * least);
}

TEST(ElementVerb, MistakesAreNamed) {
  const ProgramResult name = run_flangeway({"element", coach, "--name", "air_spring_frnt_left"});
  EXPECT_EQ(name.exit_code, 2);
  EXPECT_EQ(name.error, coach +
                            ": --name: names no element (got \"air_spring_frnt_left\"). Did you mean "
                            "\"air_spring_front_left\".\n");
  const ProgramResult numbers = run_flangeway({"element", coach, "--name", "air_spring_front_left",
                                               "--amplitude", "0.01", "--frequency", "0", "--steps", "7"});
  EXPECT_EQ(numbers.exit_code, 2);
  EXPECT_EQ(numbers.error,
            coach + ": --frequency: is not positive (got 0; allowed > 0).\n" + coach +
                ": --steps: does not divide into quarters (got 7; allowed a multiple of 4).\n");
}

}  // namespace
}  // namespace flangeway::test
