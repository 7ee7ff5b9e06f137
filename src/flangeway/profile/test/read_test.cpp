#include "flangeway/profile/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/standard.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::profile {
namespace {

// Largest distance of the points of `a` from the curve `b`, by its nearest point.
double distance(const Curve& a, const Curve& b) {
  double largest = 0;
  for (const Vec2& point : a.points()) {
    double nearest = 1e300;
    for (double s = 0; s <= b.length(); s += 5e-4) {
      double at = s;
      for (int round = 0; round < 3; ++round)
        at = std::clamp(at + (point - b.point(at)).dot(b.tangent(at)), 0.0, b.length());
      nearest = std::min(nearest, (point - b.point(at)).norm());
    }
    largest = std::max(largest, nearest);
  }
  return largest;
}

struct Columns {
  double y_sign = 1, z_sign = 1, y_shift = 0, unit = 1e3;
  bool reversed = false;
};

std::string columns(const Curve& curve, const Columns& as) {
  std::vector<Vec2> points = curve.points();
  if (as.reversed) std::reverse(points.begin(), points.end());
  std::string text;
  for (const Vec2& p : points)
    text +=
        fmt::format("{:.8f} {:.8f}\n", as.unit * as.y_sign * p.x() + as.y_shift, as.unit * as.z_sign * p.y());
  return text;
}

Profile must_read(const std::string& text, const std::string& name, Kind kind,
                  const ReadOptions& options = {}) {
  Findings findings;
  auto profile = read_profile(text, name, kind, options, findings);
  EXPECT_EQ(findings.text(), "");
  if (!profile) throw BadInput(findings);
  return *profile;
}

std::string finding(const std::string& text, const std::string& name, Kind kind,
                    const ReadOptions& options = {}) {
  Findings findings;
  EXPECT_FALSE(read_profile(text, name, kind, options, findings).has_value());
  return findings.text();
}

std::vector<std::string> notes(const Profile& profile) {
  std::vector<std::string> all;
  for (const Repair& repair : profile.repairs) all.push_back(repair.what);
  return all;
}

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Columns, TheirNamesGiveTheUnit) {
  const Curve rail = standard_profile("60e1")->curve;
  const std::vector<std::pair<std::string, double>> names{{"y [in],z [in]", 1 / 0.0254},
                                                          {"y [m] z [m]", 1},
                                                          {"y (cm);z (cm)", 100},
                                                          {"y_m\tz_m", 1},
                                                          {"\"y [mm]\",\"z [mm]\"", 1e3},
                                                          {"\"y [ft]\";\"z [ft]\";", 1 / 0.3048},
                                                          {"y z", 1e3},
                                                          {"rail, worn", 1e3},
                                                          {"# y [m], z [m]", 1e3}};
  for (const auto& [line, per_metre] : names) {
    const std::string text = line + "\n" + columns(rail, {.unit = per_metre});
    const Profile read = must_read(text, "r.csv", Kind::rail);
    EXPECT_LT(distance(read.curve, rail), 2e-8) << line;
    EXPECT_EQ(read.curve.points().size(), rail.points().size()) << line;
  }
}

TEST(Columns, RefusesUnitsThatItCannotRead) {
  const std::string points = columns(standard_profile("60e1")->curve, {});
  const auto says = [&](const std::string& names) {
    return finding(names + "\n" + points, "r.csv", Kind::rail);
  };
  const std::string ending =
      " allowed m, mm, cm, dm, km, µm, in, ft). Write the unit in brackets, such as y [mm], and # before a "
      "line of "
      "other text.";
  EXPECT_EQ(says("y [furlong],z [furlong]"), "r.csv:1:1: has an unknown unit (got \"furlong\";" + ending);
  EXPECT_EQ(says("y [mm];z [mm] [in]"),
            "r.csv:1:8: has a unit that cannot be read (got \"z [mm] [in]\";" + ending);
  EXPECT_EQ(says("y [mm];z []"), "r.csv:1:8: has a unit that cannot be read (got \"z []\";" + ending);
  EXPECT_EQ(says("Rail 60E1 (worn)"), "r.csv:1:6: has an unknown unit (got \"worn\";" + ending);
  EXPECT_EQ(
      says("y [in], z"),
      "r.csv:1:9: has another unit than the column before it (got y [in], z; allowed one unit). Write both "
      "columns in the same unit.");
}

TEST(Columns, TitlesAndTheCountOfPointsStandAboveThem) {
  const Curve wheel = standard_profile("s1002")->curve;
  const std::string points = columns(wheel, {.z_sign = -1});
  const std::string count = fmt::format("{}\n", wheel.points().size());
  const Profile read = must_read("VAMPIRE wheel\nP8, worn\n" + count + points, "w.whe", Kind::wheel);
  EXPECT_LT(distance(read.curve, wheel), 1e-9);
  EXPECT_THAT(notes(read), Contains("1 lines of text before the points left out"));
  EXPECT_EQ(finding("title\n5\n" + points, "w.csv", Kind::wheel),
            "w.csv:2:1: has one number only (got 5; allowed y and z).");
}

TEST(Columns, NamedColumnsMayHaveOthersBesideThem) {
  const Curve wheel = standard_profile("s1002")->curve;
  std::string text = "no;Z [m];quality;Y [m]\n";
  for (std::size_t i = 0; i < wheel.points().size(); ++i)
    text += fmt::format("{};{};1;{}\n", i, wheel.points()[i].y(), wheel.points()[i].x());
  const Profile read = must_read(text, "w.csv", Kind::wheel);
  EXPECT_LT(distance(read.curve, wheel), 1e-9);
  EXPECT_THAT(notes(read), Contains("columns y and z of 4 are read"));
  text.replace(0, text.find('\n'), "no;u;quality;v");
  EXPECT_THAT(finding(text, "w.csv", Kind::wheel), HasSubstr("w.csv:2:"));
}

TEST(Columns, RefusesLinesThatAreNotTwoNumbers) {
  const std::string comma = " allowed a number such as 1.5e-3). Use a decimal point, not a decimal comma.";
  EXPECT_EQ(finding("-35,000;-2,048662\n", "r.csv", Kind::rail),
            "r.csv:1:1: is not a number (got \"-35,000\";" + comma);
  EXPECT_EQ(finding("y;z\n-35;-2,04\n", "r.csv", Kind::rail),
            "r.csv:2:5: is not a number (got \"-2,04\";" + comma);
  EXPECT_EQ(finding("-35,5 -2\n", "r.txt", Kind::rail), "r.txt:1:1: is not a number (got \"-35,5\";" + comma);
  EXPECT_EQ(
      finding("1 2 3\n", "r.csv", Kind::rail),
      "r.csv:1:5: has more than two columns (got 1 2 3; allowed y and z). Leave out the others, or name "
      "the columns y and z in a first line; use decimal points.");
  EXPECT_EQ(
      finding("1,5,2,5\n", "r.csv", Kind::rail),
      "r.csv:1:5: has more than two columns (got 1,5,2,5; allowed y and z). Leave out the others, or name "
      "the columns y and z in a first line; use decimal points.");
}

TEST(Columns, ToldFromAWheelByItsFlange) {
  const auto says = [](const Curve& curve, const Columns& as) {
    Findings findings;
    (void)read_profile(columns(curve, as), "r.csv", Kind::rail, {}, findings);
    return findings.text();
  };
  for (const Kind kind : {Kind::wheel, Kind::rail}) {
    for (const std::string& name : standard_profile_names(kind)) {
      const Curve curve = standard_profile(name)->curve;
      const bool flange = kind == Kind::wheel && flange_tip(curve).has_value();
      for (int turn = 0; turn < 8; ++turn) {
        const Columns as{turn & 1 ? -1.0 : 1.0, turn & 2 ? -1.0 : 1.0, 0, 1e3, (turn & 4) > 0};
        EXPECT_EQ(says(curve, as),
                  flange ? "r.csv: is a wheel profile by its flange, but a rail profile is wanted." : "")
            << name << turn;
      }
    }
  }
  for (const std::string name : {"cone_1_20", "one_point_wheel", "s1002_hollow_2mm", "worn_type_wheel"}) {
    Findings findings;
    const std::string file = std::string(FLANGEWAY_SOURCE_DIR) + "/models/profiles/" + name + ".csv";
    EXPECT_FALSE(load_profile(file, Kind::rail, {}, {}, findings));
    EXPECT_EQ(findings.text(), file + ": is a wheel profile by its flange, but a rail profile is wanted.");
  }
}

// A groove of 40 mm, 45 mm deep, between a head and a lip: no flange, although narrow.
TEST(Columns, AGroovedRailIsNoWheel) {
  std::string text;
  for (const auto& [y, z] : std::vector<std::pair<double, double>>{{-56, -30},
                                                                   {-56, -12},
                                                                   {-50, -3},
                                                                   {-40, 0},
                                                                   {0, 0},
                                                                   {8, -2},
                                                                   {14, -13},
                                                                   {15, -40},
                                                                   {20, -45},
                                                                   {35, -45},
                                                                   {42, -40},
                                                                   {46, -10},
                                                                   {50, -6},
                                                                   {60, -6},
                                                                   {63, -10},
                                                                   {64, -30}})
    text += fmt::format("{} {}\n", y, z);
  EXPECT_EQ(must_read(text, "r.csv", Kind::rail).kind, Kind::rail);
}

TEST(WriteCsv, IsReadAgain) {
  for (const Kind kind : {Kind::wheel, Kind::rail})
    for (const std::string& name : standard_profile_names(kind)) {
      const Profile original = *standard_profile(name);
      const Profile again = must_read(write_csv(original), name + ".csv", kind, {.origin = Origin::file});
      const auto a = original.curve.points(), b = again.curve.points();
      ASSERT_EQ(a.size(), b.size()) << name;
      for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR((a[i] - b[i]).norm(), 0, 1e-10) << name;
      EXPECT_THAT(notes(again), ElementsAre("z mirrored, it points up in the file")) << name;
    }
}

TEST(ReadProfile, FindsTheOrientationOfAWheel) {
  const Curve s1002 = standard_profile("s1002")->curve;
  for (const double y_sign : {1.0, -1.0})
    for (const double z_sign : {1.0, -1.0})
      for (const bool reversed : {false, true}) {
        const Profile wheel =
            must_read(columns(s1002, {y_sign, z_sign, 0, 1e3, reversed}), "w.csv", Kind::wheel);
        EXPECT_LT(distance(wheel.curve, s1002), 1e-9) << y_sign << z_sign << reversed;
        EXPECT_LT(wheel.curve.point(0).x(), 0);
      }
}

TEST(ReadProfile, FindsTheOrientationOfARail) {
  const Curve rail = standard_profile("60e1")->curve;
  for (const double z_sign : {1.0, -1.0})
    for (const bool reversed : {false, true}) {
      const Profile read = must_read(columns(rail, {1, z_sign, 0, 1e3, reversed}), "r.csv", Kind::rail);
      EXPECT_LT(distance(read.curve, rail), 1e-9) << z_sign << reversed;
    }
}

TEST(ReadProfile, MirrorsOnRequestAndSaysSo) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 60; ++i)
    points.emplace_back(-0.03 + 1e-3 * i, -std::pow(-0.03 + 1e-3 * i - 0.005, 2) * 5);
  const Curve lopsided(points);
  const Profile plain = must_read(columns(lopsided, {}), "r.csv", Kind::rail);
  const Profile mirrored = must_read(columns(lopsided, {}), "r.csv", Kind::rail, {.mirror_y = true});
  for (const double y : {-0.02, 0.0, 0.02})
    EXPECT_NEAR(plain.curve.point(outermost_at_y(plain.curve, y).value()).y(),
                mirrored.curve.point(outermost_at_y(mirrored.curve, -y).value()).y(), 1e-9);
  EXPECT_THAT(notes(mirrored), Contains("y mirrored, it points to the track centre in the file"));
}

TEST(ReadProfile, PutsTheTapeCircleAtTheOrigin) {
  const Curve s1002 = standard_profile("s1002")->curve;
  const std::string text = columns(s1002.moved({0, 0.0013}), {.y_shift = 70});
  const Profile wheel = must_read(text, "w.csv", Kind::wheel);
  EXPECT_LT(distance(wheel.curve, s1002), 1e-9);
  EXPECT_THAT(notes(wheel),
              Contains("moved by -70.0000 mm in y and -1.3000 mm in z: the tape circle, 70 mm from the "
                       "flange back, is the origin"));
  const Profile as_is = must_read(text, "w.csv", Kind::wheel, {.origin = Origin::file});
  EXPECT_NEAR(as_is.curve.point(0).x(), 0, 1e-9);
}

TEST(ReadProfile, PutsTheTopOfARailAtZero) {
  const Curve rail = standard_profile("60e1")->curve.moved({0.002, 0.17});
  const Profile read = must_read(columns(rail, {}), "r.csv", Kind::rail);
  EXPECT_NEAR(highest_point(read.curve).y(), 0, 1e-9);
  EXPECT_NEAR(read.curve.point(0).x(), rail.point(0).x(), 1e-9);
  EXPECT_THAT(
      notes(read),
      Contains("moved by 0.0000 mm in y and -170.0000 mm in z: the highest point of a rail is at z = 0"));
}

TEST(ReadProfile, UndercutFacesStay) {
  // A head worn so that its gauge face leans over: three quarters of a circle of 12 mm on top of a neck.
  std::vector<Vec2> points;
  for (int i = 0; i <= 150; ++i) {
    const double phi = (1.25 - 1.5 * i / 150.0) * pi;
    points.push_back(0.012 * Vec2(std::cos(phi), std::sin(phi) - 1));
  }
  const Curve head(points);
  EXPECT_LT(distance(must_read(columns(head, {}), "r.csv", Kind::rail).curve, head), 1e-8);
}

TEST(ReadProfile, RepairsAreReportedWithTheirPlace) {
  std::string text;
  for (int i = 0; i <= 40; ++i) {
    text += fmt::format("{} {}\n", i - 20, 0.01 * (i - 20) * (i - 20));
    if (i == 5 || i == 30) text += fmt::format("{} {}\n", i - 20, 0.01 * (i - 20) * (i - 20));
    if (i == 12) text += "-6.9 0.49\n-7.6 0.58\n";  // forth and back
  }
  const Profile rail = must_read(text, "r.csv", Kind::rail);
  ASSERT_EQ(rail.repairs.size(), 2u);
  EXPECT_EQ(rail.repairs[0].what, "2 points removed that coincide with the one before");
  EXPECT_EQ(rail.repairs[0].count, 2u);
  EXPECT_NEAR(rail.repairs[0].where_y, -0.015, 1e-12);
  EXPECT_EQ(rail.repairs[1].what, "1 zig-zags mended, two points each become one");
  EXPECT_NEAR(rail.repairs[1].where_y, -0.00725, 1e-12);
}

TEST(ReadProfile, AMendedZigzagMayFallOnItsNeighbour) {
  std::string text;
  for (int i = -10; i <= 10; ++i) {
    text += fmt::format("{} {}\n", i, 0.01 * i * i);
    if (i == 4) text += "6 0.16\n2 0.16\n";  // their mean is the point before them
  }
  const Profile rail = must_read(text, "r.csv", Kind::rail);
  EXPECT_EQ(rail.curve.knots().size(), 21u);
  EXPECT_LT(rail.curve.length(), 0.021);
}

TEST(ReadProfile, SharpCornersStaySharp) {
  // A groove between two planes: the spline must not ring beside its corners.
  std::string text;
  for (int i = -80; i <= 80; ++i) text += fmt::format("{} {}\n", 0.25 * i, std::abs(i) < 40 ? 5.0 : 0.0);
  const Profile rail = must_read(text, "r.prr.csv", Kind::rail, {.mirror_z = false});
  EXPECT_EQ(rail.curve.breaks().size(), 4u);
  for (const double y : {-0.0151, -0.0103, 0.0, 0.0107})
    EXPECT_NEAR(rail.curve.point(outermost_at_y(rail.curve, y).value()).y(), std::abs(y) < 0.01 ? -0.005 : 0,
                1e-12);
}

// Largest height of 1 µm waves of a wavelength (mm) on a straight rail far from its ends, in µm, after
// smoothing.
double smoothed_wave(double wave, ReadOptions options) {
  std::string text;
  for (int i = 0; i <= 1200; ++i)
    text += fmt::format("{} {:.9f}\n", 0.05 * i, 1e-3 * std::sin(2 * pi * 0.05 * i / wave));
  options.origin = Origin::file;
  options.mirror_z = false;
  const Profile rail = must_read(text, "r.csv", Kind::rail, options);
  double largest = 0;
  for (const Vec2& p : rail.curve.points())
    if (p.x() > 0.015 && p.x() < 0.045) largest = std::max(largest, std::abs(p.y()));
  return 1e6 * largest;
}

TEST(Smoothing, HalvesItsWavelengthAndKeepsLongOnes) {
  for (const double wave : {1.5, 3.0, 6.0, 30.0})
    EXPECT_NEAR(smoothed_wave(wave, {.smoothing = 3}), 1 / (1 + std::pow(3 / wave, 4)), 0.01) << wave;
}

TEST(Smoothing, ByTheThirdDerivativeIsSharper) {
  // Four knots to the wavelength itself: there the third derivative, constant between knots, is too coarse by
  // a tenth.
  for (const double wave : {1.5, 3.0, 6.0, 30.0})
    EXPECT_NEAR(smoothed_wave(wave, {.smoothing = 3, .smoothing_method = SmoothingMethod::third_derivative}),
                1 / (1 + std::pow(3 / wave, 6)), wave == 3 ? 0.06 : 0.01)
        << wave;
}

TEST(Smoothing, ByItsWeightCountsEachPointOnce) {
  // Points 0.05 mm apart: Σ|x − f|² is the integral divided by 0.05, so the weight is (L/2π)⁴/0.05 for
  // wavelength L.
  const double weight = std::pow(3 / (2 * pi), 4) / 0.05;
  for (const double wave : {1.5, 3.0, 6.0})
    EXPECT_NEAR(smoothed_wave(wave, {.smoothing = weight, .smoothing_method = SmoothingMethod::weight}),
                1 / (1 + std::pow(3 / wave, 4)), 0.01)
        << wave;
}

TEST(ReadProfile, MirrorsOfFileAndCallerCancel) {
  const Curve lopsided = Curve({{-0.03, -0.03}, {-0.02, -0.001}, {0, 0}, {0.02, -0.002}, {0.04, -0.02}});
  std::string points;
  for (const Vec2& p : lopsided.points()) points += fmt::format("{:.8f} {:.8f}\n", 1e3 * p.x(), -1e3 * p.y());
  const auto first_y = [&](const char* key, ReadOptions options) {
    options.origin = Origin::file;
    return must_read(
               fmt::format("spline.begin\nunits.len.f = 1000\n{}\npoint.begin\n{}point.end\nspline.end\n",
                           key, points),
               "r.prr", Kind::rail, options)
        .curve.points()
        .front()
        .x();
  };
  EXPECT_NEAR(first_y("", {.mirror_y = false, .combine_y = true}), -0.03, 1e-9);
  EXPECT_NEAR(first_y("", {.mirror_y = true, .combine_y = true}), -0.04, 1e-9);
  EXPECT_NEAR(first_y("mirror.y = 1", {.mirror_y = false, .combine_y = true}), -0.04, 1e-9);
  EXPECT_NEAR(first_y("mirror.y = 1", {.mirror_y = true, .combine_y = true}), -0.03, 1e-9);
  EXPECT_NEAR(first_y("mirror.y = 1", {.mirror_y = false}), -0.03, 1e-9);
  EXPECT_NEAR(first_y("mirror.y = 1", {.mirror_y = false, .combine_z = true}), -0.03, 1e-9);
  EXPECT_NEAR(first_y("", {.scale = 2}), -0.06, 1e-9);
}

TEST(ReadProfile, UnknownEndingMayHaveTwoColumns) {
  const Curve rail = standard_profile("60e1")->curve;
  EXPECT_EQ(must_read(columns(rail, {}), "r.measured", Kind::rail, {.lenient = true}).curve.knots().size(),
            rail.knots().size());
}

TEST(ReadProfile, RuleOfKinksIsGiven) {
  // Two planes meet at 20°: no kink by the usual rule.
  std::string text;
  for (int i = -80; i <= 80; ++i)
    text += fmt::format("{} {}\n", 0.25 * i, i > 0 ? 0.25 * i * std::tan(pi / 9) : 0.0);
  EXPECT_EQ(must_read(text, "r.csv", Kind::rail, {.mirror_z = false}).curve.breaks().size(), 0u);
  EXPECT_EQ(must_read(text, "r.csv", Kind::rail, {.mirror_z = false, .kink_high = 15, .kink_low = 3})
                .curve.breaks()
                .size(),
            1u);
}

TEST(Smoothing, IsReportedWithItsLargestDeparture) {
  const Curve rail = standard_profile("60e1")->curve;
  const Profile smoothed = must_read(columns(rail, {}), "r.csv", Kind::rail, {.smoothing = 4});
  EXPECT_LT(distance(smoothed.curve, rail), 5e-5);
  const double departure = distance(rail, smoothed.curve);
  EXPECT_GT(departure, 1e-7);
  EXPECT_THAT(notes(smoothed),
              Contains(HasSubstr("smoothed below a wavelength of 4 mm; largest departure ")));
}

TEST(MiniProf, ReadsAHeadingAndItsColumns) {
  const Curve s1002 = standard_profile("s1002")->curve;
  std::string text =
      "MPTypeNo=101\r\nDate=24/3/"
      "1994\r\nXoffset=0.5\r\nYoffset=-0.25\r\nColumnDef=A,Y,X\r\nXYPoints=661\r\n\r\n";
  for (const Vec2& p : s1002.points())
    text += fmt::format("0.1 {:.8f} {:.8f}\r\n", -1e3 * p.y() + 0.25, 1e3 * p.x() + 70 - 0.5);
  const Profile wheel = must_read(text, "w.WHL", Kind::wheel);
  EXPECT_LT(distance(wheel.curve, s1002), 1e-9);
}

TEST(MiniProf, OldHeadingsMayHoldNumbers) {
  const std::string points = columns(standard_profile("s1002")->curve, {.z_sign = -1, .y_shift = 70});
  const std::string heading =
      "MINIPROF 101 148 1994 3 24\navg_whl.prd\nStock.......:\n32.58 37.11 14.71\n(Sd/Sh/qR)\n\n";
  EXPECT_EQ(must_read(heading + points, "w.whl", Kind::wheel).curve.knots().size(), 661u);
  EXPECT_EQ(must_read("Date=1/1/2020\n" + points, "w.whl", Kind::wheel).curve.knots().size(), 661u);
}

TEST(MiniProf, AHeadingMayEndWithoutAnEmptyLine) {
  const Curve wheel = standard_profile("s1002")->curve;
  const std::string points = columns(wheel, {.z_sign = -1, .y_shift = 70});
  EXPECT_LT(distance(must_read("NUCARS wheel\n661\n" + points, "w.whl", Kind::wheel).curve, wheel), 1e-9);
  EXPECT_THAT(finding("NUCARS wheel\n661\n1 2\n", "w.whl", Kind::wheel), HasSubstr("holds no points"));
}

TEST(MiniProf, RailsAreMirroredAsTheInstrumentDrawsThem) {
  const Curve rail = standard_profile("54e1")->curve.moved({0.003, 0});
  const Profile read = must_read("Rail=\n\n" + columns(rail, {.y_sign = -1}), "r.ban", Kind::rail);
  EXPECT_NEAR(read.curve.point(0).x(), rail.point(0).x(), 1e-9);
  EXPECT_THAT(notes(read), Contains("y mirrored, it points to the track centre in the file"));
}

TEST(MiniProf, ShortLinesAreDroppedAndReported) {
  const std::string text = "ColumnDef=X,Y\n\n7.5\n" + columns(standard_profile("60e1")->curve, {});
  EXPECT_THAT(notes(must_read(text, "r.ban", Kind::rail)),
              Contains("1 lines dropped that have fewer than 2 numbers"));
}

// One comma shifts the columns behind it: "10,5 -3.25" is not 10 and 5.
TEST(MiniProf, RefusesADecimalComma) {
  const std::string points = columns(standard_profile("s1002")->curve, {.z_sign = -1, .y_shift = 70});
  EXPECT_EQ(
      finding("ColumnDef=X,Y\n\n10,5 -3.25\n" + points, "w.whl", Kind::wheel),
      "w.whl:3:1: is not a number (got \"10,5\"; allowed a number such as 1.5e-3). Use a decimal point, "
      "not a decimal comma.");
  const std::string five = "ColumnDef=X,Y,A,C,N\n\n1.5 -3.25 0.1 0,25 7\n" + points;
  EXPECT_EQ(finding(five, "w.whl", Kind::wheel).find("w.whl:3:15: is not a number (got \"0,25\""), 0U);
}

std::string simpack(const std::string& keys, const std::string& points, int type);

std::string with_commas(std::string text) {
  std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

TEST(DecimalCommas, AreReadWhereAllRowsHaveThem) {
  const Curve wheel = standard_profile("s1002")->curve;
  const std::string rows = with_commas(columns(wheel, {.z_sign = -1}));
  std::string semicolons = rows;
  std::replace(semicolons.begin(), semicolons.end(), ' ', ';');
  const std::string miniprof = "ProgramVer=2.3.1\nXOffset=10,5\nColumnDef=X,Y\n\n" +
                               with_commas(columns(wheel, {.z_sign = -1, .y_shift = -10.5}));
  for (const auto& [text, name] : {std::pair{"y [mm]\tz [mm]\n" + rows, "w.csv"},
                                   {semicolons, "w.csv"},
                                   {miniprof, "w.whl"},
                                   {simpack("units.len.f = 1000.0", rows, 1), "w.prw"}}) {
    const Profile read = must_read(text, name, Kind::wheel);
    EXPECT_LT(distance(read.curve, wheel), 1e-9) << text.substr(0, 60);
    EXPECT_THAT(notes(read), Contains("decimal commas read as decimal points"));
  }
  EXPECT_EQ(kind_of_content(semicolons, "w.csv"), Kind::wheel);
}

TEST(DecimalCommas, AreRefusedBesidePointsAndBetweenCommas) {
  const std::string points = columns(standard_profile("s1002")->curve, {.z_sign = -1});
  EXPECT_THAT(finding("10,5 -3,25\n" + points, "w.csv", Kind::wheel), HasSubstr("Use a decimal point"));
  std::string commas = with_commas(points);
  std::replace(commas.begin(), commas.end(), ' ', ',');
  EXPECT_THAT(finding(commas, "w.csv", Kind::wheel), HasSubstr("has more than two columns"));
}

TEST(MiniProf, HeadingsMayBeInQuotes) {
  const Curve wheel = standard_profile("s1002")->curve;
  const std::string text = "\"UserName\"=\"x\"\n\"ColumnDef\"=\"X,Y\"\n\"YOffset\"=\"2.5\"\n\n" +
                           columns(wheel, {.z_sign = -1, .y_shift = 70});
  EXPECT_NEAR(
      must_read(text, "w.whl", Kind::wheel, {.origin = Origin::file, .mirror_z = false}).curve.point(0).y(),
      wheel.point(0).y() - 2.5e-3, 1e-9);
  EXPECT_EQ(finding("\"ColumnDef\"=\"A,B\"\n\n1 2\n", "w.whl", Kind::wheel)
                .find("w.whl:1:1: ColumnDef does not name the columns"),
            0U);
}

TEST(Simpack, AFlangePointsDown) {
  const Curve wheel = standard_profile("s1002")->curve;
  const std::string upwards = simpack("units.len.f = 1000", columns(wheel, {}), 1);
  const Profile read = must_read(upwards, "w.prw", Kind::wheel);
  EXPECT_LT(distance(read.curve, wheel), 1e-9);
  EXPECT_THAT(notes(read), Contains("z mirrored, its flange points up in the file"));
  EXPECT_GT(must_read(upwards, "w.prw", Kind::wheel, {.origin = Origin::file, .mirror_z = false})
                .curve.point(0)
                .y(),
            0);
}

// The heading's numbers have slipped behind the empty line that ends it.
TEST(MiniProf, RefusesPointsOfUnlikeCounts) {
  const std::string points = columns(standard_profile("s1002")->curve, {.z_sign = -1, .y_shift = 70});
  EXPECT_EQ(finding("MINIPROF 101\n\n32.58 37.11 14.71\n" + points, "w.whl", Kind::wheel)
                .find("w.whl:4:1: has another count of numbers than the first point (got 2; allowed 3)."),
            0U);
}

std::string simpack(const std::string& keys, const std::string& points, int type) {
  return fmt::format(
      "! remark\nheader.begin\n  version = 1\n  type = "
      "{}\nheader.end\nspline.begin\n{}\npoint.begin\n{}point.end\n"
      "spline.end\n",
      type, keys, points);
}

// The program CONTACT takes these files; others of ours may be damaged.
TEST(ReadProfile, LenientlyAsTheProgramContact) {
  const Curve rail = standard_profile("60e1")->curve;
  const std::string points = columns(rail, {});
  const auto fits = [&](const std::string& text, const std::string& file) {
    const Profile read = must_read(text, file, Kind::rail, {.mirror_y = false, .lenient = true});
    EXPECT_LT(distance(read.curve, rail), 1e-9) << text.substr(0, 40);
    return notes(read);
  };
  fits(points, "no_ending");
  fits("Rail=60E1\nof a text\n1 2 3\n\n" + points, "r.txt");
  fits("y z\n" + points, "r.txt");
  EXPECT_THAT(fits(points + "7.5\n", "r.txt"), Contains("1 lines dropped that have one number only"));
  fits("XYPoints=600\n\n" + points, "r.ban");
  EXPECT_THAT(fits(simpack("units.len.f = 1000\nmirror.x = 1", columns(rail, {.z_sign = -1}), 0), "r.prr"),
              Contains("key mirror.x is not known"));
  const Profile plane = must_read("-50 0\n50 0\n", "r.txt", Kind::rail, {.mirror_z = false, .lenient = true});
  EXPECT_NEAR(plane.curve.length(), 0.1, 1e-12);
  EXPECT_NEAR(plane.curve.point(0.03).y(), 0, 1e-12);
}

TEST(Simpack, AppliesItsKeysInOrder) {
  const Curve rail = standard_profile("60e1")->curve;
  const std::string points = columns(rail, {-1, 1, 3, 1e3, true});
  const Profile read =
      must_read(simpack("units.len.f = 1000 ! mm\nshift.y = -3\nmirror.y = 1\nmirror.z = 1\ninversion = 1\n"
                        "bound.y.min = 1\nbound.y.max = 0",
                        points, 0),
                "r.prr", Kind::rail);
  EXPECT_LT(distance(read.curve, rail), 1e-9);
  const Profile cut =
      must_read(simpack("units.len.f = 1000\nshift.y = -3\nmirror.z = 1\nbound.y.min = -20\nbound.y.max = 30",
                        points, 0),
                "r.prr", Kind::rail);
  EXPECT_GE(cut.curve.point(0).x(), -0.020);
  EXPECT_LE(cut.curve.point(cut.curve.length()).x(), 0.030);
}

TEST(Simpack, RefusesADecimalComma) {
  EXPECT_THAT(finding(simpack("units.len.f = 1000", "-35,5 -2.0\n", 0), "r.prr", Kind::rail),
              HasSubstr("is not a number (got \"-35,5\"; allowed a number such as 1.5e-3). Use a decimal "
                        "point, not a decimal comma."));
}

TEST(Simpack, RefusesMoreThanAWeightBehindAPoint) {
  const std::string points = columns(standard_profile("60e1")->curve, {.z_sign = -1});
  const auto says = [&](const char* behind) {
    return finding(simpack("units.len.f = 1000", "-99 50 " + std::string(behind) + "\n" + points, 0), "r.prr",
                   Kind::rail);
  };
  EXPECT_EQ(
      says("0.5 7"),
      "r.prr:9:12: has more than a point and its weight (got -99 50 0.5 7; allowed y, z and a weight).");
  EXPECT_THAT(says("heavy"), HasSubstr("r.prr:9:8: is not a number (got heavy"));
}

TEST(Simpack, WithoutAUnitItIsInMetres) {
  const Curve rail = standard_profile("60e1")->curve;
  const std::string points = columns(rail, {.z_sign = -1, .unit = 1});
  const Profile read = must_read(simpack("point.dist.min = 1e-7", points, 0), "r.prr", Kind::rail);
  EXPECT_LT(distance(read.curve, rail), 2e-8);
}

TEST(Simpack, RotatesAboutX) {
  const Curve rail = standard_profile("60e1")->curve;
  const Profile read = must_read(simpack("units.len.f = 1000\nunits.ang.f = 57.29577951308232\nrotate = -2.0",
                                         columns(rail, {.z_sign = -1}), 0),
                                 "r.prr", Kind::rail, {.origin = Origin::file});
  // z points down in the file: a turn from y to z by −2° leans the head by 2° towards the track centre.
  EXPECT_NEAR(measure_head(read).inclination.value() * 180 / pi, 2, 0.02);
}

TEST(Findings, NameTheirPlace) {
  const std::string good = columns(standard_profile("60e1")->curve, {});
  EXPECT_EQ(finding("1 2\n3, abc\n" + good, "r.csv", Kind::rail), "r.csv:2:4: is not a number (got abc).");
  EXPECT_EQ(finding("1 2\n nan 4\n" + good, "r.csv", Kind::rail),
            "r.csv:2:2: is not a finite number (got nan).");
  EXPECT_EQ(finding("1 2\n1 -inf\n" + good, "r.csv", Kind::rail),
            "r.csv:2:3: is not a finite number (got -inf).");
  EXPECT_EQ(finding("1 2\n1 1e999\n" + good, "r.csv", Kind::rail),
            "r.csv:2:3: is not a finite number (got 1e999).");
  EXPECT_EQ(finding("1 2\n7\n" + good, "r.csv", Kind::rail),
            "r.csv:2:1: has one number only (got 7; allowed y and z).");
  EXPECT_EQ(finding("Rail=\n\n1 2\n1 x2\n" + good, "r.ban", Kind::rail),
            "r.ban:4:3: is not a number (got x2).");
  EXPECT_EQ(finding("Xoffset=zero\n\n" + good, "r.ban", Kind::rail),
            "r.ban:1:9: is not a number (got zero).");
  EXPECT_EQ(
      finding("ColumnDef=A,C\n\n" + good, "r.ban", Kind::rail),
      "r.ban:1:1: ColumnDef does not name the columns of y and z (got A,C; allowed X and Y among them).");
}

TEST(Findings, AreNotThousands) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "1 ?\n";
  const std::string all = finding(text, "r.csv", Kind::rail);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 9);
}

TEST(Findings, AboutThePoints) {
  EXPECT_EQ(
      finding("", "r.csv", Kind::rail),
      "r.csv: holds no points. Points are lines of y and z; a MiniProf heading ends with an empty line.");
  EXPECT_EQ(finding("0 0\n10 1\n20 0\n", "r.csv", Kind::rail),
            "r.csv: has too few points (got 3; allowed at least 5).");
  std::string many;
  for (int i = 0; i <= 20000; ++i) many += fmt::format("{} 0\n", 0.01 * i);
  EXPECT_EQ(finding(many, "r.csv", Kind::rail),
            "r.csv: has too many points (got 20001; allowed at most 20000). "
            "Thin it out; profiles are measured every 0.1 mm or so.");
  EXPECT_EQ(finding("0 0\n1 0\n2 0\n3 0\n2 -1\n1 1\n0 3\n5 9\n", "r.csv", Kind::rail, {.mirror_z = false}),
            "r.csv: crosses itself (got near y = 1 mm). Remove the loop.");
  EXPECT_EQ(finding("0 0\n0 1\n0 2\n0 3\n0 4\n0 5\n", "r.csv", Kind::rail, {.mirror_z = false}),
            "r.csv: does not run from one side of a rail to the other (got y from 0 to 0 mm). "
            "Check that it is one section, and which way z points.");
}

TEST(Findings, AboutUnits) {
  const Curve rail = standard_profile("60e1")->curve;
  EXPECT_EQ(finding(columns(rail, {.unit = 1}), "r.csv", Kind::rail),
            "r.csv: seems to be in metres: its points make a curve that is too short for millimetres (got "
            "0.1253 mm; "
            "allowed 5 to 500 mm). Name the columns with their unit in a first line: y [m], z [m].");
  EXPECT_LT(
      distance(must_read(columns(rail, {.unit = 1e6}), "r.csv", Kind::rail, {.unit_mm = 1e-3}).curve, rail),
      1e-9);
  EXPECT_EQ(finding(columns(rail, {.unit = 1e6}), "r.csv", Kind::rail),
            "r.csv: has an impossible length along the profile (got 1.253e+05 mm; allowed 5 to 500 mm). "
            "Check the unit of its points.");
}

TEST(Findings, AboutTruncatedFiles) {
  const std::string points = columns(standard_profile("60e1")->curve, {});
  EXPECT_EQ(finding("header.begin\ntype = 0\nheader.end\nspline.begin\npoint.begin\n" + points, "r.prr",
                    Kind::rail),
            "r.prr: ends before spline.end. The file is cut off or not a SIMPACK profile; copy it again.");
  EXPECT_EQ(finding("XYPoints=600\n\n" + points, "r.ban", Kind::rail),
            "r.ban: ends early: its heading announces more points than it contains (got 503; allowed 600). "
            "Copy the file again from the instrument.");
}

TEST(Findings, AboutSimpackKeys) {
  const std::string points = columns(standard_profile("60e1")->curve, {.z_sign = -1});
  EXPECT_EQ(finding(simpack("mirror.x = 1", points, 0), "r.prr", Kind::rail),
            "r.prr:7:1: is not a key of a SIMPACK profile (got mirror.x). Did you mean mirror.y.");
  EXPECT_EQ(finding(simpack("shift.y = a", points, 0), "r.prr", Kind::rail),
            "r.prr:7:11: is not a number (got a).");
  EXPECT_EQ(finding(simpack("units.len.f = 0", points, 0), "r.prr", Kind::rail),
            "r.prr: units.len.f is not positive (got 0).");
  EXPECT_EQ(finding(simpack("units.ang.f = -1", points, 0), "r.prr", Kind::rail),
            "r.prr: units.ang.f is not positive (got -1).");
  EXPECT_EQ(finding("header.begin\npoint.begin\n", "r.prr", Kind::rail),
            "r.prr:2:1: is out of place (got point.begin; allowed what belongs into section header).");
  EXPECT_EQ(finding("1 2 3\n", "r.prr", Kind::rail),
            "r.prr:1:1: is neither a section, a key nor a point (got 1 2 3).");
  EXPECT_EQ(finding(simpack("units.len.f = 1000", points, 1), "r.prr", Kind::rail),
            "r.prr:4:3: the file says that it is a wheel, but a rail profile is wanted.");
  EXPECT_EQ(finding(simpack("units.len.f = 1000", points, 7), "r.prr", Kind::rail),
            "r.prr:4:3: type is neither a rail nor a wheel (got 7; allowed 0 rail, 1 wheel).");
}

TEST(Findings, AboutOptions) {
  const std::string points = columns(standard_profile("60e1")->curve, {});
  EXPECT_EQ(finding(points, "r.csv", Kind::rail, {.smoothing = -1}),
            "r.csv: smoothing wavelength is out of range (got -1; allowed 0 to 50 mm). "
            "Give the shortest wavelength to keep, 2 to 5 mm for a measured profile.");
  EXPECT_THAT(finding(points, "r.csv", Kind::rail, {.smoothing = std::nan("")}),
              HasSubstr("out of range (got nan"));
}

TEST(Findings, AboutNamesAndEndings) {
  EXPECT_EQ(finding("1 2", "r.xls", Kind::rail), "r.xls: has too few points (got 1; allowed at least 5).");
  EXPECT_EQ(finding("1 2", "r.whl", Kind::rail),
            "r.whl: is a wheel profile by its ending, but a rail profile is wanted.");
}

// --- what a file is, by what it holds --------------------------------------------------------------------

TEST(ReadProfile, AnyEndingMayHaveTwoColumns) {
  const Curve wheel = standard_profile("s1002")->curve;
  for (const char* const name : {"worn.wheel", "worn.measured", "worn", "worn.prw"})
    EXPECT_LT(distance(must_read(columns(wheel, {}), name, Kind::wheel).curve, wheel), 1e-9) << name;
  EXPECT_EQ(kind_of("worn.wheel"), Kind::wheel);
  EXPECT_EQ(kind_of("worn.rail"), Kind::rail);
}

TEST(ReadProfile, ContentTellsTheFormat) {
  const Curve rail = standard_profile("60e1")->curve;
  const std::string points = columns(rail, {.z_sign = -1});
  EXPECT_LT(distance(must_read(simpack("units.len.f = 1000", points, 0), "r.csv", Kind::rail).curve, rail),
            1e-9);
  EXPECT_LT(
      distance(
          must_read("Rail=x\nColumnDef=X,Y\n\n" + columns(rail, {.y_sign = -1}), "r.dat", Kind::rail).curve,
          rail),
      1e-9);
}

std::string orvd_file(const Curve& curve, const std::string& role, const std::string& unit = "meter",
                      const std::string& frame = "lateral_right_vertical_down") {
  std::string lateral, vertical;
  for (const Vec2& p : curve.points()) {
    lateral += fmt::format("{}{}", lateral.empty() ? "" : ",", p.x());
    vertical += fmt::format("{}{}", vertical.empty() ? "" : ",", -p.y());
  }
  return fmt::format(
      "{{\"profile_identifier\": \"p\", \"profile_role\": \"{}\", \"coordinate_frame\": \"{}\", "
      "\"length_unit\": \"{}\", \"lateral_meters\": [{}], \"vertical_meters\": [{}]}}",
      role, frame, unit, lateral, vertical);
}

TEST(KindOf, ContentTells) {
  const Curve wheel = standard_profile("s1002")->curve, rail = standard_profile("60e1")->curve;
  EXPECT_EQ(kind_of_content(columns(wheel, {}), "a.csv"), Kind::wheel);
  EXPECT_EQ(kind_of_content(columns(wheel, {.y_sign = -1, .z_sign = -1}), "a.csv"), Kind::wheel);
  EXPECT_EQ(kind_of_content(columns(rail, {}), "a.csv"), Kind::rail);
  EXPECT_EQ(kind_of_content(orvd_file(rail, "rail"), "a.json"), Kind::rail);
  EXPECT_EQ(kind_of_content(simpack("units.len.f = 1000", columns(wheel, {.z_sign = -1}), 1), "a.txt"),
            Kind::wheel);
  EXPECT_EQ(kind_of_content(columns(cone(0.05).curve, {}), "a.csv"), std::nullopt);
  EXPECT_EQ(kind_of_content("no profile", "a.csv"), std::nullopt);
}

// GENSYS: y towards the track centre, z down, remarks behind the numbers.
TEST(Columns, OfGensys) {
  const Curve wheel = standard_profile("s1002")->curve;
  std::string text = columns(wheel, {.y_sign = -1, .z_sign = -1, .reversed = true});
  text.insert(text.find('\n'), "   # start on the tread");
  EXPECT_LT(distance(must_read(text, "w.wheel", Kind::wheel).curve, wheel), 1e-9);
}

TEST(Orvd, ReadsItsProfiles) {
  const Curve wheel = standard_profile("s1002")->curve;
  EXPECT_LT(distance(must_read(orvd_file(wheel, "wheel"), "w.json", Kind::wheel).curve, wheel), 1e-9);
  EXPECT_EQ(finding(orvd_file(wheel, "wheel"), "w.json", Kind::rail),
            "w.json: the file says that it is a wheel, but a rail profile is wanted.");
  EXPECT_EQ(finding(orvd_file(wheel, "wheel", "inch"), "w.json", Kind::wheel),
            "w.json: length_unit is not the one that is read (got inch; allowed meter).");
  EXPECT_EQ(
      finding(orvd_file(wheel, "wheel", "meter", "up"), "w.json", Kind::wheel),
      "w.json: coordinate_frame is not the one that is read (got up; allowed lateral_right_vertical_down).");
  EXPECT_EQ(finding("{\"a\": 1", "w.json", Kind::wheel),
            "w.json: begins as JSON, but is none that can be read. Export the file again.");
  EXPECT_EQ(finding("{\"a\": 1}", "w.json", Kind::wheel),
            "w.json: has no text profile_role. A profile in JSON is one of OpenRailVehicleDynamics.");
}

TEST(MiniProf, RowsMayHaveFewerColumnsThanDeclared) {
  const Curve s1002 = standard_profile("s1002")->curve;
  const std::string points = columns(s1002, {.z_sign = -1, .y_shift = 70});
  const Profile wheel = must_read("ColumnDef=X,Y,A,C,N\nXYPoints=661\n\n" + points, "w.whl", Kind::wheel);
  EXPECT_LT(distance(wheel.curve, s1002), 1e-9);
  EXPECT_THAT(notes(wheel), Contains("rows have 2 of 5 columns declared, those of X and Y among them"));
  EXPECT_EQ(
      finding("ColumnDef=A,C,X,Y\n\n" + points, "w.whl", Kind::wheel),
      "w.whl:3:1: rows have 2 of 4 columns declared (allowed at least 4: the columns X and Y of ColumnDef). "
      "Check ColumnDef.");
}

TEST(Simpack, SaysThatItsSmoothingIsNotApplied) {
  const std::string points = columns(standard_profile("s1002")->curve, {.z_sign = -1});
  const auto read = [&](const std::string& value) {
    return notes(must_read(simpack("approx.smooth = " + value + "\nunits.len.f = 1000", points, 1), "w.prw",
                           Kind::wheel));
  };
  EXPECT_THAT(read("1.0"),
              Contains("approx.smooth = 1.0 of the file is not applied: the points count; give a "
                       "smoothing of your own (--smoothing) if they need one"));
  EXPECT_THAT(read("0"), Not(Contains(HasSubstr("approx.smooth"))));
}

// --- what a profile cannot be ----------------------------------------------------------------------------

TEST(Plausibility, OfTheUnit) {
  const Curve wheel = standard_profile("s1002")->curve, rail = standard_profile("60e1")->curve;
  const std::string inches = columns(wheel, {.unit = 1e3 / 25.4});
  EXPECT_EQ(finding(inches, "w.csv", Kind::wheel),
            "w.csv: seems to be in inches: it is too narrow for a wheel in millimetres (got 5.315 mm wide; "
            "allowed at "
            "least 15 mm). Name the columns with their unit in a first line: y [in], z [in]; or y [mm], z "
            "[mm] if it "
            "is that small.");
  EXPECT_NE(finding("z down\n,,\n1 2\n", "w.csv", Kind::wheel),
            "");  // a line of separators before the numbers
  // A switch rail near its point: 4.4 mm wide and 24 mm high.
  (void)must_read("-2.2 -24\n-2.1 -12\n-1.9 -3\n-1.2 -0.6\n0 0\n1.2 -0.6\n1.9 -3\n2.1 -12\n2.2 -24\n",
                  "s.csv", Kind::rail);
  EXPECT_LT(distance(must_read("y [in], z [in]\n" + inches, "w.csv", Kind::wheel).curve, wheel), 1e-8);
  EXPECT_NEAR(must_read("y [mm], z [mm]\n" + inches, "w.csv", Kind::wheel, {.origin = Origin::file})
                  .curve.point(0)
                  .x(),
              -0.07 / 25.4, 1e-9);
  EXPECT_THAT(finding(columns(rail, {.unit = 1e2}), "r.csv", Kind::rail),
              HasSubstr("seems to be in centimetres"));
}

TEST(Plausibility, OfTheAxes) {
  const auto exchanged = [](const Curve& curve, double sign) {
    std::string text;
    for (const Vec2& p : curve.points())
      text += fmt::format("{:.8f} {:.8f}\n", 1e3 * sign * p.y(), 1e3 * p.x());
    return text;
  };
  for (const double sign : {1.0, -1.0}) {
    EXPECT_EQ(finding(exchanged(standard_profile("s1002")->curve, sign), "w.csv", Kind::wheel),
              "w.csv: is a wheel that is higher than wide: y and z are exchanged, or it is turned by 90 "
              "degrees. Write "
              "y, across the track, before z.");
    EXPECT_EQ(finding(exchanged(standard_profile("60e1")->curve, sign), "r.csv", Kind::rail),
              "r.csv: is a rail that is higher than wide: y and z are exchanged, or it is turned by 90 "
              "degrees. Write "
              "y, across the track, before z.");
  }
}

TEST(Plausibility, OfTheKind) {
  for (const std::string& name : standard_profile_names(Kind::rail)) {
    if (name == "en15302_rail_a") continue;  // a crown without sides
    EXPECT_EQ(finding(columns(standard_profile(name)->curve, {}), "w.csv", Kind::wheel),
              "w.csv: is a rail profile, which falls off at both ends, but a wheel profile is wanted.")
        << name;
  }
  for (const std::string& name : standard_profile_names(Kind::wheel)) {
    const Curve curve = standard_profile(name)->curve;
    must_read(columns(curve, {}), "w.csv", Kind::wheel);
    must_read(columns(curve, {.z_sign = -1}), "w.csv", Kind::wheel);
    if (name.starts_with("cone")) continue;
    EXPECT_THAT(finding(columns(curve, {}), "r.csv", Kind::rail),
                HasSubstr("is a wheel profile by its flange"))
        << name;
    EXPECT_THAT(finding("Rail=\n\n" + columns(curve, {.z_sign = -1}), "r.ban", Kind::rail),
                HasSubstr("is a wheel profile by its flange"))
        << name;
  }
}

// Round wheels of test rigs say in their file that they are wheels.
TEST(Plausibility, AStatedKindMayHaveAnyShape) {
  std::string points;
  for (int i = -83; i <= 83; ++i)
    points += fmt::format("{:.6f} {:.6f}\n", 50 * std::sin(i * pi / 180), 50 * std::cos(i * pi / 180) - 50);
  EXPECT_THAT(finding(points, "w.csv", Kind::wheel),
              HasSubstr("is a rail profile, which falls off at both ends"));
  must_read(simpack("units.len.f = 1000", points, 1), "w.prw", Kind::wheel);
}

TEST(Plausibility, AFlangeThatIsMissingIsSaid) {
  std::string text;
  for (const Vec2& p : standard_profile("s1002")->curve.points())
    if (p.x() > -0.02) text += fmt::format("{} {}\n", 1e3 * p.x(), 1e3 * p.y());
  EXPECT_THAT(
      notes(must_read(text, "w.csv", Kind::wheel)),
      Contains("has no flange: its origin stays that of the file, and nothing keeps it on the rails"));
  EXPECT_THAT(
      warnings_of(must_read(text, "w.csv", Kind::wheel)),
      ElementsAre(
          "w.csv: has no flange: its origin stays that of the file, and nothing keeps it on the rails"));
  // A shift is reported.
  const Profile moved =
      must_read(columns(standard_profile("s1002")->curve, {.y_shift = 5}), "w.csv", Kind::wheel);
  EXPECT_THAT(
      warnings_of(moved),
      ElementsAre(
          "w.csv: has its flange back at y = -65.0 mm, not at -70 mm: its tape circle may be shifted by "
          "5.0 mm"));
  EXPECT_TRUE(warnings_of(must_read("# origin: tape circle\n" +
                                        columns(standard_profile("s1002")->curve, {.y_shift = 5}),
                                    "w.csv", Kind::wheel))
                  .empty());
  EXPECT_TRUE(
      warnings_of(must_read(columns(standard_profile("s1002")->curve, {.y_shift = 70}), "w.csv", Kind::wheel))
          .empty());
}

std::string load_finding(const std::string& name, Kind kind, const SourceLocation& where) {
  Findings findings;
  EXPECT_FALSE(load_profile(name, kind, {}, where, findings).has_value());
  return findings.text();
}

TEST(LoadProfile, FindingsAboutTheName) {
  const SourceLocation where{"case.toml", 4, 9};
  EXPECT_EQ(
      load_finding("s1020", Kind::wheel, where),
      "case.toml:4:9: is not a wheel profile (got s1020; allowed s1002, en15302_a, en15302_b, "
      "en15302_c, en15302_h, en15302_i, en13715_1_40, apta_120, apta_140, apta_140m, apta_220, apta_240, "
      "apta_320, apta_340, nrcc_acela, nrcc_amtrak, cone_1_20, cone_1_40, s1002_e28.5 to s1002_e32, "
      "en13715_1_40_e28.5 to en13715_1_40_e32 or a file). Did you mean s1002.");
  EXPECT_EQ(load_finding("s1002", Kind::rail, where),
            "case.toml:4:9: s1002 is a wheel profile, but a rail profile is wanted (allowed 60e1, 60e2, "
            "54e1, 49e1, 56e1, "
            "140re, en15302_rail_a).");
  EXPECT_EQ(load_finding("missing.csv", Kind::rail, {"folder/case.toml", 4, 9}),
            "folder/case.toml:4:9: profile file folder/missing.csv cannot be read. "
            "Give its path relative to the file that names it.");
}

TEST(KindOf, NamesAndEndingsTell) {
  EXPECT_EQ(kind_of("s1002"), Kind::wheel);
  EXPECT_EQ(kind_of("en15302_rail_a"), Kind::rail);
  EXPECT_EQ(kind_of("a/b.WHL"), Kind::wheel);
  EXPECT_EQ(kind_of("b.prr"), Kind::rail);
  EXPECT_EQ(kind_of("b.csv"), std::nullopt);
  EXPECT_EQ(kind_of("s1020"), std::nullopt);
}

TEST(LoadProfile, TheHollowWheelOfTheModelsIsS1002LessItsWear) {
  Findings findings;
  const std::string file = std::string(FLANGEWAY_SOURCE_DIR) + "/models/profiles/s1002_hollow_2mm.csv";
  const auto worn = load_profile(file, Kind::wheel, {}, {}, findings);
  ASSERT_TRUE(worn) << findings.text();
  const Curve s1002 = standard_profile("s1002")->curve;
  const auto wear = [](double y) { return 2e-3 * std::exp(-std::pow((y - 0.005) / 0.018, 2)); };
  for (const double y : {-0.03, -0.01, 0.0, 0.005, 0.03, 0.05}) {
    const double z = worn->curve.point(outermost_at_y(worn->curve, y).value()).y();
    EXPECT_NEAR(z, s1002.point(outermost_at_y(s1002, y).value()).y() + wear(y) - wear(0), 2e-7) << y;
  }
  EXPECT_NEAR(measure_flange(*worn)->height, 0.028 + wear(0), 1e-6);
}

TEST(LoadProfile, FindsFilesBesideTheFileThatNamesThem) {
  const test::TemporaryFolder folder;
  folder.write("rail.csv", write_csv(*standard_profile("60e1")));
  Findings findings;
  const auto rail =
      load_profile("rail.csv", Kind::rail, {}, {(folder.path() / "case.toml").string(), 1, 1}, findings);
  ASSERT_TRUE(rail) << findings.text();
  EXPECT_EQ(rail->name, "rail");
  EXPECT_EQ(load_profile("60e1", Kind::rail, {}, {}, findings)->name, "60e1");
}

}  // namespace
}  // namespace flangeway::profile
