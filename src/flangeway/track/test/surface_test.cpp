#include "flangeway/track/surface.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "flangeway/document/read.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/track/report.hpp"

namespace flangeway::track {
namespace {

std::string findings_of(const std::string& entry, std::vector<SurfaceDefect>* defects = nullptr) {
  Findings findings;
  const document::Document file = document::Document::from_text(
      "segments = [{ kind = \"straight\", length = 50.0 }]\nrails = { profile = \"60e1\" }\n"
      "irregularities.surface = [{ " +
          entry + " }]\n",
      "track.toml", findings);
  TrackSpec spec;
  file.fill(spec, findings);
  const auto model = compile(spec, findings);
  if (model && defects) *defects = model->surface();
  return findings.text();
}

SurfaceDefect one(const std::string& entry) {
  std::vector<SurfaceDefect> defects;
  EXPECT_EQ(findings_of(entry, &defects), "");
  EXPECT_FALSE(defects.empty());
  return defects.at(0);
}

TEST(Surface, JointsMeetAtTheirAngle) {
  const SurfaceDefect joint = one("kind = 'joint', s = 20, length = 1.2, angle = 0.02");
  EXPECT_EQ(joint.name, "joint at 20 m");
  EXPECT_NEAR(joint.height(20), -0.02 * 1.2 / 8, 1e-12);
  EXPECT_NEAR((joint.height(20 + 1e-6) - joint.height(20)) / 1e-6, 0.01, 1e-6);
  EXPECT_NEAR((joint.height(20) - joint.height(20 - 1e-6)) / 1e-6, -0.01, 1e-6);
  EXPECT_EQ(joint.height(20.6), 0);
  // Its slope changes over the length of the contact, however long it is.
  EXPECT_EQ(joint.finest, 0.04);
  EXPECT_EQ(one("kind = 'joint', s = 20, length = 0.03, depth = 1e-4").finest, 0.03);
  const SurfaceDefect by_depth = one("kind = 'joint', s = 20, length = 1.2, depth = 0.003");
  EXPECT_NEAR(by_depth.height(20.3), joint.height(20.3), 1e-15);
}

TEST(Surface, WeldsSquatsAndGapsHaveTheirDepth) {
  const SurfaceDefect weld = one("kind = 'weld', s = 10, length = 0.4, depth = -5e-4");
  EXPECT_NEAR(weld.height(10), 5e-4, 1e-15);
  EXPECT_NEAR(weld.height(10.1), 2.5e-4, 1e-15);
  const SurfaceDefect squat = one("kind = 'squat', s = 10, length = 0.04, depth = 3e-4");
  EXPECT_NEAR(squat.height(10), 0, 1e-15);
  EXPECT_NEAR(squat.height(9.99), -3e-4, 1e-15);
  EXPECT_EQ(squat.finest, 0.02);
  EXPECT_LT(one("kind = 'gap', s = 10, length = 0.006").height(10.002), -0.005);
}

TEST(Surface, EachRailForItself) {
  std::vector<SurfaceDefect> defects;
  (void)findings_of("kind = 'weld', s = 10, length = 0.4, depth = 5e-4, rail = 'right'", &defects);
  ASSERT_EQ(defects.size(), 1u);
  EXPECT_EQ(defects[0].side, 1u);
  (void)findings_of("kind = 'roughness', s = 2, length = 4", &defects);
  ASSERT_EQ(defects.size(), 2u);
  EXPECT_NE(defects[0].height(4), defects[1].height(4));
}

TEST(Surface, CorrugationBeginsAndEndsSmoothly) {
  const SurfaceDefect wave =
      one("kind = 'corrugation', s = 5, length = 2, wavelength = 0.05, amplitude = 3e-5");
  EXPECT_EQ(wave.height(5), 0);
  EXPECT_EQ(wave.height(7), 0);
  EXPECT_NEAR(wave.height(6 + 0.0125), 3e-5, 1e-15);
  EXPECT_EQ(wave.height(4.99), 0);
}

// The variance of the sum is that of the bands of the limit; 20 dB are ten times the amplitude.
TEST(Surface, RoughnessHasTheVarianceOfItsLevels) {
  const auto variance = [](const SurfaceDefect& rough) {
    double squares = 0;
    const int n = 40000;
    for (int i = 0; i < n; ++i) {
      const double height = rough.height(1 + 40.0 * i / n);
      squares += height * height / n;
    }
    return squares;
  };
  const std::string common =
      "kind = 'roughness', s = 0.5, length = 41, min_wavelength = 0.02, max_wavelength = 0.2";
  double wanted = 0;
  for (const double wavelength : {0.2, 0.16, 0.125, 0.1, 0.08, 0.063, 0.05, 0.04, 0.0315, 0.025, 0.02})
    wanted += std::pow(10, roughness_limit(wavelength) / 10 - 12);
  // Half of each outer band lies beyond the wavelengths.
  wanted -=
      (std::pow(10, roughness_limit(0.2) / 10 - 12) + std::pow(10, roughness_limit(0.02) / 10 - 12)) / 2;
  EXPECT_NEAR(variance(one(common)), wanted, 0.12 * wanted);
  EXPECT_NEAR(variance(one(common + ", level = 20")), 100 * variance(one(common)), 1e-6 * wanted);
}

TEST(Surface, LimitOfRoughness) {
  EXPECT_EQ(roughness_limit(0.4), 17.1);
  EXPECT_EQ(roughness_limit(0.101), 4.9);
  EXPECT_EQ(roughness_limit(0.0101), -8.0);
}

// ISO 3095:2013, figure 2, as [Phonometry2026] transcribes it: wavelengths in cm, levels in dB re 1 µm.
TEST(Surface, RoughnessIsThatOfTheFigureOfTheStandard) {
  constexpr std::array wavelengths{40.0, 31.5, 25.0, 20.0, 16.0, 12.5, 10.0, 8.0,  6.3, 5.0, 4.0,
                                   3.15, 2.5,  2.0,  1.6,  1.25, 1.0,  0.8,  0.63, 0.5, 0.4, 0.315};
  constexpr std::array levels{17.1, 15.0, 13.0, 11.0, 9.0,  7.0,  4.9,  2.9,  0.9,  -1.1,  -3.2,
                              -5.0, -5.6, -6.2, -6.8, -7.4, -8.0, -8.6, -9.2, -9.8, -10.4, -11.0};
  for (std::size_t i = 0; i < levels.size(); ++i)
    EXPECT_EQ(roughness_limit(wavelengths[i] / 100), levels[i]) << wavelengths[i];
}

TEST(Surface, StandsInTheReport) {
  Findings findings;
  TrackSpec spec;
  document::Document::from_text(
      "segments = [{ kind = \"straight\", length = 50.0 }]\nrails = { profile = \"60e1\" }\n"
      "irregularities.surface = [{ kind = 'weld', s = 10, length = 0.4, depth = 5e-4, rail = 'right' }]\n",
      "track.toml", findings)
      .fill(spec, findings);
  const auto model = compile(spec, findings);
  ASSERT_TRUE(model) << findings.text();
  const std::string text = summary_text(*model), json = json_text(*model);
  EXPECT_NE(text.find("       9.8        0.4  right weld\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("no irregularities"), std::string::npos) << text;
  EXPECT_NE(json.find("\"kind\": \"weld\""), std::string::npos) << json;
}

TEST(Surface, BadInput) {
  EXPECT_EQ(
      findings_of("kind = 'joint', s = 49.8, length = 1, depth = 1e-3"),
      "track.toml:3:27: irregularities.surface[0].s: puts the joint beyond the track (got 49.3 to 50.3; "
      "allowed within 0 to 50 in m). Move or shorten it, or lengthen the track.");
  EXPECT_EQ(
      findings_of("kind = 'corrugation', s = -1, length = 3, wavelength = 0.1, amplitude = 1e-5"),
      "track.toml:3:27: irregularities.surface[0].s: puts the corrugation beyond the track (got -1 to 2; "
      "allowed within 0 to 50 in m). Move or shorten it, or lengthen the track.");
  EXPECT_EQ(
      findings_of("kind = 'joint', s = 20, length = 1, depth = 1e-3, angle = 0.02"),
      "track.toml:3:27: irregularities.surface[0].angle: is given together with depth (got 0.02; allowed "
      "one of them). Leave one out: angle = 8 depth/length.");
  EXPECT_EQ(findings_of("kind = 'joint', s = 20, length = 1"),
            "track.toml:3:27: irregularities.surface[0].depth: is missing. Give the depth of the joint.");
  EXPECT_EQ(findings_of("kind = 'gap', s = 20, length = 0.4"),
            "track.toml:3:27: irregularities.surface[0].length: is too long for a gap that a wheel can cross "
            "(got 0.4; allowed at most 0.1 in m). Give the width of the gap alone.");
  EXPECT_EQ(findings_of("kind = 'corrugation', s = 20, length = 0.1, wavelength = 0.08, amplitude = 1e-5"),
            "track.toml:3:27: irregularities.surface[0].length: is too short: the deviation begins and ends "
            "over wavelength (got 0.1; allowed at least 0.16 in m). Lengthen it.");
  EXPECT_EQ(findings_of("kind = 'corrugation', s = 20, length = 2, wavelength = 0.08"),
            "track.toml:3:27: irregularities.surface[0].amplitude: is missing. Give the amplitude of the "
            "corrugation.");
  EXPECT_EQ(
      findings_of("kind = 'roughness', s = 20, length = 2, min_wavelength = 0.2, max_wavelength = 0.1"),
      "track.toml:3:27: irregularities.surface[0].max_wavelength: is not longer than min_wavelength (got "
      "0.1; allowed more than 0.2 in m).");
  EXPECT_EQ(
      findings_of("kind = 'joint', s = 20, length = 8, angle = 0.2"),
      "track.toml:3:27: irregularities.surface[0].angle: makes the joint too deep, by angle length/8 (got "
      "0.2 m; allowed at most 0.02 m). Lessen the angle, or shorten the joint.");
  EXPECT_EQ(findings_of("kind = 'joint', s = 20, length = 8, angle = 0.02"), "");
  EXPECT_EQ(findings_of("kind = 'corrugation', s = 20, length = 2, wavelength = 0.002, amplitude = 1e-5"),
            "track.toml:3:84: irregularities.surface[0].wavelength: is out of range (got 0.002; allowed a "
            "number from "
            "0.003 to 10 "
            "in m).");
  EXPECT_EQ(
      findings_of("kind = 'weld', s = 20, length = 1, depth = 1e-3, angle = 0.02"),
      "track.toml:3:86: irregularities.surface[0].angle: has no effect with irregularities.surface[0].kind "
      "= \"weld\". Leave it out, or set irregularities.surface[0].kind to joint.");
}

}  // namespace
}  // namespace flangeway::track
