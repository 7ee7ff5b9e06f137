#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/math/types.hpp"
#include "flangeway/track/recorded_geometry.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::track {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// A sine of `amplitude` mm and 10 m of one column.
RecordedGeometry waves(const std::string& column, double amplitude, double middle = 0) {
  std::string text = "s [m]," + column + " [" + (column.starts_with("twist") ? "mm/m" : "mm") + "]\n";
  for (int i = 0; i <= 1600; ++i)
    text += fmt::format("{},{:.5f}\n", 0.25 * i, middle + amplitude * std::sin(2 * pi * 0.25 * i / 10));
  Findings findings;
  auto geometry = parse_recorded_geometry(text, "r.csv", {}, findings);
  if (!geometry) throw std::runtime_error(findings.text());
  return *geometry;
}

QualityLimitsSpec limits_of(const std::string& entries, const std::string& more = "") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("limits.toml", "name = \"own\"\nsource = \"own\"\ndate = \"2026\"\n" + more +
                                                    "\nlimits = [" + entries + "]\n");
  Findings findings;
  auto limits = load_quality_limits(file.string(), findings);
  if (!limits) throw std::runtime_error(findings.text());
  return *limits;
}

QualityReport judged(const RecordedGeometry& geometry, const QualityLimitsSpec& limits,
                     QualitySettings settings) {
  return judge_quality(geometry, settings, limits);
}

nlohmann::json json_of(const RecordedGeometry& geometry, const QualityReport& report) {
  return nlohmann::json::parse(json_text(geometry, report, std::nullopt));
}

const std::string level_limit =
    R"({ quantity = "longitudinal_level", band = "D1", to_speed_kmh = 300, immediate = 0.016 })";

// EN 14363:2016, table M.3, as printed in a public Python class after UIC 518 and EN 14363: at most 160 km/h,
// mm.
TEST(QualityJudgement, TakesTl90OfShippedLimits) {
  Findings findings;
  const auto limits =
      load_quality_limits(FLANGEWAY_SOURCE_DIR "/models/track_quality/en14363_tl90.toml", findings);
  ASSERT_TRUE(limits) << findings.text();
  // The standard deviation of a sine is its amplitude over the root of 2: 1.6 mm, between 1.4 and 1.85 mm.
  const RecordedGeometry geometry = waves("longitudinal_level_left", 1.6 * std::sqrt(2));
  const QualityReport report = judged(geometry, *limits, {.speed_kmh = 160});
  EXPECT_TRUE(report.is_judged());
  ASSERT_FALSE(report.defects.empty());
  for (const Defect& defect : report.defects) {
    EXPECT_EQ(defect.level, "TL90 lower");
    EXPECT_DOUBLE_EQ(defect.limit, 1.4e-3);
  }
}

TEST(QualityJudgement, SaysThatNoLimitHoldsAboveTheTable) {
  const RecordedGeometry geometry = waves("longitudinal_level_left", 30);
  EXPECT_FALSE(judged(geometry, limits_of(level_limit), {.speed_kmh = 300}).defects.empty());
  const QualityReport report = judged(geometry, limits_of(level_limit), {.speed_kmh = 320});
  EXPECT_FALSE(report.is_judged());
  const std::string text = summary_text(geometry, report, std::nullopt);
  EXPECT_THAT(
      text, HasSubstr("  not judged: longitudinal_level D1: no limit for longitudinal_level at 320 km/h: the "
                      "limits end at 300 km/h\n"));
  EXPECT_THAT(text, HasSubstr("no limit was judged\n"));
  EXPECT_THAT(text, Not(HasSubstr("beyond limits: 0")));
  const auto json = json_of(geometry, report);
  EXPECT_EQ(json["not_judged"][0]["quantity"], "longitudinal_level");
  EXPECT_FALSE(json.contains("defects")) << "an empty list would be an all clear";
}

TEST(QualityJudgement, SaysWhichColumnIsMissing) {
  const RecordedGeometry geometry = waves("alignment_left", 2);
  const auto limits = limits_of(R"({ quantity = "twist", to_speed_kmh = 200, immediate = 0.007 })");
  const std::string text = summary_text(geometry, judged(geometry, limits, {.speed_kmh = 120}), std::nullopt);
  EXPECT_THAT(text, HasSubstr("not judged: twist: no column of twist, and none of cross level\n"));
  EXPECT_THAT(text, HasSubstr("not judged: alignment_left: the limits have none of alignment\n"));
}

const std::string gauge_limit =
    R"({ quantity = "gauge", to_speed_kmh = 120, immediate_least = 1.426, immediate_greatest = 1.470 })";

TEST(QualityJudgement, ComparesTheGaugeWithLeastAndGreatest) {
  const auto limits = limits_of(gauge_limit, "nominal_gauge = 1.435");
  const QualityReport wide = judged(waves("gauge", 1, 1480), limits, {.speed_kmh = 100});
  ASSERT_EQ(wide.defects.size(), 1U);
  EXPECT_NEAR(wide.defects[0].limit, 0.035, 1e-12);
  EXPECT_EQ(wide.verdicts[0].limit, "immediate least 1426 mm, immediate greatest 1470 mm");
  EXPECT_FALSE(judged(waves("gauge", 1, 1424), limits, {.speed_kmh = 100}).defects.empty());
  EXPECT_TRUE(judged(waves("gauge", 1, 1436), limits, {.speed_kmh = 100}).defects.empty());
  const RecordedGeometry russian = waves("gauge", 1, 1521);
  const QualityReport other = judged(russian, limits, {.speed_kmh = 100});
  EXPECT_FALSE(other.is_judged());
  EXPECT_EQ(other.verdicts[0].not_judged,
            "the limits are made for a nominal gauge of 1435 mm, this one is 1520 mm");
  const auto level = limits_of(level_limit, "nominal_gauge = 1.435");
  RecordedGeometry narrow = waves("longitudinal_level", 1);
  narrow.nominal_gauge = 1;
  EXPECT_EQ(judged(narrow, level, {.speed_kmh = 100}).verdicts[0].not_judged,
            "the limits are made for 1435 mm and wider, the nominal gauge is 1000 mm");
}

// 20/l + 3 mm/m, at most 7 mm/m: 6 mm/m over 6.667 m, 7 mm/m over 3 m.
TEST(QualityJudgement, LimitOfTwistDependsOnTheBase) {
  const auto limits = limits_of(
      R"({ quantity = "twist", to_speed_kmh = 200, immediate = 0.007, immediate_by_base = [0.020, 0.003] })");
  EXPECT_NEAR(limits.limits[0].immediate_twist(3), 0.007, 1e-15);
  EXPECT_NEAR(limits.limits[0].immediate_twist(10), 0.005, 1e-15);
  EXPECT_TRUE(judged(waves("twist_3m", 6.5), limits, {.speed_kmh = 120}).defects.empty());
  EXPECT_FALSE(judged(waves("twist_10m", 6.5), limits, {.speed_kmh = 120}).defects.empty());
  const QualityReport unknown = judged(waves("twist", 6.5), limits, {.speed_kmh = 120});
  EXPECT_EQ(
      unknown.verdicts[0].not_judged,
      "its base is not known, and the limit depends on it: name the column twist_3m, or give --twist-base");
  const QualityReport given = judged(waves("twist", 6.5), limits, {.speed_kmh = 120, .twist_base = 10});
  EXPECT_EQ(given.verdicts[0].limit, "immediate 5 mm/m over 10 m");
  EXPECT_FALSE(given.defects.empty());
}

TEST(QualityJudgement, SaysWhatABandCannotShow) {
  RecordedGeometry coarse = waves("alignment", 2);
  coarse.step = 2;
  const auto limits =
      limits_of(R"({ quantity = "alignment", band = "D1", to_speed_kmh = 200, alert = 0.007 })");
  EXPECT_EQ(judged(coarse, limits, {.speed_kmh = 120}).verdicts[0].not_judged,
            "3202 of 3202 m: a sample every 2 m does not show waves of 3 m");
  RecordedGeometry pieces = waves("alignment", 2);
  pieces.stretches = {{0, 1000}, {1001, 1050}};
  const QualityReport report = judged(pieces, limits, {.speed_kmh = 120});
  EXPECT_TRUE(report.is_judged());
  EXPECT_EQ(report.verdicts[0].judged, 250);
  EXPECT_EQ(report.verdicts[0].not_judged, "150.25 of 400.25 m: gaps, and pieces shorter than 25 m");
}

TEST(QualityJudgement, JudgesStandardDeviationsOfSections) {
  const auto limits = limits_of(
      R"({ quantity = "alignment", band = "D1", to_speed_kmh = 200, alert_sd = 0.001, intervention_sd = 0.002 })",
      "level_names = [\"QN1\", \"QN2\", \"QN3\"]");
  const QualityReport report = judged(waves("alignment_left", 2.2), limits, {.speed_kmh = 120});
  ASSERT_EQ(report.defects.size(), 2U);
  EXPECT_EQ(report.defects[0].level, "QN1");
  EXPECT_TRUE(report.defects[0].is_deviation);
  EXPECT_NEAR(report.defects[0].peak, 2.2e-3 / std::sqrt(2), 1e-4);
  EXPECT_THAT(report.verdicts[0].limit, HasSubstr("QN2 2 mm of standard deviations"));
}

TEST(QualityJudgement, ReportsWhatTheFileDoesNotCover) {
  const QualityReport report =
      judged(waves("longitudinal_level", 1),
             limits_of(level_limit, "not_covered = [\"standard deviations\"]"), {.speed_kmh = 100});
  EXPECT_EQ(report.verdicts.back().quantity, "standard deviations");
  EXPECT_EQ(report.verdicts.back().not_judged, "the limits do not have it");
}

TEST(QualityJudgement, RefusesLimitsThatDoNotFitTheirQuantity) {
  const auto refused = [](const std::string& entry) {
    try {
      (void)limits_of(entry);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(
      refused(R"({ quantity = "twist", to_speed_kmh = 80, immediate_least = 1.4 })"),
      HasSubstr(
          "limits[0]: has limits of the gauge itself for twist. immediate_least and immediate_greatest are "
          "for quantity = \"gauge\"."));
  EXPECT_THAT(
      refused(R"({ quantity = "gauge", to_speed_kmh = 80, immediate_by_base = [0.02, 0.003] })"),
      HasSubstr(
          "limits[0]: has limits over a base for gauge. immediate_by_base is for quantity = \"twist\"."));
  EXPECT_THAT(
      refused(
          R"({ quantity = "gauge", to_speed_kmh = 80, immediate_least = 1.5, immediate_greatest = 1.4 })"),
      HasSubstr(
          "limits[0].immediate_greatest: is not above immediate_least (got 1.4; allowed more than 1.5 in "
          "m)."));
  EXPECT_THAT(
      refused(R"({ quantity = "alignment", to_speed_kmh = 80, alert_sd = 0.001 })"),
      HasSubstr(
          "limits[0]: limits standard deviations without a band (allowed D1, D2, D3). Standard deviations "
          "are those of a band."));
}

}  // namespace
}  // namespace flangeway::track
