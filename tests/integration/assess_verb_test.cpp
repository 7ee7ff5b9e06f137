// `flangeway assess` as a user meets it.
#include <gmock/gmock.h>

#include <algorithm>
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

// The Manchester wagon with its wheelsets in reverse order in the file.
TEST(AssessRoles, WheelsetsAreNumberedFromTheFront) {
  const TemporaryFolder folder;
  const std::string models = std::string(FLANGEWAY_SOURCE_DIR) + "/models/";
  const std::string text = read_file(models + "vehicles/manchester.toml");
  std::string others, wheelsets;
  for (std::size_t at = 0, end; at < text.size(); at = end) {
    end = std::min(text.find("\n[", at + 1), text.size());
    const std::string entry = text.substr(at, end - at);
    if (entry.find("[[wheelsets]]") == std::string::npos)
      others += entry;
    else
      wheelsets = entry + wheelsets;
  }
  const std::string vehicle = folder.write("reversed.toml", others + wheelsets + "\n").string(),
                    file = (folder.path() / "run.h5").string();
  const ProgramResult run =
      run_flangeway({"run", curved_run, "-o", file, "--quiet", "--set", "vehicle=\"" + vehicle + '"', "--set",
                     "integration.duration=0.5"});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  const ProgramResult result = run_flangeway({"assess", file, "--rule", "twist", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  std::vector<std::string> items;
  for (const auto& entry : json["entries"]) items.push_back(entry["of"].get<std::string>());
  EXPECT_THAT(items,
              testing::ElementsAre("wheelset1.left", "wheelset1.right", "wheelset2.left", "wheelset2.right",
                                   "wheelset3.left", "wheelset3.right", "wheelset4.left", "wheelset4.right"));
}

TEST_F(AssessVerb, PrintsAPdfWithHashesOfItsInputs) {
  const std::string file = (folder_.path() / "report.pdf").string();
  const ProgramResult result =
      run_flangeway({"assess", file_, "--rule", "en14363", "--point", "carbody:9.5,0,-0.9", "--point",
                     "carbody:-9.5,0,-0.9", "-o", file, "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  const std::string print = read_file(file);
  EXPECT_TRUE(print.starts_with("%PDF-1.4"));
  EXPECT_THAT(print, HasSubstr("(EN 14363"));
  EXPECT_THAT(print, HasSubstr(json["records"][0]["sha256"].get<std::string>().substr(0, 20)));
  EXPECT_EQ(json["records"][0]["made_by"].get<std::string>().substr(0, 9), "Flangeway");
  EXPECT_FALSE(json["not_judged"].empty());
}

TEST_F(AssessVerb, ARunIsItsOwnMeasurement) {
  const std::string file = (folder_.path() / "comparison.html").string();
  const ProgramResult result = run_flangeway(
      {"assess", file_, "--measured", file_, "--rule", "en14363_validation", "--json", "-o", file});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["pairs"][0]["shift"], 0);
  for (const auto& series : json["series"]) EXPECT_EQ(series["rms"], 0);
  EXPECT_EQ(json["verdict"], "too few sections");  // 40 m
  EXPECT_THAT(read_file(file), HasSubstr("One over the other"));
}

TEST_F(AssessVerb, ADerailedRunIsNotCompared) {
  const std::string derailed = (folder_.path() / "derailed.h5").string();
  const std::string wheelset = std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/wheelset_r500.toml";
  const ProgramResult run = run_flangeway(
      {"run", wheelset, "-o", derailed, "--quiet", "--set", "initial.yaw=0.04", "--set", "speed=3", "--set",
       "contact.friction.coefficient=0.6", "--set", "contact.creep.law=shen_hedrick_elkins"});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  for (const bool measured : {true, false}) {
    const ProgramResult result = run_flangeway({"assess", measured ? file_ : derailed, "--measured",
                                                measured ? derailed : file_, "--rule", "en14363_validation"});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.error,
              derailed + ": the run derailed. Only runs that reached their end are compared.\n");
  }
}

// Two short runs. Half of the study is run first, as after a kill, then the rest; the report is the same.
TEST(AssessStudy, AnInterruptedStudyGivesTheSameReport) {
  const TemporaryFolder folder;
  const std::string study = folder
                                .write("study.toml", R"(name = "short"
case = ")" + curved_run + R"("
record = ["t", "distance", "track.curvature", "track.cant", "wheelset*.left.Q", "wheelset*.left.Y",
          "wheelset*.right.Q", "wheelset*.right.Y"]
set = { integration.duration = 1.5, output.interval = 0.01 }
[[axes]]
name = "speed"
key = "speed"
values = [18.0, 20.0, 22.0, 24.0]
)")
                                .string();
  const auto report_of = [&](const std::string& name) {
    const ProgramResult result =
        run_flangeway({"assess", (folder.path() / name).string(), "--rule", "twist", "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    std::string text = result.out;
    for (std::size_t at = text.find("/" + name + "/"); at != std::string::npos;
         at = text.find("/" + name + "/"))
      text.replace(at, name.size() + 2, "/any/");
    return text;
  };
  const auto study_into = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> words{"study", study, "-o", (folder.path() / name).string(), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramResult result = run_flangeway(words);
    EXPECT_EQ(result.exit_code, 0) << result.error;
  };
  study_into("broken", {"--shard", "1/2"});
  study_into("broken", {"--collect"});
  EXPECT_THAT(report_of("broken"), HasSubstr("\"2 of 4 runs of "));
  study_into("broken", {});
  study_into("whole", {});
  EXPECT_EQ(report_of("broken"), report_of("whole"));
}

TEST_F(AssessVerb, MistakesAreNamed) {
  const ProgramResult rule = run_flangeway({"assess", file_, "--rule", "nonsense"});
  EXPECT_EQ(rule.exit_code, 2);
  EXPECT_EQ(rule.error,
            "--rule: is not known (got nonsense; allowed en14363, en14363_simplified, en14363_validation, "
            "gbt5599, fra213, cfr238, twist, wheel_climb). Choose one of "
            "these, or give a file that ends in .toml.\n");
  const ProgramResult slow =
      run_flangeway({"assess", file_, "--rule", "en12299", "--point", "carbody:0,0,-0.5"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_THAT(slow.error, HasSubstr("acceleration: is 2 s long; 5 s are needed."));
  const ProgramResult point =
      run_flangeway({"assess", file_, "--rule", "en14363", "--point", "carbdy:0,0,-0.5"});
  EXPECT_EQ(point.exit_code, 2);
  EXPECT_THAT(point.error, HasSubstr("run.h5: --point: names no body of the record (got carbdy; allowed "));
  EXPECT_THAT(point.error, HasSubstr("Did you mean carbody."));
  const ProgramResult over = run_flangeway({"assess", file_, "--rule", "twist", "-o", file_, "--force"});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_THAT(over.error, HasSubstr("is one of the files that this command reads."));
}

}  // namespace
}  // namespace flangeway::test
