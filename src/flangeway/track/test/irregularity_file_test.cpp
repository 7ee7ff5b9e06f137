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
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

IrregularityTable parsed(std::string_view text, LengthUnit unit = LengthUnit::automatic,
                         Gaps gaps = Gaps::refuse) {
  Findings findings;
  auto table = parse_irregularities(text, "m.csv", gaps, {.unit = unit}, findings);
  EXPECT_EQ(findings.text(), "");
  return table.value();
}

std::string complaints(std::string_view text, LengthUnit unit = LengthUnit::m) {
  Findings findings;
  EXPECT_FALSE(parse_irregularities(text, "m.csv", Gaps::refuse, {.unit = unit}, findings).has_value());
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

TEST(IrregularityFile, UnitsMayBeWords) {
  const auto table = parsed(
      "s [Kilometer],y_left [Millimeter],z_left [millimetres],y_right [METRES],z_right [Meter]\n"
      "0,1,1,0.001,0.003\n0.001,0,0,0,0\n0.002,0,0,0,0\n0.003,0,0,0,0\n");
  EXPECT_DOUBLE_EQ(table.s[3], 3);
  EXPECT_DOUBLE_EQ(table.measure[0][0], 0.001);
  EXPECT_DOUBLE_EQ(table.measure[1][0], 0.002);
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
              HasSubstr("gauge_variatoin: is not a known column. Write gauge_variation if that is meant."))
      << "a column that was meant is not left out silently";
}

const std::string head = "s,y_left,z_left,y_right,z_right\n";

TEST(IrregularityFile, FindingsHaveLineAndColumn) {
  EXPECT_THAT(
      complaints(head + "0,0,0,0,0\n1,0,inf,0,0\n"),
      HasSubstr(
          "m.csv:3:5: z_left: is not a number (got \"inf\"; allowed a number, or nothing where nothing was "
          "measured)."));
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n1,0, x1,0,0\n"),
              HasSubstr("m.csv:3:6: z_left: is not a number (got \"x1\";"));
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
      HasSubstr("m.csv:2:3: y_left: is larger than on any track (got 3.5 m). Check the unit of the column."));
  EXPECT_THAT(
      complaints(head + "0,0.15,0,0.15,0\n1,0,0,0,0\n2,0,0,0,0\n3,0,0,0,0\n"),
      HasSubstr("m.csv:2:1: alignment: is larger than any irregularity (got 0.15 m; allowed -0.1 to 0.1 m). "
                "Check the unit of the column."));
}

TEST(IrregularityFile, FindingsAboutTheWholeFile) {
  EXPECT_THAT(complaints(""),
              StartsWith("m.csv:1:1: is empty (allowed a line of column names, then numbers)."));
  EXPECT_THAT(complaints("# nothing\n"), StartsWith("m.csv:1:1: is empty"));
  EXPECT_THAT(complaints(head + "0,0,0,0,0\n"),
              HasSubstr("has too few rows (got 1; allowed at least 4). The file may be truncated."));
  EXPECT_THAT(complaints("s,alignment,vertical_profil,gauge_variation,cross_level\n"),
              HasSubstr("vertical_profil: is not a known column. Write vertical_profile if that is meant."));
  EXPECT_THAT(complaints("s,s,y_left,z_left,y_right,z_right\n"),
              HasSubstr("m.csv:1:3: s: is a column twice."));
}

const std::string four_rows = "\n0,1,2\n1,1,2\n2,1,2\n3,1,2\n";

// The names that flangeway recording knows, and what follows from fewer columns.
TEST(IrregularityFile, TakesWhatARecordingHas) {
  const auto rails = parsed("s [m],alignment_left [mm],alignment_right [mm]" + four_rows);
  EXPECT_DOUBLE_EQ(rails.measure[0][0], 1.5e-3);
  EXPECT_DOUBLE_EQ(rails.measure[2][0], -1e-3);
  EXPECT_THAT(rails.notes, ElementsAre("no longitudinal level was measured: zero"));
  const auto gauge = parsed("s [m],alignment_left [mm],gauge [mm]\n0,1,1437\n1,1,1437\n2,1,1437\n3,1,1437\n");
  EXPECT_NEAR(gauge.measure[2][0], 2e-3, 1e-12);
  EXPECT_NEAR(gauge.measure[0][0], 0, 1e-12) << "the left rail less half the gauge variation";
  EXPECT_THAT(
      gauge.notes,
      Contains("alignment_left alone was measured: the other rail follows from gauge or cross level"));
  const auto one = parsed("s [m],longitudinal_level_right [mm],twist [mm/m]" + four_rows);
  EXPECT_DOUBLE_EQ(one.measure[1][0], 1e-3);
  EXPECT_THAT(one.notes, Contains("longitudinal_level_right alone was measured: both rails follow it"));
  EXPECT_THAT(one.notes, Contains("twist is not used: a run needs the cross level"));
}

TEST(IrregularityFile, SaysThatTheCantIsInTheCrossLevel) {
  EXPECT_THAT(
      parsed("s [m],cross_level [mm]\n0,80\n1,80\n2,80\n3,80\n").notes,
      Contains(
          "the cross level has a mean of 80.0 mm: the cant of curves seems to be in it, and the track's own "
          "cant is added"));
}

// Rows at 0 to 20 m and 120 to 140 m.
std::string with_gap() {
  std::string text = "s [m],alignment [mm],vertical_profile [mm]\n";
  for (int i = 0; i <= 280; ++i) {
    const double s = 0.5 * i;
    if (s <= 20 || s >= 120) text += number(s) + ",0," + number(2 * std::sin(2 * 3.14159265 * s / 12)) + "\n";
  }
  return text;
}

TEST(IrregularityFile, RefusesGapsWithTheRemedy) {
  EXPECT_EQ(complaints(with_gap()),
            "m.csv:43:1: s: comes after a gap (got 100 m, from 20 to 120 m). Set gaps = \"split\" (no "
            "deviations in it, "
            "faded at both ends) or gaps = \"interpolate\" (a straight line).");
}

TEST(IrregularityFile, BridgesGapsByAStraightLine) {
  const auto table = parsed(with_gap(), LengthUnit::automatic, Gaps::interpolate);
  EXPECT_EQ(table.pieces.size(), 1U);
  EXPECT_EQ(table.s.size(), 281U);
  for (const double value : table.measure[1]) EXPECT_LE(std::abs(value), 2.0001e-3);
  EXPECT_THAT(table.notes, ElementsAre("gap of 100 m from 20 to 120 m: bridged by a straight line"));
  const auto split = parsed(with_gap(), LengthUnit::automatic, Gaps::split);
  EXPECT_THAT(split.pieces, ElementsAre(0U, 41U));
}

TEST(IrregularityFile, StopsAfterTwentyFindings) {
  std::string text = head;
  for (int i = 0; i < 100; ++i) text += "x,0,0,0,0\n";
  Findings findings;
  EXPECT_FALSE(parse_irregularities(text, "m.csv", Gaps::refuse, {}, findings).has_value());
  EXPECT_EQ(findings.all().size(), 20U);
  EXPECT_THAT(findings.all().back().text(), HasSubstr("Later findings are left out."));
}

class MeasuredTrack : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string text = "s [m],alignment [m],vertical_profile [m],gauge_variation [m],cross_level [m]\n";
    for (int i = 0; i <= 400; ++i)
      text += number(0.25 * i) + "," + number(1e-3 * std::sin(0.25 * i)) + ",0,0,0\n";
    file_ = folder_.write("measured.csv", text);
  }

  TrackModel model(double length, double offset, Gaps gaps = Gaps::refuse) const {
    TrackSpec spec;
    spec.segments = {straight(length)};
    MeasuredSpec measured;
    measured.file.value = file_.string();
    measured.offset = offset;
    measured.gaps = gaps;
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

// No piece of the track is without a recorded deviation by more than the recording has.
TEST_F(MeasuredTrack, HasNoDeviationInAGap) {
  file_ = folder_.write("gap.csv", with_gap());
  const TrackModel track = model(140, 0, Gaps::split);
  for (double s = 0; s < 140; s += 0.7) {
    const double allowed = s > 20 && s < 120 ? 1e-7 : 2.01e-3;
    EXPECT_LE(std::abs(irregularity_at(track, s).value[1]), allowed) << s;
  }
}

TEST_F(MeasuredTrack, RefusesAFileThatCoversNothing) {
  EXPECT_THAT(
      [&] {
        try {
          (void)model(50, 45000);
        } catch (const std::exception& error) {
          return std::string(error.what());
        }
        return std::string();
      }(),
      HasSubstr("covers nothing of the track (got 45000 to 45100 m; allowed 0 to 50 m). offset = 0 places "
                "its start at s "
                "= 0."));
}

TEST(IrregularityFile, NamesDecimalCommas) {
  const auto says = [](std::string_view text) {
    Findings findings;
    EXPECT_FALSE(parse_irregularities(text, "a.csv", Gaps::refuse, {}, findings));
    return findings.text();
  };
  EXPECT_THAT(says("s,alignment,vertical_profile\n0,5,0,0\n"),
              HasSubstr("Use a decimal point, not a decimal comma."));
}

}  // namespace
}  // namespace flangeway::track
