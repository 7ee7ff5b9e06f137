// Inputs that distinguish two studies: files, settings of runs in their order, and recorded quantities.
#include <gtest/gtest.h>

#include "flangeway/campaign/folder.hpp"
#include "support/load_case.hpp"

namespace flangeway::campaign {
namespace {

struct Two {
  StudySpec spec;
  Plan plan;

  Two() {
    spec.record = {{"wheelset.y", {}}, {"wheelset.yaw", {}}};
    for (const char* name : {"1", "2"}) {
      Run run;
      run.name = name;
      run.sets.push_back({});
      run.sets.back().text = std::string("speed=") + name;
      plan.runs.push_back(run);
    }
  }
  [[nodiscard]] Identity identity() const { return identity_of(spec, plan); }
};

TEST(StudyIdentity, NamesEachInputOnce) {
  auto model = test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", {});
  model.sources = {{"vehicle.toml", "name = \"a\""}, {"case.toml", "speed = 10"}};
  Identity identity = Two().identity();
  add_inputs(model, identity);
  add_inputs(model, identity);
  ASSERT_EQ(identity.inputs.size(), 2u);
  EXPECT_EQ(identity.inputs[0].path, "case.toml");
  EXPECT_NE(identity.inputs[0].sha256, identity.inputs[1].sha256);
  EXPECT_EQ(identity.settings, Two().identity().settings);
}

TEST(StudyIdentity, CountsTheRunsWithoutReferences) {
  Two two;
  EXPECT_EQ(two.identity().runs, 2u);
  two.plan.references = 1;
  EXPECT_EQ(two.identity().runs, 1u);
}

TEST(StudyIdentity, ChangesWithWhatIsRecordedAndSet) {
  const std::string settings = Two().identity().settings;
  Two two;
  two.spec.record[1].value = "wheelset.roll";
  EXPECT_NE(two.identity().settings, settings) << "another channel";
  two = {};
  two.spec.record.push_back({"wheelset.roll", {}});
  EXPECT_NE(two.identity().settings, settings) << "one more channel";
  two = {};
  two.spec.repetitions = 5;
  EXPECT_NE(two.identity().settings, settings) << "means of other times";
  two = {};
  std::swap(two.plan.runs[0].sets, two.plan.runs[1].sets);
  EXPECT_NE(two.identity().settings, settings) << "another order";
  two = {};
  two.plan.runs[0].sets[0].text = "speed=1.5";
  EXPECT_NE(two.identity().settings, settings) << "another value";
}

}  // namespace
}  // namespace flangeway::campaign
