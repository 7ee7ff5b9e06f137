#include "flangeway/profile/report.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "flangeway/profile/standard.hpp"
#include "flangeway/profile/wheel_limits.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::profile {
namespace {

using testing::HasSubstr;

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

// [TSI LOC&PAS (EU) 1302/2014, 4.2.3.5.2.2, table 2]
// A file that cannot be read as either kind needs another remedy than the name of its kind.
TEST(GuessKind, SaysWhyAFileCannotBeRead) {
  const test::TemporaryFolder folder;
  const auto finding = [&](const std::string& name, const std::string& text) {
    Findings findings;
    EXPECT_FALSE(guess_kind(folder.write(name, text).string(), findings));
    return findings.text();
  };
  EXPECT_THAT(finding("line.ifc", "ISO-10303-21;\nHEADER;\n"), HasSubstr("is an IFC or STEP file"));
  EXPECT_THAT(finding("book.xlsx", std::string("PK\3\4") + std::string(40, '\0')),
              HasSubstr("is a ZIP archive"));
  EXPECT_THAT(finding("slices.txt", "2 columns of 5\n1 2 3\n"), HasSubstr("slices.txt:1:"));
  EXPECT_THAT(finding("flat.csv", "0 0\n10 0\n20 0.1\n30 0.1\n40 0.2\n60 0.3\n"),
              HasSubstr("Add --kind wheel or"));
}

TEST(WheelLimits, FollowTheDiameter) {
  const FlangeMeasures flange{.height = 0.028, .thickness = 0.024, .steepness = 0.0105, .angle = 1.2};
  const auto large = judge_wheel(flange, 0.92), middle = judge_wheel(flange, 0.8),
             small = judge_wheel(flange, 0.7), tiny = judge_wheel(flange, 0.3);
  for (const DimensionVerdict& verdict : large) EXPECT_TRUE(verdict.is_met()) << text_of(verdict);
  EXPECT_FALSE(middle[0].is_met());  // Sd 24 mm, 25 needed
  EXPECT_TRUE(middle[1].is_met());
  EXPECT_FALSE(small[1].is_met());  // Sh 28 mm, 29.5 needed
  EXPECT_EQ(tiny[0].not_judged, "the source has no limit for a diameter of 300 mm");
  EXPECT_FALSE(tiny[2].is_met());
  const FlangeMeasures sharp{.height = 0.037, .thickness = 0.034, .steepness = 0.006, .angle = 1.2};
  for (const DimensionVerdict& verdict : judge_wheel(sharp, 0.92)) EXPECT_FALSE(verdict.is_met());
  EXPECT_EQ(judge_wheel(std::nullopt, 0.92)[0].not_judged, "the profile has no whole flange");
}

}  // namespace
}  // namespace flangeway::profile
