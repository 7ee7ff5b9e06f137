// Scene data of rails that vary.
#include "flangeway/recording/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::recording {
namespace {

nlohmann::json scene_of(const std::string& name) {
  return nlohmann::json::parse(
      scene_json(test::load_case(std::string(FLANGEWAY_SOURCE_DIR "/models/cases/") + name, {})));
}

TEST(Scene, HasAllRailsOfASideFromPlaceToPlace) {
  const nlohmann::json rails = scene_of("turnout.toml")["rails"];
  std::set<std::string> names;
  for (const auto& piece : rails["left"]["pieces"]) {
    names.insert(piece["name"]);
    ASSERT_GE(piece["s"].size(), 2u);
    ASSERT_EQ(piece["s"].size(), piece["sections"].size());
    for (std::size_t k = 0; k < piece["s"].size(); ++k) {
      EXPECT_EQ(piece["sections"][k].size(), 41u);
      if (k == 0) continue;
      EXPECT_GT(piece["s"][k].get<double>(), piece["s"][k - 1].get<double>());
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"", "nose at 20 m", "switch rail at 20 m"}));
  ASSERT_EQ(rails["right"]["pieces"].size(), 1u);
  EXPECT_EQ(rails["right"]["pieces"][0]["name"], "check rail");
  EXPECT_EQ(rails["right"]["pieces"][0]["s"].front(), 56.0);
  EXPECT_EQ(rails["right"]["pieces"][0]["s"].back(), 59.6);
}

std::map<std::string, std::string> roles_of_vehicle(const std::string& text) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("own.toml", text).string();
  const nlohmann::json scene = nlohmann::json::parse(scene_json(test::load_case(
      FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml", {"vehicle=\"" + file + '"'})));
  std::map<std::string, std::string> roles;
  for (const auto& body : scene["bodies"])
    roles[body["name"].get<std::string>()] = body["role"].get<std::string>();
  return roles;
}

// The Manchester wagon with names from which no role follows.
TEST(Scene, HasRolesWhateverTheNames) {
  std::ifstream file(FLANGEWAY_SOURCE_DIR "/models/vehicles/manchester.toml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const auto& [from, to] : {std::pair{"\"bogie_", "\"frame_"}, std::pair{"\"carbody\"", "\"bogie_box\""},
                                 std::pair{"\"wheelset", "\"axle"}})
    text = std::regex_replace(text, std::regex(from), to);
  const std::map<std::string, std::string> expected{
      {"bogie_box", "car_body"}, {"frame_front", "bogie_frame"}, {"frame_rear", "bogie_frame"},
      {"axle1", "wheelset"},     {"axle2", "wheelset"},          {"axle3", "wheelset"},
      {"axle4", "wheelset"}};
  EXPECT_EQ(roles_of_vehicle(text), expected);
  const std::string name = "name = \"frame_front\"\n";
  std::map<std::string, std::string> given = expected;
  given["frame_front"] = "bolster";
  EXPECT_EQ(roles_of_vehicle(text.insert(text.find(name), "role = \"bolster\"\n")), given);
}

// The running rail is as its outline before the first and behind the last of its stations.
TEST(Scene, SaysWhereTheRunningRailIsNotAsItsOutline) {
  const nlohmann::json rails = scene_of("turnout.toml")["rails"];
  EXPECT_EQ(rails["left"]["missing"], nlohmann::json::parse("[[19.0, 63.0]]"));
  EXPECT_TRUE(rails["right"]["missing"].empty());
}

TEST(Scene, HasNoPiecesWhereRailsDoNotVary) {
  const nlohmann::json rails = scene_of("manchester_r500.toml")["rails"];
  for (const char* side : {"left", "right"}) EXPECT_FALSE(rails[side].contains("pieces")) << side;
}

TEST(Scene, HasTheSlabBesideTheSleepersOfAMixedTrack) {
  const nlohmann::json sleeper = scene_of("ballast_to_slab.toml")["structure"]["sleeper"];
  EXPECT_EQ(sleeper["kind"], "mono_block");
  EXPECT_EQ(sleeper["slab"]["kind"], "slab");
  EXPECT_GT(sleeper["slab"]["to"].get<double>(), sleeper["slab"]["from"].get<double>());
  EXPECT_FALSE(scene_of("slab_track.toml")["structure"]["sleeper"].contains("slab"));
}

TEST(Scene, HasTheRollersOfARig) {
  const nlohmann::json scene = scene_of("roller_rig.toml"), &rollers = scene["rollers"];
  EXPECT_EQ(rollers["radius"], 0.7);
  EXPECT_NEAR(rollers["axle_height"].get<double>(), -0.7, 1e-3);
  EXPECT_EQ(rollers["held"], "carbody");
  EXPECT_EQ(rollers["ahead"].size(), scene["wheelsets"].size());
  EXPECT_FALSE(scene_of("manchester_r500.toml").contains("rollers"));
}

nlohmann::json carbody_of(const nlohmann::json& scene) {
  for (const auto& body : scene["bodies"])
    if (body["name"].get<std::string>().ends_with("carbody")) return body;
  return {};
}

// Sections of a free beam: the first mode bends it vertically, and its middle moves against its ends. A
// section stays normal to the line of the middles, so that its turn is minus its slope.
TEST(Scene, HasTheShapesOfABeamFromSectionToSection) {
  const nlohmann::json bending = carbody_of(scene_of("manchester_flexible_r500.toml"))["bending"];
  ASSERT_EQ(bending.size(), 21u);
  const auto number = [&](std::size_t section, const char* key, std::size_t axis) {
    return bending[section][key][0][axis].get<double>();
  };
  EXPECT_NEAR(bending[0]["place"][0].get<double>(), -12, 1e-6);
  EXPECT_NEAR(number(0, "move", 2), -number(10, "move", 2) / 0.6078,
              2e-3);  // of the first mode of a free beam
  EXPECT_NEAR(number(0, "move", 2), number(20, "move", 2), 1e-5);
  for (std::size_t k = 1; k < 20; ++k) {
    const double slope = (number(k + 1, "move", 2) - number(k - 1, "move", 2)) / 2.4;
    EXPECT_NEAR(number(k, "turn", 1), -slope, 0.01) << k;
    EXPECT_EQ(number(k, "move", 1), 0) << k;
  }
}

// The file is of the same beam, in another scale and with nodes of its own.
TEST(Scene, HasTheShapesOfAFileOfModes) {
  const auto first_mode = [](const char* name) {
    std::map<int, double> found;  // height by place in mm
    const nlohmann::json body = carbody_of(scene_of(name));
    for (const auto& section : body["bending"])
      found[static_cast<int>(std::lround(1e3 * section["place"][0].get<double>()))] =
          section["move"][0][2].get<double>();
    return found;
  };
  auto of_file = first_mode("manchester_modes_r500.toml"),
       of_beam = first_mode("manchester_flexible_r500.toml");
  for (const int place : {-6000, 0, 6000, 12000}) {
    ASSERT_TRUE(of_file.contains(place)) << place;
    EXPECT_NEAR(of_file[place] / of_file[-12000], of_beam[place] / of_beam[-12000], 2e-3) << place;
  }
}

TEST(Scene, HasNoShapesOfStiffBodies) {
  EXPECT_FALSE(carbody_of(scene_of("manchester_r500.toml")).contains("bending"));
}

}  // namespace
}  // namespace flangeway::recording
