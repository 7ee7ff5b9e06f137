// `flangeway report` as a user meets it: a short run, and the page of it.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::StartsWith;

class ReportVerb : public testing::Test {
 protected:
  ReportVerb() {
    summary_ = run_flangeway({"run", FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500_irregular.toml",
                              "-o", file_, "--set", "integration.duration=0.2", "--json"})
                   .out;
  }
  TemporaryFolder folder_;
  std::string file_ = (folder_.path() / "run.h5").string(), page_ = (folder_.path() / "run.html").string();
  std::string summary_;
};

nlohmann::json data_of(const std::string& html) {
  const std::string mark = "id=\"data\">";
  const std::size_t from = html.find(mark) + mark.size();
  return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}

TEST_F(ReportVerb, WritesAWholePageBesideTheResults) {
  const ProgramResult result = run_flangeway({"report", file_});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.out, page_ + "\n");
  const std::string html = read_file(page_);
  EXPECT_THAT(html, StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(html, testing::EndsWith("</html>\n"));
  EXPECT_LT(html.size(), 5'000'000u);
  const auto run = data_of(html)["runs"][0];
  EXPECT_EQ(run["name"], "Manchester wagon, R = 500 m, irregular");
  EXPECT_EQ(run["summary"]["wheels"], nlohmann::json::parse(summary_)["wheels"]);
}

TEST_F(ReportVerb, CarriesTheShapesOfVehicleAndTrack) {
  ASSERT_EQ(run_flangeway({"report", file_, "-o", page_, "--json"}).out, "{\"report\":\"" + page_ + "\"}\n");
  const auto scene = data_of(read_file(page_))["runs"][0]["scene"];
  ASSERT_EQ(scene["bodies"].size(), 7u);
  // A homogeneous box of 32 t with the moments of inertia of the car body.
  const auto size = scene["bodies"][0]["size"];
  EXPECT_NEAR(size[0].get<double>(), 26.98, 0.01);
  EXPECT_NEAR(size[1].get<double>(), 3.26, 0.01);
  EXPECT_EQ(scene["wheelsets"].size(), 4u);
  EXPECT_EQ(scene["wheelsets"][0]["left"].size(), 240u);
  EXPECT_EQ(scene["rails"]["right"]["points"].size(), scene["rails"]["right"]["own_y"].size());
  EXPECT_EQ(scene["friction"]["left"]["coefficient"], 0.2364);
  EXPECT_EQ(scene["track"]["x"].size(), scene["track"]["cant_angle"].size());
  EXPECT_EQ(scene["irregularities_um"]["y_left"].size(), scene["irregularities_um"]["z_right"].size());
}

TEST_F(ReportVerb, PutsRunsSideBySide) {
  const ProgramResult result = run_flangeway({"report", file_, file_, "-o", page_});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(data_of(read_file(page_))["runs"].size(), 2u);
}

TEST_F(ReportVerb, DoesNotOverwriteUnlessForced) {
  folder_.write("run.html", "mine");
  const ProgramResult refused = run_flangeway({"report", file_});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error, page_ + ": exists already. Give another name, or --force to overwrite it.\n");
  EXPECT_EQ(read_file(page_), "mine");
  EXPECT_EQ(run_flangeway({"report", file_, "--force"}).exit_code, 0);
  EXPECT_THAT(read_file(page_), StartsWith("<!DOCTYPE html>"));
}

TEST_F(ReportVerb, RefusesWhatIsNoResult) {
  const std::string text = folder_.write("text.h5", "no HDF5").string();
  const ProgramResult refused = run_flangeway({"report", text});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error, text + ": is not an HDF5 file. Give a file that flangeway run has written.\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "text.html"));
}

// Copies of a value of brackets would exhaust the stack.
TEST_F(ReportVerb, ALayoutThatIsNestedTooDeeplyIsNone) {
  const std::string brackets = std::string(100000, '[') + std::string(100000, ']');
  const std::string layout =
      folder_.write("a.plots.json", "{\"channels\": [\"t\"], \"limits\": " + brackets + "}").string();
  const ProgramResult result = run_flangeway({"report", file_, "-o", page_, "--layout", layout});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error, layout + ": is no layout of plots. Save one in the workbench: Save layout.\n");
  EXPECT_FALSE(std::filesystem::exists(page_));
}

TEST(ViewVerb, ShowsACaseBeforeItHasRun) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "start.html").string();
  const ProgramResult result = run_flangeway({"view", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
                                              "--set", "initial.y=0.002", "-o", page});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.out, page + "\n");
  const auto data = data_of(read_file(page)), run = data["runs"][0];
  EXPECT_EQ(data["kind"], "start");
  ASSERT_EQ(data["files"].size(), 3u);  // case, vehicle and track
  EXPECT_THAT(data["files"][1]["text"].get<std::string>(), testing::HasSubstr("[[wheelsets]]"));
  EXPECT_EQ(run["rows"], 1);
  EXPECT_EQ(run["scene"]["wheelsets"].size(), 1u);
  EXPECT_THAT(run["provenance"]["settings"].get<std::string>(),
              testing::HasSubstr("# --set initial.y=0.002"));
}

TEST(ViewVerb, NamesTheFolderOfTemporaryFilesThatCannotBeWritten) {
  const TemporaryFolder folder;
  for (const auto& [before, problem] :
       {std::pair("ulimit -f 500;", "cannot be written (File too large"),
        std::pair("TMPDIR=/none", "no temporary folder can be made in /none (No such file or directory")}) {
    const ProgramResult result =
        test::run_program({"bash", "-c",
                           before + std::string(" exec " FLANGEWAY_EXECUTABLE " view " FLANGEWAY_SOURCE_DIR
                                                "/models/cases/wheelset_r500.toml -o page.html")},
                          {.folder = folder.path()});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.error, testing::HasSubstr(problem));
    EXPECT_THAT(result.error,
                testing::EndsWith("). Set TMPDIR to a folder that can be written and has space.\n"));
  }
}

TEST(ViewVerb, ShowsAVehicleByItself) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "vehicle.html").string(),
                    vehicle = FLANGEWAY_SOURCE_DIR "/models/vehicles/single_wheel_trailer.toml";
  const ProgramResult result = run_flangeway({"view", vehicle, "--set", "name=trailer", "-o", page});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.out, page + "\n");
  const auto data = data_of(read_file(page));
  EXPECT_EQ(data["kind"], "start");
  EXPECT_EQ(data["files"][1]["path"], vehicle);
  EXPECT_THAT(data["runs"][0]["provenance"]["settings"].get<std::string>(),
              testing::HasSubstr("# --set name=trailer"));
  EXPECT_THAT(data["files"][2]["text"].get<std::string>(), testing::HasSubstr("lateral_position = 0.75"));
  const ProgramResult wrong = run_flangeway({"view", vehicle, "--set", "nme=x", "-o", page, "--force"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.error, testing::HasSubstr("nme: is not a known key"));
}

TEST(ViewVerb, WritesNothingForAWrongCase) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "start.html").string();
  const ProgramResult result = run_flangeway({"view", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
                                              "--set", "initial.y=0.5", "-o", page});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, testing::HasSubstr("initial.y: is out of range (got 0.5;"));
  EXPECT_FALSE(std::filesystem::exists(page));
}

TEST_F(ReportVerb, ViewOfAResultTakesNoSettings) {
  const ProgramResult result = run_flangeway({"view", file_, "--set", "speed=20"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(
      result.error,
      testing::HasSubstr("--set: has no effect on a result file (got speed=20). Leave it out, or view the "
                         "case file."));
}

}  // namespace
}  // namespace flangeway::test
