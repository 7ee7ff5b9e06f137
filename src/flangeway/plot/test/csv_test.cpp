#include "flangeway/plot/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "count.hpp"

namespace flangeway::plot {
namespace {

using test::count;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

TEST(Csv, SeriesOverTheSameXShareItsColumn) {
  Figure figure;
  figure.panels.push_back({.title = "Loads",
                           .x_label = "s in m",
                           .y_label = "Q in kN",
                           .series = {{.name = "left", .x = {0, 1, 2}, .y = {1.5, missing, 3}},
                                      {.name = "a, b", .x = {0, 1, 2}, .y = {4, 5, 6}}}});
  EXPECT_EQ(csv(figure), "s in m,left: Q in kN,\"a, b: Q in kN\"\n0,1.5,4\n1,,5\n2,3,6\n");
  figure.panels.push_back({.title = "Speed",
                           .x_label = "s in m",
                           .y_label = "v in m/s",
                           .series = {{.x = {0, 2}, .y = {20, 21}}}});
  EXPECT_EQ(csv(figure),
            "s in m,Loads: left: Q in kN,\"Loads: a, b: Q in kN\",s in m,Speed: v in m/s\n"
            "0,1.5,4,0,20\n1,,5,2,21\n2,3,6,,\n");
}

TEST(Csv, MarksOnALineAreNotGivenTwice) {
  Figure figure;
  figure.panels.push_back({.series = {{.name = "a", .x = {1, 2}, .y = {3, 4}},
                                      {.x = {1, 2}, .y = {3, 4}, .style = Style::points}}});
  EXPECT_EQ(csv(figure), "x,a\n1,3\n2,4\n");
}

TEST(Csv, PanelsOverOneXTakeItsNameFromTheLast) {
  Figure figure{.panels = {{.y_label = "y", .series = {{.x = {1}, .y = {2}}}},
                           {.x_label = "t in s", .y_label = "z", .series = {{.x = {1}, .y = {3}}}}},
                .shared_x = true};
  EXPECT_EQ(csv(figure), "t in s,y,z\n1,2,3\n");
  EXPECT_EQ(csv(Figure{}), "\n");
}

// Every extreme stays, and no value is between the points of the series.
TEST(Csv, LongLinesHaveThePointsThatThePictureShows) {
  Series series;
  for (int i = 0; i < 100000; ++i) {
    series.x.push_back(i == 70000 ? missing : i * 1e-3);
    series.y.push_back(i == 54321 ? 7.25 : 0.001 * (i % 1000));
  }
  const std::string text = csv(Figure{.panels = {{.series = {series}}}});
  EXPECT_LT(count(text, "\n"), 5000u);
  EXPECT_GT(count(text, "\n"), 2000u);
  EXPECT_EQ(count(text, "\n54.321,7.25\n"), 1u);
  EXPECT_EQ(count(text, "\n99.999,0.999\n"), 1u);
  series.style = Style::points;
  EXPECT_EQ(count(csv(Figure{.panels = {{.series = {series}}}}), "\n"), 100001u);
}

TEST(Csv, MapsHaveARowForEachColouredCell) {
  MapFigure figure{.x_label = "x in mm", .y_label = "y in mm"};
  figure.panels.push_back(
      {.title = "p", .unit = "MPa", .grid = {2, 2, -0.5, 10, 1, 2}, .values = {1, missing, 2.5, 3}});
  EXPECT_EQ(csv(figure),
            "panel,x in mm,y in mm,value,unit\np,-0.5,10,1,MPa\np,-0.5,12,2.5,MPa\np,0.5,12,3,MPa\n");
  figure.panels.push_back({.title = "area",
                           .grid = {1, 1, 0, 0, 1, 1},
                           .values = {1},
                           .kinds = {"adhesion", "slip"},
                           .arrows = {{0.5}, {-1}}});
  EXPECT_EQ(csv(figure),
            "panel,x in mm,y in mm,value,unit,arrow along x,arrow along y\np,-0.5,10,1,MPa,,\n"
            "p,-0.5,12,2.5,MPa,,\np,0.5,12,3,MPa,,\narea,0,0,slip,,0.5,-1\n");
}

}  // namespace
}  // namespace flangeway::plot
