#include "flangeway/vehicle_case/varied_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flangeway::vehicle_case {
namespace {

const std::string manchester = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml";

std::string text_of_findings(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all()) text += finding.text() + "\n";
  return text;
}

TEST(VariedKeys, TakesValuesFromTheFilesAndTheSettings) {
  Findings findings;
  const CaseSource source = source_of(manchester, {"contact.friction.coefficient=0.25"});
  const auto keys =
      varied_keys(source, {"speed", "contact.friction.coefficient", "vehicle.bodies[0].mass:50"}, 1e-3,
                  "--keys", findings);
  EXPECT_EQ(text_of_findings(findings), "");
  ASSERT_EQ(keys.size(), 3u);
  const auto model = load_case(manchester, {}, findings);
  EXPECT_DOUBLE_EQ(keys[0].value, model->drive.speed);
  EXPECT_DOUBLE_EQ(keys[0].step, 1e-3 * model->drive.speed);
  EXPECT_DOUBLE_EQ(keys[1].value, 0.25);
  EXPECT_DOUBLE_EQ(keys[2].value, model->vehicle.bodies.bodies[0].mass);
  EXPECT_DOUBLE_EQ(keys[2].step, 50);
}

TEST(VariedKeys, LoadsTheCaseWithTheChangedValue) {
  Findings findings;
  const CaseSource source = source_of(manchester, {});
  const auto keys = varied_keys(source, {"vehicle.bodies[0].mass:50"}, 1e-3, "--keys", findings);
  ASSERT_EQ(keys.size(), 1u);
  const auto model = load_varied(source, keys[0], -2, findings);
  ASSERT_TRUE(model);
  EXPECT_DOUBLE_EQ(model->vehicle.bodies.bodies[0].mass, keys[0].value - 100);
}

TEST(VariedKeys, RefusesWhatHasNoDerivative) {
  Findings findings;
  const CaseSource source = source_of(manchester, {"initial.y=0"});
  const auto keys =
      varied_keys(source, {"speed", "speed", "initial.y", "name", "vehicle.gravity", "speed:-1"}, 1e-3,
                  "--keys", findings);
  EXPECT_EQ(keys.size(), 1u);
  EXPECT_THAT(
      text_of_findings(findings),
      testing::AllOf(testing::HasSubstr("--keys: speed: is given twice"),
                     testing::HasSubstr("initial.y: is zero, so that no step of differences follows "
                                        "from its value (got 0). Give a step: initial.y:STEP"),
                     testing::HasSubstr("name: is not a number"),
                     testing::HasSubstr("vehicle.gravity: has no value in the files of the case. Give "
                                        "it one with --set vehicle.gravity=VALUE"),
                     testing::HasSubstr("has no step > 0 after the colon (got speed:-1; allowed KEY or "
                                        "KEY:STEP)")));
}

// A value cannot be given to a key that no file has.
TEST(VariedKeys, NamesTheKeyWhereAPathLeadsToNone) {
  Findings findings;
  const auto keys = varied_keys(source_of(manchester, {}),
                                {"vehicle.carbody.mass", "vehicle.bodies.carbody.mass", "vehicle.nothing",
                                 "vehicle.bodies[90].mass", "contact.frictions"},
                                1e-3, "--keys", findings);
  EXPECT_TRUE(keys.empty());
  EXPECT_THAT(
      text_of_findings(findings),
      testing::AllOf(
          testing::HasSubstr("vehicle.carbody.mass: is not a key of the case: carbody is not a known key. "
                             "carbody is the name of vehicle.bodies[0]: write vehicle.bodies[0].mass"),
          testing::HasSubstr("vehicle.bodies.carbody.mass: is not a key of the case: bodies is not a table. "
                             "carbody is the name of vehicle.bodies[0]: write vehicle.bodies[0].mass"),
          testing::HasSubstr("nothing is not a known key. Known here: "),
          testing::HasSubstr("vehicle.bodies[90].mass: is not a key of the case: bodies has no such entry "
                             "(allowed [0] to ["),
          testing::HasSubstr("contact.frictions is not a known key. The nearest known key is 'friction'"),
          testing::Not(testing::HasSubstr("--set"))));
}

}  // namespace
}  // namespace flangeway::vehicle_case
