#include "flangeway/acceptance/judge.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/acceptance/grid.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::acceptance {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

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

// Points of bogies by the roles of the record, and by the names of a table, which has no roles.
TEST(Judge, RolesDecideWhichLimitsAPointHas) {
  std::map<std::string, std::vector<double>> columns{{"t", {0, 0.01, 0.02}}};
  const std::vector<std::string> bodies{"front_frame", "bogie_box", "middle"};
  for (const std::string& body : bodies)
    for (const char* channel : {"vs", "vy", "vz", "vroll", "vpitch", "vyaw", "roll"})
      columns[body + '.' + channel] = {0, 0, 0};
  const auto bogies = [&](const std::map<std::string, std::string>& roles) {
    Findings findings;
    std::vector<bool> result;
    const std::vector<FloorPoint> points{{"front_frame", {}}, {"bogie_box", {}}, {"middle", {}}};
    for (const PointAccelerations& point :
         accelerations_of(Record::in_memory("run", columns, roles), points, findings))
      result.push_back(point.bogie);
    findings.throw_if_any();
    return result;
  };
  EXPECT_EQ(bogies({{"front_frame", "bogie_frame"}, {"bogie_box", "car_body"}, {"middle", "bolster"}}),
            (std::vector{true, false, true}));
  EXPECT_EQ(bogies({}), (std::vector{false, true, false}));
}

TEST(Judge, SectionsAreNamedByChainageWhereTheRecordHasIt) {
  // The same record with a column of chainage that falls from km 45.
  std::string text = table(13000), with_chainage;
  std::size_t row = 0;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1, ++row) {
    end = text.find('\n', at);
    with_chainage +=
        text.substr(at, end - at) +
        (row == 0 ? ",chainage [m]\n" : fmt::format(",{}\n", 45000 - 0.2 * static_cast<double>(row - 1)));
  }
  Findings findings;
  const Report report = judged({with_chainage}, "en14363", findings, {.axle_load = 100e3});
  findings.throw_if_any();
  const SectionValue& first = report.entries.front().sections.front();
  ASSERT_TRUE(first.chainage);
  EXPECT_NEAR((*first.chainage)[0], 45000 - first.begin, 1e-6);
  EXPECT_NEAR((*first.chainage)[1], 45000 - first.end, 1e-6);
  EXPECT_THAT(acceptance::text(report), ContainsRegex("worst [0-9.]+ kN at km 4[0-9.]+ … 4[0-9.]+"));
  EXPECT_THAT(json_text(report), HasSubstr("\"chainage\": ["));
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
  EXPECT_EQ(sum.alias, "ΣY1");
  EXPECT_EQ(entry_of(report, "Y/Q", "a.left").alias, "(Y/Q)12");
  EXPECT_NEAR(entry_of(report, "Y/Q", "a.left").estimate, 0.4, 1e-9);
  EXPECT_NEAR(entry_of(report, "Y/Q", "a.right").estimate, 0.1, 1e-9);
  EXPECT_NEAR(entry_of(report, "Q", "a.left").limit, 140e3, 1e-6);  // 90 + 50 kN is below the bound of 200 kN
  EXPECT_EQ(report.verdict(), Verdict::passed);
  EXPECT_THAT(text(report), HasSubstr("verdict: passed"));
  EXPECT_THAT(text(report), HasSubstr("limit unverified"));
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

// The second record has one wheelset more, the third no vertical acceleration.
TEST(Judge, SaysWhichRecordLacksAnItem) {
  const auto with = [](const std::string& extra_head, const std::string& extra) {
    std::string text = table(6600), lines;
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = text.find('\n', from);
      lines += text.substr(from, end - from) + (from == 0 ? extra_head : extra) + "\n";
      from = end + 1;
    }
    return lines;
  };
  Findings findings;
  const Report report =
      judged({with(",body.ay [m/s^2],body.az [m/s^2]", ",0.1,0.1"),
              with(",body.ay [m/s^2],body.az [m/s^2],b.left.Q [N],b.left.Y [N],b.right.Q [N],b.right.Y [N]",
                   ",0.1,0.1,50e3,1e3,50e3,1e3"),
              with(",body.ay [m/s^2]", ",0.1")},
             "en14363", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_EQ(entry_of(report, "ΣY, mean", "a").sections.size(), 39u);
  EXPECT_EQ(entry_of(report, "ΣY, mean", "b").sections.size(), 13u);
  const std::string said = text(report);
  EXPECT_THAT(said, ContainsRegex("not judged: forces of b: 2 of 3 records lack it: [^ ]*run0.csv, "
                                  "[^ ]*run2.csv\n"));
  EXPECT_THAT(said, ContainsRegex("not judged: vertical acceleration of body: 1 of 3 records lacks it: "
                                  "[^ ]*run2.csv\n"));
  EXPECT_THAT(said, Not(HasSubstr("lateral acceleration of body:")));
  EXPECT_THAT(said, ContainsRegex("ΣY, mean over 2 m +b .* 13 of 25  no judgement: 13 of 25 sections"));
  EXPECT_THAT(json_text(report), HasSubstr("\"section_count\": 39"));
}

// 8 kN of hunting at 5 Hz on a straight track: rms 8/√2 kN, all of it within the band.
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

// Y/Q that grows with the cant deficiency: speeds differ from run to run.
TEST(Judge, RegressionOverCantDeficiencyIsTakenAtTheGivenOne) {
  std::vector<std::string> tables;
  for (int run = 0; run < 5; ++run)
    tables.push_back(table(2600, [run](int i, Row& row) {
      const double speed = 20 + run;
      row.distance = 0.01 * speed * i;
      row.left_y = 30 * speed * speed + 400 * std::sin(i / 700.0);
    }));
  Findings findings;
  JudgeOptions options;
  options.cant_deficiency = 0.18;
  const Report report = judged(tables, "en14363", findings, options);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const Entry ratio = entry_of(report, "Y/Q", "a.left");
  // V² at this deficiency: g h R / 1.5 m.
  const double square = 9.80665 * 0.18 * 500 / 1.5;
  EXPECT_NEAR(ratio.estimate, 30 * square / 50e3, 0.02);
  EXPECT_GT(ratio.estimate, 30 * square / 50e3);  // Student's t adds to the line
  EXPECT_THAT(ratio.method, HasSubstr("low pass 20 Hz; quotient of the filtered forces; mean over 2 m; 0.15 "
                                      "and 99.85 %, the larger by size; regression "
                                      "at a cant deficiency of 180 mm, k = "));
  EXPECT_THAT(ratio.method, HasSubstr("(Student, 99 %)"));
  EXPECT_THAT(entry_of(judged(tables, "en14363", findings), "Y/Q", "a.left").method, HasSubstr("mean + 3 s"));
}

// Sections of one cant deficiency: a line through them would be extrapolated from rounding errors.
TEST(Judge, SectionsOfOneCantDeficiencyHaveNoRegression) {
  const std::string curve = table(13000, [](int i, Row& row) {
    row.distance = 0.2 * i;
    row.left_y = 20e3 + 400 * std::sin(i / 700.0);
  });
  const double deficiency = 1.5 * 400 / 500 / 9.80665;  // m, at 20 m/s in 500 m without cant
  Findings findings;
  JudgeOptions options;
  options.cant_deficiency = deficiency;
  Entry ratio = entry_of(judged({curve}, "en14363", findings, options), "Y/Q", "a.left");
  EXPECT_EQ(ratio.verdict, Verdict::passed);
  EXPECT_NEAR(ratio.estimate, ratio.mean + 3 * ratio.deviation, 1e-12);
  EXPECT_THAT(ratio.method,
              HasSubstr("no regression: the sections have cant deficiencies of 122 to 122 mm; mean + 3 s"));
  options.cant_deficiency = deficiency + 0.03;
  const Report report = judged({curve}, "en14363", findings, options);
  ratio = entry_of(report, "Y/Q", "a.left");
  EXPECT_EQ(ratio.verdict, Verdict::no_regression);
  EXPECT_NEAR(ratio.estimate, ratio.mean + 3 * ratio.deviation, 1e-12);
  EXPECT_THAT(ratio.method, HasSubstr(", far from 152."));
  EXPECT_THAT(text(report), HasSubstr("no judgement: no section near the cant deficiency"));
}

// An accelerometer with 1.5 m/s² at 3 Hz on an offset of 0.4 m/s², 2.6 km of a curve.
std::string shaken_table() {
  std::string text =
      "t [s],distance [m],track.curvature [1/m],body1.ay [m/s^2],body1.az [m/s^2],bogie1.ay [m/s^2]\n";
  for (int i = 0; i < 13000; ++i) {
    const double wave = 1.5 * std::sin(2 * 3.14159265358979 * 3 * 0.01 * i);
    text += fmt::format("{},{},0.002,{},{},{}\n", 0.01 * i, 0.2 * i, 0.4 + wave, wave, 2 * wave);
  }
  return text;
}

TEST(Judge, AccelerationsOfBodyAndBogie) {
  Findings findings;
  const Report normal = judged({shaken_table()}, "en14363", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_NEAR(entry_of(normal, "body, lateral, rms", "body1").estimate, 1.5 / std::sqrt(2), 0.01);
  EXPECT_NEAR(entry_of(normal, "body, lateral, quasi-static", "body1").estimate, 0.4, 0.02);
  EXPECT_NEAR(entry_of(normal, "body, vertical", "body1").estimate, 1.5, 0.1);  // the filter starts
  EXPECT_EQ(entry_of(normal, "body, lateral, rms", "body1").verdict, Verdict::failed);
  EXPECT_EQ(entry_of(normal, "body, vertical", "body1").unit, "m/s²");
  EXPECT_THAT(text(normal),
              HasSubstr("not judged: ΣY, mean over 2 m: the records have no wheelsets with Q and Y"));
  JudgeOptions options;
  options.bogie_mass = 3000;
  const Report simplified = judged({shaken_table()}, "en14363_simplified", findings, options);
  const Entry& bogie = entry_of(simplified, "bogie, lateral", "bogie1");
  EXPECT_NEAR(bogie.limit, 12 - 3.0 / 5, 1e-12);
  EXPECT_NEAR(bogie.estimate, 3, 0.1);
  EXPECT_EQ(entry_of(simplified, "body, lateral (safety)", "body1").limit, 2.8);
  const Report american = judged({shaken_table()}, "fra213", findings);
  EXPECT_NEAR(entry_of(american, "carbody lateral, peak", "body1").limit, 0.65 * 9.80665, 1e-5);
  // 50 ms of a sine of 3 Hz: what lasts is cos(π 3 · 0.05) of the peak, less one sample.
  EXPECT_NEAR(entry_of(american, "carbody lateral, peak", "body1").estimate,
              2 * 1.5 * std::cos(3.1416 * 3 * 0.05), 0.2);
  EXPECT_NEAR(entry_of(american, "truck lateral", "bogie1").estimate, 3 / std::sqrt(2), 0.03);
  const Report chinese = judged({shaken_table()}, "gbt5599", findings);
  EXPECT_NEAR(entry_of(chinese, "body, lateral", "body1").estimate, 1.5, 0.2);  // the same
}

// Two wheelsets at 20 m/s; over 30 m the left wheels carry 10 and 30 % of their load, their sides 40 % and
// 160 % of the axle load of 100 kN: the sum of the left side is 0.2 of 100 kN.
TEST(Judge, TheLoadOfATruckSideIsALowerLimit) {
  std::string text = "t [s],distance [m],track.curvature [1/m]";
  for (const char* wheel : {"a.left", "a.right", "b.left", "b.right"})
    text += fmt::format(",{0}.Q [N],{0}.Y [N]", wheel);
  text += "\n";
  for (int i = 0; i < 2000; ++i) {
    const double distance = 0.1 * i;
    const bool is_light = distance > 100 && distance < 130;
    text += fmt::format("{},{},0,{},100,{},-100,{},100,{},-100\n", 0.005 * i, distance, is_light ? 5e3 : 50e3,
                        is_light ? 95e3 : 50e3, is_light ? 15e3 : 50e3, is_light ? 85e3 : 50e3);
  }
  Findings findings;
  JudgeOptions options;
  options.axle_load = 100e3;
  const Report report = judged({text}, "cfr238", findings, options);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const Entry& left = entry_of(report, "truck side vertical load", "a + b, left");
  EXPECT_NEAR(left.estimate, 0.2, 0.02);  // with the filter's overshoot
  EXPECT_EQ(left.limit, 0.2);
  EXPECT_TRUE(left.lower_limit);
  EXPECT_NEAR(entry_of(report, "truck side vertical load", "a + b, right").estimate, 1, 0.1);
  EXPECT_NEAR(entry_of(report, "single wheel vertical load ratio", "a.left").estimate, 0.1, 0.02);
  EXPECT_NEAR(entry_of(report, "net axle lateral", "a").estimate, 0, 1e-9);
  // Every limit is printed, but for the flange angle.
  for (const Entry& entry : report.entries) EXPECT_FALSE(entry.from_memory) << entry.quantity;
}

// 20 s of an accelerometer at 100 Hz, with one direction.
std::string one_direction(const char* name, int rows = 2000) {
  std::string text = fmt::format("t [s],distance [m],track.curvature [1/m],{} [m/s^2]\n", name);
  for (int i = 0; i < rows; ++i) text += fmt::format("{},{},0,{}\n", 0.01 * i, 0.2 * i, std::sin(0.1 * i));
  return text;
}

TEST(Judge, ADirectionThatWasNotMeasuredIsNotJudged) {
  for (const bool lateral : {true, false}) {
    Findings findings;
    const Report report = judged({one_direction(lateral ? "body1.ay" : "body1.az")}, "fra213", findings);
    ASSERT_TRUE(findings.empty()) << findings.text();
    EXPECT_FALSE(report.entries.empty());
    for (const Entry& entry : report.entries)
      EXPECT_THAT(entry.quantity, HasSubstr(lateral ? "carbody lateral" : "carbody vertical"));
    EXPECT_THAT(text(report),
                HasSubstr(lateral ? "not judged: carbody vertical" : "not judged: carbody lateral"));
  }
}

TEST(Judge, ARecordShorterThanAWindowIsAFinding) {
  Findings findings;
  (void)judged({one_direction("body1.ay", 300)}, "fra213", findings);
  EXPECT_THAT(findings.text(), HasSubstr("run0.csv: t: is shorter than the window of 4 s (got 3 s). Give a "
                                         "longer record."));
  Findings enough;
  EXPECT_FALSE(judged({one_direction("body1.ay", 400)}, "fra213", enough).entries.empty());
  EXPECT_TRUE(enough.empty()) << enough.text();
}

TEST(Judge, SaysWhatItDidNotJudge) {
  Findings findings;
  const Report report = judged({table(13000)}, "en14363", findings);
  EXPECT_THAT(text(report), HasSubstr("verdict: passed, of what was judged: "));
  EXPECT_THAT(text(report),
              HasSubstr("not judged: body, lateral: the records have no such accelerometer; name points of "
                        "result files with --point, or give columns NAME.ay and NAME.az"));
  const std::string print = pdf(report, "flangeway assess");
  EXPECT_TRUE(print.starts_with("%PDF-1.4"));
  EXPECT_THAT(print, HasSubstr("(Verdict: passed, of what was judged: "));
  EXPECT_THAT(print, HasSubstr("(Where this comes from)"));
  Findings mass;
  (void)judged({shaken_table()}, "en14363_simplified", mass);
  EXPECT_THAT(mass.text(),
              HasSubstr("--bogie-mass: is missing (allowed kg). The limits of this rule depend on it."));
  Findings comparison;
  (void)judged({table(300)}, "en14363_validation", comparison);
  EXPECT_THAT(comparison.text(),
              HasSubstr("--rule: compares a simulation with a measurement (got en14363_validation). "
                        "Name the measurement with --measured."));
  std::string broken = shaken_table();
  broken.replace(broken.rfind('\n', broken.size() - 2) + 1, std::string::npos,
                 "129.99,2599.8,0.002,nan,0,0\n");
  Findings gap;
  (void)judged({broken}, "en14363", gap);
  EXPECT_THAT(
      gap.text(),
      HasSubstr("body1: has an acceleration that is not finite. Cut the record there, or repair it."));
}

// 26 sections; the run that ended early has none.
TEST(Judge, ARunThatEndedEarlyFails) {
  const test::TemporaryFolder folder;
  Findings findings;
  RecordSet set;
  set.records.push_back(*Record::open(folder.write("run.csv", table(13000)).string(), findings));
  set.failures.emplace_back("run 2 of study derailed");
  const Report report = judge(set, *load_rule("en14363", findings), {}, findings);
  EXPECT_EQ(report.verdict(), Verdict::failed);
  EXPECT_THAT(text(report), HasSubstr("failure: run 2 of study derailed"));
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
  EXPECT_THAT(findings_of(table(100, [](int i, Row& row) { row.t = 0.1 * i; })),
              HasSubstr("run0.csv: t: is sampled too slowly for a low pass of 20 Hz (got 10 Hz; allowed at "
                        "least 50 Hz). Record "
                        "more often."));
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

// Q of 50 kN with an error of 40 kN at 37.5 Hz, above the filter: the quotient of the raw forces reaches 1.5,
// that of the filtered ones stays near 15 kN / 50 kN.
TEST(Judge, ForcesAreFilteredBeforeTheirQuotient) {
  Findings findings;
  const std::string noisy = table(13000, [](int, Row& row) {
    row.left_q = 50e3 + 40e3 * std::sin(2 * 3.14159265358979 * 37.5 * row.t);
    row.left_y = 15e3;
  });
  const Report report = judged({noisy}, "en14363", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  // 1/√(1 + (tan(37.5 π/100)/tan(20 π/100))^8) = 0.0079 of the error is left.
  const Entry& ratio = entry_of(report, "Y/Q", "a.left");
  EXPECT_NEAR(ratio.estimate, 0.3, 0.003);
  EXPECT_EQ(ratio.verdict, Verdict::passed);
  EXPECT_THAT(text(report), Not(HasSubstr("loss of contact")));
}

// The left wheel is lifted for 0.5 s: there is no Y/Q, and no word of a limit that is kept.
TEST(Judge, AWheelWithoutLoadHasNoQuotient) {
  Findings findings;
  const std::string lifted = table(13000, [](int i, Row& row) {
    if (i >= 5100 && i < 5150) row.left_q = row.left_y = 0;
  });
  const Report report = judged({lifted}, "en14363", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const Entry& ratio = entry_of(report, "Y/Q", "a.left");
  EXPECT_EQ(ratio.verdict, Verdict::no_quotient);
  EXPECT_EQ(ratio.lost, 1u);
  EXPECT_NEAR(ratio.estimate, 0.4, 1e-9);  // of the other sections
  EXPECT_EQ(report.verdict(), Verdict::no_quotient);
  EXPECT_EQ(entry_of(report, "Y/Q", "a.right").verdict, Verdict::passed);
  const std::string said = text(report);
  EXPECT_THAT(said, HasSubstr("verdict: no judgement: contact was lost"));
  EXPECT_THAT(said, HasSubstr("no judgement: contact was lost in 1 of 26 sections"));
  EXPECT_THAT(said,
              HasSubstr("run0.csv: a.left carried at most 1 % of its static load once, 0.5 s in all; the "
                        "longest time was 0.5 s at 1020.0 m; least load 0.00 kN. There is no Y/Q there"));
  EXPECT_THAT(json_text(report), HasSubstr("\"sections_without_contact\": 1"));
  EXPECT_THAT(page(report, ""), HasSubstr("Loss of contact: "));
  EXPECT_TRUE(pdf(report, "").starts_with("%PDF"));
}

// A rigid contact pulls with 893 kN in every section: nothing is judged, and nothing is NaN in the texts.
TEST(Judge, AWheelThatIsPulledEverywhereHasNoEstimate) {
  Findings findings;
  const std::string pulled = table(13000, [](int i, Row& row) {
    if (i % 250 < 25) row.left_q = -893e3;
    if (i % 250 >= 25) row.left_q = 200e3;
  });
  const Report report = judged({pulled}, "en14363", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const Entry& ratio = entry_of(report, "Y/Q", "a.left");
  EXPECT_EQ(ratio.verdict, Verdict::no_quotient);
  EXPECT_TRUE(std::isnan(ratio.estimate));
  for (const std::string& said : {text(report), page(report, ""), json_text(report)})
    EXPECT_THAT(said, Not(HasSubstr("nan")));
  EXPECT_THAT(text(report), HasSubstr("52 times"));
}

// One sample between two places of the grid of 1 ft exceeds the mean over 5 ft that these see.
TEST(Judge, WindowsAreEvaluatedAtEverySample) {
  Findings findings;
  std::string text = "t [s],distance [m],a.left.Q [N],a.left.Y [N],a.right.Q [N],a.right.Y [N]\n";
  for (int i = 0; i < 4000; ++i)  // 60 m/s at 500 Hz: 0.12 m apart; the load dips at 240.06 m
    text += fmt::format("{},{},{},0,50000,0\n", 0.002 * i, 0.12 * i,
                        50e3 - 30e3 * std::exp(-std::pow((0.12 * i - 240.06) / 0.5, 2)));
  JudgeOptions options;
  options.axle_load = 100e3;
  const Report report = judged({text}, "fra213", findings, options);
  ASSERT_TRUE(findings.empty()) << findings.text();
  Findings none;
  const test::TemporaryFolder folder;
  const auto record = Record::open(folder.write("run.csv", text).string(), none);
  const auto rule = load_rule("fra213", none);
  const auto samples = samples_of(*record, *rule, options, none);
  ASSERT_TRUE(samples) << none.text();
  const Entry& entry = entry_of(report, "single wheel vertical load", "a.left");
  const QuantitySpec& spec = rule->quantities.front();
  // The least value of all samples, with a grid so fine that every one has its own place.
  const auto fine = on_grid(*samples, series_of(*samples, spec.quantity).front(), spec, 0.01);
  EXPECT_DOUBLE_EQ(entry.estimate, *std::min_element(fine.begin(), fine.end()));
}

TEST(Judge, ImplausibleRecordsAreRefused) {
  const auto with = [](double load, double guiding) {
    return table(200, [&](int, Row& row) { row.left_q = load, row.left_y = guiding; });
  };
  EXPECT_THAT(
      findings_of(with(53e6, 3e3)),
      HasSubstr("run0.csv: a.left.Q: has a mean that no railway vehicle has (got 5.3e+07 N; allowed 0 "
                "to 1e+06 N). Check the unit in the header of the column."));
  EXPECT_THAT(
      findings_of(with(-47e3, 3e3)),
      HasSubstr("run0.csv: a.left.Q: has a mean that no railway vehicle has (got -4.7e+04 N; allowed 0 "
                "to 1e+06 N). Q is positive downwards: check its sign, and whether it is this wheel's "
                "Q."));
  EXPECT_THAT(findings_of(with(50e3, 3e6)), HasSubstr("run0.csv: a.left.Y: has a largest absolute value"));
  EXPECT_THAT(findings_of(table(200, [](int, Row& row) { row.t *= 1e-3; })),
              HasSubstr("run0.csv: distance: has a mean speed that no railway vehicle has"));
  EXPECT_THAT(findings_of(table(200, [](int, Row& row) { row.curvature = 2; })),
              HasSubstr("run0.csv: track.curvature: has a largest absolute value"));
}

TEST(Judge, UnusualRecordsAreWarnedOf) {
  Findings findings;
  JudgeOptions options;
  options.axle_load = 50e3;
  const Report report = judged({table(200, [](int, Row& row) { row.left_q = 500, row.right_q += row.t; })},
                               "en14363", findings, options);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const std::string said = text(report);
  EXPECT_THAT(said,
              HasSubstr("run0.csv: a.left.Q: has a mean of 500 N; usual are 1000 to 250000 N. Check the "
                        "unit in the header of the column"));
  EXPECT_THAT(said, HasSubstr("a.left.Q: is 500 N in every row. Check whether it was measured"));
  EXPECT_THAT(said, HasSubstr("a.right.Q: has a mean of 5e+04 N, 200 % of the static load of 2.5e+04 N"));
  EXPECT_THAT(json_text(report), HasSubstr("\"warnings\": ["));
}

TEST(Rule, ALowerLimitIsJudgedByAPercentileOnly) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("rule.toml", R"(name = "own"
title = "own"
source = "own"
date = "today"
[[zones]]
name = "all"
title = "all"
[[quantities]]
quantity = "vertical_load_ratio"
title = "load"
measure = "peak"
value = 0.15
)");
  Findings findings;
  EXPECT_FALSE(load_rule(file.string(), findings));
  EXPECT_EQ(findings.text(), file.string() +
                                 ":10:9: quantities[0].measure: cannot judge vertical_load_ratio, "
                                 "whose limit is a lower one (got peak; allowed percentile).");
}

TEST(Rule, OfAnUnknownNameIsAFinding) {
  Findings findings;
  EXPECT_FALSE(load_rule("en99999", findings));
  EXPECT_EQ(findings.text(),
            "--rule: is not known (got en99999; allowed en14363, en14363_simplified, en14363_validation, "
            "gbt5599, fra213, cfr238, twist, wheel_climb). Choose one of these, or "
            "give a file "
            "that ends in .toml.");
  for (const std::string& name : rule_names()) {
    Findings none;
    EXPECT_TRUE(load_rule(name, none)) << none.text();
  }
}

}  // namespace
}  // namespace flangeway::acceptance
