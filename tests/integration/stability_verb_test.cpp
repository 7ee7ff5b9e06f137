// `flangeway stability` as a user meets it.
#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/csv_rows.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string bogie = std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/cooperrider.toml";

TEST(StabilityVerb, FindsTheHopfPointAndWritesAPage) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "hunting.html").string();
  const ProgramResult result = run_flangeway({"stability", bogie, "--from", "60", "--to", "69", "--speeds",
                                              "5", "--intervals", "30", "--no-runs", "--json", "-o", page},
                                             {.time_limit = std::chrono::minutes(5)});  // of sanitized code
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["critical_speed"]["answer"], "found");
  EXPECT_NEAR(json["critical_speed"]["speed"].get<double>(), 66.66, 0.1);
  EXPECT_EQ(json["time"]["answer"], "not_tried");
  EXPECT_THAT(read_file(page), HasSubstr("<h2>Roots that grow</h2>"));
  ASSERT_EQ(json["hopf"].size(), 1u);
  EXPECT_NEAR(json["hopf"][0]["speed"].get<double>(), 68.66, 0.1);
  EXPECT_NEAR(json["hopf"][0]["frequency"].get<double>(), 4.0, 0.01);
  ASSERT_EQ(json["folds"].size(), 1u);
  EXPECT_NEAR(json["folds"][0]["speed"].get<double>(), 66.66, 0.1);
  ASSERT_GT(json["branch"].size(), 10u);
  EXPECT_EQ(json["branch"][0]["amplitude"].size(), 2u);
  EXPECT_EQ(json["branch"][0]["stable"], false);
  EXPECT_EQ(json["branch"].back()["stable"], true);
  ASSERT_EQ(json["flange_limits"].size(), 2u);
  const auto& limit = json["flange_limits"][0];
  EXPECT_EQ(limit["wheelset"], "wheelset1");
  EXPECT_EQ(limit["begins"], true);
  EXPECT_NEAR(limit["speed"].get<double>(), 66.92, 0.1);
  EXPECT_NEAR(limit["amplitude"][0].get<double>(), 9.1e-3, 1e-5);
  EXPECT_EQ(json["branch"][0]["flange"], (std::vector<bool>{false, false}));
  EXPECT_EQ(json["branch"].back()["flange"], (std::vector<bool>{true, true}));
  EXPECT_EQ(json["wheelsets"], (std::vector<std::string>{"wheelset1", "wheelset2"}));
  EXPECT_THAT(read_file(page), HasSubstr("<h2>Limit cycles</h2>"));
  EXPECT_THAT(read_file(page), HasSubstr("wheelset1 begins to touch its rail with a flange at 66.9"));
  EXPECT_THAT(read_file(page), HasSubstr("wheelset1, flange"));
}

TEST(StabilityVerb, RampsTheSpeedDown) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "ramp.html").string();
  const ProgramResult result = run_flangeway(
      {"stability", bogie, "--ramp", "--from", "48", "--to", "50", "--rate", "1", "--json", "-o", page});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["rate"], 1);
  EXPECT_TRUE(json["critical_speed_of_ramp"].is_null());
  EXPECT_GT(json["windows"].size(), 20u);
  EXPECT_THAT(read_file(page), HasSubstr("Speed ramped down"));
}

// Half a period later all that moves has the opposite displacement, and nothing grows.
TEST(ModesVerb, WritesTheMotionOfAModeForTheView) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "mode.h5").string(),
                    table = (folder.path() / "mode.csv").string(),
                    page = (folder.path() / "mode.html").string();
  const ProgramResult listed = run_flangeway({"modes", bogie, "--set", "initial.y=0", "--json"});
  ASSERT_EQ(listed.exit_code, 0) << listed.error;
  const auto modes = nlohmann::json::parse(listed.out)["modes"];
  std::size_t number = 1;
  while (modes[number - 1]["frequency"].get<double>() < 1) ++number;
  const double frequency = modes[number - 1]["frequency"];
  const ProgramResult made =
      run_flangeway({"modes", bogie, "--set", "initial.y=0", "--mode", std::to_string(number), "-o", file});
  ASSERT_EQ(made.exit_code, 0) << made.error;
  EXPECT_THAT(made.out, HasSubstr("mode frequency/Hz"));
  ASSERT_EQ(run_flangeway({"results", file, "--csv", "--channel", "t,wheelset1.y,frame.yaw", "-o", table})
                .exit_code,
            0);
  std::vector<CsvRow> rows = rows_of(table);
  ASSERT_GE(rows.size(), 3 * 40u + 1);
  double largest = 0;
  for (std::size_t i = 0; i + 20 < rows.size(); ++i) {
    CsvRow &now = rows[i], &later = rows[i + 20];
    EXPECT_NEAR(later["t [s]"] - now["t [s]"], 0.5 / frequency, 1e-9);
    EXPECT_NEAR(later["wheelset1.y [m]"], -now["wheelset1.y [m]"], 1e-12);
    EXPECT_NEAR(later["frame.yaw [rad]"], -now["frame.yaw [rad]"], 1e-12);
    largest = std::max(largest, std::abs(now["wheelset1.y [m]"]));
  }
  EXPECT_GT(largest, 1e-4);
  EXPECT_LT(largest, 2.001e-3);
  ASSERT_EQ(run_flangeway({"view", file, "-o", page}).exit_code, 0);
  EXPECT_THAT(read_file(page), HasSubstr("Mode of "));
}

TEST(ModesVerb, FoldsWhatDoesNotOscillateAndWritesAllModesAndAPicture) {
  const TemporaryFolder folder;
  const std::string table = (folder.path() / "modes.csv").string(),
                    picture = (folder.path() / "modes.svg").string();
  const ProgramResult folded = run_flangeway({"modes", bogie, "--plot", picture, "-o", table});
  ASSERT_EQ(folded.exit_code, 0) << folded.error;
  EXPECT_THAT(folded.out, HasSubstr("\n   1       3.5316         0.0595         -1.323  frame.y\n"));
  EXPECT_THAT(folded.out, HasSubstr("6 overdamped modes (decay by 221.7 1/s or more): --all shows them\n"));
  EXPECT_EQ(std::count(folded.out.begin(), folded.out.end(), '\n'), 1 + 9 + 2);
  EXPECT_THAT(read_file(picture), HasSubstr(">Cooperrider bogie: modes at 60 m/s</text>"));
  std::vector<CsvRow> rows = rows_of(table);
  ASSERT_GE(rows.size(), 9u + 6 + 1);  // rounding splits a double eigenvalue into one line or two
  EXPECT_NEAR(rows[0]["frequency [Hz]"], 3.5316, 1e-4);
  EXPECT_NEAR(rows[9]["real [1/s]"], -221.7, 0.1);
  const std::string all = run_flangeway({"modes", bogie, "--all"}).out;
  EXPECT_GE(std::count(all.begin(), all.end(), '\n'), 1 + 9 + 6 + 1);
  EXPECT_THAT(all, HasSubstr("\n  10            -     overdamped         -221.7  wheelset1.yaw\n"));
}

// docs/validation/elastic.md has these places from a run in time that has come to rest in the curve.
TEST(ModesVerb, AboutSteadyRunningInACurve) {
  const std::string curve = std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/manchester_r500.toml";
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "mode.h5").string(),
                    table = (folder.path() / "mode.csv").string();
  const ProgramResult listed =
      run_flangeway({"modes", curve, "--set", "initial.s=200", "--steady", "--json"});
  ASSERT_EQ(listed.exit_code, 0) << listed.error;
  const auto json = nlohmann::json::parse(listed.out);
  const double y = json["steady_running"]["wheelset1"]["y"];
  EXPECT_NEAR(y, -3.897e-3, 1e-6);
  EXPECT_NEAR(json["steady_running"]["wheelset1"]["yaw"].get<double>(), -4.393e-3, 2e-6);
  std::size_t number = 1;
  for (const auto& mode : json["modes"]) EXPECT_LT(mode["real"], 0) << mode;
  while (json["modes"][number - 1]["frequency"].get<double>() < 0.1) ++number;
  const ProgramResult made = run_flangeway(
      {"modes", curve, "--set", "initial.s=200", "--steady", "--mode", std::to_string(number), "-o", file});
  ASSERT_EQ(made.exit_code, 0) << made.error;
  EXPECT_THAT(made.out, HasSubstr("steady running: wheelset1 y -3.89"));
  ASSERT_EQ(run_flangeway({"results", file, "--csv", "--channel", "t,wheelset1.y", "-o", table}).exit_code,
            0);
  std::vector<CsvRow> rows = rows_of(table);
  double sum = 0, largest = 0;  // over whole periods of 40 rows
  for (std::size_t i = 0; i < 40; ++i) {
    sum += rows[i]["wheelset1.y [m]"] / 40;
    largest = std::max(largest, std::abs(rows[i]["wheelset1.y [m]"] - y));
  }
  EXPECT_NEAR(sum, y, 1e-12);
  EXPECT_GT(largest, 1e-6);
}

// At 100 m/s in R 500 m, 20 m/s² are more than twice what wheels of 1.5 m gauge can hold: no vehicle runs
// there.
TEST(ModesVerb, ReportsMissingSteadyRunning) {
  const ProgramResult result =
      run_flangeway({"modes", FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml", "--steady", "--set",
                     "initial.s=200", "--set", "speed=100"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.error, HasSubstr("No steady running was found at 100 m/s: "));
  EXPECT_THAT(result.error,
              HasSubstr("The wheel lifts off: choose a lower speed, a wider curve or more cant\n"));
}

TEST(ModesVerb, ReportsErrors) {
  const auto error_of = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"modes", bogie});
    const ProgramResult result = run_flangeway(more);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "mode.h5").string();
  EXPECT_EQ(error_of({"--mode", "3"}), "--mode: is given without a file for it. Name one with -o FILE.h5.\n");
  EXPECT_EQ(error_of({"-o", file}),
            "-o: is no table (got " + file + "; allowed FILE.csv, or FILE.h5 with --mode).\n");
  EXPECT_EQ(error_of({"--mode", "3", "-o", "x.csv"}),
            "-o: is a table, which has no room for the motion of --mode (got x.csv; allowed FILE.h5).\n");
  EXPECT_THAT(error_of({"--plot", "x.csv", "-o", "x.csv"}),
              HasSubstr("--plot: names the file of -o (got x.csv). Give it a name of its own.\n"));
  EXPECT_THAT(error_of({"--plot", bogie}), HasSubstr("is one of the files that this command reads"));
  EXPECT_THAT(error_of({"--plot", bogie, "--force"}),
              HasSubstr("is one of the files that this command reads. Name another file for the output.\n"));
  const std::string irregular = "track=" FLANGEWAY_SOURCE_DIR "/models/tracks/curve_r500_irregular.toml";
  EXPECT_THAT(error_of({"--steady", "--set", "drive=free"}),
              HasSubstr("drive: is free: a vehicle that is not"));
  EXPECT_THAT(error_of({"--steady", "--set", irregular}),
              HasSubstr("track: has irregularities: there is no steady running on it"));
  EXPECT_THAT(error_of({"--mode", "999", "-o", file}),
              HasSubstr("--mode: is no mode of the case (got 999; allowed 1 to "));
  EXPECT_EQ(error_of({"--mode", "12", "-o", file}),
            "--mode: does not oscillate: there is nothing to show (got 12). Choose one with a frequency.\n");
  EXPECT_FALSE(std::filesystem::exists(file));
}

// Elastic contact stays if limit cycles are not requested.
TEST(StabilityVerb, TakesConstraintsForLimitCyclesWhereTheCaseNamesNoMethod) {
  const TemporaryFolder folder;
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
  const std::string name =
      folder
          .write("case.toml", "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                                  "tracks/straight_1000.toml\"\nspeed = 10\n")
          .string();
  const auto error_with = [&](const char* branches) {
    return run_flangeway({"stability", name, "--from", "80", "--to", "60", "--branches", branches}).error;
  };
  const std::string note =
      "note: " + name +
      ": contact.method: is not given, and limit cycles are not followed with elastic "
      "contact (--branches 0 looks for none): kec is taken in place of elastic. Give it.\n";
  const std::string range = "--to: is not above --from (got 60 m/s; allowed more than 80 m/s).\n";
  EXPECT_EQ(error_with("1"), note + range);
  EXPECT_EQ(error_with("0"), range);
}

TEST(StabilityVerb, ReportsErrors) {
  const ProgramResult range = run_flangeway({"stability", bogie, "--from", "80", "--to", "60"});
  EXPECT_EQ(range.exit_code, 2);
  EXPECT_THAT(range.error, HasSubstr("--to: is not above --from (got 60 m/s; allowed more than 80 m/s)."));
  const ProgramResult over = run_flangeway({"stability", bogie, "--over", "speed"});
  EXPECT_EQ(over.exit_code, 2);
  EXPECT_THAT(over.error,
              HasSubstr("--over: is not a key with a range (got speed; allowed KEY=FIRST:LAST:COUNT with a "
                        "COUNT of 2 to 1000)"));
  const ProgramResult both = run_flangeway({"stability", bogie, "--ramp", "--over", "speed=1:2:3"});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.error, HasSubstr("--ramp: is given with --over. Leave one of them out."));
  const ProgramResult slow = run_flangeway({"stability", bogie, "--ramp", "--rate", "0.01"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_THAT(slow.error, HasSubstr("--rate: makes the run too long (got 11000 s from --to to --from; "
                                    "allowed up to 3600 s)."));
}

}  // namespace
}  // namespace flangeway::test
