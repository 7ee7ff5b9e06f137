#include "flangeway/track/line_limits.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>

#include "flangeway/document/read.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::track {
namespace {

using testing::HasSubstr;

// 60 m of transition into a left curve of 500 m with 100 mm of cant, and from it at once into one of 700 m.
constexpr auto curved_line = R"([[segments]]
kind = "straight"
length = 100
[[segments]]
kind = "transition"
length = 60
[[segments]]
kind = "circular"
length = 200
radius = 500
direction = "left"
cant = 0.1
[[segments]]
kind = "circular"
length = 100
radius = 700
direction = "left"
cant = 0.1
[rails]
profile = "60e1"
rail_distance = 1.5
)";

TrackModel compiled_line(const std::string& text) {
  Findings findings;
  TrackSpec spec;
  document::Document::from_text(text, "line.toml", findings).fill(spec, findings);
  std::optional<TrackModel> model = compile(spec, findings);
  if (!model) throw std::runtime_error(findings.text());
  return std::move(*model);
}

LineLimitSpec limit_of(const char* quantity, double limit, double to_speed_kmh = 0, double times_speed = 0) {
  LineLimitSpec spec;
  spec.quantity.value = quantity, spec.limit = limit, spec.to_speed_kmh = to_speed_kmh;
  spec.limit_times_speed_kmh = times_speed;
  return spec;
}

LineVerdict verdict_on(const LineReport& report, const std::string& quantity) {
  for (const LineVerdict& verdict : report.verdicts)
    if (verdict.quantity == quantity) return verdict;
  throw std::runtime_error("no verdict on " + quantity);
}

LineReport judged(std::vector<LineLimitSpec> limits, double speed_kmh) {
  LineLimitsSpec file;
  file.name.value = "test", file.source.value = "a publication";
  file.limits = std::move(limits);
  return judge_line(compiled_line(curved_line), file, speed_kmh);
}

// At 90 km/h: b V²/(g R) = 1.5 × 625/(9.81 × 500) = 191.13 mm.
TEST(LineLimits, ValuesAreThoseOfTheClosedForms) {
  const LineReport report =
      judged({limit_of("radius", 400), limit_of("cant", 0.15), limit_of("cant_deficiency", 0.15),
              limit_of("jump_of_deficiency", 0.1), limit_of("cant_gradient", 0.002),
              limit_of("rate_of_cant", 0.03), limit_of("rate_of_deficiency", 0.075)},
             90);
  const double equilibrium = 1.5 * 625 / (9.81 * 500);
  EXPECT_NEAR(verdict_on(report, "radius").value, 500, 1e-6);
  EXPECT_NEAR(verdict_on(report, "cant").value, 0.1, 1e-12);
  EXPECT_NEAR(verdict_on(report, "cant_deficiency").value, equilibrium - 0.1, 1e-9);
  EXPECT_NEAR(verdict_on(report, "cant_gradient").value, 0.1 / 60, 1e-9);
  EXPECT_NEAR(verdict_on(report, "rate_of_cant").value, 25 * 0.1 / 60, 1e-7);
  EXPECT_NEAR(verdict_on(report, "rate_of_deficiency").value, 25 * (equilibrium - 0.1) / 60, 1e-7);
  EXPECT_NEAR(verdict_on(report, "jump_of_deficiency").value, equilibrium * (1 - 500.0 / 700), 1e-6);
  EXPECT_NEAR(verdict_on(report, "jump_of_deficiency").s, 360, 1e-9);
  EXPECT_TRUE(verdict_on(report, "cant_deficiency").is_kept());
  EXPECT_FALSE(verdict_on(report, "rate_of_cant").is_kept());
  EXPECT_NEAR(verdict_on(report, "rate_of_cant").length_beyond, 60, 1e-3);
}

// At a walking pace nearly all of the cant is excess.
TEST(LineLimits, CantIsExcessOfSlowTrains) {
  const LineReport report = judged({limit_of("cant_excess", 0.09), limit_of("cant_deficiency", 0.1)}, 3.6);
  const LineVerdict excess = verdict_on(report, "cant_excess");
  EXPECT_NEAR(excess.value, 0.1 - 1.5 / (9.81 * 700), 1e-9);  // of the wider curve
  EXPECT_FALSE(excess.is_kept());
  EXPECT_EQ(verdict_on(report, "cant_deficiency").value, 0);
}

TEST(LineLimits, WhatHasNoLimitOrDoesNotOccurIsNotJudged) {
  const LineReport report = judged({limit_of("cant", 0.2, 80), limit_of("crest_radius", 500)}, 90);
  EXPECT_EQ(verdict_on(report, "cant").not_judged, "no limit of the file holds at 90 km/h");
  EXPECT_EQ(verdict_on(report, "crest_radius").not_judged, "the line has none");
  EXPECT_EQ(verdict_on(report, "gradient").not_judged, "the file has no limit of it");
  const std::string text = summary_text(compiled_line(curved_line), report);
  EXPECT_THAT(text, HasSubstr("no limit was judged"));
}

TEST(LineLimits, TheLimitOfTheNextHigherSpeedHolds) {
  const std::vector<LineLimitSpec> limits{limit_of("cant", 0.3), limit_of("cant", 0.2, 100),
                                          limit_of("cant", 0.1, 60)};
  EXPECT_EQ(verdict_on(judged(limits, 60), "cant").limit, 0.1);
  EXPECT_EQ(verdict_on(judged(limits, 61), "cant").limit, 0.2);
  EXPECT_EQ(verdict_on(judged(limits, 101), "cant").limit, 0.3);
  EXPECT_NEAR(limit_of("cant_gradient", 0.0025, 0, 0.18).limit_at(120), 0.0015, 1e-15);
  EXPECT_EQ(limit_of("cant_gradient", 0.0025, 0, 0.18).limit_at(60), 0.0025);
}

TEST(LineLimits, GradientsAndVerticalRadii) {
  const TrackModel model = compiled_line(R"([[segments]]
kind = "straight"
length = 1000
[[heights]]
s = 0
height = 0
[[heights]]
s = 400
height = 8
curve = "circle"
radius = 2000
[[heights]]
s = 1000
height = 2
[rails]
profile = "60e1"
)");
  LineLimitsSpec file;
  file.limits = {limit_of("gradient", 0.0125), limit_of("crest_radius", 2500),
                 limit_of("hollow_radius", 900)};
  const LineReport report = judge_line(model, file, 100);
  EXPECT_NEAR(verdict_on(report, "gradient").value, 0.02, 1e-6);
  EXPECT_NEAR(verdict_on(report, "crest_radius").value, 2000, 2);
  EXPECT_FALSE(verdict_on(report, "crest_radius").is_kept());
  EXPECT_EQ(verdict_on(report, "hollow_radius").not_judged, "the line has none");
}

TEST(LineLimits, AFileNamesItsFaults) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "limits.toml").string();
  std::ofstream(file) << "name = \"n\"\nsource = \"s\"\ndate = \"d\"\n"
                         "limits = [{ quantity = \"cants\", limit = 1 }, { quantity = \"cant\" }]\n";
  Findings findings;
  EXPECT_FALSE(load_line_limits(file, findings));
  EXPECT_THAT(findings.text(), HasSubstr("is no quantity of a line"));
  EXPECT_THAT(findings.text(), HasSubstr("Did you mean cant"));
  EXPECT_THAT(findings.text(), HasSubstr("has no limit"));
}

TEST(LineLimits, ShippedFilesAreRead) {
  for (const char* name : {"tsi_inf_passenger", "tsi_inf_mixed", "ebo_main", "sncf_in0272"}) {
    Findings findings;
    const auto limits = load_line_limits(
        std::string(FLANGEWAY_SOURCE_DIR) + "/models/line_limits/" + name + ".toml", findings);
    ASSERT_TRUE(limits) << findings.text();
    EXPECT_FALSE(limits->not_covered.empty()) << name;
  }
}

}  // namespace
}  // namespace flangeway::track
