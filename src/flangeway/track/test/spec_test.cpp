#include "flangeway/track/spec.hpp"

#include <gmock/gmock.h>

#include <array>
#include <filesystem>

#include "flangeway/document/read.hpp"
#include "support.hpp"
#include "support/spec_checks.hpp"

namespace flangeway::track {
namespace {

using namespace testing;
using ::testing::HasSubstr;

TrackSpec read(std::string_view text, Findings& findings) {
  TrackSpec spec;
  document::Document::from_text(text, "t.toml", findings).fill(spec, findings);
  return spec;
}

TEST(TrackFile, SaysAllThatTheSpecHolds) {
  Findings findings;
  const TrackSpec spec = read(R"(
name = "all"
centreline_step = 0.25
irregularity_step = 0.05
run_out = 80
[[segments]]
kind = "straight"
length = 30
[[segments]]
kind = "transition"
length = 50
shape = "bloss"
[[segments]]
kind = "circular"
length = 40
radius = 300
direction = "right"
cant = -0.1
[[gradients]]
s = 0
gradient_permille = 5
[[gradients]]
s = 60
gradient_permille = -3
radius = 4000
[rails]
profile = "60e1"
profile_right = "54e1"
inclination = 0.025
gauge = 1.44
gauge_depth = 0.016
rail_distance = 1.51
[irregularities]
fade = 15
[[irregularities.harmonic]]
channel = "cross_level"
form = "dip"
amplitude = -0.004
wavelength = 12
start = 20
[irregularities.spectrum]
quality = "fra_class_5"
seed = 7
min_wavelength = 2
max_wavelength = 70
harmonics = 500
scale = 0.8
)",
                              findings);
  ASSERT_EQ(findings.text(), "");
  const TrackModel model = compiled(spec);
  EXPECT_EQ(model.name(), "all");
  EXPECT_DOUBLE_EQ(model.length(), 120);
  EXPECT_DOUBLE_EQ(model.curvature(100), -1 / 300.0);
  EXPECT_DOUBLE_EQ(model.cant(100), -0.1);
  EXPECT_EQ(model.segments()[1].shape, TransitionShape::bloss);
  EXPECT_NEAR(model.gradient(100), -0.003, 1e-15);
  EXPECT_DOUBLE_EQ(model.rail_distance(), 1.51);
  EXPECT_EQ(model.rails().left().value, "60e1");
  EXPECT_EQ(model.rails().right().value, "54e1");
  EXPECT_EQ(model.rails().gauge, 1.44);
  EXPECT_EQ(spec.irregularities.spectrum->quality, SpectrumClass::fra_class_5);
  EXPECT_EQ(spec.irregularities.spectrum->seed, 7);
  EXPECT_EQ(spec.irregularities.harmonic[0].channel, Measure::cross_level);
  EXPECT_DOUBLE_EQ(model.centreline().step(), 0.25);
  EXPECT_DOUBLE_EQ(model.irregularities().step(), 0.05);
}

TEST(TrackFile, FindingsNameTheKeyAndThePlace) {
  Findings findings;
  TrackSpec spec = read(
      "[[segments]]\nkind = \"straight\"\nlength = 10\n\n[[segments]]\nkind = \"circular\"\nlength = 5\n",
      findings);
  ASSERT_EQ(findings.text(), "");
  EXPECT_THAT(findings_of(spec), HasSubstr("t.toml:5:1: segments[1].radius: is missing"));
}

TEST(TrackFile, MisspeltKindIsAFinding) {
  Findings findings;
  read("[[segments]]\nkind = \"strait\"\nlength = 10\n", findings);
  EXPECT_THAT(findings.text(), HasSubstr("segments[0].kind"));
  EXPECT_THAT(findings.text(), HasSubstr("straight"));
}

TEST(TrackFile, EveryShippedTrackCompilesAndKeepsItsGauge) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FLANGEWAY_SOURCE_DIR "/models/tracks")) {
    if (entry.path().extension() != ".toml") continue;
    Findings findings;
    TrackSpec spec;
    document::Document::from_file(entry.path(), findings).fill(spec, findings);
    ASSERT_EQ(findings.text(), "");
    const TrackModel model = compiled(spec);
    EXPECT_TRUE(model.notes().empty()) << entry.path();
    // Class 5 allows 1/2 in less and 1 in more [CFR213, 213.53].
    const bool compliant = spec.irregularities.minimally_compliant.has_value();
    EXPECT_GT(model.gauge_variation().minimum, compliant ? -0.01271 : -9e-3);
    EXPECT_LT(model.gauge_variation().maximum, compliant ? 0.02541 : 9e-3);
    ++count;
  }
  EXPECT_GE(count, 7);
}

// [Antunes2018, Tables 1 and 2], with the units of both Rayleigh parameters the other way round.
TEST(TrackFile, TheBallastedTrackHasTheValuesOfThePaper) {
  Findings findings;
  TrackSpec spec;
  document::Document::from_file(FLANGEWAY_SOURCE_DIR "/models/tracks/ballasted_uic60.toml", findings)
      .fill(spec, findings);
  ASSERT_EQ(findings.text(), "");
  ASSERT_TRUE(spec.structure && spec.structure->sleeper && spec.structure->ballast);
  const StructureSpec& s = *spec.structure;
  const auto values = [](const BeamSpec& b) {
    return std::array{b.youngs_modulus,   b.shear_modulus,    b.area,
                      b.torsion_constant, b.inertia_vertical, b.inertia_lateral,
                      b.density,          b.rayleigh_mass,    b.rayleigh_stiffness};
  };
  EXPECT_EQ(values(s.rail.beam),
            (std::array{2.10e11, 8.08e10, 7.67e-3, 3.55e-5, 3.04e-5, 5.12e-6, 7860.0, 0.94, 3.98e-4}));
  EXPECT_EQ(values(s.sleeper->beam),
            (std::array{3.10e10, 1.50e10, 5.6e-2, 1.71e-3, 2.60e-4, 1.67e-4, 2750.0, 0.94, 3.98e-4}));
  // along the track, across it, upright
  EXPECT_EQ(s.pad.stiffness, (Triple{4.00e7, 4.00e7, 1.30e8}));
  EXPECT_EQ(s.pad.damping, (Triple{1.00e5, 1.00e5, 1.50e5}));
  EXPECT_EQ(s.pad.rotational_stiffness, (Triple{2.00e5, 0, 0}));
  EXPECT_EQ(s.ballast->stiffness, (Triple{5.50e5, 1.00e7, 6.19e7}));
  EXPECT_EQ(s.ballast->damping, (Triple{2.94e4, 2.94e4, 2.94e4}));
  EXPECT_EQ(s.ballast->mass, 226.41);
  EXPECT_EQ(s.bond.stiffness, (Triple{3.92e7, 4.05e5, 5.50e5}));
  EXPECT_EQ(s.bond.damping, (Triple{2.94e4, 2.94e4, 2.94e4}));
}

TEST(TrackSpecKeys, AnswersKeysOfEarlierVersions) {
  EXPECT_EQ(flangeway::test::expect_renamed_keys_are_taken<TrackSpec>(), 2u);
}

TEST(TrackSpecKeys, HasSoundChoices) {
  flangeway::test::expect_words_of_choices_are_sound<TrackSpec>();
}

}  // namespace
}  // namespace flangeway::track
