// `flangeway response` and `flangeway quasistatic` as a user meets them.
#include <gmock/gmock.h>

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

TEST(ResponseVerb, SaysWhatIsWrong) {
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

TEST(QuasistaticVerb, SaysWhatIsWrong) {
  const ProgramResult wind = run_flangeway({"quasistatic", wagon, "--test", "wind"});
  EXPECT_EQ(wind.exit_code, 2);
  EXPECT_THAT(wind.error,
              HasSubstr("--coefficients: is not given: the test wind needs it (allowed a CSV file with "
                        "angle_deg,side,lift,overturning)"));
  const ProgramResult radii = run_flangeway({"quasistatic", wagon, "--test", "curving", "--radii", "-5"});
  EXPECT_EQ(radii.exit_code, 2);
  EXPECT_THAT(radii.error, HasSubstr("--radii: is not positive (got -5; allowed numbers > 0 in m)."));
}

}  // namespace
}  // namespace flangeway::test
