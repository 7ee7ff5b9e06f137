#include "flangeway/track/spec.hpp"

#include <gmock/gmock.h>

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

TEST(TrackSpecKeys, AnswersKeysOfEarlierVersions) {
  EXPECT_EQ(flangeway::test::expect_renamed_keys_are_answered<TrackSpec>(), 2u);
}

TEST(TrackSpecKeys, HasSoundChoices) {
  flangeway::test::expect_words_of_choices_are_sound<TrackSpec>();
}

}  // namespace
}  // namespace flangeway::track
