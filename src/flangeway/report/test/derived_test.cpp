#include "flangeway/report/derived.hpp"

#include <gmock/gmock.h>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::ElementsAre;

TEST(SlidingMean, IsOverTheLengthBehind) {
  EXPECT_THAT(sliding_mean({1, 2, 3, 4, 5}, {0, 1, 2, 3, 4}, 2), ElementsAre(1, 1.5, 2, 3, 4));
}

TEST(Rate, IsExactForAParabolaInside) {
  const std::vector<double> time{0, 0.5, 1, 1.5, 2};
  std::vector<double> values;
  for (const double t : time) values.push_back(3 * t * t);
  // one-sided at the ends
  EXPECT_THAT(rate(values, time), ElementsAre(1.5, 3, 6, 9, 10.5));
  EXPECT_THAT(rate({1, 2}, {0, 0}), ElementsAre(0, 0));
}

TEST(DerivedChannels, FollowFromThoseOfTheFile) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "run.h5").string();
  Findings findings;
  std::vector<results::Channel> channels;
  for (const char* name :
       {"t", "distance", "w.vyaw", "w.vy", "w.left.Q", "w.left.Y", "w.right.Y", "w.left.tread.contact_angle",
        "w.left.flange.contact_angle", "w.left.flange.normal_force"})
    channels.push_back({name, "", "", ""});
  auto writer = results::Writer::create(path, channels, {}, true, findings);
  findings.throw_if_any();
  for (const auto& row : std::vector<std::vector<double>>{{0, 0, 0, 1, 9, 5, -2, 0.1, 0, 0},
                                                          {1, 1, 0, 3, 9, 7, -2, 0.1, 1.1, 50}})
    EXPECT_TRUE(writer->append(row.data()));
  writer->finish(results::Status::completed, "{}");
  const auto results = results::Reader::open(path, findings);
  std::map<std::string, std::vector<double>> found;
  for (const Derived& one : derived_channels(*results)) found[one.channel.name] = one.values;
  EXPECT_EQ(found.size(), 4u);
  EXPECT_THAT(found["w.sumY"], ElementsAre(3, 5));
  EXPECT_THAT(found["w.sumY_2m"], ElementsAre(3, 4));
  EXPECT_THAT(found["w.ay"], ElementsAre(2, 2));
  EXPECT_THAT(found["w.left.contact_angle"], ElementsAre(0.1, 1.1));
}

}  // namespace
}  // namespace flangeway::report
