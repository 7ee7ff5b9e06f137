// What a picture of the track learns of rails that vary.
#include "flangeway/recording/scene.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "support/load_case.hpp"

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

}  // namespace
}  // namespace flangeway::recording
