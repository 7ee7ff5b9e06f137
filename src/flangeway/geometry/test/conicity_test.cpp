#include "flangeway/assess/conicity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "flangeway/geometry/conicity_limits.hpp"
#include "flangeway/geometry/radius_difference.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/geometry/touch.hpp"
#include "flangeway/profile/standard.hpp"
#include "support/circular_rail.hpp"

namespace flangeway::geometry {
namespace {

using assess::equivalent_conicities;
using assess::equivalent_conicity;
using assess::largest_amplitude;
using profile::standard_profile;

WheelsetGeometry on_rail_a(const char* left_wheel, const char* right_wheel) {
  const auto rail = *standard_profile("en15302_rail_a");
  return make_geometry(*standard_profile(left_wheel), *standard_profile(right_wheel), rail, rail, 0.75, 0.46,
                       {.lateral = *rail.lateral_origin});
}

WheelsetGeometry cone_on(double conicity, const profile::Profile& rail) {
  const auto wheel = profile::cone(conicity);
  return make_geometry(wheel, wheel, rail, rail, 0.75, 0.46, {.lateral = 0.75});
}

// A wheelset that stays level moves the cone along its own line, so Δr = 2 λ y and Λ is Klingel's
// [Klingel1883].
TEST(Conicity, LevelConeHasItsTangentByAllMethodsAtAllAmplitudes) {
  const auto rail = profile::circular_rail(0.3, 0.036);
  for (const double tangent : {0.025, 0.05, 0.1}) {
    const auto difference = radius_difference(cone_on(tangent, rail), {});
    for (const double y : {-0.008, -0.001, 0.0005, 0.006})
      EXPECT_NEAR(difference.at(y), 2 * tangent * y, 1e-11);
    for (const double amplitude : {0.001, 0.003, 0.008}) {
      const auto conicity = equivalent_conicity(difference, amplitude);
      ASSERT_TRUE(conicity && conicity->nonlinear);
      EXPECT_NEAR(*conicity->nonlinear, tangent, 1e-6 * tangent);
      EXPECT_NEAR(conicity->regression, tangent, 1e-6 * tangent);
      EXPECT_NEAR(conicity->harmonic, tangent, 1e-6 * tangent);
      EXPECT_NEAR(conicity->centre, 0, 1e-9);
    }
  }
}

// A double cone of half angle δ on arcs of radius R, its contacts at ±b: Λ = 2π √(r0 b / (tan δ (1 + R sin δ
// / b))) for small amplitudes. y″ = −Δr/(e r0) has the same Λ with e = 2 b only if y is measured at rail
// level. Without roll the conicity is tan δ, and Λ 0.5, 1 and 2 % longer.
TEST(Conicity, WithRollAConeHasItsExactKinematicWavelength) {
  constexpr double rail_radius = 0.3, b = 0.75, radius = 0.46;
  const std::map<double, double> wavelengths{
      {0.025, 23.22275}, {0.05, 16.33522}, {0.1, 11.42513}};  // δ in rad, Λ in m
  for (const auto& [delta, wavelength] : wavelengths) {
    const auto wheel = profile::cone(std::tan(delta)), rail = profile::circular_rail(rail_radius, 0.036);
    const auto pair =
        make_geometry(wheel, wheel, rail, rail, b, radius, {.lateral = b + rail_radius * std::sin(delta)});
    const auto conicity = equivalent_conicity(radius_difference(pair, {.roll = true}), 1e-3);
    ASSERT_TRUE(conicity && conicity->nonlinear);
    for (const double value : {*conicity->nonlinear, conicity->regression, conicity->harmonic})
      EXPECT_NEAR(2 * pi * std::sqrt(b * radius / value), wavelength, 5e-5);
    const auto level = equivalent_conicity(radius_difference(pair, {}), 1e-3);
    EXPECT_NEAR(*level->nonlinear, std::tan(delta), 1e-7);
  }
}

// Δr = k y³: Λ from the beta function, the slope of the regression 3/5 k A², the first harmonic 3/4 k A².
// Δr jumps from 0 to ±D at ±d, as a two-point contact makes it.
TEST(Conicity, AConeThatOpensOutwardsDoesNotSwing) {
  const auto difference = radius_difference(cone_on(-0.05, profile::circular_rail(0.3, 0.036)), {});
  const auto conicity = equivalent_conicity(difference, 2e-3);
  ASSERT_TRUE(conicity);
  EXPECT_FALSE(conicity->nonlinear);
  EXPECT_NEAR(conicity->regression, -0.05, 1e-6);
  EXPECT_NEAR(conicity->harmonic, -0.05, 1e-6);
}

TEST(Conicity, ExchangedWheelsGiveTheMirroredDifferenceAndTheSameConicity) {
  for (const bool roll : {false, true}) {
    const auto ab = radius_difference(on_rail_a("en15302_a", "en15302_b"), {.roll = roll});
    const auto ba = radius_difference(on_rail_a("en15302_b", "en15302_a"), {.roll = roll});
    EXPECT_GT(std::abs(ab.at(0)), 1e-4);  // they do differ
    for (const double y : {-0.005, -0.0021, 0.0, 0.0013, 0.0042})
      EXPECT_NEAR(ab.at(y), -ba.at(-y), 1e-9) << y;
    for (const double amplitude : {0.002, 0.003, 0.005}) {
      const auto one = equivalent_conicity(ab, amplitude), other = equivalent_conicity(ba, amplitude);
      ASSERT_TRUE(one && other && one->nonlinear && other->nonlinear);
      EXPECT_NEAR(*one->nonlinear, *other->nonlinear, 1e-6);
      EXPECT_NEAR(one->regression, other->regression, 1e-6);
      EXPECT_NEAR(one->harmonic, other->harmonic, 1e-6);
      EXPECT_NEAR(one->centre, -other->centre, 1e-8);
    }
  }
}

TEST(Conicity, EndsWhereTheFlangeHasClimbed) {
  const auto pair = on_rail_a("en15302_a", "en15302_a");
  const auto difference = radius_difference(pair, {});
  const TouchSearch left(pair.left);
  EXPECT_GE(left.first_touch(difference.y.back(), 0).angle, flange_angle);
  EXPECT_LT(left.first_touch(difference.y.back() + 1e-5, 0).angle, flange_angle);
  const double most = largest_amplitude(difference);
  EXPECT_NEAR(most, difference.y.back(), 1e-9);
  EXPECT_TRUE(equivalent_conicity(difference, most - 1e-6));
  EXPECT_FALSE(equivalent_conicity(difference, most + 1e-6));
}

TEST(Conicity, AmplitudesBeyondContactAreFoundOnce) {
  const auto difference = radius_difference(on_rail_a("en15302_a", "en15302_a"), {});
  Findings findings;
  EXPECT_EQ(equivalent_conicities(difference, {1e-3, 5e-3}, findings).size(), 2u);
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(equivalent_conicities(difference, {5e-3, 25e-3, 26e-3}, findings).size(), 1u);
  EXPECT_EQ(findings.text(),
            "--amplitude: goes beyond the contact of tread and flange with the rail (got 25 mm; allowed at "
            "most 20.27 mm). "
            "Choose smaller amplitudes.");
}

TEST(Conicity, HasNothingToSayWithoutContact) {
  auto pair = on_rail_a("en15302_a", "en15302_a");
  pair.left.wheel_lateral = pair.right.wheel_lateral = 1.2;
  const auto difference = radius_difference(pair, {});
  EXPECT_TRUE(difference.y.empty());
  EXPECT_EQ(largest_amplitude(difference), 0);
  EXPECT_FALSE(equivalent_conicity(difference, 1e-3));
  Findings findings;
  EXPECT_TRUE(equivalent_conicities(difference, {1e-3}, findings).empty());
  EXPECT_EQ(findings.text(),
            "wheel and rail do not touch at the centred position. Check the tape circle distance, the gauge "
            "and the profiles.");
}

// The published values of [EN15302, annex] by combination: displacement or amplitude in mm, and the value.
using Rows = std::map<std::string, std::vector<std::pair<double, double>>>;
Rows published(const std::string& name) {
  Rows rows;
  std::ifstream file(FLANGEWAY_SOURCE_DIR "/tests/data/" + name);
  std::string line;
  std::getline(file, line);  // the source
  std::getline(file, line);  // the names
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::string combination, place, value;
    std::getline(cells, combination, ',');
    std::getline(cells, place, ',');
    std::getline(cells, value, ',');
    rows[combination].emplace_back(std::stod(place), std::stod(value));
  }
  return rows;
}

struct Combination {
  const char *name, *left, *right;
  std::set<double> misprints;  ///< printed y in mm where Δr lies beside the curve through its neighbours
  std::set<double> on_jump;    ///< printed y in mm: wheel B changes from tread to flange root at 3.00002 mm
};
const Combination combinations[] = {{"WheelARailA", "en15302_a", "en15302_a", {-1.7, 1.7}, {}},
                                    {"WheelBRailA", "en15302_b", "en15302_b", {}, {-3.0, 3.0}},
                                    {"WheelABRailA", "en15302_b", "en15302_a", {}, {-3.0}}};

TEST(Conicity, RollingRadiusDifferencesAreThoseOfEN15302) {
  const Rows rows = published("rolling_radius_difference.csv");
  ASSERT_EQ(rows.size(), 3U);
  for (const Combination& pair : combinations) {
    const auto difference = radius_difference(on_rail_a(pair.left, pair.right), {});
    std::vector<double> errors;  // mm
    for (const auto& [y, value] : rows.at(pair.name)) {
      if (pair.misprints.count(y) != 0 || pair.on_jump.count(y) != 0) continue;
      errors.push_back(std::abs(-1e3 * difference.at(-y * 1e-3) - value));
    }
    ASSERT_GT(errors.size(), 130u);
    std::sort(errors.begin(), errors.end());
    EXPECT_LT(errors[errors.size() / 2], 0.0004) << pair.name;
    EXPECT_LT(errors.back(), 0.001) << pair.name;  // one unit of the last printed digit
  }
}

TEST(Conicity, PrintedDifferenceOfWheelBAt3mmIsThatBehindTheJump) {
  const Rows rows = published("rolling_radius_difference.csv");
  ASSERT_EQ(rows.size(), 3U);
  const auto difference = radius_difference(on_rail_a("en15302_b", "en15302_b"), {.step = 1e-6});
  for (const auto& [y, value] : rows.at("WheelBRailA")) {
    if (y != 3.0) continue;
    EXPECT_NEAR(1e3 * difference.at(2.999e-3), 0.150, 0.001);
    EXPECT_NEAR(1e3 * difference.at(3.0015e-3), value, 0.004);
    return;
  }
  FAIL() << "no row at 3 mm";
}

TEST(Conicity, EquivalentConicitiesAreThoseOfEN15302) {
  const Rows rows = published("equivalent_conicity.csv");
  ASSERT_EQ(rows.size(), 3U);
  for (const Combination& pair : combinations) {
    const auto difference = radius_difference(on_rail_a(pair.left, pair.right), {});
    for (const auto& [amplitude, value] : rows.at(pair.name)) {
      const auto conicity = equivalent_conicity(difference, amplitude * 1e-3);
      ASSERT_TRUE(conicity && conicity->nonlinear) << pair.name << " " << amplitude;
      // Wheel B at 3.0 mm swings up to the jump, where the standard itself allows 0.014 to 0.135.
      const bool on_jump = std::string(pair.name) == "WheelBRailA" && amplitude == 3.0;
      EXPECT_NEAR(*conicity->nonlinear, value, on_jump ? 0.0055 : 0.004) << pair.name << " " << amplitude;
    }
  }
}

// The integration alone, on the printed Δr of wheel A; those of wheel B jump within one step of 0.1 mm.
TEST(Conicity, PrintedDifferencesOfWheelAGiveThePrintedConicities) {
  const Rows differences = published("rolling_radius_difference.csv"),
             rows = published("equivalent_conicity.csv");
  ASSERT_EQ(rows.size(), 3U);
  ASSERT_EQ(differences.size(), 3U);
  const Combination& pair = combinations[0];
  RadiusDifference difference;
  for (const auto& [y, value] : differences.at(pair.name)) {
    if (pair.misprints.count(y) != 0) continue;
    difference.y.push_back(y * 1e-3);
    difference.value.push_back(value * 1e-3);
  }
  for (const auto& [amplitude, value] : rows.at(pair.name)) {
    if (amplitude > 6.7) continue;  // Δr is printed up to 6.8 mm
    const auto conicity = equivalent_conicity(difference, amplitude * 1e-3);
    ASSERT_TRUE(conicity && conicity->nonlinear) << amplitude;
    EXPECT_NEAR(*conicity->nonlinear, value, 0.002) << amplitude;
  }
}

// [TSI LOC&PAS (EU) 1302/2014, table 11; TSI INF (EU) 1299/2014, tables 10 and 14]
TEST(ConicityLimits, FollowTheSpeed) {
  const auto& [wheelset, track, service] = conicity_rules();
  const std::tuple<double, std::optional<double>, std::optional<double>, std::optional<double>> rows[] = {
      {50, {}, {}, {}},      {100, 0.3, 0.25, 0.4}, {160, 0.3, 0.25, 0.35}, {200, 0.25, 0.25, 0.3},
      {230, 0.25, 0.2, 0.3}, {240, 0.2, 0.2, 0.25}, {290, 0.1, 0.1, 0.25},  {320, 0.1, 0.1, 0.25}};
  for (const auto& [speed, first, second, third] : rows) {
    EXPECT_EQ(wheelset.limit_at(speed), first) << speed;
    EXPECT_EQ(track.limit_at(speed), second) << speed;
    EXPECT_EQ(service.limit_at(speed), third) << speed;
  }
}

TEST(ConicityLimits, AmplitudeFollowsTheClearance) {
  EXPECT_EQ(conicity_amplitude(0.009), 3e-3);
  EXPECT_NEAR(conicity_amplitude(0.007), 3e-3, 1e-12);
  EXPECT_NEAR(conicity_amplitude(0.006), 2.5e-3, 1e-12);
  EXPECT_EQ(conicity_amplitude(0.004), 2e-3);
}

// S1002 on tape circles 1500 mm apart: AR 1360 mm and flanges of 32.5 mm, SR 1425 mm.
TEST(ConicityLimits, JudgeANewPair) {
  ConicityInput input;
  input.wheels = {*standard_profile("s1002"), *standard_profile("s1002")};
  input.rails = {*standard_profile("60e1"), *standard_profile("60e1")};
  EXPECT_NEAR(*active_face_distance(input.wheels, 1.5), 1.425, 1e-4);
  const auto verdicts = judge_conicity(input, 200);
  ASSERT_EQ(verdicts.size(), 3u);
  for (const ConicityVerdict& verdict : verdicts) {
    EXPECT_TRUE(verdict.is_met()) << text_of(verdict);
    EXPECT_NEAR(verdict.amplitude, 3e-3, 1e-12);
  }
  EXPECT_EQ(verdicts[0].not_judged, "");
  EXPECT_EQ(judge_conicity(input, 40)[0].not_judged, "the source has no limit at 40 km/h");
  EXPECT_FALSE(judge_conicity(input, 40)[0].is_met());
  // A cone of 0.4 is beyond the limit of 0.25.
  input.wheels = {profile::cone(0.4), profile::cone(0.4)};
  const auto steep = judge_conicity(input, 200);
  EXPECT_EQ(steep[0].not_judged, "");
  EXPECT_GT(steep[0].value.value_or(0), 0.25);
  EXPECT_FALSE(steep[0].is_met());
}

}  // namespace
}  // namespace flangeway::geometry
