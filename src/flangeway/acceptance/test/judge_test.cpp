#include "flangeway/acceptance/judge.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/acceptance/grid.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::acceptance {
namespace {

using ::testing::HasSubstr;

// A wheelset at 20 m/s, sampled at 100 Hz: 50 kN on each wheel, 20 kN outwards on the left one, 5 kN inwards
// on the right one, in a curve of 500 m radius. Each row is given to `change` (row, six values).
struct Row {
  double t, distance, curvature, left_q, left_y, right_q, right_y;
};
template <typename Change>
std::string table(int rows, const Change& change) {
  std::string text =
      "t [s],distance [m],track.curvature [1/m],a.left.Q [N],a.left.Y [N],a.right.Q [N],a.right.Y [N]\n";
  for (int i = 0; i < rows; ++i) {
    Row row{0.01 * i, 0.2 * i, 0.002, 50e3, 20e3, 50e3, 5e3};
    change(i, row);
    text += fmt::format("{},{},{},{},{},{},{}\n", row.t, row.distance, row.curvature, row.left_q, row.left_y,
                        row.right_q, row.right_y);
  }
  return text;
}
std::string table(int rows) {
  return table(rows, [](int, Row&) {});
}

Report judged(const std::vector<std::string>& tables, const std::string& rule_name, Findings& findings,
              const JudgeOptions& options = {}) {
  const test::TemporaryFolder folder;
  RecordSet set;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const auto file = folder.write(fmt::format("run{}.csv", i), tables[i]);
    set.records.push_back(*Record::open(file.string(), findings));
  }
  const auto rule = load_rule(rule_name, findings);
  EXPECT_TRUE(rule) << findings.text();
  return judge(set, *rule, options, findings);
}

std::string findings_of(const std::string& text) {
  Findings findings;
  (void)judged({text}, "en14363", findings);
  const std::string found = findings.text();
  const std::size_t at = found.find("run0.csv");
  return at == std::string::npos ? found : found.substr(at);
}

const Entry& entry_of(const Report& report, const std::string& quantity, const std::string& item) {
  for (const Entry& entry : report.entries)
    if (entry.quantity.rfind(quantity, 0) == 0 && entry.item == item) return entry;
  ADD_FAILURE() << quantity << " " << item;
  return report.entries.front();
}

// 13 000 rows are 2600 m: 26 sections of 100 m in the zone of 400 to 600 m.
TEST(Judge, ConstantForcesHaveTheirOwnEstimates) {
  Findings findings;
  const Report report = judged({table(13000)}, "en14363", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const Entry& sum = entry_of(report, "ΣY", "a");
  EXPECT_EQ(sum.sections.size(), 26u);
  EXPECT_NEAR(sum.estimate, 25e3, 1e-6);
  EXPECT_NEAR(sum.limit, 10e3 + 100e3 / 3, 1e-6);
  EXPECT_NEAR(sum.margin, 1 - 25e3 / sum.limit, 1e-12);
  EXPECT_EQ(sum.verdict, Verdict::passed);
  EXPECT_NEAR(entry_of(report, "Y/Q", "a.left").estimate, 0.4, 1e-9);
  EXPECT_NEAR(entry_of(report, "Y/Q", "a.right").estimate, 0.1, 1e-9);
  EXPECT_NEAR(entry_of(report, "Q", "a.left").limit, 140e3, 1e-6);  // 90 + 50 kN is below the bound of 200 kN
  EXPECT_EQ(report.verdict(), Verdict::passed);
  EXPECT_THAT(text(report), HasSubstr("verdict: passed"));
  EXPECT_THAT(text(report), HasSubstr("limit from memory"));
  EXPECT_THAT(page(report, "flangeway assess"), HasSubstr("<span class=\"bar\"><i style=\"width:58%\">"));
}

TEST(Judge, TooFewSectionsGiveNoJudgement) {
  Findings findings;
  const Report report = judged({table(3000)}, "en14363", findings);
  const Entry& sum = entry_of(report, "ΣY", "a");
  EXPECT_LT(sum.sections.size(), sum.needed);
  EXPECT_EQ(sum.verdict, Verdict::too_few_sections);
  EXPECT_EQ(report.verdict(), Verdict::too_few_sections);
  EXPECT_THAT(text(report), HasSubstr("no judgement: 6 of 25 sections"));
  EXPECT_THAT(text(report), HasSubstr("no section in zone 4: very small radius curves, which needs 25"));
}

// Mean + 3 s over sections of alternating force.
TEST(Judge, EstimateIsMeanAndThreeDeviations) {
  Findings findings;
  const auto alternating =
      table(13000, [](int i, Row& row) { row.left_y = (i / 500) % 2 == 0 ? 10e3 : 20e3; });
  const Entry sum = entry_of(judged({alternating}, "en14363", findings), "ΣY", "a");
  EXPECT_NEAR(sum.estimate, sum.mean + 3 * sum.deviation, 1e-9);
  EXPECT_GT(sum.deviation, 1e3);
}

TEST(Judge, SectionsOfSeveralRecordsCountTogether) {
  Findings findings;
  const Report report = judged({table(6600), table(6600)}, "en14363", findings);
  EXPECT_EQ(entry_of(report, "ΣY", "a").sections.size(), 26u);
}

// 8 kN of hunting at 5 Hz on a straight track: rms 8/√2 kN, of which the band lets all through.
TEST(Judge, HuntingShowsInTheSlidingRms) {
  Findings findings;
  const std::string hunting = table(33000, [](int, Row& row) {
    row.curvature = 0;
    row.left_y = 8e3 * std::sin(2 * 3.14159265358979 * 5 * row.t);
    row.right_y = 0;
  });
  const Entry rms = entry_of(judged({hunting}, "en14363", findings), "ΣY, sliding rms", "a");
  EXPECT_NEAR(rms.estimate, 8e3 / std::sqrt(2), 30);
  EXPECT_NEAR(rms.limit, 0.5 * (10e3 + 100e3 / 3), 1e-6);
  EXPECT_EQ(rms.verdict, Verdict::passed);
}

TEST(Judge, RulesOfForcesOverFiveFeet) {
  Findings findings;
  JudgeOptions options;
  options.axle_load = 100e3;
  const Report report = judged({table(1000)}, "fra213", findings, options);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const Entry& load = entry_of(report, "single wheel vertical load", "a.left");
  EXPECT_TRUE(load.lower_limit);
  EXPECT_NEAR(load.estimate, 1, 1e-9);
  EXPECT_EQ(load.limit, 0.15);
  const double slope = std::tan(70 * 3.14159265358979 / 180);
  EXPECT_NEAR(entry_of(report, "single wheel L/V", "a.left").limit, (slope - 0.5) / (1 + 0.5 * slope), 1e-12);
  const Entry& axle = entry_of(report, "net axle", "a");
  EXPECT_NEAR(axle.estimate, 0.25, 1e-9);
  EXPECT_NEAR(axle.limit, 0.4 + 5 / (100e3 / 4448.2216152605), 1e-12);
}

TEST(Judge, ChineseRuleCountsUnloading) {
  Findings findings;
  JudgeOptions options;
  options.axle_load = 200e3;
  const Report report = judged({table(2000)}, "gbt5599", findings, options);
  const Entry& unloading = entry_of(report, "wheel unloading", "a.left");
  EXPECT_NEAR(unloading.estimate, 0.5, 1e-9);
  EXPECT_NEAR(entry_of(report, "lateral force", "a").limit, 15e3 + 200e3 / 3, 1e-6);
}

TEST(Judge, SaysWhatIsWrongWithARecord) {
  EXPECT_THAT(
      findings_of(table(100, [](int i, Row& row) { row.left_q = i == 4 ? std::nan("") : 1; })),
      HasSubstr(
          "run0.csv: a.left.Q: has no finite value in row 5 (got nan). Cut the record there, or repair it."));
  EXPECT_THAT(
      findings_of(table(100, [](int i, Row& row) { row.t += i > 49 ? 1 : 0; })),
      HasSubstr("run0.csv: t: is not sampled evenly (got a step of 1.01 s after 0.49 s; others have 0.01 s). "
                "Resample the record, or judge the parts one by one."));
  EXPECT_THAT(
      findings_of(table(100, [](int i, Row& row) { row.distance = 100 - 0.2 * i; })),
      HasSubstr("run0.csv: distance: falls: the record runs backwards (got 99.8 m after 100 m in row 2). "
                "Reverse the order of the rows, and the signs of lateral quantities."));
  EXPECT_THAT(
      findings_of(table(100, [](int i, Row& row) { row.t = 0.1 * i; })),
      HasSubstr(
          "run0.csv: t: is sampled too slowly for a low pass of 20 Hz (got 10 Hz). Record more often."));
  EXPECT_THAT(findings_of("t [s],distance [m]\n0,0\n"),
              HasSubstr("run0.csv: has no wheelset. Name columns NAME.left.Y, NAME.left.Q, NAME.right.Y and "
                        "NAME.right.Q."));
  EXPECT_THAT(findings_of(table(5)), HasSubstr("run0.csv: t: has too few rows for a judgement (got 5)."));
}

TEST(Judge, TransitionsBelongToNoSection) {
  ZoneSpec zone;
  zone.min_radius = 400, zone.max_radius = 600, zone.section_length = 100;
  std::vector<double> curvature;
  for (int i = 0; i < 1000; ++i) curvature.push_back(0.002 * std::min(1.0, i / 500.0));  // step 0.5 m
  const std::vector<Section> sections = sections_of(curvature, 0.5, zone, 12);
  ASSERT_EQ(sections.size(), 2u);
  EXPECT_GE(sections[0].first, 488u + 24u);
}

TEST(Rule, OfAnUnknownNameIsAFinding) {
  Findings findings;
  EXPECT_FALSE(load_rule("en99999", findings));
  EXPECT_EQ(findings.text(),
            "--rule: is not known (got en99999; allowed en14363, en14363_simplified, en14363_validation, "
            "gbt5599, fra213, twist). Choose one of these, or "
            "give a file "
            "that ends in .toml.");
  for (const std::string& name : rule_names()) {
    Findings none;
    EXPECT_TRUE(load_rule(name, none)) << none.text();
  }
}

}  // namespace
}  // namespace flangeway::acceptance
