#include "flangeway/plot/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "count.hpp"

namespace flangeway::plot {
namespace {

using test::count;
using testing::HasSubstr;

Figure sample() {
  return {.panels = {{.x_label = "s in m",
                      .y_label = "Q < P in kN",
                      .series = {{.name = "left", .x = {0, 1}, .y = {1, 2}}},
                      .bands = {{.from = 0.2, .to = 0.8, .label = "R 300 m"}},
                      .limits = {{.y = 3, .label = "limit"}}},
                     {.series = {{}}}}};
}

TEST(Page, AFigureHasItsNameItsPictureAndItsNumbers) {
  const std::string html = page_figure(sample(), {{0, 1, "#run-1", "run 1"}});
  EXPECT_THAT(html, HasSubstr("<figure aria-label=\"Q &lt; P in kN over s in m\">\n<svg"));
  EXPECT_THAT(html, HasSubstr("<a href=\"#run-1\">"));
  EXPECT_THAT(html, HasSubstr("<template>s in m,left: Q &lt; P in kN"));
  EXPECT_THAT(
      page_figure(MapFigure{.panels = {{.title = "Pressure", .unit = "MPa", .grid = {1, 1}, .values = {2}}}}),
      HasSubstr("<figure aria-label=\"Pressure\">"));
}

TEST(Page, EveryColourOfAPictureIsAnotherOneOnADarkScreen) {
  const std::string head = page_head("t"), picture = page_figure(sample());
  EXPECT_THAT(head, HasSubstr("@media screen and (prefers-color-scheme: dark)"));
  const std::regex colour("(fill|stroke)=\"(#[0-9a-f]*)\"");
  std::set<std::string> colours;
  for (std::sregex_iterator it(picture.begin(), picture.end(), colour), end; it != end; ++it)
    colours.insert((*it)[0].str());
  EXPECT_GE(colours.size(), 9u);
  for (const std::string& one : colours) EXPECT_THAT(head, HasSubstr("svg [" + one + "]"));
}

TEST(Page, HasOneStyleAndOneScript) {
  const std::string html = page_head("A & B", 10) + page_end();
  EXPECT_THAT(html, HasSubstr("<h1>A &amp; B</h1>"));
  EXPECT_THAT(html, HasSubstr("<meta http-equiv=\"refresh\" content=\"10\">"));
  EXPECT_EQ(count(html, "<style>"), 1u);
  EXPECT_EQ(count(html, "</script>"), 1u);
  EXPECT_THAT(html, HasSubstr("saveTools("));
}

}  // namespace
}  // namespace flangeway::plot
