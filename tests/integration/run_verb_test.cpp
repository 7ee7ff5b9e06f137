// `flangeway run` as a user meets it: what it prints, what it leaves behind, and what it says about bad
// input.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <csignal>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "flangeway/results/reader.hpp"
#include "integration/models.hpp"
#include "support/has_rows.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// A folder with a short case of the single wheelset, fast to build and to run.
class RunVerb : public testing::Test {
 protected:
  RunVerb() { folder_.write("case.toml", case_text("vehicles/wheelset.toml", "tracks/wheelset_r150.toml")); }

  static std::string case_text(const std::string& vehicle, const std::string& track) {
    return "vehicle = \"" + models + vehicle + "\"\ntrack = \"" + models + track +
           "\"\nspeed = 10.0\nintegration.duration = 0.5\ncontact = { method = \"kec\", friction.coefficient "
           "= 0.2364 }\n";
  }

  ProgramResult run(std::vector<std::string> sets = {}, std::vector<std::string> options = {},
                    RunOptions how = {}) const {
    std::vector<std::string> command{"run", "case.toml"};
    for (std::string& set : sets) command.insert(command.end(), {"--set", std::move(set)});
    command.insert(command.end(), options.begin(), options.end());
    how.folder = folder_.path();
    return run_flangeway(command, how);
  }

  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      names.insert(entry.path().filename());
    return names;
  }

  // Bad input: exit code 2, exactly this text, nothing on standard output, no file written or left.
  void refuses(const std::vector<std::string>& sets, const std::string& text) const {
    const std::set<std::string> before = files();
    const ProgramResult result = run(sets);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.error, text + "\n");
    EXPECT_EQ(files(), before);
  }

  results::Reader results(const std::string& name = "case.h5") const {
    Findings findings;
    std::optional<results::Reader> reader = results::Reader::open((folder_.path() / name).string(), findings);
    findings.throw_if_any();
    return std::move(*reader);
  }

  TemporaryFolder folder_;
};

TEST_F(RunVerb, WritesResultsNextToTheTable) {
  const ProgramResult result = run();
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(
      result.out,
      StartsWith(
          "completed: 5.0 m in 0.50 s, method kec (patch), abm4, step 0.001 s (auto: it follows the fastest "
          "mode, "));
  EXPECT_THAT(result.out, ContainsRegex("\nresults in case.h5\n$"));
  EXPECT_EQ(files(), (std::set<std::string>{"case.toml", "case.h5"}));
  const results::Reader reader = results();
  EXPECT_EQ(reader.status(), results::Status::completed);
  EXPECT_EQ(reader.rows(), 51u);
  EXPECT_NEAR(reader.read("distance").back(), 5, 1e-9);
  // Both wheels carry the weight of the wheelset.
  EXPECT_NEAR(reader.read("wheelset.left.Q").front() + reader.read("wheelset.right.Q").front(), 1813 * 9.81,
              1);
}

TEST_F(RunVerb, TheResultFileGivesTheSummaryAgain) {
  const ProgramResult result = run();
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string summary = result.out.substr(0, result.out.find("results in case.h5"));
  EXPECT_THAT(run_flangeway({"results", "case.h5", "--summary"}, {.folder = folder_.path()}).out,
              EndsWith(summary));
}

TEST_F(RunVerb, JsonIsOneDocument) {
  const ProgramResult result = run({}, {"--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  for (const char* key : {"status", "method", "integrator", "time", "distance", "steps", "evaluations",
                          "wall_time", "real_time_factor", "warnings", "derailment", "final", "wheels"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["status"], "completed");
  EXPECT_EQ(json["method"], "kec (patch)");
  EXPECT_EQ(json["steps"], 500);
  EXPECT_TRUE(json["derailment"].is_null());
  EXPECT_NEAR(json["final"]["wheelset"]["s"].get<double>(), 5, 1e-9);
  EXPECT_NEAR(json["wheels"]["wheelset.left"]["Q_mean"].get<double>(), 1813 * 9.81 / 2, 10);
  EXPECT_EQ(nlohmann::json::parse(results().summary_json())["steps"], 500);
}

TEST_F(RunVerb, ModesOfAStandingVehicleAreRefusedForWhatTheyAre) {
  const ProgramResult result =
      run_flangeway({"modes", "case.toml", "--set", "speed=0"}, {.folder = folder_.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "case.toml: speed: is zero: creep forces of a standing wheel have no slope (got 0). Give a small "
            "speed, "
            "such as --set speed=1.\n");
}

// A derailment is a result: exit code 0, and file, text and JSON say the same.
// The wheelset hunts with rigid contact and with elastic contact in another way: what differs is in the
// summary, in the file, and in its warnings.
TEST_F(RunVerb, ACrossCheckRunsTheOtherMethod) {
  const ProgramResult result = run({}, {"--cross-check", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const nlohmann::json check = nlohmann::json::parse(result.out)["cross_check"];
  EXPECT_EQ(check["method"], "elastic");
  EXPECT_EQ(check["status"], "completed");
  EXPECT_NEAR(check["distance"], 5, 0.6);
  EXPECT_GT(check["compared"], 8);
  const ProgramResult text = run_flangeway({"results", "case.h5", "--summary"}, {.folder = folder_.path()});
  EXPECT_THAT(text.out, HasSubstr("cross-check with elastic: completed, "));
  const std::size_t differences = check["differences"].size();
  EXPECT_EQ(text.out.find("warning: cross-check: ") != std::string::npos, differences > 0);
}

// Its two runs equal separate runs with each method.
TEST_F(RunVerb, ACrossCheckComparesWhatTheOtherMethodGives) {
  const nlohmann::json checked =
      nlohmann::json::parse(run({"contact.friction.coefficient=0.4"}, {"--cross-check", "--json"}).out);
  run({"contact.friction.coefficient=0.4", "contact.method=elastic"}, {"-o", "elastic.h5", "--force"});
  const results::Reader mine = results(), other = results("elastic.h5");
  for (const auto& difference : checked["cross_check"]["differences"]) {
    if (difference["quantity"] != "Q, quasi-static") continue;
    const std::string channel = difference["item"].get<std::string>() + ".Q";
    const auto median = [&](const results::Reader& reader) {
      std::vector<double> values = reader.read_judged(channel);
      std::sort(values.begin(), values.end());
      return values[values.size() / 2];
    };
    EXPECT_NEAR(difference["value"], median(mine), 0.02 * median(mine));
    EXPECT_NEAR(difference["other"], median(other), 0.02 * median(other));
  }
}

TEST_F(RunVerb, ACrossCheckNeedsJudgedRecordsAndKeysOfBothMethods) {
  const ProgramResult none = run({"output.judged_interval=0"}, {"--cross-check"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.error, HasSubstr("--cross-check: needs judged records"));
  const ProgramResult rigid = run({"contact.lift_off=true"}, {"--cross-check"});
  EXPECT_EQ(rigid.exit_code, 2);
  EXPECT_THAT(rigid.error, HasSubstr("--cross-check: cannot run this case with method elastic"));
  EXPECT_THAT(rigid.error, HasSubstr("contact.lift_off"));
  EXPECT_THAT(files(), testing::Not(testing::Contains("case.h5")));
}

TEST_F(RunVerb, ADerailmentIsAResult) {
  const std::vector<std::string> sets{"initial.yaw=0.04", "speed=3", "contact.friction.coefficient=0.6",
                                      "contact.creep.law=shen_hedrick_elkins"};
  const ProgramResult text = run(sets);
  EXPECT_EQ(text.exit_code, 0) << text.error;
  EXPECT_THAT(text.out, StartsWith("derailed: 0."));
  EXPECT_THAT(
      text.out,
      ContainsRegex("\nderailed at t = 0.1[0-9]* s, distance 0.[0-9]* m: wheelset.left, flange climbed "
                    "the rail\n  its Y/Q there 0.[0-9]*, contact angle 34.[0-9] deg, Nadal's limit"));
  EXPECT_EQ(results().status(), results::Status::derailed);
  const ProgramResult result = run(sets, {"--json", "--force"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["status"], "derailed");
  EXPECT_EQ(json["derailment"]["kind"], "flange climbed the rail");
  EXPECT_NEAR(results().read("t").back(), json["time"].get<double>(), 1e-12);
}

TEST_F(RunVerb, KeepsAnExistingResultWithoutForce) {
  folder_.write("case.h5", "precious");
  refuses({}, "case.h5: exists already. Give another name, or --force to overwrite it.");
  EXPECT_EQ(read_file(folder_.path() / "case.h5"), "precious");
  EXPECT_EQ(run({}, {"--force"}).exit_code, 0);
  EXPECT_EQ(results().status(), results::Status::completed);
}

TEST_F(RunVerb, ControlCLeavesAReadableResult) {
  const ProgramResult result =
      run({"integration.step=1e-6", "integration.duration=1e4", "output.flush_interval=0.02"}, {"--json"},
          {.signal = SIGINT, .signal_when = [this](int) { return has_rows(folder_.path() / "case.h5"); }});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.error, "flangeway: interrupted\n");
  EXPECT_EQ(nlohmann::json::parse(result.out)["status"], "stopped");
  const results::Reader reader = results();
  EXPECT_EQ(reader.status(), results::Status::stopped);
  EXPECT_GE(reader.rows(), 1u);
  EXPECT_EQ(files(), (std::set<std::string>{"case.toml", "case.h5"}));
}

TEST_F(RunVerb, AStartThatFailsReportsOnlyThat) {
  const ProgramResult result =
      run({"initial.y=0.045", "contact.lookup.lateral_points=101", "contact.method=lut"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.error,
              testing::MatchesRegex(
                  "the start failed at t = 0\\.0000 s, distance 0\\.00 m: wheelset left its contact "
                  "table .last y = 45\\.00 mm.\\. Change initial\\.y or initial\\.yaw, or check the "
                  "gauge and the profiles\n"));
}

// Nothing has been written then that would have to be kept.
TEST_F(RunVerb, ControlCEndsItAtOnceWhileTablesAreMade) {
  folder_.write("case.toml", case_text("vehicles/wheelset.toml", "tracks/curve_r500_irregular.toml"));
  const ProgramResult result =
      run({"contact.method=lut", "contact.lookup.lateral_points=10001", "contact.lookup.gauge_points=201"},
          {}, {.signal = SIGINT, .signal_when = [](int process) { return processor_time(process) > 0.5; }});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_EQ(result.error, "flangeway: interrupted\n");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(files(), std::set<std::string>{"case.toml"});
}

TEST_F(RunVerb, TerminationLeavesAReadableResult) {
  const ProgramResult result =
      run({"integration.step=1e-6", "integration.duration=1e4", "output.flush_interval=0.02"}, {"--quiet"},
          {.signal = SIGTERM, .signal_when = [this](int) { return has_rows(folder_.path() / "case.h5"); }});
  EXPECT_EQ(result.exit_code, 143);
  EXPECT_EQ(result.error, "flangeway: interrupted\n");
  EXPECT_EQ(results().status(), results::Status::stopped);
}

// A flange so stiff that a step passes right through its rebound.
TEST_F(RunVerb, DivergenceReportsTimePlaceAndCauseAndKeepsTheRows) {
  const ProgramResult result =
      run({"contact.method=\"lut\"", "contact.lookup.flange_stiffness=1e13", "integration.method=abm4",
           "integration.step=2e-3", "integration.duration=12"},
          {"--json"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(
      result.error,
      testing::MatchesRegex(
          "the step failed at t = [0-9.]+ s, distance [0-9.]+ m: the [a-z]+ velocity of wheelset would "
          "jump by [0-9.]+ (m|rad)/s within a step of 0\\.002 s, as when a flange strikes\\. "
          "Set integration\\.step_failure = \"halve\" or integration\\.method = \"bdf\", shorten "
          "integration\\.step, soften contact\\.lookup\\.flange_stiffness, or use contact\\.method = "
          "\"kec\"\\. .*\n"));
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["failure"].get<std::string>() + "\n", result.error);
  const results::Reader reader = results();
  EXPECT_EQ(reader.status(), results::Status::stopped);
  EXPECT_GT(reader.rows(), 100u);
  EXPECT_NEAR(reader.read("t").back(), json["time"].get<double>(), 0.011);
}

// The step that fails is not to blame.
TEST_F(RunVerb, AFailureAtTheStartIsPrintedWithTheWarnings) {
  folder_.write("vehicle.toml", read_file(models + "vehicles/wheelset.toml") +
                                    "\n[[applied_forces]]\nname = \"push\"\nbody_i = \"wheelset\"\n"
                                    "position = [0.0, 0.0, 0.0]\nforce = [0.0, 1e12, 0.0]\n");
  const ProgramResult result =
      run({"vehicle=vehicle.toml", "integration.method=abm4", "integration.step=1e-3"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(
      result.error,
      testing::MatchesRegex("warning: a force of 1e\\+12 N acts on wheelset, 5\\.62e\\+07 times the weight "
                            "of the vehicle\\. Check applied_forces, which are in N\n"
                            "(warning: .*\n)*the step failed at t = 0\\.0000 s.*\n"));
}

// Blocks of 1 KiB: 40 do not even hold the channels.
TEST_F(RunVerb, AFullDiskIsNoNumericalFailure) {
  const auto run_with = [&](const std::string& blocks) {
    return run_program(
        {"bash", "-c",
         "trap '' XFSZ; ulimit -f " + blocks +
             "; exec " FLANGEWAY_EXECUTABLE
             " run case.toml --set integration.duration=12 --set output.interval=1e-3 --quiet"},
        {.folder = folder_.path()});
  };
  const ProgramResult at_once = run_with("40");
  EXPECT_EQ(at_once.exit_code, 1);
  EXPECT_EQ(at_once.error, "flangeway: cannot write case.h5: File too large.\n");
  EXPECT_EQ(files(), std::set<std::string>{"case.toml"});
  const ProgramResult on_the_way = run_with("400");
  EXPECT_EQ(on_the_way.exit_code, 1);
  EXPECT_THAT(
      on_the_way.error,
      testing::MatchesRegex("case\\.h5: cannot be written \\(File too large\\); [0-9]+ rows are kept\n"));
  EXPECT_EQ(results().status(), results::Status::stopped);
}

TEST_F(RunVerb, UnknownKeyNamesTheNearest) {
  refuses({"contact.metod=\"lut\""},
          "--set: contact.metod: is not a known key. The nearest known key is 'method'.");
  folder_.write("case.toml",
                case_text("vehicles/wheelset.toml", "tracks/wheelset_r150.toml") + "[contackt]\n");
  refuses({}, "case.toml:6:1: contackt: is not a known key. The nearest known key is 'contact'.");
}

TEST_F(RunVerb, MissingFiles) {
  refuses({"vehicle=\"nowhere.toml\""}, "nowhere.toml: does not exist. Check the name and the folder.");
  std::filesystem::remove(folder_.path() / "case.toml");
  refuses({}, "case.toml: does not exist. Check the name and the folder.");
}

TEST_F(RunVerb, ContradictoryKeys) {
  refuses({"traction.torque=[[0, 0], [1, 100]]"},
          "--set: traction: has no effect with drive = \"prescribed\". Leave it out, or set drive to free "
          "or rollers.");
  refuses(
      {"drive=\"free\"", "speed_profile=[[0, 10], [5, 12]]"},
      "--set: speed_profile: has no effect with drive = \"free\". Leave it out, or set drive to prescribed.");
  refuses(
      {"speed_profile=[[0, 5], [10, 12]]"},
      "case.toml: speed_profile: does not start at t = 0 with the speed of the case (got [0, 5]; allowed [0, "
      "10]). Start it with [0, speed].");
  refuses({"output.interval=1e-4", "integration.step=1e-3"},
          "case.toml: output.interval: is shorter than the time step (got 0.0001; allowed ≥ 0.001 s). "
          "Lengthen it, or shorten "
          "integration.step.");
  refuses(
      {"speed=0", "integration.duration=0"},
      "case.toml: speed: is zero, so that the vehicle would never reach the end of the track (got 0). Give a "
      "speed, or "
      "integration.duration.");
}

TEST_F(RunVerb, FindingsAreCollected) {
  refuses(
      {"speed_profile=[[0, 5], [10, 12]]", "output.interval=1e-4", "integration.step=1e-3"},
      "case.toml: speed_profile: does not start at t = 0 with the speed of the case (got [0, 5]; allowed [0, "
      "10]). Start it with [0, speed].\n"
      "case.toml: output.interval: is shorter than the time step (got 0.0001; allowed ≥ 0.001 s). "
      "Lengthen it, or shorten integration.step.");
}

TEST_F(RunVerb, VehiclesThatCannotBe) {
  refuses({"vehicle.wheelsets[0].mass=-3"},
          "--set: wheelsets[0].mass: is out of range (got -3; allowed a number > 0 in kg).");
  std::string bogie = read_file(models + "vehicles/bogie_two_point.toml");
  const std::string end = "body_j = \"wheelset1\"";
  bogie.replace(bogie.find(end), end.size(), "body_j = \"wheelset3\"");
  folder_.write("bogie.toml", bogie);
  const ProgramResult result = run({"vehicle=\"bogie.toml\""});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              testing::MatchesRegex(
                  "bogie\\.toml:[0-9]+:10: bushings\\[0\\]\\.body_j: names no body \\(got \"wheelset3\"; "
                  "allowed a body, a wheelset, or \"track\"\\)\\..*wheelset1.*\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "case.h5"));
}

TEST_F(RunVerb, ProfilesThatAreNone) {
  folder_.write("nan.csv", "# wheel\n-70,0\n-60,nan\n-50,1\n-30,2\n0,0\n60,-3\n");
  refuses({"profiles.wheel=\"nan.csv\""}, "nan.csv:3:5: is not a finite number (got nan).");
  folder_.write("few.csv", "-70,-9\n-60,-25\n0,0\n60,3\n");
  refuses({"profiles.wheel=\"few.csv\""}, "few.csv: has too few points (got 4; allowed at least 5).");
  std::string metres, crossing = "# z up\n";
  for (int i = 0; i <= 100; ++i) {
    const double y = i / 100.0;
    metres += std::to_string(0.13 * y) + "," + std::to_string(0.01 * y * y) + "\n";
    crossing += std::to_string(130 * y) + "," + std::to_string(10 * y * y) + "\n";
    if (i == 50) crossing += "75,2\n75,-2\n60,-2\n60,4\n";
  }
  folder_.write("metres.csv", metres);
  refuses({"profiles.wheel=\"metres.csv\""},
          "metres.csv: seems to be in metres: its points make a curve that is too short for millimetres (got "
          "0.1305 mm; allowed 5 to "
          "500 mm). Name the columns with their unit in a first line: y [m], z [m].");
  folder_.write("crossing.csv", crossing);
  const ProgramResult result = run({"profiles.wheel=\"crossing.csv\""});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              testing::MatchesRegex(
                  "crossing\\.csv: crosses itself \\(got near y = -?[0-9.]+ mm\\)\\. Remove the loop\\.\n"));
}

TEST_F(RunVerb, WheelsThatHaveNoRail) {
  for (const char* method : {"contact.method=\"kec\"", "contact.method=\"lut\""}) {
    refuses({"track.rails.lateral_position=0.9", method},
            models +
                "vehicles/wheelset.toml:13:17: profile_position: wheel and rail do not touch at the centred "
                "position (got "
                "wheel profile at 751.5 mm, rail profile at 900.0 mm from the middle). Check "
                "profile_position of the wheelset, the "
                "gauge or lateral_position of the rails, and the profiles.");
  }
}

TEST_F(RunVerb, GaugeOutsideTheLookupTable) {
  folder_.write("case.toml", case_text("vehicles/wheelset.toml", "tracks/bogie_r235.toml"));
  const std::vector<std::string> narrow{"contact.method=\"lut\"", "contact.lookup.gauge_variation=1e-4"};
  const ProgramResult result = run(narrow);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.error, StartsWith(models + "tracks/bogie_r235.toml:"));
  EXPECT_THAT(result.error, ContainsRegex(":1: irregularities: the gauge variation leaves the lookup table "
                                          "\\(got -[0-9.]+ … [0-9.]+ mm; allowed "
                                          "±0\\.10 mm\\)\\. Widen contact\\.lookup\\.gauge_variation, or use "
                                          "contact\\.method = \"kec\"\\.\n$"));
  EXPECT_EQ(files(), std::set<std::string>{"case.toml"});
}

// The same wheels and rails, tabulated in two ways: one-point contact over irregular track, where cross level
// tilts the wheelset about the rails by up to 1.5 mm at its axle.
TEST_F(RunVerb, BothMethodsGiveTheSameMotionOverIrregularities) {
  folder_.write("case.toml", case_text("vehicles/bogie_one_point.toml", "tracks/bogie_r235_one_point.toml"));
  const std::vector<std::string> length{"integration.duration=9"};
  ASSERT_EQ(run(length, {"-o", "kec.h5"}).exit_code, 0);
  ASSERT_EQ(run({length[0], "contact.method=\"lut\""}, {"-o", "lut.h5"}).exit_code, 0);
  const results::Reader kec = results("kec.h5"), lut = results("lut.h5");
  const std::vector<double> a = kec.read("wheelset1.y"), b = lut.read("wheelset1.y"),
                            level = kec.read("track.cross_level");
  ASSERT_EQ(a.size(), b.size());
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(a[i]));
  }
  EXPECT_GT(largest, 1e-3);
  EXPECT_LT(difference, 0.2e-3);  // 1.4e-3 if cross level turned the wheelset about its axle
  EXPECT_GT(*std::max_element(level.begin(), level.end()), 1e-3);
}

}  // namespace
}  // namespace flangeway::test
