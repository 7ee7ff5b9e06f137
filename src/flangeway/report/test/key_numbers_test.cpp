#include "flangeway/report/key_numbers.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using Json = nlohmann::json;

class KeyNumbers : public testing::Test {
 protected:
  Json of(const std::vector<std::vector<double>>& rows, const Json& summary, const Json& scene) {
    const std::string path = (folder_.path() / "run.h5").string();
    Findings findings;
    std::vector<results::Channel> channels;
    for (const char* name :
         {"t", "distance", "w.y", "w.yaw", "w.left.Q", "w.left.Y", "w.right.Y", "carrier.left.Q"})
      channels.push_back({name, "", "", ""});
    auto writer = results::Writer::create(path, channels, {}, true, findings);
    findings.throw_if_any();
    for (const auto& row : rows) EXPECT_TRUE(writer->append(row.data()));
    writer->finish(results::Status::completed, "{}");
    const auto results = results::Reader::open(path, findings);
    return key_numbers(*results, derived_channels(*results), summary, scene);
  }

  test::TemporaryFolder folder_;
  const std::vector<std::vector<double>> rows_{{0, 0, 0.001, 0, 9, 20e3, 5e3, 9},
                                               {1, 10, -0.004, 0, 9, 30e3, 5e3, 9},
                                               {2, 20, 0.003, 0, 9, -80e3, -10e3, 9}};
  const Json scene_ = Json::parse(R"({"gravity": 10, "bodies": [{"mass": 5000}, {"mass": 1000}],
      "friction": {"left": {"coefficient": 0.3, "over_angle": []},
                   "right": {"coefficient": 0.3, "over_angle": [[0, 0.3], [1, 0.5]]}}})");
};

TEST_F(KeyNumbers, OfAWheelsetAreItsLargestWithTheirPlaces) {
  const Json numbers = of(rows_, Json::object(), scene_);
  ASSERT_EQ(numbers["wheelsets"].size(), 1u);  // a carrier of one wheel is no axle
  const Json& wheelset = numbers["wheelsets"][0];
  EXPECT_EQ(wheelset["name"], "w");
  EXPECT_EQ(wheelset["y"], (Json{{"value", 0.004}, {"distance", 10.0}}));
  EXPECT_EQ(wheelset["sumY"], (Json{{"value", 90e3}, {"distance", 20.0}}));
  // Over the last 2 of 10 m the broken line goes from −65 to −90 kN.
  EXPECT_NEAR(wheelset["sumY_2m"]["value"].get<double>(), 77.5e3, 1e-6);
  EXPECT_EQ(numbers["guiding_force_limit"], 10e3 + 60e3 / 3);
  EXPECT_EQ(wheelset["over_limit"], true);
  EXPECT_EQ(numbers["yq_limit"], 0.8);
  EXPECT_EQ(numbers["friction"], (Json{{"left", 0.3}, {"right", 0.5}}));
}

TEST_F(KeyNumbers, WithoutASceneThereIsNoLimit) {
  const Json numbers = of(rows_, Json::object(), Json::object());
  EXPECT_TRUE(numbers["guiding_force_limit"].is_null());
  EXPECT_EQ(numbers["wheelsets"][0]["over_limit"], false);
  EXPECT_TRUE(numbers["friction"]["left"].is_null());
  EXPECT_TRUE(of({}, Json::object(), Json::object())["wheelsets"][0]["y"].is_null());
}

TEST_F(KeyNumbers, AWheelIsOverItsLimitOnlyOnItsFlange) {
  const Json summary = Json::parse(R"({"wheels": {
      "w.left": {"YQ_max": 0.9, "nadal_limit": 0.8, "flange_time": 1.5},
      "w.right": {"YQ_max": 0.9, "nadal_limit": 0, "flange_time": 0}}})");
  const Json wheels = of(rows_, summary, scene_)["wheels"];
  ASSERT_EQ(wheels.size(), 2u);
  EXPECT_EQ(wheels[0]["name"], "w.left");
  EXPECT_EQ(wheels[0]["over_nadal"], true);
  EXPECT_EQ(wheels[0]["nadal_limit"], 0.8);
  EXPECT_EQ(wheels[1]["over_nadal"], false);
  EXPECT_TRUE(wheels[1]["nadal_limit"].is_null());
}

}  // namespace
}  // namespace flangeway::report
