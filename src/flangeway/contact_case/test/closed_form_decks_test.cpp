// Decks of our own from tests/data/decks, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/run.hpp"

namespace flangeway::contact_case {
namespace {

using Json = nlohmann::ordered_json;

constexpr double shear_modulus = 82000, friction = 0.3;  // N/mm², of all decks; lengths in mm, forces in N

/// The patch of each case.
std::vector<Json> solved(const char* deck) {
  Findings findings;
  const auto batch = load_deck(std::string(FLANGEWAY_SOURCE_DIR "/tests/data/decks/") + deck, {}, findings);
  findings.throw_if_any();
  std::vector<Json> patches;
  RunOptions options;
  options.deliver = [&](const CaseResult& result) {
    EXPECT_EQ(result.status, Status::solved) << result.message;
    EXPECT_TRUE(result.warnings.empty());
    patches.push_back(result.json.at("patches").at(0));
    return true;
  };
  EXPECT_EQ(run(*batch, options), batch->entries.size());
  return patches;
}

double number(const Json& patch, const char* key) {
  return patch.at(key).get<double>();
}

double elements(const Json& patch, const char* key) {
  return patch.at("elements").at(key).get<double>();
}

/// E* of two bodies alike.
double plane_modulus(double poisson) {
  return shear_modulus / (1 - poisson);
}

/// Radius of the contact of a sphere of radius R on a plane [Johnson1985, eq. 4.22].
double hertz_radius(double force, double radius, double poisson) {
  return std::cbrt(3 * force * radius / (4 * plane_modulus(poisson)));
}

// a³ = 3FR/(4E*), δ = a²/R, p0 = 3F/(2πa²) [Johnson1985, eq. 4.22-4.24]. A radius has 21 elements.
TEST(ClosedFormDecks, SpheresPressedTogether) {
  const Json patch = solved("hertz.inp").at(0);
  const double a = hertz_radius(1000, 500, 0.28), element = 0.07 * 0.07;
  EXPECT_NEAR(number(patch, "FN"), 1000, 1e-6);
  EXPECT_NEAR(number(patch, "approach"), a * a / 500, 1e-3 * a * a / 500);
  EXPECT_NEAR(number(patch, "pmax"), 1500 / (std::numbers::pi * a * a),
              2e-3 * 1500 / (std::numbers::pi * a * a));
  EXPECT_NEAR(elements(patch, "contact") * element, std::numbers::pi * a * a,
              0.02 * std::numbers::pi * a * a);
}

// With the gap A x² + B y², A < B, semi-axes a > b and k² = 1 − b²/a²:
// A = p0 b (K − E)/(E* a² k²), B = p0 b ((a²/b²) E − K)/(E* a² k²), δ = p0 b K/E*, p0 = 3F/(2πab)
// [Johnson1985, eq. 4.26, 4.28].
TEST(ClosedFormDecks, BodiesOfTwoCurvatures) {
  const Json patch = solved("hertz.inp").at(1);
  constexpr double force = 2000, gap_x = 0.0008, gap_y = 0.0032;
  const auto modulus_of = [](double ratio) { return std::sqrt(1 - ratio * ratio); };
  double low = 1e-3, high = 1 - 1e-9;  // b/a: the ratio of the curvatures falls with it
  for (int i = 0; i < 60; ++i) {
    const double ratio = (low + high) / 2, k = modulus_of(ratio);
    const double first = std::comp_ellint_1(k), second = std::comp_ellint_2(k);
    const double curvatures = (second / (ratio * ratio) - first) / (first - second);
    (curvatures > gap_y / gap_x ? low : high) = ratio;
  }
  const double ratio = low, k = modulus_of(ratio);
  const double first = std::comp_ellint_1(k), second = std::comp_ellint_2(k);
  // A with p0: A = 3F (K − E)/(2π E* a³ k²).
  const double a = std::cbrt(3 * force * (first - second) /
                             (2 * std::numbers::pi * plane_modulus(0.28) * gap_x * k * k)),
               b = ratio * a;
  const double p0 = 3 * force / (2 * std::numbers::pi * a * b),
               approach = p0 * b * first / plane_modulus(0.28);
  EXPECT_LT(a, 2.5);  // inside of the elements
  EXPECT_NEAR(number(patch, "pmax"), p0, 2e-3 * p0);
  EXPECT_NEAR(number(patch, "approach"), approach, 1e-3 * approach);
  EXPECT_NEAR(elements(patch, "contact") * 0.08 * 0.05, std::numbers::pi * a * b,
              0.02 * std::numbers::pi * a * b);
}

// Adhesion within c = a (1 − Q/μP)^⅓, shift 3μP (2 − ν)/(8aG) (1 − (1 − Q/μP)^⅔) [Johnson1985, eq. 7.40,
// 7.42]. Without lateral contraction slip is parallel to the force, as the closed form takes it to be.
TEST(ClosedFormDecks, TangentialForceOnSpheresAtRest) {
  const Json patch = solved("cattaneo.inp").at(0);
  const double a = hertz_radius(1000, 500, 0), left = 1 - 0.5;
  const double shift = 3 * friction * 1000 * 2 / (8 * a * shear_modulus) * (1 - std::pow(left, 2.0 / 3));
  EXPECT_NEAR(number(patch, "FX"), 0.5 * friction * 1000, 1e-3);
  EXPECT_NEAR(number(patch, "FS"), 0, 1e-3);
  EXPECT_NEAR(-patch.at("creepages").at(0).get<double>(), shift, 2e-3 * shift);
  EXPECT_NEAR(elements(patch, "adhesion") / elements(patch, "contact"), std::pow(left, 2.0 / 3), 0.01);
}

// P = π a² E*/(4R) per length, p0 = E* a/(2R), creepage μ a/R (1 − √(1 − Q/μP)), and adhesion over
// a √(1 − Q/μP) of the half-width a [Johnson1985, eq. 4.43, 8.8]. The roller is 800 half-widths long.
TEST(ClosedFormDecks, LongRollerThatTransmitsAForce) {
  const Json patch = solved("carter.inp").at(0);
  constexpr double radius = 500, length = 800;
  const double force = number(patch, "FN");
  const double a = std::sqrt(4 * radius * force / length / (std::numbers::pi * plane_modulus(0.28)));
  const double left = std::sqrt(1 - 0.6), creepage = friction * a / radius * (1 - left);
  EXPECT_NEAR(a, 1, 1e-6);  // which the force of the deck was chosen for
  EXPECT_NEAR(number(patch, "pmax"), plane_modulus(0.28) * a / (2 * radius),
              2e-3 * plane_modulus(0.28) * a / (2 * radius));
  EXPECT_NEAR(elements(patch, "contact") * 0.02, 2 * a, 0.021);
  EXPECT_NEAR(-patch.at("creepages").at(0).get<double>(), creepage, 0.015 * creepage);
  EXPECT_NEAR(elements(patch, "adhesion") * 0.02, 2 * a * left, 0.021);
}

// F = −G a² C ξ, M = G a³ C23 η with Kalker's coefficients of a circle and ν = ¼: 4.12, 3.67, 1.47
// [Kalker1990, table E3]. Elements of a finite size make the slope 2 % too steep.
TEST(ClosedFormDecks, HardlySlippingSphereFollowsTheLinearTheory) {
  const std::vector<Json> patches = solved("rolling.inp");
  const double a = hertz_radius(1000, 500, 0.25), slope = shear_modulus * a * a * 1e-6;
  EXPECT_NEAR(number(patches[0], "FX") / slope, -4.12, 0.03 * 4.12);
  EXPECT_NEAR(number(patches[0], "FS") / slope, 0, 1e-6);
  EXPECT_NEAR(number(patches[0], "MN") / (slope * a), 0, 1e-6);
  EXPECT_NEAR(number(patches[1], "FS") / slope, -3.67, 0.03 * 3.67);
  EXPECT_NEAR(number(patches[1], "FX") / slope, 0, 1e-6);
  EXPECT_NEAR(number(patches[1], "MN") / (slope * a), 1.47, 0.03 * 1.47);
}

// Full sliding: μN against the slip.
TEST(ClosedFormDecks, SlidingSphereHasTheForceOfFriction) {
  const Json patch = solved("rolling.inp").at(2);
  const double force = friction * 1000;
  EXPECT_EQ(elements(patch, "adhesion"), 0);
  EXPECT_NEAR(std::hypot(number(patch, "FX"), number(patch, "FS")), force, 1e-4 * force);
  EXPECT_NEAR(number(patch, "FX"), -0.6 * force, 2e-4 * force);
  EXPECT_NEAR(number(patch, "FS"), -0.8 * force, 2e-4 * force);
}

// The mirror image of creepages has the mirror image of forces; without lateral creepage and spin there is
// neither a lateral force nor a moment.
TEST(ClosedFormDecks, MirroredCreepagesHaveMirroredForces) {
  const std::vector<Json> patches = solved("rolling.inp");
  EXPECT_NEAR(number(patches[4], "FX"), number(patches[3], "FX"), 1e-3);
  EXPECT_NEAR(number(patches[4], "FS"), -number(patches[3], "FS"), 1e-3);
  EXPECT_NEAR(number(patches[4], "MN"), -number(patches[3], "MN"), 1e-3);
  EXPECT_LT(number(patches[3], "FS"), -100);
  EXPECT_NEAR(number(patches[5], "FS"), 0, 1e-3);
  EXPECT_NEAR(number(patches[5], "MN"), 0, 1e-3);
  EXPECT_LT(number(patches[5], "FX"), -250);
}

}  // namespace
}  // namespace flangeway::contact_case
