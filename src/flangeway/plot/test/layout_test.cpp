// Pictures with what makes layouts fail: long names, many curves, limits close to each other, narrow ranges.
#include "layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "count.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"

namespace flangeway::plot {
namespace {

using test::count;
using testing::HasSubstr;
using testing::IsEmpty;

Panel panel_with(std::size_t curves, const std::string& name) {
  Panel panel{.title = "panel", .x_label = "distance in m", .y_label = "force in kN"};
  for (std::size_t i = 0; i < curves; ++i) {
    const auto k = static_cast<double>(i);
    panel.series.push_back({.name = name + std::to_string(i), .x = {0, 1, 2}, .y = {k, 2 * k, 1.5 * k}});
  }
  return panel;
}

TEST(Layout, AnOrdinaryFigureHasNoFaults) {
  EXPECT_THAT(test::faults(svg({.title = "loads", .panels = {panel_with(3, "axle ")}})), IsEmpty());
}

TEST(Layout, FaultsAreFound) {
  const std::string start =
      "<svg width=\"100\" height=\"50\">\n<text class=\"label-x\" x=\"50\" y=\"40\">x</text>";
  EXPECT_THAT(test::faults(start + "<text x=\"90\" y=\"20\">clipped</text></svg>"),
              testing::Contains(HasSubstr("clipped: clipped")));
  EXPECT_THAT(test::faults(start + "<text x=\"51\" y=\"41\">y</text></svg>"),
              testing::Contains(HasSubstr("over each other: y | x")));
  EXPECT_THAT(test::faults(start + "</svg>"),
              testing::Contains(HasSubstr("fewer than three ticks of axis x")));
}

TEST(Layout, LongTitlesGoOnOnTheNextLine) {
  const std::string words =
      "a title that says more than fits on one line of a picture of this width, and goes on ";
  Panel panel = panel_with(2, "a long name of a curve that needs half of the width of the picture, number ");
  panel.title = words + words;
  panel.y_label = words;
  panel.x_label = words + words + words;
  EXPECT_THAT(test::faults(svg({.title = words + words, .panels = {panel, panel}})), IsEmpty());
}

TEST(Layout, PathsAreShortenedInTheMiddle) {
  const std::string path = "/a/very/long/" + std::string(300, 'x') + "/case_r500.toml";
  Panel panel = panel_with(1, path);
  panel.title = path, panel.y_label = path, panel.x_label = path;
  panel.limits = {{.y = 1, .label = path}};
  const std::string picture = svg({.title = path, .panels = {panel}});
  EXPECT_THAT(test::faults(picture), IsEmpty());
  EXPECT_THAT(picture, HasSubstr("case_r500.toml0"));
}

TEST(Layout, OfManyCurvesTwelveAreInTheLegend) {
  const std::string picture = svg({.panels = {panel_with(27, "run ")}});
  EXPECT_EQ(count(picture, "class=\"legend\""), 13u);
  EXPECT_THAT(picture, HasSubstr("and 15 more, named at their ends"));
  EXPECT_THAT(picture, HasSubstr(">run 26<"));
}

TEST(Layout, TextsOfNearLimitsDoNotLieOverEachOther) {
  Panel panel = panel_with(1, "Q ");
  panel.series[0].y = {0, 100, 50};
  for (int i = 0; i < 6; ++i)
    panel.limits.push_back({.y = 50 + 0.5 * i, .label = "limit " + std::to_string(i)});
  EXPECT_THAT(test::faults(svg({.panels = {panel}})), IsEmpty());
}

TEST(Layout, LargeAndNarrowRangesKeepTheirTexts) {
  for (const double size : {1e-9, 1e-3, 1.0, 1e7, 1e12}) {
    Panel panel{.title = "panel", .x_label = "x in m", .y_label = "y in N"};
    panel.series = {{.name = "", .x = {size, 1.0001 * size}, .y = {-size, size}}};
    EXPECT_THAT(test::faults(svg({.panels = {panel}})), IsEmpty()) << size;
    panel.x_log = panel.y_log = true;
    panel.series[0].y = {size, 1e4 * size};
    EXPECT_THAT(test::faults(svg({.panels = {panel}})), IsEmpty()) << size;
  }
}

TEST(Layout, TitlesOfMapsKeepClearOfTheUnits) {
  MapFigure figure{.title = "Wear", .x_label = "along in mm", .y_label = "across in mm"};
  for (int i = 0; i < 3; ++i)
    figure.panels.push_back(
        {.title = "A title of a panel that is wider than the picture below it, which is narrow",
         .unit = "mm³/m",
         .grid = {20, 20, 0, 0, 1, 1},
         .values = std::vector<double>(400, 1.0)});
  figure.panels[0].values[3] = 2;
  const std::string picture = svg(figure);
  EXPECT_THAT(test::faults(picture), IsEmpty());
  EXPECT_THAT(picture, HasSubstr("data-breaks="));
}

}  // namespace
}  // namespace flangeway::plot
