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
  EXPECT_THAT(other.error, HasSubstr("other.json: is a profile of OpenRailVehicleDynamics (JSON) (allowed a "
                                     "model of SIMPACK (.spck) or a vehicle definition of "
                                     "OpenRailVehicleDynamics (JSON)). flangeway profile shows it;"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "x"));
}

// Each verb names the kind of a file that it does not take, and the verb that does.
TEST_F(ImportVerb, AFileOfAnotherKindIsNamed) {
  folder_.write("letter.txt", "Dear colleague,\nhere is the wagon.\n");
  folder_.write("vehicle.toml", "name = \"x\"\n[[bodies]]\nname = \"a\"\n[[wheelsets]]\nbody = \"a\"\n");
  folder_.write("line.ifc", "iso-10303-21;\nheader;\n");
  folder_.write("wagon.json", "{\"rigid_bodies\": []}\n");
  folder_.write("wheel.whl", "ColumnDef=X,Y\n\n1 2\n");
  folder_.write("table.csv", "t [s],ay [g]\n0,1\n1,2\n");
  folder_.write("deck.inp", "3 MODULE\n 203110\n");
  folder_.write("data.bin", std::string("\1\0\2\3\0\0", 6));
  const struct {
    std::vector<std::string> command;
    const char* text;
  } cases[] = {
      {{"import", "letter.txt", "-o", "x"},
       "letter.txt: is a model of no program that is read (allowed a model of SIMPACK (.spck) or a vehicle "
       "definition of OpenRailVehicleDynamics (JSON)). docs/howto/import_models.md has"},
      {{"import", "vehicle.toml", "-o", "x"},
       "vehicle.toml: is a TOML file, as cases, vehicles and tracks are"},
      {{"import", "line.ifc", "-o", "x"}, "line.ifc: is an IFC or STEP file"},
      {{"import", "table.csv", "-o", "x"}, "table.csv: is a table of numbers"},
      {{"import", "data.bin", "-o", "x"}, "data.bin: is a binary file of a format that is not known"},
      {{"run", "vehicle.toml"},
       "vehicle.toml: is a vehicle file by its keys (allowed CASE.toml). flangeway check shows it"},
      {{"run", "wagon.json"},
       "wagon.json: is a vehicle of OpenRailVehicleDynamics (JSON) (allowed a TOML file). flangeway import "},
      {{"run", "table.csv"}, "table.csv: is a table of numbers (allowed a TOML file). flangeway recording "},
      {{"track", "vehicle.toml"}, "vehicle.toml: is a vehicle file by its keys (allowed TRACK.toml"},
      {{"track", "deck.inp"},
       "deck.inp: is a deck of CONTACT (allowed a TOML file). flangeway contact solves"},
      {{"profile", "vehicle.toml", "--kind", "wheel"}, "vehicle.toml: is a TOML file, as cases"},
      {{"profile", "line.ifc", "--kind", "wheel"}, "line.ifc: is an IFC or STEP file (allowed a profile:"},
      {{"recording", "wagon.json"},
       "wagon.json: is a vehicle of OpenRailVehicleDynamics (JSON) (allowed a CSV"},
      {{"recording", "vehicle.toml"}, "vehicle.toml: is a TOML file, as cases"},
      {{"assess", "wheel.whl", "--rule", "sperling"},
       "wheel.whl: is a MiniProf profile (allowed a result file"},
      {{"assess", "vehicle.toml", "--rule", "sperling"}, "vehicle.toml: is a TOML file, as cases"}};
  for (const auto& one : cases) {
    const ProgramResult result = run_flangeway(one.command, {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 2) << one.text;
    EXPECT_THAT(result.error, HasSubstr(one.text));
  }
  folder_.write("line.landxml",
                "<?xml version=\"1.0\"?>\n<LandXML version=\"1.2\"><Units><Metric "
                "linearUnit=\"meter\"/></Units><Alignments><Alignment name=\"L\" "
                "staStart=\"0\"><CoordGeom><Line length=\"100\"/></CoordGeom></Alignment>"
                "</Alignments></LandXML>\n");
  EXPECT_EQ(run_flangeway({"track", "line.landxml"}, {.folder = folder_.path()}).exit_code, 0);
}

}  // namespace
}  // namespace flangeway::test
