// `flangeway import`: an imported wagon runs, and runs as the same wagon written by hand.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string orvd_wagon = FLANGEWAY_SOURCE_DIR "/tests/data/orvd_wagon";

class ImportVerb : public testing::Test {
 protected:
  ProgramResult import_with(std::vector<std::string> options) const {
    options.insert(options.begin(), {"import", orvd_wagon + ".json", "-o", "wagon"});
    return run_flangeway(options, {.folder = folder_.path()});
  }
  nlohmann::json run_of(const std::string& vehicle) const {
    folder_.write("case.toml",
                  "vehicle = \"" + vehicle + "\"\ntrack = \"" + models +
                      "tracks/curve_r500.toml\"\nspeed = 20.0\ninitial.s = 95.0\ninitial.y = 0.003\n"
                      "integration = { method = \"abm4\", step = 5e-4, duration = 0.6 }\n"
                      "contact.method = \"kec\"\n");
    const ProgramResult result = run_flangeway(
        {"run", "case.toml", "-o", "a.h5", "--force", "--json", "--quiet"}, {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return nlohmann::json::parse(result.out);
  }
  TemporaryFolder folder_;
};

TEST_F(ImportVerb, TheWagonRunsAsTheOneWrittenByHand) {
  const ProgramResult result = import_with({"--back-to-back", "1.36", "--wheel-profile", "s1002"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, StartsWith("translated:\n  bodies: 13\n  wheelsets: 4\n"));
  EXPECT_THAT(result.out, HasSubstr("not translated: nothing\n"));
  EXPECT_EQ(read_file(folder_.path() / "wagon/import.txt"), result.out);
  const nlohmann::json imported = run_of("wagon/vehicle.toml"), native = run_of(orvd_wagon + ".toml");
  ASSERT_EQ(imported["status"], "completed");
  EXPECT_EQ(imported["final"].size(), native["final"].size());
  // The sums of forces have another order of elements; coordinates are of the size of 100 m.
  for (const auto& [body, q] : native["final"].items())
    for (const auto& [name, value] : q.items())
      EXPECT_NEAR(imported["final"][body][name].get<double>(), value.get<double>(), 1e-8)
          << body << ' ' << name;
  EXPECT_GT(std::abs(native["final"]["carbody"]["roll"].get<double>()), 1e-5) << "the wagon enters the curve";
}

// Substructures, variables with units, turned markers and the force elements 3, 5, 13, 43, 78, 86, 93 and
// 110.
TEST_F(ImportVerb, ASimpackModelRunsAsTheOneWrittenByHand) {
  const std::string trolley = FLANGEWAY_SOURCE_DIR "/tests/data/spck/trolley";
  const ProgramResult result = run_flangeway(
      {"import", trolley + ".spck", "-o", "trolley", "--wheel-profile", "s1002"}, {.folder = folder_.path()});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("$F_Cable: force element of type 4, which is not imported\n"));
  const nlohmann::json imported = run_of("trolley/vehicle.toml"), native = run_of(trolley + ".toml");
  ASSERT_EQ(imported["status"], "completed");
  EXPECT_EQ(imported["final"].size(), native["final"].size());
  for (const auto& [body, q] : native["final"].items())
    for (const auto& [name, value] : q.items())
      EXPECT_NEAR(imported["final"][body][name].get<double>(), value.get<double>(), 1e-8)
          << body << ' ' << name;
  EXPECT_GT(std::abs(native["final"]["Body"]["roll"].get<double>()), 1e-5) << "the trolley enters the curve";
  const ProgramResult none =
      run_flangeway({"import", trolley + ".spck", "-o", "other"}, {.folder = folder_.path()});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.error, HasSubstr("names no wheel profile that was found, and vehicle files need one. Give "
                                    "--wheel-profile: s1002,"));
}

TEST_F(ImportVerb, PrintsItsListsAsJson) {
  const ProgramResult result = import_with({"--back-to-back", "1.36", "--wheel-profile", "s1002", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const nlohmann::json lists = nlohmann::json::parse(result.out);
  EXPECT_EQ(lists["translated"][0], "bodies: 13");
  EXPECT_TRUE(lists["not_translated"].empty());
  // The file has no profile, and no vehicle is written without one.
  const ProgramResult none = import_with({"--back-to-back", "1.36", "--json", "--force"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(nlohmann::json::parse(none.out)["findings"][0]["remedy"].get<std::string>(),
              StartsWith("Give --wheel-profile"));
}

TEST_F(ImportVerb, TakesAProfileFileAndAnotherRadius) {
  folder_.write("own.csv", "0,0\n1,1\n");
  const ProgramResult result =
      import_with({"--back-to-back", "1.36", "--wheel-profile", "own.csv", "--wheel-radius", "0.5"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string text = read_file(folder_.path() / "wagon/vehicle.toml");
  EXPECT_THAT(text, HasSubstr("wheel_profile = \"" + (folder_.path() / "own.csv").string() + "\""));
  EXPECT_THAT(text, HasSubstr("wheel_radius = 0.5\n"));
}

TEST_F(ImportVerb, RefusesOtherFilesAndProfiles) {
  const ProgramResult profile = import_with({"--back-to-back", "1.36", "--wheel-profile", "s10002"});
  EXPECT_EQ(profile.exit_code, 2);
  EXPECT_THAT(profile.error,
              HasSubstr("--wheel-profile: is neither a standard profile nor a file (got s10002)."));
  folder_.write("other.json", "{\"profile_role\": \"wheel\"}");
  const ProgramResult other = run_flangeway({"import", "other.json", "-o", "x", "--back-to-back", "1.36"},
                                            {.folder = folder_.path()});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.error, HasSubstr("other.json: is no vehicle definition of OpenRailVehicleDynamics"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "x"));
}

}  // namespace
}  // namespace flangeway::test
