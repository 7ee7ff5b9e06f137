#include "flangeway/profile/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "flangeway/profile/standard.hpp"

namespace flangeway::profile {
namespace {

// Above the section, over the same y, on a scale on which treads and fillets can be read.
TEST(ProfileFigure, HasTheCurvatureOverTheSection) {
  const plot::Figure figure = figure_of(standard_profile("60e1").value());
  ASSERT_EQ(figure.panels.size(), 2u);
  const plot::Panel &curvature = figure.panels[0], &section = figure.panels[1];
  EXPECT_TRUE(figure.shared_x);
  EXPECT_TRUE(section.equal_aspect);
  EXPECT_TRUE(curvature.y_symmetric_log);
  EXPECT_EQ(curvature.series[0].x, section.series[0].x);
  const std::vector<double>& z = section.series[0].y;
  const auto crown = static_cast<std::size_t>(std::max_element(z.begin(), z.end()) - z.begin());
  EXPECT_NEAR(curvature.series[0].y[crown], -1 / 0.3, 1e-3);
}

TEST(Library, NamesSourcesAndWhatIsMissing) {
  const std::string text = library_text();
  EXPECT_NE(text.find("s1002            wheel  S1002 of EN 13715, flange height 28 mm"), std::string::npos)
      << text;
  EXPECT_NE(text.find("60e1             rail   60E1 (UIC 60) of EN 13674-1"), std::string::npos);
  EXPECT_NE(text.find("\nnot in the library\n"), std::string::npos);
  EXPECT_NE(text.find("  P8: no printed coordinates at hand; give a file that has them\n"),
            std::string::npos);
  EXPECT_NE(library_json().find("\"missing\""), std::string::npos);
}

}  // namespace
}  // namespace flangeway::profile
