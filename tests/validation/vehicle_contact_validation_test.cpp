// A coach with worn-type wheels in a curve of 300 m beside the half-space:
// docs/validation/vehicle_contact.md.
#include "case_runner.hpp"

#include <string>

namespace flangeway::validation {
namespace {

/// Means of the last 0.4 s of scripts/vehicle_contact, run "halfspace" (boundary elements of 1 mm).
struct Yardstick {
  const char* wheelset;
  double y, yaw;            // mm, mrad
  double q[2], lateral[2];  // kN, left and right
};
constexpr Yardstick half_space[] = {
    {"wheelset1", -4.66657, -8.14104, {35.1791, 73.8085}, {12.2404, -33.5490}},
    {"wheelset2", 2.64117, 0.00977, {47.4137, 61.8818}, {1.50426, -0.84904}},
    {"wheelset3", -4.65955, -7.38752, {39.3452, 69.8925}, {13.8731, -26.4236}},
    {"wheelset4", 2.89678, 0.81924, {43.4455, 65.4097}, {-0.80003, -7.04215}},
};

Recording in_the_curve(std::vector<std::string> sets) {
  sets.insert(sets.end(), {"initial.s=40", "integration.duration=8.4", "output.interval=0.02"});
  return record(load_model_case("metro_coach_r300.toml", sets));
}

// The limits are those within which programs agree on this vehicle: 0.06 mm, 0.035 mrad, 0.2 kN, 0.5 kN.
TEST(VehicleContact, TheCaseAsItIsAgreesWithTheHalfSpace) {
  const Recording run = in_the_curve({});
  const auto mean = [&](const std::string& channel) { return run.mean(channel, 8.0 - 1e-9); };
  for (const Yardstick& expected : half_space) {
    const std::string w = expected.wheelset;
    EXPECT_NEAR(1e3 * mean(w + ".y"), expected.y, 0.06) << w;
    EXPECT_NEAR(1e3 * mean(w + ".yaw"), expected.yaw, 0.035) << w;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string wheel = w + (side == 0 ? ".left" : ".right");
      EXPECT_NEAR(1e-3 * mean(wheel + ".Q"), expected.q[side], 0.2) << wheel;
      EXPECT_NEAR(1e-3 * mean(wheel + ".Y"), expected.lateral[side], 0.5) << wheel;
    }
  }
}

// Rigid contact places the wheelset otherwise, by what the contacts give way; its forces are the same.
TEST(VehicleContact, ConstraintsHaveTheForcesOfTheHalfSpaceToo) {
  using Sets = std::vector<std::string>;
  for (const Sets& sets : {Sets{"contact.method=kec", "contact.kec.geometry=points"},
                           Sets{"contact.method=lut", "contact.lookup.geometry=points"}}) {
    const std::string& method = sets.front();
    const Recording run = in_the_curve(sets);
    const auto mean = [&](const std::string& channel) { return run.mean(channel, 8.0 - 1e-9); };
    for (const Yardstick& expected : half_space) {
      const std::string w = expected.wheelset;
      EXPECT_NEAR(1e3 * mean(w + ".yaw"), expected.yaw, 0.035) << w << ' ' << method;
      EXPECT_NEAR(1e-3 * mean(w + ".right.Q"), expected.q[1], 0.2) << w << ' ' << method;
      EXPECT_NEAR(1e-3 * mean(w + ".right.Y"), expected.lateral[1], 0.5) << w << ' ' << method;
    }
  }
}

}  // namespace
}  // namespace flangeway::validation
