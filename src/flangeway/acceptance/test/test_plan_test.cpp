#include "flangeway/acceptance/test_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/acceptance/grid.hpp"
#include "flangeway/acceptance/zone_checks.hpp"

namespace flangeway::acceptance {
namespace {

using ::testing::HasSubstr;

RuleSpec zone_rule() {
  Findings findings;
  const auto rule = load_rule("en14363", findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
  return *rule;
}

TestPlan plan_for(double speed_kmh, double deficiency, std::size_t sections = 30) {
  Findings findings;
  TestSettings settings;
  settings.speed = speed_kmh / 3.6, settings.deficiency = deficiency, settings.sections = sections;
  TestPlan plan = plan_tests(zone_rule(), settings, findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
  return plan;
}

const PlannedZone& zone_of(const TestPlan& plan, const std::string& name) {
  for (const PlannedZone& zone : plan.zones)
    if (zone.name == name) return zone;
  ADD_FAILURE() << name;
  return plan.zones.front();
}

// Curvature of the track of a run, as a record has it each half metre.
std::vector<double> curvature_of(const PlannedRun& run) {
  std::vector<double> curvature;
  const double inside = run.radius == 0 ? 1e-6 : 1 / run.radius;
  for (double s = 0; s <= run.distance(); s += 0.5) {
    const double along = std::clamp((s - run_in) / run.transition, 0.0, 1.0);
    curvature.push_back(1 / 40e3 + along * (inside - 1 / 40e3));
  }
  return curvature;
}

// The speed follows from cant, its deficiency and the radius: v² = g R (I + D)/2b.
TEST(TestPlan, CurvesHaveTheirDeficiency) {
  for (const auto& [speed, deficiency] : {std::pair(120.0, 0.1), {160.0, 0.13}, {200.0, 0.15}, {230.0, 0.15}})
    for (const PlannedZone& zone : plan_for(speed, deficiency).zones)
      for (const PlannedRun& run : zone.runs) {
        if (run.radius == 0) continue;
        EXPECT_NEAR(1.5 * run.speed * run.speed / (9.80665 * run.radius) - run.cant, run.deficiency, 1e-9)
            << run.name;
        EXPECT_GE(run.cant, 0) << run.name;
        EXPECT_LE(run.cant, 0.1505) << run.name;
        EXPECT_LE(run.speed, speed / 3.6 + 1e-9) << run.name;
        EXPECT_GE(run.deficiency, 0.75 * deficiency) << run.name;
        EXPECT_LE(run.deficiency, 1.1 * deficiency) << run.name;
      }
}

TEST(TestPlan, FillsEachZoneWithTheSectionsThatARecordThenHas) {
  for (const std::size_t wanted : {25u, 30u, 50u}) {
    const TestPlan plan = plan_for(160, 0.13, wanted);
    RuleSpec rule = zone_rule();
    for (std::size_t z = 0; z < rule.zones.size(); ++z) {
      ZoneSpec& zone = rule.zones[z];
      zone.section_length = zone.section_length_at(160 / 3.6);
      EXPECT_EQ(plan.zones[z].sections(), wanted) << zone.title.value;
      std::size_t found = 0;
      for (const PlannedRun& run : plan.zones[z].runs) {
        const std::size_t there = sections_of(curvature_of(run), 0.5, zone, rule.section_margin).size();
        EXPECT_EQ(there, run.sections) << run.name;
        found += there;
      }
      EXPECT_EQ(found, wanted);
    }
  }
}

TEST(TestPlan, LengthOfSectionsFollowsTheAdmissibleSpeed) {
  EXPECT_EQ(zone_of(plan_for(140, 0.13), "straight").section_length, 250);
  EXPECT_EQ(zone_of(plan_for(140, 0.13), "large").section_length, 100);
  EXPECT_EQ(zone_of(plan_for(160, 0.13), "large").section_length, 200);
  EXPECT_EQ(zone_of(plan_for(230, 0.13), "large").section_length, 250);
  EXPECT_EQ(zone_of(plan_for(230, 0.13), "straight").section_length, 500);
  EXPECT_EQ(zone_of(plan_for(230, 0.13), "very_small").section_length, 70);
}

TEST(TestPlan, MeanRadiiOfTightCurvesAreThoseOfTheRule) {
  const TestPlan plan = plan_for(160, 0.13);
  for (const auto& [name, low, high] : {std::tuple("small", 450.0, 550.0), {"very_small", 280.0, 350.0}}) {
    double sum = 0;
    for (const PlannedRun& run : zone_of(plan, name).runs)
      sum += run.radius * static_cast<double>(run.sections);
    EXPECT_GE(sum / 30, low) << name;
    EXPECT_LE(sum / 30, high) << name;
  }
}

// At 50 km/h no curve of 600 m and more has 0.75 of 150 mm: 1.5 · 13.9²/(9.8 · 600) = 49 mm.
TEST(TestPlan, SaysWhichZoneTheSpeedDoesNotReach) {
  const TestPlan plan = plan_for(50, 0.15);
  EXPECT_TRUE(zone_of(plan, "large").runs.empty());
  EXPECT_THAT(zone_of(plan, "large").unreachable, HasSubstr("at 50 km/h"));
  EXPECT_THAT(text(plan), HasSubstr("left out: no curve of this zone"));
  EXPECT_EQ(zone_of(plan, "straight").sections(), 30u);
}

TEST(TestPlan, RunsHaveIrregularitiesOfTheirOwn) {
  std::vector<std::size_t> seeds;
  for (const PlannedZone& zone : plan_for(160, 0.13).zones)
    for (const PlannedRun& run : zone.runs) seeds.push_back(run.seed);
  std::sort(seeds.begin(), seeds.end());
  EXPECT_EQ(std::adjacent_find(seeds.begin(), seeds.end()), seeds.end());
}

TEST(TestPlan, RefusesFewerSectionsThanTheRuleNeeds) {
  Findings findings;
  TestSettings settings;
  settings.speed = 40, settings.deficiency = 0.13, settings.sections = 20;
  EXPECT_TRUE(plan_tests(zone_rule(), settings, findings).zones.empty());
  EXPECT_THAT(findings.text(), HasSubstr("--sections: is fewer than the rule needs in a zone"));
}

std::vector<SectionValue> sections_like(double radius, double deficiency, double speed, std::size_t count) {
  std::vector<SectionValue> sections;
  for (std::size_t i = 0; i < count; ++i)
    sections.push_back({"run", 100 * static_cast<double>(i), 100 * static_cast<double>(i + 1), 1 / radius,
                        speed, deficiency, 0});
  return sections;
}

CheckOutcome outcome_of_check(const std::vector<ZoneCheck>& checks, const std::string& name) {
  for (const ZoneCheck& check : checks)
    if (check.name == name) return check.outcome;
  ADD_FAILURE() << name;
  return CheckOutcome::not_judged;
}

TEST(ZoneChecks, JudgeRadiusDeficiencySpeedAndLength) {
  const RuleSpec rule = zone_rule();
  const ZoneSpec& small = rule.zones[2];
  const JudgeOptions options{.cant_deficiency = 0.15, .admissible_speed = 40};
  const auto good = check_zone(small, sections_like(500, 0.15, 30, 25), options, "");
  for (const ZoneCheck& check : good) EXPECT_EQ(check.outcome, CheckOutcome::met) << check.name;
  EXPECT_EQ(good.front().source, "EN 14363:2016 and UIC 518:2009; no printed source found");
  EXPECT_TRUE(good.front().unverified);
  EXPECT_EQ(outcome_of_check(check_zone(small, sections_like(430, 0.15, 30, 25), options, ""), "mean radius"),
            CheckOutcome::not_met);
  EXPECT_EQ(
      outcome_of_check(check_zone(small, sections_like(500, 0.10, 30, 25), options, ""), "cant deficiency"),
      CheckOutcome::not_met);
  EXPECT_EQ(outcome_of_check(check_zone(small, sections_like(500, 0.15, 30, 24), options, ""), "sections"),
            CheckOutcome::not_met);
  const ZoneSpec& large = rule.zones[1];
  EXPECT_EQ(outcome_of_check(check_zone(large, sections_like(1000, 0.15, 30, 25), options, ""), "speed"),
            CheckOutcome::not_met);
  EXPECT_EQ(outcome_of_check(check_zone(large, sections_like(1000, 0.15, 42, 25), options, ""), "speed"),
            CheckOutcome::met);
  EXPECT_EQ(outcome_of_check(check_zone(large, sections_like(1000, 0.15, 42, 25), options, ""),
                             "length of a section"),
            CheckOutcome::not_met);  // 200 m above 140 km/h
  EXPECT_EQ(outcome_of_check(check_zone(rule.zones[0], sections_like(1e6, 0.05, 42, 25), options, ""),
                             "cant deficiency"),
            CheckOutcome::not_met);
}

TEST(ZoneChecks, WithoutAdmissibleValuesNothingIsCalledMet) {
  const RuleSpec rule = zone_rule();
  const auto checks = check_zone(rule.zones[1], sections_like(1000, 0.15, 42, 25), {}, "");
  EXPECT_EQ(outcome_of_check(checks, "speed"), CheckOutcome::not_judged);
  EXPECT_EQ(outcome_of_check(checks, "cant deficiency"), CheckOutcome::not_judged);
  EXPECT_EQ(outcome_of_check(checks, "length of a section"), CheckOutcome::not_judged);
}

TEST(TestFiles, QuoteWhatTheyAreGiven) {
  TestSettings settings;
  settings.speed = 40, settings.deficiency = 0.13, settings.friction = {0.3, 0.4},
  settings.wheels = {"a \"b\""};
  Findings findings;
  const TestPlan plan = plan_tests(zone_rule(), settings, findings);
  const NamedTexts files = test_files(plan, settings, {{"w1"}, {"body"}}, "x.toml", "title");
  EXPECT_THAT(files[2].second, HasSubstr("values = [\"a \\\"b\\\"\"]"));
  EXPECT_THAT(files[2].second, HasSubstr("values = [0.3, 0.4]"));
  EXPECT_THAT(files[2].second, HasSubstr("\"w1.left.Q\""));
  EXPECT_EQ(conditions_of(settings).size(), 2u);
}

}  // namespace
}  // namespace flangeway::acceptance
