// `flangeway response` and `flangeway quasistatic` as a user meets them.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string wagon = std::string(FLANGEWAY_SOURCE_DIR) + "/models/cases/manchester_r500.toml";

TEST(ResponseVerb, WritesTransferFunctionsAndRootMeanSquares) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "response.html").string(),
                    table = (folder.path() / "response.csv").string();
  const ProgramResult result = run_flangeway({"response", wagon, "--frequencies", "5", "--channel",
                                              "carbody.z", "--point", "carbody:9.5,0,-0.6", "--spectrum",
                                              "erri_b176_low", "--json", "-o", page, "--csv", table});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["frequency"].size(), 5u);
  ASSERT_EQ(json["channels"].size(), 5u);
  EXPECT_EQ(json["channels"][0]["transfer"]["vertical_profile"].size(), 5u);
  EXPECT_GT(json["channels"][0]["rms"].get<double>(), 0);
  EXPECT_THAT(read_file(page), HasSubstr("Root mean squares"));
  EXPECT_THAT(read_file(table), HasSubstr("frequency [Hz],wavelength [m],"));
}

TEST(ResponseVerb, ReportsErrors) {
  const ProgramResult result = run_flangeway({"response", wagon, "--channel", "carbody.zz"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              HasSubstr("--channel: is no channel that has a linear response (got carbody.zz)"));
}

TEST(QuasistaticVerb, GivesTheSwayOfAVehicle) {
  const TemporaryFolder folder;
  const std::string page = (folder.path() / "sway.html").string();
  const ProgramResult result = run_flangeway({"quasistatic", wagon, "--test", "sway", "--json", "-o", page});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_GT(json["results"]["flexibility_coefficient"]["value"].get<double>(), 0.05);
  EXPECT_LT(json["results"]["flexibility_coefficient"]["value"].get<double>(), 0.6);
  EXPECT_THAT(read_file(page), HasSubstr("flexibility_coefficient"));
}

TEST(QuasistaticVerb, ReportsErrors) {
  const ProgramResult wind = run_flangeway({"quasistatic", wagon, "--test", "wind"});
  EXPECT_EQ(wind.exit_code, 2);
  EXPECT_THAT(wind.error,
              HasSubstr("--coefficients: is not given: the test wind needs it (allowed a CSV file with "
                        "angle_deg,side,lift,overturning)"));
  const ProgramResult radii = run_flangeway({"quasistatic", wagon, "--test", "curving", "--radii", "-5"});
  EXPECT_EQ(radii.exit_code, 2);
  EXPECT_THAT(radii.error,
              HasSubstr("--radii: is not positive (got -5; allowed numbers > 0 and up to 1e+06 in m)."));
}

TEST(QuasistaticVerb, TakesFiniteNumbersOnly) {
  for (const std::string option : {"--radii", "--deficiencies", "--speeds", "--stations"}) {
    for (const std::string number : {"inf", "nan"}) {
      const ProgramResult result =
          run_flangeway({"quasistatic", wagon, "--test", "curving", "--radii", "300", option, number});
      EXPECT_EQ(result.exit_code, 2);
      EXPECT_THAT(result.error, HasSubstr(option + ": Value " + number + " is no finite number\n"));
    }
  }
}

// A station of 1e308 m had the half width 0, and radii of 1e308 m an infinite speed.
TEST(QuasistaticVerb, TakesNumbersOfVehiclesOnly) {
  const TemporaryFolder folder;
  const std::string contour = folder.write("c.csv", "y,z\n-1,1\n1,1\n0,1e308\n").string();
  const ProgramResult result =
      run_flangeway({"quasistatic", wagon, "--test", "envelope", "--radii", "1e308", "--deficiencies", "-1,0",
                     "--stations", "-1e308", "--contour", contour});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "--radii: is out of range (got 1e+308; allowed numbers > 0 and up to 1e+06 in m).\n"
            "--deficiencies: is out of range (got -1; allowed -0.5 to 0.5 in m).\n"
            "--stations: is out of range (got -1e+308; allowed -100 to 100 in m).\n" +
                contour + ":4:1: z: is no point of a cross-section (got 1e+308; allowed -20 to 20 m).\n");
}

TEST(QuasistaticVerb, BoundsItsGust) {
  const ProgramResult slow =
      run_flangeway({"quasistatic", wagon, "--test", "wind", "--gust", "--speeds", "0.5", "--coefficients",
                     std::string(FLANGEWAY_SOURCE_DIR) + "/models/quasistatic/coach_coefficients.csv"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_THAT(slow.error, HasSubstr("--speeds: is too slow to run through a gust (got 0.5 m/s; allowed 1 m/s "
                                    "or more). Leave --gust out."));
  const ProgramResult length =
      run_flangeway({"quasistatic", wagon, "--test", "sway", "--vehicle-length", "nan"});
  EXPECT_EQ(length.exit_code, 2);
  EXPECT_THAT(length.error, HasSubstr("--vehicle-length"));
}

// The envelope leaves an excess above the cant out and says so: 0.1 m of its own defaults.
TEST(QuasistaticVerb, EnvelopeHasDeficienciesOfItsOwn) {
  const ProgramResult result =
      run_flangeway({"quasistatic", wagon, "--test", "envelope", "--set", "contact.kec.conicity=0.05",
                     "--radii", "5000", "--cant", "0.05", "--stations", "0", "--contour",
                     std::string(FLANGEWAY_SOURCE_DIR) + "/models/quasistatic/coach_contour.csv"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("A cant excess of 0.1 m needs a cant above 0.05 m: left out."));
}

TEST(ResponseVerb, WritesPageAndTableToTwoFiles) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "x").string(), same = (folder.path() / "." / "x").string();
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"response", wagon, "--frequencies", "2", "--channel", "carbody.z"},
        std::vector<std::string>{"quasistatic", wagon, "--test", "sway"}}) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"-o", file, "--csv", same});
    const ProgramResult result = run_flangeway(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.error,
                HasSubstr("--csv: names the file of -o (got " + same + "). Give it a name of its own."));
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

}  // namespace
}  // namespace flangeway::test
