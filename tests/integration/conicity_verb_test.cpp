// `flangeway conicity` as a user meets it.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

ProgramResult conicity(std::vector<std::string> options) {
  options.insert(options.begin(), "conicity");
  return run_flangeway(options);
}

nlohmann::json json_of(std::vector<std::string> options) {
  options.emplace_back("--json");
  const ProgramResult result = conicity(options);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return nlohmann::json::parse(result.out);
}

TEST(ConicityVerb, ConeHasItsTangentAndJsonItsInputs) {
  const auto json = json_of({"--wheel", "cone_1_20", "--rail", "60e1", "--amplitude", "1:0.5:3"});
  EXPECT_EQ(json["wheel"], "cone_1_20");
  EXPECT_EQ(json["rail"], "60e1");
  EXPECT_NEAR(json["gauge"].get<double>(), 1.435, 1e-12);
  EXPECT_DOUBLE_EQ(json["inclination"], 0.025);
  EXPECT_DOUBLE_EQ(json["tape_circle"], 1.5);
  EXPECT_DOUBLE_EQ(json["radius"], 0.46);
  EXPECT_EQ(json["roll"], false);
  EXPECT_EQ(json["delta_r_is"], "left minus right, y to the left");
  ASSERT_EQ(json["delta_r"].size(), 61u);
  for (const auto& row : json["delta_r"])
    EXPECT_NEAR(row["value"].get<double>(), 0.1 * row["y"].get<double>(), 1e-9);
  ASSERT_EQ(json["conicity"].size(), 5u);
  EXPECT_NEAR(json["conicity"][4]["amplitude"].get<double>(), 0.003, 1e-12);
  for (const auto& row : json["conicity"])
    for (const char* method : {"nonlinear", "regression", "harmonic"})
      EXPECT_NEAR(row[method].get<double>(), 0.05, 1e-6);
}

TEST(ConicityVerb, RailThatComesWithItsPlaceStaysThere) {
  const std::vector<std::string> pair{"--wheel",        "en15302_b",   "en15302_a", "--rail",
                                      "en15302_rail_a", "--amplitude", "2"};
  const auto json = json_of(pair);
  EXPECT_NEAR(json["gauge"].get<double>(), 1.43516, 1e-5);
  EXPECT_DOUBLE_EQ(json["inclination"], 0.05);
  EXPECT_EQ(json["wheel"]["left"], "en15302_b");
  EXPECT_EQ(json["wheel"]["right"], "en15302_a");
  EXPECT_NEAR(json["conicity"][0]["nonlinear"].get<double>(), 0.104,
              0.001);  // [EN15302, annex], A/B on rail A
  auto wider = pair;
  wider.insert(wider.end(), {"--gauge", "1.438"});
  EXPECT_NEAR(json_of(wider)["gauge"].get<double>(), 1.438, 1e-12);
}

TEST(ConicityVerb, HelpMarksRequiredOptions) {
  const std::string help = run_flangeway({"conicity", "--help"}).out;
  EXPECT_THAT(help, testing::HasSubstr("--wheel NAME|FILE REQUIRED"));
  EXPECT_THAT(help, testing::HasSubstr("--rail NAME|FILE REQUIRED"));
}

TEST(ConicityVerb, PictureShowsTheDifferenceAndTheConicities) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "c.svg";
  const ProgramResult result = conicity(
      {"--wheel", "s1002", "--rail", "60e1", "--amplitude", "1:1:8", "--roll", "--plot", picture.string()});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("roll solved"));
  EXPECT_THAT(read_file(picture), HasSubstr("Rolling radius difference, left − right"));
  EXPECT_THAT(read_file(picture), HasSubstr("harmonic linearisation"));
}

TEST(ConicityVerb, WhatDoesNotSwingIsNullAndNoted) {
  const TemporaryFolder folder;
  const auto file = folder.write("cylinder.csv", "-60,0\n-20,0\n0,0\n20,0\n60,0\n");
  const ProgramResult result = conicity(
      {"--wheel", file.string(), "--origin", "file", "--rail", "60e1", "--amplitude", "2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_TRUE(nlohmann::json::parse(result.out)["conicity"][0]["nonlinear"].is_null());
  EXPECT_THAT(result.error,
              HasSubstr("at some amplitudes the rolling radius difference does not drive the wheelset back"));
}

TEST(ConicityVerb, UnknownProfilesAreFoundTogether) {
  const ProgramResult result = conicity({"--wheel", "s1020", "--rail", "60e9"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("is not a wheel profile (got s1020; allowed s1002, "));
  EXPECT_THAT(result.error, HasSubstr("Did you mean s1002."));
  EXPECT_THAT(result.error, HasSubstr("is not a rail profile (got 60e9; allowed 60e1, "));
}

// The tread of a wheel whose flange has been cut off: nothing says where its tape circle is.
TEST(ConicityVerb, AWheelWithoutAFlangeNeedsTheOriginOfItsFile) {
  const TemporaryFolder folder;
  const std::string whole = (folder.path() / "whole.csv").string(),
                    tread = (folder.path() / "tread.csv").string();
  ASSERT_EQ(run_flangeway({"profile", "s1002", "--kind", "wheel", "-o", whole}).exit_code, 0);
  std::ifstream lines(whole);
  std::ofstream cut(tread);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('#') || std::stod(line) > -20) cut << line << '\n';
  cut.close();
  const std::vector<std::string> options{"--wheel", tread, "--rail", "60e1", "--amplitude", "3"};
  const ProgramResult refused = conicity(options);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error,
            "--wheel: " + tread +
                " has no flange to find its tape circle by (allowed a profile with its "
                "flange). Give the whole profile; or --origin file, if y = 0 is the tape circle.\n");
  auto stated = options;
  stated.insert(stated.end(), {"--origin", "file"});
  const auto of_tread = json_of(stated)["conicity"][0]["nonlinear"].get<double>();
  const auto of_whole =
      json_of({"--wheel", whole, "--rail", "60e1", "--amplitude", "3"})["conicity"][0]["nonlinear"]
          .get<double>();
  EXPECT_NEAR(of_tread, of_whole, 1e-6);  // both are the same points of the tread

  const std::string wheelset = FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
                    set = "profiles.wheel=" + tread;
  const std::string warning =
      tread + ": has no flange: its origin stays that of the file, and nothing keeps it on the rails";
  for (const char* verb : {"geometry", "check", "modes"}) {
    const ProgramResult result = run_flangeway({verb, wheelset, "--set", set});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.error, HasSubstr(warning)) << verb;
  }
}

TEST(ConicityVerb, AmplitudeBeyondContactIsAFinding) {
  const ProgramResult result = conicity({"--wheel", "s1002", "--rail", "60e1", "--amplitude", "30"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "--amplitude: goes beyond the contact of tread and flange with the rail (got 30 mm; allowed at "
            "most 20.31 mm). "
            "Choose smaller amplitudes.\n");
}

TEST(ConicityVerb, NumbersInTheWrongUnitAreFoundTogether) {
  const ProgramResult result =
      conicity({"--wheel", "s1002", "--rail", "60e1", "--gauge", "1435", "--radius", "460", "--tape-circle",
                "1500", "--inclination", "1:0", "--amplitude", "0:1:8"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "--amplitude: is not a range of amplitudes (got 0:1:8; allowed A or FIRST:STEP:LAST in mm, all > "
            "0, at most 10000 "
            "amplitudes).\n"
            "--inclination: is not an inclination of the rails (got 1:0; allowed 1:N or a tangent between "
            "-0.2 and 0.2).\n"
            "--gauge: is not a distance of the gauge faces (got 1435; allowed 0.3 to 2 m).\n"
            "--tape-circle: is not a distance of the tape circles (got 1500; allowed 0.3 to 2.2 m).\n"
            "--radius: is not a wheel radius (got 460; allowed 0.05 to 2 m).\n");
}

TEST(ConicityVerb, InclinedRailIsNotInclinedAgain) {
  const ProgramResult result =
      conicity({"--wheel", "s1002", "--rail", "en15302_rail_a", "--inclination", "1:40"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "--inclination: cannot be given with en15302_rail_a, whose profile is inclined already (got "
            "1:40). Leave it out.\n");
  const ProgramResult mixed = conicity({"--wheel", "s1002", "--rail", "60e1", "en15302_rail_a"});
  EXPECT_EQ(mixed.exit_code, 2);
  EXPECT_EQ(mixed.error,
            "--rail: en15302_rail_a has its own place in the track (got 60e1 en15302_rail_a; allowed the "
            "same rail on both "
            "sides).\n");
}

TEST(ConicityVerb, WheelOffTheRailIsAFinding) {
  const ProgramResult result = conicity({"--wheel", "s1002", "--rail", "60e1", "--tape-circle", "2.2"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(
      result.error,
      "wheel and rail do not touch at the centred position. Check the tape circle distance, the gauge and "
      "the profiles.\n");
}

}  // namespace
}  // namespace flangeway::test
