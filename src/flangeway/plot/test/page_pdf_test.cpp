// Pages on paper: their content, where tables and pictures break, numbers of pages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "count.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/pdf.hpp"
#include "flangeway/plot/sheet.hpp"

namespace flangeway::plot {
namespace {

using test::count;
using testing::HasSubstr;
using testing::Not;

std::string page_of(const std::string& body) {
  return page_head("A & B") + body + page_end();
}

std::string rows(std::size_t number) {
  std::string html;
  for (std::size_t i = 0; i < number; ++i)
    html += "<tr><th>row" + std::to_string(i) + "</th><td>1.25</td></tr>\n";
  return html;
}

TEST(PagePdf, HasTextsTablesAndPicturesButNoScripts) {
  Figure figure{.title = "Loads", .panels = {{.x_label = "s in m", .y_label = "Q in kN"}}};
  figure.panels[0].series = {{.name = "left", .x = {0, 1, 2}, .y = {1, 2, 3}}};
  const std::string file = page_pdf(page_of(
      "<p class=\"note\">A note\nof two lines</p><table class=\"numbers\"><tr><th></th><th>Q, kN</th></tr>"
      "<tr><th>axle 1</th><td class=\"alarm\">12.5</td></tr></table>" +
      page_figure(figure) + provenance("flangeway x", {})));
  EXPECT_TRUE(file.starts_with("%PDF-1.4\n"));
  for (const char* text : {"(A & B) Tj", "(A note of two lines) Tj", "(axle 1) Tj", "(Q, kN) Tj",
                           "(Loads) Tj", "(Figure 1: Loads) Tj", "(flangeway x) Tj", "(1 / 1) Tj"})
    EXPECT_THAT(file, HasSubstr(text));
  EXPECT_THAT(file, HasSubstr("0.702 0.149 0.118 rg BT"));  // the value that is beyond its limit
  EXPECT_THAT(file, Not(HasSubstr("saveTools")));
  EXPECT_THAT(file, Not(HasSubstr("s in m,left")));  // the numbers behind the picture
}

TEST(PagePdf, ATableGoesOnUnderItsHead) {
  const std::string file = page_pdf(
      page_of("<table class=\"numbers\"><tr><th>name</th><th>value</th></tr>" + rows(150) + "</table>"));
  const std::size_t pages = count(file, "/Type /Page /Parent");
  EXPECT_GE(pages, 3u);
  EXPECT_EQ(count(file, "(value) Tj"), pages);
  for (int i = 0; i < 150; ++i) EXPECT_EQ(count(file, "(row" + std::to_string(i) + ") Tj"), 1u);
  EXPECT_EQ(count(file, "(A & B) Tj"), pages);  // the heading, and the title at the head of the others
  EXPECT_THAT(file, HasSubstr("(2 / " + std::to_string(pages) + ") Tj"));
}

// All texts lie on the page: x from 40 to 555 pt.
void expect_within_page(const std::string& file) {
  const std::regex place("/F([123]) ([0-9.]+) Tf 1 0 0 -1 ([-0-9.]+) ([-0-9.]+) Tm \\(([^\\n]*)\\) Tj");
  std::size_t found = 0;
  for (std::sregex_iterator it(file.begin(), file.end(), place), end; it != end; ++it, ++found) {
    const double x = std::stod((*it)[3]), y = std::stod((*it)[4]);
    EXPECT_GE(x, 39) << (*it)[5];
    EXPECT_LE(x + helvetica_width((*it)[5].str(), std::stod((*it)[2])), 557) << (*it)[5];
    EXPECT_GT(y, 20) << (*it)[5];
    EXPECT_LT(y, pdf_page_height - 15) << (*it)[5];
  }
  EXPECT_GT(found, 0u);
}

TEST(PagePdf, AWideTableIsSetInPartsThatAllFit) {
  std::string head = "<tr><th>wheel</th>", row = "<tr><th>wheelset1.left</th>";
  for (int i = 0; i < 40; ++i) {
    head += "<th>quantity_number_" + std::to_string(i) + "</th>";
    row += "<td>" + std::to_string(1000 + i) + "</td>";
  }
  const std::string file =
      page_pdf(page_of("<table class=\"numbers\">" + head + "</tr>" + row + "</tr></table>"));
  for (int i = 0; i < 40; ++i) EXPECT_EQ(count(file, "(" + std::to_string(1000 + i) + ") Tj"), 1u) << i;
  EXPECT_GE(count(file, "(wheelset1.left) Tj"), 2u);
  expect_within_page(file);
}

TEST(PagePdf, LongWordsAndPathsAreBroken) {
  const std::string path = "/a/very/long/path/" + std::string(300, 'x') + "/case.toml";
  expect_within_page(page_pdf(page_of("<p>" + path + "</p><table class=\"facts\"><tr><th>Input</th><td>" +
                                      path + "</td></tr></table>")));
}

TEST(PagePdf, ATallPictureBreaksBetweenItsPanels) {
  Figure figure{.title = "tall"};
  for (int i = 0; i < 9; ++i) {
    Panel panel{.title = "panel " + std::to_string(i), .x_label = "s in m", .y_label = "y"};
    panel.series = {{.name = "", .x = {0, 1, 2}, .y = {1, 2, 3}}};
    figure.panels.push_back(panel);
  }
  const std::string file = page_pdf(page_of(page_figure(figure)));
  EXPECT_GE(count(file, "/Type /Page /Parent"), 2u);
  EXPECT_EQ(count(file, "(Figure 1: tall) Tj"), 1u);
}

TEST(PagePdf, PowersOfTenAreSetWithRaisedDigits) {
  EXPECT_THAT(page_pdf(page_of("<p>10⁻⁶ m</p>")), Not(HasSubstr("(?")));
}

TEST(PicturePdf, HasThePictureAlone) {
  Figure figure{.title = "A track", .panels = {{.x_label = "s in m", .y_label = "y in m"}}};
  const std::string file = picture_pdf(svg(figure));
  EXPECT_THAT(file, HasSubstr("/Title (A track)"));
  EXPECT_THAT(file, HasSubstr("(s in m) Tj"));
  EXPECT_EQ(count(file, "/Type /Page /Parent"), 1u);
}

}  // namespace
}  // namespace flangeway::plot
