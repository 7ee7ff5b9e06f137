#include "flangeway/report/derived.hpp"

#include <gmock/gmock.h>

#include <map>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::ElementsAre;

TEST(DerivedChannels, FollowFromThoseOfTheFile) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "run.h5").string();
  Findings findings;
  std::vector<results::Channel> channels;
  for (const char* name :
       {"t", "distance", "w.vyaw", "w.vy", "w.left.Q", "w.left.Y", "w.right.Y", "w.left.tread.contact_angle",
        "w.left.flange.contact_angle", "w.left.flange.normal_force", "w.left.tread.creep_force_x",
        "w.left.tread.creep_force_y", "w.left.tread.creepage_x", "w.left.tread.creepage_y",
        "w.left.flange.creep_force_x", "w.left.flange.creep_force_y", "w.left.flange.creepage_x",
        "w.left.flange.creepage_y"})
    channels.push_back({name, "", "", ""});
  auto writer = results::Writer::create(path, channels, {}, true, findings);
  findings.throw_if_any();
  for (const auto& row : std::vector<std::vector<double>>{
           {0, 0, 0, 1, 9, 5, -2, 0.1, 0, 0, -100, 50, 0.01, -0.02, 0, 0, 0, 0},
           {1, 1, 0, 3, 9, 7, -2, 0.1, 1.1, 50, -100, 50, 0.01, -0.02, -30, 0, 0.1, 9}})
    EXPECT_TRUE(writer->append(row.data()));
  writer->finish(results::Status::completed, "{}");
  const auto results = results::Reader::open(path, findings);
  std::map<std::string, std::vector<double>> found;
  for (const Derived& one : derived_channels(*results)) found[one.channel.name] = one.values;
  EXPECT_EQ(found.size(), 5u);
  EXPECT_THAT(found["w.sumY"], ElementsAre(3, 5));
  EXPECT_THAT(found["w.sumY_2m"], ElementsAre(3, 4));
  EXPECT_THAT(found["w.ay"], ElementsAre(2, 2));
  EXPECT_THAT(found["w.left.Tgamma"], ElementsAre(2, 5));
  EXPECT_THAT(found["w.left.contact_angle"], ElementsAre(0.1, 1.1));
}

TEST(DerivedChannels, TheAngleOfAttackIsThatAgainstTheDeflectedRail) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "run.h5").string();
  Findings findings;
  std::vector<results::Channel> channels;
  for (const char* name : {"w.left.Q", "w.yaw", "w.left.rail_yaw", "w.right.rail_yaw"})
    channels.push_back({name, "", "", ""});
  auto writer = results::Writer::create(path, channels, {}, true, findings);
  findings.throw_if_any();
  const std::vector<double> row{1, -0.004, 0.001, -0.0005};
  EXPECT_TRUE(writer->append(row.data()));
  writer->finish(results::Status::completed, "{}");
  const auto results = results::Reader::open(path, findings);
  std::map<std::string, double> found;
  for (const Derived& one : derived_channels(*results)) found[one.channel.name] = one.values.at(0);
  EXPECT_DOUBLE_EQ(found.at("w.left.angle_of_attack"), -0.005);
  EXPECT_DOUBLE_EQ(found.at("w.right.angle_of_attack"), -0.0035);
}

// Over the last 2 m, by hand: forces linear between rows at 0, 1.5 and 3 m are 0, 3, 9 N. From 1 to 3 m: over
// 0.5 m from 2 to 3 N and over 1.5 m from 3 to 9 N, (1.25 + 9)/2.
TEST(DerivedChannels, TheGuidingForceIsAMeanOverTwoMetres) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "run.h5").string();
  Findings findings;
  const std::vector<results::Channel> channels{{"t", "s", "", ""},
                                               {"distance", "m", "", ""},
                                               {"w.left.Q", "N", "", ""},
                                               {"w.left.Y", "N", "", ""},
                                               {"w.right.Y", "N", "", ""}};
  auto writer = results::Writer::create(path, channels, {}, true, findings);
  findings.throw_if_any();
  for (const auto& row :
       std::vector<std::vector<double>>{{0, 0, 9, 4, -4}, {1, 1.5, 9, 1, 2}, {2, 3, 9, 10, -1}})
    EXPECT_TRUE(writer->append(row.data()));
  writer->finish(results::Status::completed, "{}");
  const auto results = results::Reader::open(path, findings);
  for (const Derived& one : derived_channels(*results)) {
    if (one.channel.name != "w.sumY_2m") continue;
    ASSERT_EQ(one.values.size(), 3u);
    EXPECT_NEAR(one.values[2], (1.25 + 9) / 2, 1e-12);
    EXPECT_EQ(one.channel.unit, "N");
    return;
  }
  FAIL() << "no mean";
}

}  // namespace
}  // namespace flangeway::report
