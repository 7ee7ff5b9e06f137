// flangeway patch as a user types it: a wheel of a run as a contact file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using test::ProgramResult;
using test::run_flangeway;
using testing::HasSubstr;

class PatchVerb : public ::testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  // The wheelset in its curve for a twentieth of a second.
  [[nodiscard]] std::string run(std::vector<std::string> sets) const {
    std::vector<std::string> arguments{"run", test::models + "cases/wheelset_r500.toml", "-o", at("run.h5"),
                                       "--quiet"};
    sets.insert(sets.end(), {"contact.creep.law=kalker_table", "initial.s=60", "initial.y=-0.0037",
                             "integration.duration=0.05"});
    for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
    const ProgramResult result = run_flangeway(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return at("run.h5");
  }

  [[nodiscard]] double last(const std::string& file, const std::string& channel) const {
    const ProgramResult result =
        run_flangeway({"results", file, "--json", "--channel", channel, "--from", "0.05"});
    return nlohmann::json::parse(result.out)["channels"][channel].back();
  }

  [[nodiscard]] nlohmann::json solved(const std::string& wheel, const std::string& folder,
                                      const std::string& times = "0.05") const {
    const ProgramResult made =
        run_flangeway({"patch", at("run.h5"), "--wheel", wheel, "--at", times, "-o", at(folder)});
    EXPECT_EQ(made.exit_code, 0) << made.error;
    const ProgramResult result = run_flangeway({"contact", at(folder) + "/contact.toml", "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return nlohmann::json::parse(result.out)["cases"];
  }

  test::TemporaryFolder folder_;
};

// The run solves the same patches in every evaluation, at its own height of the wheel; here the height
// follows from the load. The differences left are those of forces and heights within their tolerances.
TEST_F(PatchVerb, HasTheForcesOfPatchesThatTheRunSolves) {
  const std::string file =
      run({"contact.method=elastic", "contact.patch=halfspace", "contact.patch_tolerance=0"});
  for (const std::string side : {"left", "right"}) {
    const std::string wheel = "wheelset." + side;
    const nlohmann::json patches = solved(wheel, side)[0]["patches"];
    ASSERT_EQ(patches.size(), 1u);
    const auto value = [&](const char* key) { return patches[0][key].get<double>(); };
    const double load = last(file, wheel + ".normal_force"), slack = 1e-4 * load;
    EXPECT_NEAR(value("FN"), load, slack);
    EXPECT_NEAR(value("FX"), -last(file, wheel + ".tread.creep_force_x"), slack);
    EXPECT_NEAR(value("FS"), -last(file, wheel + ".tread.creep_force_y"), slack);
    EXPECT_GT(std::abs(value("FS")), 0.02 * load);
    const double pressure = last(file, wheel + ".tread.max_pressure");
    EXPECT_NEAR(value("pmax"), pressure, 1e-3 * pressure);
  }
}

// The table of creep forces comes from the same half-space: 1.3 % of the friction bound by its page, and the
// ellipse of kec is not the patch of the profiles.
TEST_F(PatchVerb, HasTheLoadOfARunWithRigidContact) {
  const std::string file = run({"contact.method=kec"});
  const nlohmann::json cases = solved("wheelset.right", "patch", "0.02,0.05");
  ASSERT_EQ(cases.size(), 2u);
  const nlohmann::json& total = cases[1]["total_force_on_rail"];
  const double q = last(file, "wheelset.right.Q"), y = last(file, "wheelset.right.Y");
  EXPECT_NEAR(total[2].get<double>(), -q, 2e-3 * q);  // the rail is not inclined; its irregularity is none
  EXPECT_NEAR(total[1].get<double>(), y, 0.03 * q);
  EXPECT_NEAR(total[0].get<double>(), -last(file, "wheelset.right.creep_force_x"), 0.02 * q);
  // with heat the same patch has temperatures
  const ProgramResult warm =
      run_flangeway({"contact", at("patch") + "/contact.toml", "--json", "--set", "wheel_on_rail.heat=true"});
  const auto patch = nlohmann::json::parse(warm.out)["cases"][1]["patches"][0];
  EXPECT_GT(patch["max_temperature"].dump().size(), 2u);
}

// One call for all wheels and instants gives the patches that one call for each wheel gives.
TEST_F(PatchVerb, SolvesAllWheelsAtOnce) {
  (void)run({"contact.method=kec"});
  const ProgramResult batch = run_flangeway({"patch", at("run.h5"), "--all-wheels", "--every", "0.025",
                                             "--threads", "2", "-o", at("all"), "--json"});
  ASSERT_EQ(batch.exit_code, 0) << batch.error;
  const nlohmann::json patches = nlohmann::json::parse(batch.out)["patches"];
  ASSERT_GE(patches.size(), 6u);
  for (const std::string side : {"left", "right"}) {
    const nlohmann::json alone = solved("wheelset." + side, side, "0,0.025,0.05");
    std::size_t instant = 0;
    for (const nlohmann::json& patch : patches) {
      if (patch["wheel"] != "wheelset." + side || patch["patch"] != 1) continue;
      EXPECT_EQ(patch["status"], "solved");
      EXPECT_EQ(patch["FN"], alone[instant]["patches"][0]["FN"]);
      EXPECT_EQ(patch["pmax"], alone[instant]["patches"][0]["pmax"]);
      EXPECT_NEAR(patch["t"], 0.025 * static_cast<double>(instant), 5e-3 + 1e-9);  // rows are 10 ms apart
      ++instant;
    }
    EXPECT_EQ(instant, 3u);
  }
  std::ifstream table(at("all") + "/patches.csv");
  std::string head;
  std::getline(table, head);
  EXPECT_THAT(head, testing::StartsWith("wheel,t [s],status,patch,y [m],"));
  std::size_t lines = 0;
  for (std::string line; std::getline(table, line);) ++lines;
  EXPECT_EQ(lines, patches.size());
  // The contact files stay, for fields and pictures of any of them.
  EXPECT_TRUE(std::filesystem::exists(at("all") + "/wheelset.left.toml"));
  const ProgramResult again = run_flangeway({"contact", at("all") + "/wheelset.left.toml", "--json"});
  EXPECT_EQ(again.exit_code, 0) << again.error;
}

TEST_F(PatchVerb, NeedsAWheelOrAllAndTimes) {
  const ProgramResult none = run_flangeway({"patch", "run.h5", "-o", at("patch")});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_EQ(none.error,
            "--wheel: is missing. Name a wheel, or give --all-wheels.\n--at: is missing. Name times.\n");
}

TEST_F(PatchVerb, ReportsErrors) {
  const std::string file = run({"contact.method=kec"});
  const auto error_of = [&](const std::string& wheel, const std::string& times) {
    const ProgramResult result =
        run_flangeway({"patch", file, "--wheel", wheel, "--at", times, "-o", at("patch")});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_FALSE(std::filesystem::exists(at("patch")));
    return result.error;
  };
  EXPECT_EQ(error_of("wheelset.middle", "0.01"),
            "--wheel: names no wheel (got wheelset.middle; allowed WHEELSET.left or WHEELSET.right).\n");
  EXPECT_EQ(error_of("bogie.left", "9"),
            "--at: lies outside the run (got 9; allowed 0 to 0.05 in s). Name a time of the run.\n"
            "--wheel: names no wheelset of the vehicle (got bogie; allowed wheelset). Name one of them.\n");
}

TEST_F(PatchVerb, RefusesASingleWheelOnACarrier) {
  const ProgramResult ran =
      run_flangeway({"run", test::models + "cases/single_wheel_trailer_r300.toml", "--set",
                     "integration.duration=0.02", "-o", at("trailer.h5"), "--quiet"});
  ASSERT_EQ(ran.exit_code, 0) << ran.error;
  const ProgramResult patch = run_flangeway(
      {"patch", at("trailer.h5"), "--wheel", "front_left.left", "--at", "0.01", "-o", at("patch")});
  EXPECT_EQ(patch.exit_code, 2);
  EXPECT_EQ(
      patch.error,
      "--wheel: is on a carrier of its own, whose wheel no contact file can have (got front_left). Name a "
      "wheelset with two wheels.\n");
}

TEST_F(PatchVerb, NeedsTheCaseAsItWas) {
  std::filesystem::copy_file(test::models + "cases/wheelset_r500.toml", at("case.toml"));
  const std::vector<std::string> places{"vehicle=" + test::models + "vehicles/wheelset.toml",
                                        "track=" + test::models + "tracks/wheelset_r500.toml"};
  const ProgramResult ran =
      run_flangeway({"run", at("case.toml"), "--set", places[0], "--set", places[1], "--set",
                     "integration.duration=0.02", "-o", at("own.h5"), "--quiet"});
  ASSERT_EQ(ran.exit_code, 0) << ran.error;
  const std::vector<std::string> patch{"patch", at("own.h5"), "--wheel", "wheelset.left",
                                       "--at",  "0.01",       "-o",      at("patch")};
  std::ofstream(at("case.toml"), std::ios::app) << "\n# another remark\n";
  const ProgramResult changed = run_flangeway(patch);
  EXPECT_EQ(changed.exit_code, 2);
  EXPECT_EQ(changed.error, at("case.toml") +
                               ": has changed since the run has read it. Put it back as it was, or run the "
                               "case again.\n");
  std::filesystem::remove(at("case.toml"));
  EXPECT_THAT(run_flangeway(patch).error, HasSubstr("case.toml: is missing, but the run has read it."));
  EXPECT_FALSE(std::filesystem::exists(at("patch")));
}

}  // namespace
}  // namespace flangeway
