// flangeway contact as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::filesystem::path contact_models = std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/contact";

const std::string deck =
    "3 MODULE\n 203100\n 022020\n 0000331\n 200 100 30 1 1e-6\n 1000. 0.001 0. 0.\n .3 .3\n 0. .2 3000.\n"
    " .28 .28 82000. 82000.\n 1\n 13 13 -1.95 -1.95 .3 .3\n 1 1\n .001 0. .001 0. 0. 0.\n0\n";

std::string written(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
  const auto file = folder.path() / name;
  std::ofstream(file) << text;
  return file.string();
}

TEST(ContactVerb, ModelsOfTheCheckoutRun) {
  for (const char* name : {"sphere.toml", "wheel_on_rail.toml", "wheel_on_roller.toml"}) {
    const auto run = run_flangeway({"contact", (contact_models / name).string(), "--json"});
    ASSERT_EQ(run.exit_code, 0) << run.error;
    const auto document = nlohmann::json::parse(run.out);
    for (const auto& one : document.at("cases")) {
      EXPECT_FALSE(one.contains("status")) << one;
      EXPECT_GT(one.at("patches").at(0).at("FN").get<double>(), 0);
    }
  }
}

TEST(ContactVerb, JsonOfADeckHasTheKeysOfItsProgram) {
  const TemporaryFolder folder;
  const auto run = run_flangeway({"contact", written(folder, "a.inp", deck), "--json", "--threads", "2"});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  const auto json = nlohmann::ordered_json::parse(run.out);
  const auto keys = [](const nlohmann::ordered_json& object) {
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) names.push_back(key);
    return names;
  };
  EXPECT_THAT(keys(json), ElementsAre("source", "deck", "units", "cases"));
  EXPECT_EQ(json.at("deck"), "a.inp");
  const auto& one = json.at("cases").at(0);
  EXPECT_THAT(keys(one), ElementsAre("case", "module", "control", "total_force_on_rail", "patches"));
  EXPECT_THAT(
      keys(one.at("patches").at(0)),
      ElementsAre("x", "y", "z", "contact_angle", "creepages", "FN", "FX", "FS", "MN", "approach", "pmax",
                  "pressure_centre", "elements", "scaled", "elastic_energy", "friction_power", "rolling"));
}

TEST(ContactVerb, TableNamesEachPatch) {
  const TemporaryFolder folder;
  const auto run = run_flangeway({"contact", written(folder, "a.inp", deck)});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_THAT(run.out, HasSubstr("FN in N"));
  EXPECT_THAT(run.out, HasSubstr("     1     1         1000 "));
}

TEST(ContactVerb, PicturesAndFieldsAreWritten) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "a.inp", deck), pictures = (folder.path() / "p").string(),
                    fields = (folder.path() / "f.h5").string();
  const auto run = run_flangeway({"contact", file, "--plot", pictures, "-o", fields, "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.out, "");
  std::ifstream picture(pictures + "/case_00001_patch_1.svg");
  const std::string svg{std::istreambuf_iterator<char>(picture), {}};
  for (const char* title :
       {"Pressure", "Tangential traction", "Adhesion and slip", "Distance of the undeformed bodies"})
    EXPECT_THAT(svg, HasSubstr(title));
  EXPECT_TRUE(std::filesystem::exists(fields));
  const auto again = run_flangeway({"contact", file, "-o", fields});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_EQ(again.error, fields + ": exists already. Give another name, or --force to overwrite it.\n");
}

// A write beyond the limit of a file's size fails as on a full disk.
TEST(ContactVerb, FieldsThatCannotBeWrittenAreReportedAndRemoved) {
  const TemporaryFolder folder;
  const std::string out = (folder.path() / "fields.h5").string();
  const ProgramResult result =
      run_program({"sh", "-c", "ulimit -f 64; exec " FLANGEWAY_EXECUTABLE " contact \"$1\" -o \"$2\"", "sh",
                   FLANGEWAY_SOURCE_DIR "/models/contact/sphere.toml", out});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("50000"));
  EXPECT_EQ(result.error, "flangeway: " + out + ": cannot be written (File too large)\n");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(ContactVerb, BadInputHasExitCodeTwo) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "a.inp", deck);
  const auto set = run_flangeway({"contact", file, "--set", "patch.spin=1"});
  EXPECT_EQ(set.exit_code, 2);
  EXPECT_THAT(set.error,
              HasSubstr("patch.spin of contact files is CPHI in decks, in their units and signs.\n"));
  const auto unknown = run_flangeway({"contact", file, "--set", "MAXGS=20"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.error,
              HasSubstr("--set: names no value of a deck that can be set (got MAXGS=20; allowed FN"));
  const std::string broken = written(folder, "b.inp", deck.substr(0, deck.find(" .28")) + "0\n");
  const auto run = run_flangeway({"contact", broken, "--json"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.out, HasSubstr("\"findings\""));
  EXPECT_THAT(
      run.error,
      HasSubstr("b.inp:9:1: case 1: the deck ends where POISS is expected. A deck ends with module 0."));
}

TEST(ContactVerb, ProfileThatIsMissingIsNamedInItsCaseAndTheBatchGoesOn) {
  const TemporaryFolder folder;
  const std::string wheel =
      "1 MODULE\n 0203100\n 0022033\n 0000301\n 200 100 30 1 1e-5\n .3 .3\n .28 .28 82000. 82000.\n .5 .5 1. "
      "90d 8. 4.\n"
      " 14. 0 1435. 0.\n 'rail.prr' 0 1. 0.\n 0. 0. 0. 0. 0. 0.\n 1360. -70. 460.\n 'wheel.prw' 0 1. 0.\n"
      " 0. 0. 1e4 0. 0. 0.\n 2000. 0. 0. 0. 0. -4.3\n";
  const std::string file = written(folder, "w.inp", wheel + deck);
  const auto run = run_flangeway({"contact", file, "--json"});
  ASSERT_EQ(run.exit_code, 2) << run.error;
  const auto cases = nlohmann::json::parse(run.out).at("cases");
  EXPECT_EQ(cases.at(0).at("status"), "bad input");
  const std::string finding =
      "w.inp:10:2: profile file " + folder.path().string() + "/rail.prr cannot be read";
  EXPECT_THAT(cases.at(0).at("message").get<std::string>(), HasSubstr(finding));
  EXPECT_FALSE(cases.at(1).contains("status"));
  EXPECT_THAT(
      run.error,
      HasSubstr("1 of 2 cases have no full solution, 1 of them is not admissible and was not computed; "
                "each says why"));
  const auto quiet = run_flangeway({"contact", file, "--quiet"});
  EXPECT_EQ(quiet.exit_code, 2);
  EXPECT_THAT(quiet.error, StartsWith("case 1: "));
  EXPECT_THAT(quiet.error, HasSubstr(finding));
  EXPECT_EQ(quiet.error.back(), '\n');
}

// A batch without any usable result is no success, and one usable case makes it one.
TEST(ContactVerb, NoSolutionAtAllHasExitCodeThree) {
  const TemporaryFolder folder;
  const std::string file = written(folder, "sphere.toml",
                                   "[patch]\nnormal_force = 5.0e4\nlongitudinal = \"force\"\nspeed = 30.0\n"
                                   "friction.coefficient = 0.3\nsurface.curvatures = [2.1739, 3.3333]\n"
                                   "elements = { nx = 12, ny = 12 }\n"
                                   "[[sweep]]\nkey = \"patch.longitudinal_force\"\nvalues = [-1e6, -2e6]\n");
  const auto run = run_flangeway({"contact", file});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.error, HasSubstr("2 of 2 cases have no full solution; each says why"));
  EXPECT_EQ(run_flangeway({"contact", file, "--set", "sweep[0].values=[-1e6,-1e3]"}).exit_code, 0);
}

TEST(ContactVerb, ACaseOfBadInputHasExitCodeTwoAndTheBatchGoesOn) {
  const TemporaryFolder folder;
  std::string oblique = deck;
  oblique.replace(oblique.find(" 0. .2 3000."), 3, " 1.");
  const std::string whole = oblique.substr(0, oblique.size() - 2) + deck;
  const auto run = run_flangeway({"contact", written(folder, "m.inp", whole), "--json"});
  EXPECT_EQ(run.exit_code, 2);
  const auto cases = nlohmann::json::parse(run.out).at("cases");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases.at(0).at("status"), "bad input");
  EXPECT_THAT(cases.at(0).at("message").get<std::string>(), HasSubstr("neither forward nor backward"));
  EXPECT_FALSE(cases.at(1).contains("status"));
}

}  // namespace
}  // namespace flangeway::test
