// Messages for a wrong structure.
#include "flangeway/flextrack/structure.hpp"

#include <gmock/gmock.h>

#include "flangeway/document/read.hpp"
#include "flangeway/flextrack/mesh.hpp"
#include "support.hpp"

namespace flangeway::flextrack {
namespace {

using namespace testing;
using ::testing::HasSubstr;

std::string complaint(const track::TrackSpec& spec) {
  Findings findings;
  EXPECT_FALSE(compile_structure(spec, findings));
  return findings.text();
}

TEST(StructureFindings, SleepersThatDoNotFitTheGauge) {
  track::TrackSpec spec = track_spec();
  spec.structure->sleeper->length = 1.6;
  EXPECT_THAT(complaint(spec),
              HasSubstr("structure.sleeper.length: does not fit the gauge (got 1.6; allowed more than "
                        "1.657 in m: distance of the rails and width of a foot). Give longer "
                        "sleepers or check the gauge."));
  spec.structure->sleeper->length = 3.2;
  EXPECT_THAT(complaint(spec), HasSubstr("puts the inner supports of both rails beyond the middle"));
}

TEST(Structure, RemembersTheFileThatItWasTakenFrom) {
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/tracks/ballasted_uic60.toml";
  track::TrackSpec spec = track_spec();
  spec.structure.reset();
  spec.structure_of.value = file;
  Findings findings;
  const auto structure = compile_structure(spec, findings);
  ASSERT_TRUE(structure) << findings.text();
  ASSERT_TRUE(structure->source);
  EXPECT_EQ(structure->source->path, file);
  EXPECT_THAT(structure->source->text, HasSubstr("[structure"));
}

TEST(StructureFindings, PadsWithoutNodes) {
  track::TrackSpec spec = track_spec();
  spec.structure->sleeper->kind = track::SleeperKind::twin_block;
  spec.structure->sleeper->block_length = 0.3;
  const std::string text = complaint(spec);
  EXPECT_THAT(
      text,
      HasSubstr("structure.sleeper.block_length: leaves the pads without a node: no block lies under the "
                "rails (got 0.3; allowed more than 0.5465 and less than 1.3 in m). Give the length of "
                "one of the two blocks."));
  EXPECT_THAT(
      text, HasSubstr("structure.sleeper.middle: is missing: a twin_block needs a beam between its blocks"));
}

TEST(StructureFindings, WhatHoldsNothing) {
  track::TrackSpec spec = track_spec();
  spec.structure->pad.stiffness[0] = 0;
  spec.structure->rail.centre_height = 0.2;
  track::StructureChangeSpec change;
  change.key = "structure.changes[0]", change.from = 3, change.to = 2;
  spec.structure->changes = {change};
  const std::string text = complaint(spec);
  EXPECT_THAT(text,
              HasSubstr("structure.pad.stiffness: leaves the rails free in a direction (got 0; allowed three "
                        "numbers > 0 in N/m)"));
  EXPECT_THAT(
      text,
      HasSubstr("structure.rail.centre_height: lies above the rail (got 0.2; allowed less than height = "
                "0.172 in m)"));
  EXPECT_THAT(text, HasSubstr("structure.changes[0].to: lies before from (got 2; allowed at least 3 in m)"));
}

// Mean 1 and the given deviation, over as many sleepers as make the mean sure to half a percent; sleepers,
// sides, pads and ballast do not follow each other.
TEST(Structure, ScatterHasTheGivenMeanAndDeviation) {
  track::TrackSpec spec = track_spec();
  spec.structure->scatter = track::ScatterSpec{.pad = 0.2, .ballast = 0.4, .seed = 3};
  const Structure structure = compiled(spec);
  constexpr int count = 20000;
  double sum[4] = {0, 0, 0, 0}, squares[4] = {0, 0, 0, 0}, sides = 0, kinds = 0, neighbours = 0, before = 1;
  for (int k = 0; k < count; ++k) {
    const Factors at = factors_at(structure, structure.offset + 0.6 * (k - count / 2));
    const double values[4] = {at.pad[0], at.pad[1], at.ballast[0], at.ballast[1]};
    for (int i = 0; i < 4; ++i) sum[i] += values[i], squares[i] += values[i] * values[i];
    sides += (values[0] - 1) * (values[1] - 1);
    kinds += (values[0] - 1) * (values[2] - 1);
    neighbours += (values[0] - 1) * (before - 1);
    before = values[0];
    EXPECT_EQ(at.bond[0], 1);
  }
  for (int i = 0; i < 4; ++i) {
    const double mean = sum[i] / count, given = i < 2 ? 0.2 : 0.4;
    EXPECT_NEAR(mean, 1, 4 * given / std::sqrt(count));
    EXPECT_NEAR(std::sqrt(squares[i] / count - mean * mean), given, 0.03 * given);
  }
  constexpr double sure = 4 / 141.4;  // of a correlation: 4/√count
  EXPECT_LT(std::abs(sides / count / 0.04), sure);
  EXPECT_LT(std::abs(kinds / count / 0.08), sure);
  EXPECT_LT(std::abs(neighbours / count / 0.04), sure);
}

TEST(Structure, ScatterIsThatOfItsSeed) {
  track::TrackSpec spec = track_spec();
  const auto pad = [&](long seed) {
    spec.structure->scatter = track::ScatterSpec{.pad = 0.2, .ballast = 0, .seed = seed};
    return factors_at(compiled(spec), 6).pad[0];
  };
  EXPECT_EQ(pad(1), pad(1));
  EXPECT_NE(pad(1), pad(2));
  spec.structure->scatter.reset();
  EXPECT_TRUE(factors_at(compiled(spec), 6).none());
  EXPECT_FALSE(compiled(spec).varies());
}

TEST(StructureFindings, NegativeStiffness) {
  Findings findings;
  track::SpringSpec spring;
  document::Document::from_text("stiffness = [1, -2, 3]", "t.toml", findings).fill(spring, findings);
  EXPECT_THAT(findings.text(), HasSubstr("stiffness"));
  EXPECT_THAT(findings.text(), HasSubstr("N/m"));
}

TEST(StructureFindings, MeshThatLeavesTheAlignment) {
  const track::TrackSpec spec = track_spec();
  Findings findings;
  const auto model = track::compile(spec, findings);
  ASSERT_TRUE(model);
  EXPECT_FALSE(make_mesh(compiled(spec), &*model, 250, 270, findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("structure: the mesh from 249.6 to 270 m leaves the alignment (allowed -60 to "
                        "260 in m). Give a longer run_out or a place farther from the end."));
}

TEST(StructureFindings, NoStructureOrTwo) {
  track::TrackSpec spec = track_spec();
  spec.structure_of.value = "other.toml";
  EXPECT_THAT(complaint(spec),
              HasSubstr("structure_of: is given beside a structure. Leave one of the two out."));
  spec.structure.reset();
  EXPECT_THAT(complaint(spec), HasSubstr("other.toml"));
  spec.structure_of.value.clear();
  EXPECT_THAT(complaint(spec),
              HasSubstr("structure: is missing: nothing is known about what carries the rails"));
}

}  // namespace
}  // namespace flangeway::flextrack
