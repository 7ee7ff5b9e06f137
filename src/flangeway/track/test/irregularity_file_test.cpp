#include "flangeway/track/irregularity_file.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "flangeway/track/check.hpp"
#include "support.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::track {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::StartsWith;

IrregularityTable parsed(std::string_view text, LengthUnit unit = LengthUnit::m) {
  Findings findings;
  auto table = parse_irregularities(text, "m.csv", unit, findings);
  EXPECT_EQ(findings.text(), "");
  return table.value();
}

std::string complaints(std::string_view text, LengthUnit unit = LengthUnit::m) {
  Findings findings;
  EXPECT_FALSE(parse_irregularities(text, "m.csv", unit, findings).has_value());
  return findings.text();
}

TEST(IrregularityFile, ReadsRails) {
  const auto table = parsed(
      "# measured\n"
      "s,y_left,z_left,y_right,z_right\n"
      "0,0.001,0.002,0.003,0.004\n"
      "1,0,0,0,0\n2,0,0,0,0\n\n3,0,0,0,0\n");
  ASSERT_EQ(table.s.size(), 4U);
  EXPECT_DOUBLE_EQ(table.measure[0][0], 0.002);
  EXPECT_DOUBLE_EQ(table.measure[1][0], 0.003);
  EXPECT_DOUBLE_EQ(table.measure[2][0], -0.002);
  EXPECT_DOUBLE_EQ(table.measure[3][0], -0.002);
}

TEST(IrregularityFile, ReadsMeasuresWithUnitsInAnyOrder) {
  const auto table = parsed(
      "\xEF\xBB\xBFvelocity; cross_level [mm];gauge_variation (mm);\"s\";alignment_mm;vertical_profile_m\r\n"
      "70;4;3;10.5;+1;2e-3\r\n70;0;0;11;0;0\r\n70;0;0;12;0;0\r\n70;0;0;13;0;0");
  EXPECT_DOUBLE_EQ(table.s[0], 10.5);
  EXPECT_DOUBLE_EQ(table.measure[0][0], 1e-3);
  EXPECT_DOUBLE_EQ(table.measure[1][0], 2e-3);
  EXPECT_DOUBLE_EQ(table.measure[2][0], 3e-3);
  EXPECT_DOUBLE_EQ(table.measure[3][0], 4e-3);
}

TEST(IrregularityFile, OptionSetsTheUnitOfColumnsWithoutOne) {
  const auto table = parsed(
      "s\ty_left\tz_left\ty_right\tz_right_m\n0\t2\t0\t0\t0\n1\t2\t0\t0\t0\n2\t2\t0\t0\t0\n3\t2\t0\t0\t0."
      "02\n",
      LengthUnit::mm);
  EXPECT_DOUBLE_EQ(table.s[3], 3);
  EXPECT_DOUBLE_EQ(table.measure[0][0], 1e-3);
  EXPECT_DOUBLE_EQ(table.measure[1][3], 1e-2);
}

TEST(IrregularityFile, KnowsTheUsualUnits) {
  const auto table = parsed(
      "s [km],y_left [cm],z_left (in),y_right [\u00b5m],z_right_ft\n"
      "0,1,1,1000,0.1\n0.001,0,0,0,0\n0.002,0,0,0,0\n0.003,0,0,0,0\n");
  EXPECT_DOUBLE_EQ(table.s[3], 3);
  EXPECT_DOUBLE_EQ(table.measure[0][0], (0.01 + 0.001) / 2);
  EXPECT_DOUBLE_EQ(table.measure[1][0], (0.0254 + 0.03048) / 2);
}

TEST(IrregularityFile, RefusesAUnitThatItDoesNotKnow) {
  EXPECT_THAT(complaints("s,y_left [furlong],z_left,y_right,z_right\n"),
              HasSubstr("m.csv:1:3: y_left: has an unknown unit (got \"furlong\"; allowed m, mm, cm, dm, km, "
                        "\u00b5m, in, ft). Write the unit in brackets, such as y_left [mm]."));
  EXPECT_THAT(complaints("s [s],y_left,z_left,y_right,z_right\n"),
              HasSubstr("s: has an unknown unit (got \"s\";"));
  const auto table = parsed(
      "time [s],s,y_left,z_left,y_right,z_right\n9,0,0,0,0,0\n9,1,0,0,0,0\n9,2,0,0,0,0\n9,3,0,0,0,0\n");
  EXPECT_EQ(table.s[1], 1) << "the unit of a column that is not read may be anything";
}

TEST(IrregularityFile, RefusesBracketsThatHoldNoSingleUnit) {
  for (const std::string brackets : {"[]", "[\"]", "()", "[m][]", "[mm] [in]", "[mm] up", "[mm", "[mm)"}) {
    EXPECT_THAT(
        complaints("s,alignment " + brackets + ",vertical_profile\n"),
        HasSubstr("m.csv:1:3: alignment: has a unit that cannot be read (got \"alignment " + brackets +
                  "\"; allowed m, mm, cm, dm, km, \u00b5m, in, ft). Write the unit in brackets, such as "
                  "alignment [mm]."))
        << brackets;
  }
}

TEST(IrregularityFile, RailsAreAlikeWhereGaugeAndCrossLevelWereNotMeasured) {
  const auto table = parsed("s,alignment [mm],vertical_profile [mm]\n0,1,2\n1,0,0\n2,0,0\n3,0,0\n");
  EXPECT_DOUBLE_EQ(table.measure[0][0], 1e-3);
  EXPECT_DOUBLE_EQ(table.measure[1][0], 2e-3);
  EXPECT_EQ(table.measure[2], std::vector<double>(4, 0.0));
  EXPECT_EQ(table.measure[3], std::vector<double>(4, 0.0));
  EXPECT_THAT(complaints("s,alignment,vertical_profile,gauge_variatoin\n"),
              HasSubstr("gauge_variation: is missing among the columns. Rename column \"gauge_variatoin\""))
      << "a column that was meant is not left out silently";
}

const std::string head = "s,y_left,z_left,y_right,z_right\n";

TEST(IrregularityFile, FindingsHaveLineAndColumn) {
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n1,nan,0,0,0\n"),
              HasSubstr("m.csv:3:3: y_left: is not finite (got nan; allowed a finite number)."));
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n1,0,inf,0,0\n"),
              HasSubstr("m.csv:3:5: z_left: is not finite (got inf; allowed a finite number)."));
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n1,0, x1,0,0\n"),
              HasSubstr("m.csv:3:6: z_left: is not a number (got \"x1\"; allowed a number such as 1.5e-3)."));
  EXPECT_THAT(complaints(head + "0,0,0,,0\n"),
              HasSubstr("m.csv:2:7: y_right: is not a number (got \"\"; allowed a number such as 1.5e-3)."));
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n2,0,0,0,0\n2,0,0,0,0\n"),
              HasSubstr("m.csv:4:1: s: does not increase (got 2; allowed more than 2)."));
  EXPECT_THAT(
      complaints(head + "0,0,0,0,0\n1,0,0\n"),
      HasSubstr("m.csv:3:1: has a wrong number of fields (got 3; allowed 5). The file may be truncated."));
  EXPECT_THAT(
      complaints(head + "0,0,0,0,0\n1,0,5,0,0,0,0\n"),
      HasSubstr(
          "m.csv:3:1: has a wrong number of fields (got 7; allowed 5). Use a decimal point, not a decimal "
          "comma."));
  EXPECT_THAT(
      complaints(head + "0,3.5,0,0,0\n"),
      HasSubstr(
          "m.csv:2:3: y_left: is larger than any irregularity (got 3.5 m; allowed -0.1 to 0.1 m). If the "
          "column is in millimetres, say so: unit = \"mm\"."));
  EXPECT_THAT(complaints(head + "0,350,0,0,0\n", LengthUnit::mm), HasSubstr("Check the unit of the column."));
}

TEST(IrregularityFile, FindingsAboutTheWholeFile) {
  EXPECT_THAT(complaints(""), StartsWith("m.csv: is empty (allowed a line of column names, then numbers)."));
  EXPECT_THAT(complaints("# nothing\n"), StartsWith("m.csv:1:1: is empty"));
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n"),
              HasSubstr("has too few rows (got 1; allowed at least 4). The file may be truncated."));
  EXPECT_THAT(
      complaints("s,y_left,z_left,z_right\n0,0,0,0\n"),
      HasSubstr("m.csv:1:1: y_right: is missing among the columns. Name the columns in the first line."));
  EXPECT_THAT(
      complaints("s,alignment,vertical_profil,gauge_variation,cross_level\n"),
      HasSubstr("vertical_profile: is missing among the columns. Rename column \"vertical_profil\" to "
                "vertical_profile."));
  EXPECT_THAT(complaints("s,s,y_left,z_left,y_right,z_right\n"),
              HasSubstr("m.csv:1:3: s: is a column twice."));
  EXPECT_THAT(complaints("s,y_left,z_left,y_right,z_right,alignment\n"),
              HasSubstr("mixes columns of rails with measured channels"));
}

TEST(IrregularityFile, StopsAfterTwentyFindings) {
  std::string text = head;
  for (int i = 0; i < 100; ++i) text += "x,0,0,0,0\n";
  Findings findings;
  EXPECT_FALSE(parse_irregularities(text, "m.csv", LengthUnit::m, findings).has_value());
  EXPECT_EQ(findings.all().size(), 20U);
  EXPECT_THAT(findings.all().back().text(), HasSubstr("Later findings are left out."));
}

class MeasuredTrack : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text = "s,alignment,vertical_profile,gauge_variation,cross_level\n";
    for (int i = 0; i <= 400; ++i)
      text += number(0.25 * i) + "," + number(1e-3 * std::sin(0.25 * i)) + ",0,0,0\n";
    file_ = folder_.write("measured.csv", text);
  }

  TrackModel model(double length, double offset) const {
    TrackSpec spec;
    spec.segments = {straight(length)};
    MeasuredSpec measured;
    measured.file.value = file_.string();
    measured.offset = offset;
    spec.irregularities.measured = measured;
    return compiled(spec);
  }
  test::TemporaryFolder folder_;
  std::filesystem::path file_;
};

TEST_F(MeasuredTrack, FollowsTheFile) {
  const TrackModel track = model(100, 0);
  for (double s = 11; s < 85; s += 1.1) {
    EXPECT_NEAR(irregularity_at(track, s).value[0], 1e-3 * std::sin(s), 2e-7);
    EXPECT_NEAR(irregularity_at(track, s).value[2], 1e-3 * std::sin(s), 2e-7);
  }
  EXPECT_TRUE(track.notes().empty());
}

TEST_F(MeasuredTrack, FadesWhereTheFileStartsAndEnds) {
  const TrackModel track = model(300, 100);
  EXPECT_NEAR(irregularity_at(track, 99).value[0], 0, 1e-9);
  EXPECT_NEAR(irregularity_at(track, 105).value[0], 0.5e-3 * std::sin(5.0), 2e-7);
  EXPECT_NEAR(irregularity_at(track, 150).value[0], 1e-3 * std::sin(50.0), 2e-7);
  EXPECT_NEAR(irregularity_at(track, 201).value[0], 0, 1e-9);
  ASSERT_EQ(track.notes().size(), 1U);
  EXPECT_THAT(track.notes()[0].text(),
              HasSubstr("covers 100 to 200 m of the track only. The rest has no measured "
                        "irregularities."));
}

TEST(IrregularityFile, NamesDecimalCommas) {
  const auto says = [](std::string_view text) {
    Findings findings;
    EXPECT_FALSE(parse_irregularities(text, "a.csv", LengthUnit::m, findings));
    return findings.text();
  };
  EXPECT_THAT(
      says("s;alignment;vertical_profile\n0,5;0;0\n1;0;0\n2;0;0\n3;0;0\n"),
      HasSubstr("a.csv:2:1: s: is not a number (got \"0,5\"; allowed a number such as 1.5e-3). Use a decimal "
                "point, not a decimal comma."));
}

}  // namespace
}  // namespace flangeway::track
