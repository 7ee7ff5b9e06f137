#include "flangeway/plot/map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "count.hpp"

namespace flangeway::plot {
namespace {

using test::count;
using testing::HasSubstr;
using testing::Not;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

MapPanel panel() {
  return {.title = "Pressure <p>",
          .unit = "MPa",
          .grid = {3, 2, -1, 0, 1, 1},
          .values = {nothing, 1, 1, 2, nothing, 3}};
}

TEST(Map, CellsOfOneColourAreOneRectangleAndEmptyOnesNone) {
  const std::string text = svg(MapFigure{.title = "t", .x_label = "x in mm", .panels = {panel()}});
  EXPECT_EQ(count(text, "z\" fill=\"#"), 3u);
  EXPECT_THAT(text, HasSubstr("Pressure &lt;p&gt;"));
  EXPECT_THAT(text, HasSubstr("x in mm"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(Map, KindsHaveALegend) {
  MapPanel one = panel();
  one.values = {nothing, 0, 0, 1, nothing, 1};
  one.kinds = {"adhesion", "slip"};
  const std::string text = svg(MapFigure{.panels = {one}});
  EXPECT_THAT(text, HasSubstr(">adhesion</text>"));
  EXPECT_THAT(text, HasSubstr(">slip</text>"));
  EXPECT_EQ(count(text, "#e69f00"), 3u);  // two cells and the legend
}

TEST(Map, ArrowsPointWhereTheyShouldAndNoneIsDrawnForZero) {
  MapPanel one = panel();
  one.arrows = {{0, 1, 0, 0, nothing, 0}, {0, 0, 0, 0, nothing, 0}};
  const std::string text = svg(MapFigure{.panels = {one}});
  EXPECT_EQ(count(text, "m-"), 1u);  // one arrow along +x: its head goes back
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(Map, EmptyAndConstantFieldsAreDrawn) {
  MapPanel one = panel();
  one.values.assign(6, nothing);
  EXPECT_THAT(svg(MapFigure{.panels = {one, one, one}}), Not(HasSubstr("nan")));
  one.values.assign(6, 5.0);
  EXPECT_THAT(svg(MapFigure{.panels = {one}}), Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace flangeway::plot
