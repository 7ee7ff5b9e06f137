#include "flangeway/plot/thin.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace flangeway::plot {
namespace {

TEST(ThinnedLine, KeepsFirstExtremesAndLastOfEveryColumn) {
  const std::vector<Pixel> out = thinned_line(
      {{0.1, 5}, {0.2, 1}, {0.3, 4}, {0.4, 9}, {0.5, 6}, {0.6, 7}, {1.5, 3}, {2.0, 2}, {2.5, 2}});
  const std::vector<double> expected{5, 1, 9, 7, 3, 2, 2};
  ASSERT_EQ(out.size(), expected.size());
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_EQ(out[i].y, expected[i]) << i;
}

TEST(ThinnedLine, AMillionPointsBecomeAtMostFourPerColumnWithTheSameExtremes) {
  std::vector<Pixel> points;
  for (int i = 0; i < 1000000; ++i)
    points.push_back({i * 8e-4, 100 * std::sin(0.37 * i) * std::cos(1e-5 * i)});
  points[777777].y = 1234;  // a single spike
  const std::vector<Pixel> out = thinned_line(points);
  EXPECT_LE(out.size(), 3200u);
  const auto lower = [](const Pixel& a, const Pixel& b) { return a.y < b.y; };
  EXPECT_EQ(std::max_element(out.begin(), out.end(), lower)->y, 1234);
  EXPECT_EQ(std::min_element(out.begin(), out.end(), lower)->y,
            std::min_element(points.begin(), points.end(), lower)->y);
  EXPECT_EQ(out.front().x, points.front().x);
  EXPECT_EQ(out.back().x, points.back().x);
}

TEST(ThinnedLine, ACurveThatTurnsBackKeepsBothBranches) {
  EXPECT_EQ(thinned_line({{0.5, 0}, {1.5, 1}, {0.5, 2}}).size(), 3u);
  EXPECT_TRUE(thinned_line({}).empty());
}

TEST(ThinnedPoints, DropWhatIsCovered) {
  const std::vector<Pixel> out = thinned_points({{1, 1}, {2, 2}, {1.01, 1.01}, {1, 1}});
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(out[1].x, 2);
}

}  // namespace
}  // namespace flangeway::plot
