// flangeway wear and flangeway evolve as a user types them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using test::ProgramResult;
using test::run_flangeway;
using testing::HasSubstr;

const std::string law = test::models + "wear/usfd_r8t.toml";
const std::string wheelset = test::models + "cases/wheelset_r500.toml";

class WearVerb : public ::testing::Test {
 protected:
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  test::TemporaryFolder folder_;
};

// Mass by the law's first piece follows from the wear number alone: 5.3 μg/m for each N/mm², so that the
// volume per km is 5.3e-9 kg/(m N) Tγ 1000 m/7850 kg/m³.
TEST_F(WearVerb, WearsByTheFrictionalWork) {
  const ProgramResult result = run_flangeway(
      {"wear", wheelset, "--law", law, "--set", "integration.duration=1", "--json", "-o", at("wear.csv"),
       "--plot", at("wear.svg"), "--map", at("map.svg"), "--fatigue-map", at("fatigue.svg")});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  const auto& wheel = json["wheels"]["wheelset.left"];
  const double per_newton = 5.3e-9 * 1e3 / 7850;
  EXPECT_NEAR(wheel["volume_per_km"].get<double>(), per_newton * wheel["t_gamma"].get<double>(),
              1e-6 * per_newton * wheel["t_gamma"].get<double>());
  EXPECT_THAT(result.error, HasSubstr("have not been compared with their source (from_memory)"));
  const std::string csv = test::read_file(at("wear.csv"));
  EXPECT_THAT(csv, testing::StartsWith("wheelset.left.wheel_y [m],wheelset.left.wheel_depth_per_km [m],"
                                       "wheelset.left.rail_y [m],wheelset.left.rail_depth_per_pass [m],"));
  const std::size_t end = csv.find('\n');
  EXPECT_EQ(std::count(csv.begin(), csv.begin() + static_cast<std::ptrdiff_t>(end), ','), 7);
  EXPECT_THAT(test::read_file(at("wear.svg")), HasSubstr("depth in nm per km"));
  EXPECT_THAT(test::read_file(at("map.svg")), HasSubstr("distance in m"));
  EXPECT_THAT(test::read_file(at("fatigue.svg")), HasSubstr("height in mm, 0 at the surface"));
  // Dang Van's stress is about a fifth of the largest pressure, and deepest below the surface.
  const double pressure = wheel["pressure_max"].get<double>();
  EXPECT_GT(wheel["dang_van_stress_max"].get<double>(), 0.1 * pressure);
  EXPECT_LT(wheel["dang_van_stress_max"].get<double>(), 0.35 * pressure);
  EXPECT_GT(wheel["dang_van_stress_depth"].get<double>(), 1e-4);
}

// A patch of a deck: 1000 N that work 0.126 N per distance rolled, all of it within the tests of the law.
TEST_F(WearVerb, SolvedPatchesWear) {
  const std::string deck = test::models + "contact/sphere.inp";
  const ProgramResult table = run_flangeway({"contact", deck, "--law", law});
  ASSERT_EQ(table.exit_code, 0) << table.error;
  EXPECT_THAT(table.out, HasSubstr("Tγ in N  wear in mm² depth in mm\n"));
  EXPECT_THAT(table.error, HasSubstr("have not been compared with their source (from_memory)"));
  const ProgramResult json = run_flangeway({"contact", deck, "--law", law, "--json", "--quiet"});
  const auto wear = nlohmann::json::parse(json.out)["cases"][0]["patches"][0]["wear"];
  EXPECT_THAT(
      table.out,
      HasSubstr(fmt::format(" {:>9.4g} {:>12.4g} {:>11.4g}\n", wear["t_gamma"].get<double>(),
                            wear["section_per_pass"].get<double>(), wear["deepest_per_pass"].get<double>())));
  const ProgramResult refused =
      run_flangeway({"contact", deck, "--law", at("no.toml"), "-o", at("fields.h5")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error, at("no.toml") + ": does not exist. Check the name and the folder.\n");
  EXPECT_FALSE(std::filesystem::exists(at("fields.h5")));
  folder_.write("tested.toml",
                "name = \"a\"\nsource = \"b\"\nkind = \"usfd\"\nlargest = 1e-3\n"
                "pieces = [{ from = 0.0, value = 0.0, slope = 5.3 }]\n");
  EXPECT_THAT(run_flangeway({"contact", deck, "--law", at("tested.toml")}).error,
              HasSubstr("% of the frictional work lies beyond the tests of the law"));
}

TEST_F(WearVerb, RefusesWhatItCannotDo) {
  EXPECT_THAT(run_flangeway({"wear", wheelset, "--law", at("no.toml")}).error, HasSubstr("no.toml"));
  folder_.write("law.toml",
                "name = \"a\"\nsource = \"b\"\nkind = \"usfd\"\npieces = [{ from = 1.0, value = 1.0 }]\n");
  const ProgramResult result = run_flangeway({"wear", wheelset, "--law", at("law.toml")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              HasSubstr("law.toml:4:11: pieces[0].from: is not where wear begins (got 1; allowed 0)"));
}

TEST_F(WearVerb, SingleWheelsOnCarriersWearButDoNotEvolve) {
  const ProgramResult wear =
      run_flangeway({"wear", test::models + "cases/single_wheel_trailer_r300.toml", "--law", law, "--set",
                     "integration.duration=0.1", "--json", "--quiet"});
  ASSERT_EQ(wear.exit_code, 0) << wear.error;
  std::vector<std::string> wheels;
  const auto json = nlohmann::json::parse(wear.out);
  for (const auto& wheel : json["wheels"].items()) wheels.push_back(wheel.key());
  EXPECT_THAT(wheels, testing::UnorderedElementsAre("front_left.left", "front_right.right", "rear_left.left",
                                                    "rear_right.right"));
  folder_.write("line.toml", "name = \"Test\"\ncase = \"" + test::models +
                                 "cases/single_wheel_trailer_r300.toml\"\nlaw = \"" + law +
                                 "\"\nmileage = 2e6\n[[sections]]\nname = \"all\"\nshare = 1.0\n");
  const ProgramResult line = run_flangeway({"evolve", at("line.toml"), "-o", at("out")});
  EXPECT_EQ(line.exit_code, 2);
  EXPECT_THAT(line.error,
              HasSubstr("sections.all: has a vehicle with single wheels on carriers, whose wear is "
                        "not known. Take one without them."));
}

TEST_F(WearVerb, AnEvolutionGoesOnToALongerMileage) {
  folder_.write("line.toml", "name = \"Test\"\ncase = \"" + wheelset + "\"\nlaw = \"" + law +
                                 "\"\nmileage = 2e6\n[step]\ntolerance = 1e-4\nmileage = "
                                 "1e6\n[[sections]]\nname = \"all\"\n"
                                 "share = 1.0\nset = { integration.duration = 0.2, initial.y = 3e-3 }\n");
  const ProgramResult first = run_flangeway({"evolve", at("line.toml"), "-o", at("out")});
  ASSERT_EQ(first.exit_code, 0) << first.error;
  EXPECT_THAT(first.out, HasSubstr("profiles, results.csv and evolution.html in " + at("out")));
  folder_.write("line.toml", [text = test::read_file(at("line.toml"))]() mutable {
    return text.replace(text.find("2e6"), 3, "3e6");
  }());
  const auto first_step = std::filesystem::last_write_time(at("out/steps/0000.json"));
  const ProgramResult longer = run_flangeway({"evolve", at("line.toml"), "-o", at("out"), "--json"});
  ASSERT_EQ(longer.exit_code, 0) << longer.error;
  const auto json = nlohmann::json::parse(longer.out);
  ASSERT_EQ(json["steps"].size(), 4u);
  EXPECT_EQ(json["completed"], true);
  EXPECT_EQ(std::filesystem::last_write_time(at("out/steps/0000.json")), first_step);
  EXPECT_THAT(test::read_file(at("out/results.csv")),
              testing::StartsWith("step,reprofiled,mileage [m],area_lost [m²],flange_thickness [m],"));
  EXPECT_THAT(test::read_file(at("out/evolution.html")), HasSubstr("flange Sd in mm"));
  EXPECT_EQ(run_flangeway({"profile", at("out/profiles/0003.csv"), "--kind", "wheel"}).exit_code, 0);
}

// Leading wheels clean the rail for those behind them, and a station gives the left rail less friction.
TEST_F(WearVerb, FrictionVariesAlongTheTrack) {
  folder_.write("case.toml", "vehicle = \"" + test::models + "vehicles/manchester.toml\"\ntrack = \"" +
                                 test::models +
                                 "tracks/curve_r500.toml\"\nspeed = 20.0\n[integration]\nduration = 7.0\n"
                                 "[contact.friction]\nrecovery = { coefficient = 0.4, work = 20.0 }\n"
                                 "stations = [{ s = 30.0, coefficient = 0.2 }, { s = 31.0, left = 0.1, "
                                 "right = 0.2 }]\n");
  const ProgramResult run = run_flangeway({"run", at("case.toml"), "-o", at("run.h5"), "--quiet"});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  const auto last_of = [&](const std::string& channel) {
    const ProgramResult csv = run_flangeway(
        {"results", at("run.h5"), "--csv", "-o", at("channel.csv"), "--force", "--channel", channel});
    EXPECT_EQ(csv.exit_code, 0) << csv.error;
    const std::string text = test::read_file(at("channel.csv"));
    return std::stod(text.substr(text.find_last_of(',') + 1));
  };
  // The first wheel finds the rail as the stations say. Those behind it find it cleaner, and the last wheel
  // of a bogie cleaner than the one ahead of it at nearly the same place.
  const auto friction = [&](int wheelset) {
    return last_of("wheelset" + std::to_string(wheelset) + ".left.tread.friction");
  };
  EXPECT_EQ(friction(1), 0.1);
  EXPECT_GT(friction(2), 0.15);
  EXPECT_GT(friction(4), friction(3) + 0.02);
  EXPECT_LT(friction(4), 0.4);
  const ProgramResult wear = run_flangeway({"wear", at("case.toml"), "--law", law, "--json"});
  ASSERT_EQ(wear.exit_code, 0) << wear.error;
  const ProgramResult no_code = run_flangeway({"codegen", at("case.toml"), "-o", at("code")});
  EXPECT_EQ(no_code.exit_code, 2);
  EXPECT_THAT(no_code.error, HasSubstr("contact.friction: varies along the track, which generated code does "
                                       "not know. Leave stations and recovery out"));
  const ProgramResult steady = run_flangeway({"stability", at("case.toml")});
  EXPECT_EQ(steady.exit_code, 2);
  EXPECT_THAT(steady.error, HasSubstr("contact.friction: varies along the track: there is no steady running "
                                      "under it. Leave stations and recovery out"));
}

// In a curve to the left, the wheels and the rail on the right wear at their sides.
TEST_F(WearVerb, TheExampleWithRailsRuns) {
  const ProgramResult result = run_flangeway({"evolve", test::models + "lines/rails_that_wear.toml", "--set",
                                              "mileage=1e5", "-o", at("out"), "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto last = nlohmann::json::parse(result.out)["steps"].back();
  EXPECT_EQ(last["mileage"], 1e5);
  EXPECT_GT(last["R 600: right rail.area_lost"].get<double>(),
            last["R 600: left rail.area_lost"].get<double>());
  EXPECT_GT(last["straight: right rail.area_lost"].get<double>(), 0);
  EXPECT_THAT(test::read_file(at("out/results.csv")), HasSubstr("wheelset1.flange_thickness [m]"));
  EXPECT_THAT(test::read_file(at("out/evolution.html")), HasSubstr("area lost by rails in mm²"));
  EXPECT_EQ(
      run_flangeway({"profile", at("out/profiles/0001_section2_right.csv"), "--kind", "rail"}).exit_code, 0);
}

}  // namespace
}  // namespace flangeway
