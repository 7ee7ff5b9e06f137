// What makes two studies two: inputs, settings of runs in their order, and what is recorded.
#include <gtest/gtest.h>

#include "flangeway/campaign/folder.hpp"
#include "support/load_case.hpp"

namespace flangeway::campaign {
namespace {

struct Two {
  Plan plan;
  std::vector<Case> cases;

  Two() {
    auto model = std::make_shared<vehicle_case::CaseModel>(
        test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", {}));
    model->sources = {{"case.toml", "speed = 10"}, {"vehicle.toml", "name = \"a\""}};
    for (const char* name : {"1", "2"}) {
      Run run;
      run.name = name;
      run.sets.push_back({});
      run.sets.back().text = std::string("speed=") + name;
      plan.runs.push_back(run);
      cases.push_back({model, {0, 3}, {}});
    }
  }
  [[nodiscard]] Identity identity() const { return identity_of(plan, cases); }
};

TEST(StudyIdentity, NamesEachInputOnce) {
  const Identity identity = Two().identity();
  ASSERT_EQ(identity.inputs.size(), 2u);
  EXPECT_EQ(identity.inputs[0].path, "case.toml");
  EXPECT_NE(identity.inputs[0].sha256, identity.inputs[1].sha256);
  EXPECT_EQ(identity.settings, Two().identity().settings);
}

TEST(StudyIdentity, ChangesWithWhatIsRecordedAndSet) {
  const std::string settings = Two().identity().settings;
  Two two;
  two.cases[1].recorded = {0, 4};
  EXPECT_NE(two.identity().settings, settings) << "another channel";
  two = {};
  two.cases[1].recorded = {0, 3, 4};
  EXPECT_NE(two.identity().settings, settings) << "one more channel";
  two = {};
  std::swap(two.plan.runs[0].sets, two.plan.runs[1].sets);
  EXPECT_NE(two.identity().settings, settings) << "another order";
  two = {};
  two.plan.runs[0].sets[0].text = "speed=1.5";
  EXPECT_NE(two.identity().settings, settings) << "another value";
}

}  // namespace
}  // namespace flangeway::campaign
