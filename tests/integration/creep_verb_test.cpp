// `flangeway creep` as a user meets it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

TEST(CreepVerb, SurveyComparesTheLawWithTheHalfSpace) {
  const ProgramResult text = run_flangeway({"creep", "--survey", "20", "--threads", "2"});
  EXPECT_EQ(text.exit_code, 0) << text.error;
  EXPECT_THAT(text.out, HasSubstr("situations   force/(μN)  moment/(μN √(ab))"));
  const ProgramResult result = run_flangeway({"creep", "--survey", "20", "--seed", "7", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["situations"], 20);
  ASSERT_EQ(json["quantiles"].size(), 4u);
  EXPECT_EQ(json["quantiles"][3]["share"], 1.0);
  // The accuracy of docs/theory/creep_table.md, with room for the last situation of twenty.
  EXPECT_LT(json["quantiles"][0]["force"], 0.001);
  EXPECT_LT(json["quantiles"][3]["force"], 0.01);
  EXPECT_LT(json["quantiles"][3]["moment"], 0.02);
  EXPECT_GT(json["quantiles"][0]["force"], 0.0);
}

TEST(CreepVerb, ProgressHasOnePercentage) {
  const ProgramResult result = run_program({"python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])",
                                            FLANGEWAY_EXECUTABLE, "creep", "--survey", "100"});
  EXPECT_THAT(result.out, HasSubstr("%  half-space solutions  "));
  EXPECT_THAT(result.out, testing::Not(testing::ContainsRegex("%[^\r\n]*%  ")));
}

TEST(CreepVerb, AnotherSeedHasOtherSituations) {
  const auto survey = [](const std::string& seed) {
    return run_flangeway({"creep", "--survey", "5", "--seed", seed, "--json"}).out;
  };
  EXPECT_EQ(survey("3"), survey("3"));
  EXPECT_NE(survey("3"), survey("4"));
}

// Before minutes of work, not after them.
TEST(CreepVerb, AFileThatIsThereIsRefusedAtOnce) {
  const TemporaryFolder folder;
  const std::string file = folder.write("table.txt", "mine").string();
  const ProgramResult result = run_flangeway({"creep", "-o", file});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("table.txt"));
  EXPECT_THAT(result.error, HasSubstr("--force"));
}

}  // namespace
}  // namespace flangeway::test
