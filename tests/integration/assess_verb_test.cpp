// `flangeway assess` as a user meets it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string curved_run = std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/manchester_r500.toml";

class AssessVerb : public testing::Test {
 protected:
  void SetUp() override {
    const ProgramResult run = run_flangeway({"run", curved_run, "-o", file_, "--quiet", "--set",
                                             "integration.duration=2", "--set", "output.interval=0.01"});
    ASSERT_EQ(run.exit_code, 0) << run.error;
  }

  TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "run.h5").string();
};

TEST_F(AssessVerb, JudgesNothingOnTooFewSectionsAndSaysSo) {
  const std::string page = (folder_.path() / "page.html").string();
  const ProgramResult result = run_flangeway({"assess", file_, "--rule", "en14363", "--json", "-o", page});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"], "too few sections");
  EXPECT_THAT(read_file(page), HasSubstr("EN 14363"));
}

TEST_F(AssessVerb, LoadsOfARunAreThoseOfItsRecord) {
  const ProgramResult result = run_flangeway({"assess", file_, "--rule", "twist", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["verdict"], "passed");
  EXPECT_EQ(json["entries"].size(), 8u);  // a wheel each
}

TEST_F(AssessVerb, MistakesAreNamed) {
  const ProgramResult rule = run_flangeway({"assess", file_, "--rule", "nonsense"});
  EXPECT_EQ(rule.exit_code, 2);
  EXPECT_EQ(rule.error,
            "--rule: is not known (got nonsense; allowed en14363, en14363_simplified, en14363_validation, gbt5599, fra213, twist). Choose one of "
            "these, or give a file that ends in .toml.\n");
  const ProgramResult slow =
      run_flangeway({"assess", file_, "--rule", "en12299", "--point", "carbody:0,0,-0.5"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_THAT(slow.error, HasSubstr("has a sampling step of 0.01 s; weightings up to 80 Hz need at most "
                                    "0.005 s."));
  const ProgramResult over = run_flangeway({"assess", file_, "--rule", "twist", "-o", file_, "--force"});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_THAT(over.error, HasSubstr("is one of the files that this command reads."));
}

}  // namespace
}  // namespace flangeway::test
