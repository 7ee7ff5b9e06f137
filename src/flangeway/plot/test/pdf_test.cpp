#include "flangeway/plot/pdf.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"

namespace flangeway::plot {
namespace {

using ::testing::HasSubstr;

std::string picture(const std::string& inside) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"595\" height=\"842\" viewBox=\"0 0 595 842\" "
         "font-size=\"10\">\n" +
         inside + "</svg>\n";
}

TEST(Pdf, PlacesOfObjectsAreTrue) {
  const std::string file =
      pdf({picture(""), picture("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\"/>")}, "Two (2)");
  EXPECT_TRUE(file.starts_with("%PDF-1.4\n"));
  EXPECT_THAT(file, HasSubstr("/Count 2"));
  EXPECT_THAT(file, HasSubstr("/Title (Two \\(2\\))"));
  const std::size_t table = std::stoul(file.substr(file.find("startxref\n") + 10));
  ASSERT_EQ(file.substr(table, 7), "xref\n0 ");
  const std::size_t rows = file.find("65535 f \n") + 9;
  for (std::size_t i = 0; i < 7; ++i) {
    const std::size_t place = std::stoul(file.substr(rows + 20 * i, 10));
    EXPECT_EQ(file.substr(place, 7), std::to_string(i + 1) + " 0 obj");
  }
  const std::size_t stream = file.rfind("\nstream\n") + 8, end = file.rfind("\nendstream");
  EXPECT_EQ(std::stoul(file.substr(file.rfind("/Length ") + 8)), end - stream);
}

TEST(Pdf, ShapesAndTextsKeepTheirPlaces) {
  const std::string file =
      pdf({picture("<rect x=\"1\" y=\"2\" width=\"50%\" height=\"4\" fill=\"#ff0000\"/>\n"
                   "<path d=\"M1 2h3v4l-1 -1z\" stroke=\"#00f\" fill=\"none\"/>\n"
                   "<text x=\"100\" y=\"50\" text-anchor=\"end\">ΣY &lt; (1)</text>\n")},
          "x");
  EXPECT_THAT(file, HasSubstr("1.000 0.000 0.000 rg 1.00 2.00 297.50 4.00 re f"));
  EXPECT_THAT(file, HasSubstr("1.00 2.00 m 4.00 2.00 l 4.00 6.00 l 3.00 5.00 l h S"));
  EXPECT_THAT(file, HasSubstr("/F3 10.00 Tf"));
  EXPECT_THAT(file, HasSubstr("(S) Tj"));
  EXPECT_THAT(file, HasSubstr("(Y < \\(1\\)) Tj"));
  // Y + space + < + space + ( + 1 + ) in Helvetica, and the sum sign, from the AFM files by hand.
  EXPECT_NEAR(helvetica_width("ΣY < (1)", 10), 5.92 + 6.67 + 2.78 + 5.84 + 2.78 + 3.33 + 5.56 + 3.33, 1e-9);
  EXPECT_THAT(file, HasSubstr("1 0 0 -1 63.79 50.00 Tm"));
}

TEST(Pdf, DrawsOurFiguresAndMaps) {
  Figure figure{.title = "A figure"};
  Panel panel{.title = "panel", .x_label = "distance in m", .y_label = "Y/Q"};
  Series wave{.name = "wave"}, points{.name = "points", .style = plot::Style::points};
  for (int i = 0; i < 50; ++i) {
    wave.x.push_back(i), wave.y.push_back(std::sin(0.2 * i));
    points.x.push_back(i), points.y.push_back(std::cos(0.2 * i));
  }
  panel.series = {wave, points};
  panel.bands = {{.from = 3, .to = 30, .label = "curve"}};
  panel.limits = {{.y = 0.8, .label = "limit"}};
  figure.panels = {panel};
  EXPECT_THAT(pdf({svg(figure)}, "figure"), HasSubstr("(limit) Tj"));
  MapFigure map{.title = "A map"};
  map.panels.push_back({.title = "p",
                        .unit = "MPa",
                        .grid = {2, 2, 0, 0, 1, 1},
                        .values = {0, 1, 2, 3},
                        .arrows = {{1, 0, 1, 0}, {0, 1, 0, 1}}});
  EXPECT_THAT(pdf({svg(map)}, "map"), HasSubstr("(A map) Tj"));
}

TEST(Pdf, RefusesWhatItCannotDraw) {
  EXPECT_THROW((void)pdf({picture("<ellipse/>")}, "x"), std::invalid_argument);
  EXPECT_THROW((void)pdf({picture("<path d=\"M0 0C1 1 2 2 3 3\"/>")}, "x"), std::invalid_argument);
  EXPECT_THROW((void)pdf({picture("<rect fill=\"red\"/>")}, "x"), std::invalid_argument);
}

}  // namespace
}  // namespace flangeway::plot
