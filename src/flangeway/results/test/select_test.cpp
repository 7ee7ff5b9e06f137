#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flangeway/results/reader.hpp"

namespace flangeway::results {
namespace {

using testing::ElementsAre;

std::vector<Channel> some_channels() {
  std::vector<Channel> channels;
  for (const char* name : {"t", "wheelset1.left.Q", "wheelset1.right.Q", "wheelset2.left.Q",
                           "wheelset1.left.QQ", "wheelset1.left.YQ"}) {
    channels.push_back({name, "", "", ""});
  }
  return channels;
}

TEST(SelectChannels, WildcardsInTheOrderOfTheFileAndEachOnce) {
  Findings findings;
  EXPECT_THAT(select_channels(some_channels(), {"wheelset1.*.Q"}, "run.h5", findings),
              ElementsAre("wheelset1.left.Q", "wheelset1.right.Q"));
  EXPECT_THAT(select_channels(some_channels(), {"*left.Q", "wheelset?.*.Q", "t"}, "run.h5", findings),
              ElementsAre("wheelset1.left.Q", "wheelset2.left.Q", "wheelset1.right.Q", "t"));
  EXPECT_EQ(select_channels(some_channels(), {"*"}, "run.h5", findings).size(), 6u);
  EXPECT_EQ(select_channels(some_channels(), {"*Q"}, "run.h5", findings).size(), 5u);
  EXPECT_THAT(select_channels(some_channels(), {"t**"}, "run.h5", findings), ElementsAre("t"));
  EXPECT_TRUE(findings.empty());
}

TEST(SelectChannels, AFormerNameFindsTheChannel) {
  Findings findings;
  const std::vector<Channel> channels{{"wheelset1.left.force_discontinuity", "N", "track", ""}};
  for (const char* pattern : {"wheelset1.left.jump", "*.jump", "*.force_discontinuity"})
    EXPECT_THAT(select_channels(channels, {pattern}, "run.h5", findings), ElementsAre(channels[0].name));
  EXPECT_TRUE(findings.empty());
}

TEST(SelectChannels, FindingsNameTheNearest) {
  Findings findings;
  EXPECT_TRUE(
      select_channels(some_channels(), {"wheelset1.left.q", "bogie.*", "tt?"}, "run.h5", findings).empty());
  EXPECT_EQ(findings.text(),
            "run.h5: has no channel 'wheelset1.left.q'. The nearest is 'wheelset1.left.Q'.\n"
            "run.h5: has no channel 'bogie.*'. See the channels with flangeway results FILE --list.\n"
            "run.h5: has no channel 'tt?'. The nearest is 't'.");
}

}  // namespace
}  // namespace flangeway::results
