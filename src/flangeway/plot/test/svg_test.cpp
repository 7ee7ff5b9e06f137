#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <regex>
#include <set>
#include <vector>

#include "count.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/links.hpp"
#include "flangeway/plot/xml.hpp"

namespace flangeway::plot {
namespace {

using test::count;
using testing::HasSubstr;
using testing::Not;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The path of the only series of a figure.
std::string path_of(const std::string& svg) {
  std::smatch match;
  return std::regex_search(svg, match, std::regex("stroke-linejoin=[^>]* d=\"([^\"]*)\"")) ? match[1].str()
                                                                                           : "";
}

Figure figure_of(Series series) {
  Figure figure;
  figure.panels.push_back({.series = {std::move(series)}});
  return figure;
}

/// Every tag that is opened is closed in its turn: enough of XML for what the writer can get wrong.
bool is_balanced(const std::string& svg) {
  std::vector<std::string> open;
  const std::regex tag("<(/?)([a-z]+)((?:[^<>\"]|\"[^\"<]*\")*?)(/?)>");
  for (std::sregex_iterator it(svg.begin(), svg.end(), tag), end; it != end; ++it) {
    const bool closes = (*it)[1].length() > 0, empty = (*it)[4].length() > 0;
    if (!closes && !empty) open.push_back((*it)[2]);
    if (!closes) continue;
    if (open.empty() || open.back() != (*it)[2]) return false;
    open.pop_back();
  }
  return open.empty() && count(svg, "<") == static_cast<std::size_t>(std::distance(
                                                std::sregex_iterator(svg.begin(), svg.end(), tag), {}));
}

Figure rich_figure() {
  Figure figure{.title = "A <wagon> & \"its\" track"};
  Panel panel{.title = "Loads", .x_label = "distance in m", .y_label = "Q in kN"};
  panel.series = {{.name = "left", .x = {0, 1, 2}, .y = {1, 4, 2}},
                  {.name = "right & wrong", .x = {0, 1, 2}, .y = {2, 1, 3}, .style = Style::dashed},
                  {.name = "measured", .x = {0.5, 1.5}, .y = {2, 3}, .style = Style::points}};
  panel.bands = {{.from = 0.5, .to = 1.5, .label = "R 300 m"}};
  panel.limits = {{.y = 5, .label = "limit"}};
  figure.panels = {panel, {.title = "Empty"}};
  return figure;
}

TEST(Svg, IsWellFormedAndShowsEveryText) {
  const std::string out = svg(rich_figure());
  EXPECT_TRUE(is_balanced(out));
  for (const char* part :
       {"<title>A &lt;wagon&gt; &amp; &quot;its&quot; track</title>", ">Loads<", ">distance in m<",
        ">Q in kN<", ">left<", ">right &amp; wrong<", ">measured<", ">R 300 m<", ">limit<", ">Empty<"}) {
    EXPECT_THAT(out, HasSubstr(part));
  }
  EXPECT_EQ(out, svg(rich_figure())) << "the same figure gives the same text";
  EXPECT_THAT(out, Not(HasSubstr("nan")));
  EXPECT_THAT(out, Not(HasSubstr(" id="))) << "identifiers of two figures in one page would clash";
}

TEST(Svg, NothingToShowIsSaid) {
  EXPECT_TRUE(is_balanced(svg(Figure{})));
  EXPECT_THAT(svg(figure_of({.x = {}, .y = {}})), HasSubstr(">no values<"));
  EXPECT_THAT(svg(figure_of({.x = {1, 2}, .y = {nan, nan}})), HasSubstr(">no values<"));
  EXPECT_THAT(svg(figure_of({.x = {1, 2}, .y = {1, 2}})), Not(HasSubstr("no values")));
}

TEST(Svg, ALineBreaksWhereAValueIsMissing) {
  EXPECT_EQ(count(svg(figure_of({.x = {0, 1, 2, 3, 4}, .y = {1, 2, nan, 2, 1}})), "stroke-linejoin"), 2u);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      count(svg(figure_of({.x = {0, 1, infinity, 3, 4}, .y = {1, 2, 3, 2, infinity}})), "stroke-linejoin"),
      2u);
  EXPECT_THAT(path_of(svg(figure_of({.x = {0, 1}, .y = {1, nan}}))), HasSubstr("h0"))
      << "a lone value is a dot";
}

TEST(Svg, SeriesOfUnequalLengthAreCut) {
  EXPECT_EQ(count(path_of(svg(figure_of({.x = {0, 1, 2}, .y = {1, 2}}))), "L"), 1u);
}

// The plotting area is 900 − 74 − 20 = 806 wide; y from 0 to 1 in a range padded by 6 % each side of 220
// pixels.
TEST(Svg, DrawsPointsWhereTheyBelong) {
  EXPECT_EQ(path_of(svg(figure_of({.x = {0, 10}, .y = {0, 1}}))), "M0.00 208.21L806.00 11.79");
  Figure fixed = figure_of({.x = {0, 10}, .y = {0, 1}});
  fixed.panels[0].x_range = Range{0, 20};
  fixed.panels[0].y_range = Range{-1, 1};
  EXPECT_EQ(path_of(svg(fixed)), "M0.00 110.00L403.00 0.00");
}

TEST(Svg, EqualAspectHasOneScale) {
  Figure figure = figure_of({.x = {0, 1, 1, 0, 0}, .y = {0, 0, 1, 1, 0}});
  figure.panels[0].equal_aspect = true;
  const std::string path = path_of(svg(figure));
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0;
  ASSERT_EQ(std::sscanf(path.c_str(), "M%lf %lfL%lf %lfL%lf %lf", &x0, &y0, &x1, &y1, &x2, &y2), 6) << path;
  EXPECT_NEAR(x1 - x0, y1 - y2, 0.02);
  EXPECT_GT(x1 - x0, 150);
}

// Equal ratios are equal lengths; what has no logarithm is left out.
TEST(Svg, LogarithmicAxesShowRatios) {
  Figure figure = figure_of({.x = {1e9, 1e11, 0, 1e13}, .y = {1, 10, 5, 100}, .style = Style::points});
  figure.panels[0].x_log = figure.panels[0].y_log = true;
  const std::string text = svg(figure);
  EXPECT_THAT(text, HasSubstr(">10¹¹<"));
  const std::string path = path_of(text);
  EXPECT_EQ(count(path, "M"), 3u);
  std::smatch at;
  ASSERT_TRUE(std::regex_search(path, at, std::regex("M(.*) (.*)h0M(.*) (.*)h0M(.*) (.*)h0")));
  EXPECT_NEAR(std::stod(at[3]) - std::stod(at[1]), std::stod(at[5]) - std::stod(at[3]), 0.02);
  EXPECT_NEAR(std::stod(at[4]) - std::stod(at[2]), std::stod(at[6]) - std::stod(at[4]), 0.02);
  EXPECT_LT(std::stod(at[6]), std::stod(at[4]));
}

TEST(Svg, PanelsMayShareTheirRange) {
  Figure figure = figure_of({.x = {0, 10}, .y = {0, 1}});
  figure.panels.push_back({.series = {{.x = {0, 5}, .y = {0, 1}}}});
  EXPECT_EQ(count(svg(figure), "L806.00 11.79"), 2u);
  figure.shared_x = true;
  EXPECT_EQ(count(svg(figure), "L806.00 11.79"), 1u);
  EXPECT_EQ(count(svg(figure), "L403.00 11.79"), 1u);
}

TEST(Svg, ASymmetricLogarithmShowsBothSigns) {
  Figure figure = figure_of({.x = {0, 1, 2}, .y = {-99, 0, 99}});
  figure.panels[0].y_symmetric_log = 1;
  figure.panels[0].y_range = Range{-99, 9};  // −2 … 1 of 220 pixels
  EXPECT_EQ(path_of(svg(figure)), "M0.00 220.00L403.00 73.33L806.00 -73.33");
  EXPECT_THAT(svg(figure), HasSubstr(">−10<"));
}

// The section is 300 pixels for 10 mm high and 806 wide.
TEST(Svg, PanelsOverACrossSectionHaveItsRange) {
  Figure figure = figure_of({.x = {0, 10}, .y = {0, 1}});
  figure.panels.push_back({.series = {{.x = {0, 10}, .y = {0, 10}}}, .equal_aspect = true, .height = 300});
  figure.shared_x = true;
  const std::string text = svg(figure);
  const std::regex path("stroke-linejoin=[^>]* d=\"M([0-9.]*) [0-9.]*L([0-9.]*) ");
  std::vector<std::string> ends;
  for (std::sregex_iterator it(text.begin(), text.end(), path), end; it != end; ++it)
    ends.push_back((*it)[1].str() + " " + (*it)[2].str());
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0], ends[1]);
  EXPECT_LT(std::stod(ends[0].substr(ends[0].find(' '))), 600);
}

TEST(Svg, LongSeriesStaySmallAndHugeValuesHarmless) {
  Series series;
  for (int i = 0; i < 200000; ++i) {
    series.x.push_back(i * 1e-3);
    series.y.push_back(std::sin(0.1 * i));
  }
  EXPECT_LT(svg(figure_of(series)).size(), 80000u);
  const std::string huge = svg(figure_of({.x = {0, 1, 2}, .y = {-1.7e308, 0, 1.7e308}}));
  EXPECT_TRUE(is_balanced(huge));
  EXPECT_THAT(huge, Not(HasSubstr("nan")));
  EXPECT_THAT(huge, Not(HasSubstr("inf")));
}

TEST(Svg, LinksLieOverTheirPoints) {
  const Figure figure = figure_of({.x = {0, 2}, .y = {0, 4}, .style = Style::points});
  const std::string linked = svg(figure, {{1, 2, "#run-3", "run 3: a < b"}, {NAN, 1, "#none", ""}});
  EXPECT_TRUE(is_balanced(linked));
  EXPECT_THAT(linked, HasSubstr("<a href=\"#run-3\"><circle"));
  EXPECT_THAT(linked, HasSubstr("<title>run 3: a &lt; b</title>"));
  EXPECT_THAT(linked, Not(HasSubstr("#none")));
  EXPECT_EQ(svg(figure), svg(figure, {}));
}

TEST(Svg, LabelsStandBesideTheirPointsAndJoinWhereTheyWouldOverlap) {
  const std::string picture = svg(figure_of({.x = {0, 0.001, 0.5, 1},
                                             .y = {0, 0, 0.5, 0},
                                             .style = Style::points,
                                             .labels = {"1", "2", "<3>", "4"}}));
  EXPECT_THAT(picture, HasSubstr(">1, 2</text>"));
  EXPECT_THAT(picture, HasSubstr("font-size=\"11\">&lt;3&gt;</text>"));
  EXPECT_THAT(picture, HasSubstr("text-anchor=\"end\">4</text>"));  // at the right edge
  const Series many{.x = {0, 0, 0, 0, 1}, .y = {0, 0, 0, 0, 1}, .labels = {"1", "2", "3", "4"}};
  EXPECT_THAT(svg(figure_of(many)), HasSubstr(">1 … 4</text>"));
  EXPECT_TRUE(is_balanced(picture));
}

TEST(Svg, ColoursFollowThePlaceUnlessChosen) {
  Figure figure = figure_of({.x = {0, 1}, .y = {0, 1}});
  EXPECT_THAT(svg(figure), HasSubstr("stroke=\"#0072b2\""));
  figure.panels[0].series[0].colour = 1;
  EXPECT_THAT(svg(figure), HasSubstr("stroke=\"#d55e00\""));
}

// Printed without colours, and with more curves than colours, each pair of curves differs in its dashes or
// its colour.
TEST(Svg, CurvesBeyondTheColoursHaveDashes) {
  Figure figure = figure_of({.x = {0, 1}, .y = {0, 1}});
  for (int i = 1; i < 24; ++i) figure.panels[0].series.push_back({.x = {0, 1}, .y = {0, 1.0 * i}});
  const std::string picture = svg(figure);
  std::set<std::string> looks;
  const std::regex curve(
      "fill=\"none\" stroke=\"(#[0-9a-f]+)\" stroke-linejoin[^>]* stroke-width=\"1.6\"([^>]*) d=");
  for (std::sregex_iterator it(picture.begin(), picture.end(), curve), end; it != end; ++it)
    looks.insert((*it)[1].str() + (*it)[2].str());
  EXPECT_EQ(looks.size(), 24u);
}

TEST(Escaped, ReplacesWhatXmlForbids) {
  EXPECT_EQ(escaped("a<b>&\"c\""), "a&lt;b&gt;&amp;&quot;c&quot;");
  EXPECT_EQ(escaped("é\x01|\xFC|\xEF\xBF\xBF|"), "é\uFFFD|\uFFFD|\uFFFD|");
}

}  // namespace
}  // namespace flangeway::plot
