#include "flangeway/report/encode.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "flangeway/core/base64.hpp"

namespace flangeway::report {
namespace {

using testing::ElementsAre;

TEST(Compact, AConstantIsOneNumber) {
  EXPECT_EQ(compact({2.5, 2.5, 2.5}), (nlohmann::json{{"c", 2.5}}));
  EXPECT_EQ(compact({}), (nlohmann::json{{"c", 0}}));
}

TEST(Compact, EndsOfTheRangeAreExact) {
  const nlohmann::json data = compact({-1, 1, 0});
  EXPECT_EQ(data["lo"], -1);
  EXPECT_EQ(data["hi"], 1);
  // 0, 65535 and 32768 in two bytes each, the low one first
  const unsigned char bytes[] = {0, 0, 0xff, 0xff, 0, 0x80};
  EXPECT_EQ(data["u"], base64(bytes, sizeof bytes));
}

TEST(Thinned, KeepsExtremesInTheirOrder) {
  const std::vector<double> values{3, 1, 2, 5, 9, 4, 7};
  EXPECT_EQ(thinned(values, 1), values);
  EXPECT_THAT(thinned(values, 3), ElementsAre(3, 1, 9, 4, 7, 7));
  EXPECT_THAT(thinned_places({0, 1, 2, 3, 4, 5, 6}, 3), ElementsAre(0, 1, 3, 4, 6, 6));
}

}  // namespace
}  // namespace flangeway::report
