// Scores, tables and the page, from outcomes made by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flangeway/campaign/labels.hpp"
#include "flangeway/campaign/page.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* text = R"(
name = "A & B"
case = "case.toml"
[[axes]]
name = "method"
choices = [{ name = "kec", set = { m = 1 } }, { name = "lut", set = { m = 2 } }]
[[axes]]
name = "stiffness"
key = "k"
values = [1e9, 1e10]
[reference]
[[plots]]
title = "Cost"
x = "stiffness"
y = "evaluations"
x_log = true
group = ["method"]
[[plots]]
trace = "a.y"
[[tables]]
rows = "method"
columns = "stiffness"
value = "evaluations"
)";

Trace constant(double y) {
  return {{"t", "a.y"}, {"s", "m"}, {{0, 1}, {y, -y}}};
}

std::string summary(const std::string& status, int evaluations) {
  return R"({"status": ")" + status + R"(", "evaluations": )" + std::to_string(evaluations) +
         R"(, "failure": )" + (status == "failed" ? R"("wheel, \"left\"")" : "null") +
         R"(, "wheels": {"w.left": {"YQ_max": 0.25}, "w.right": {"YQ_max": 0.5}}})";
}

class StudyTables : public testing::Test {
 protected:
  StudyTables() {
    Findings findings;
    document::Document::from_text(text, "study.toml", findings).fill(study_.spec, findings);
    study_.plan = *make_plan(study_.spec, findings);
    findings.throw_if_any();
  }
  void add(Scores& scores, std::size_t run, const std::string& status, int evaluations, double y) const {
    scores.add(run, {summary(status, evaluations), constant(y)}, {"a.y"});
  }
  std::string cell(const Table& table, std::size_t row, const char* column) const {
    return table.rows[row][table.find(column).value()];
  }
  Study study_;
};

TEST(Labels, AreWordsWithUnits) {
  EXPECT_EQ(title_with_unit("YQ_max", "1"), "largest Y/Q");
  EXPECT_EQ(title_with_unit("max_abs(wheelset.y)", "m"), "largest |wheelset.y| in m");
  EXPECT_EQ(title_with_unit("wall_time", "s"), "wall time in s");
  EXPECT_EQ(title_of_axis("speed", "speed"), "speed in m/s");
  EXPECT_EQ(title_of_axis("step_size", "integration.step"), "step size in s");
  EXPECT_EQ(title_of_axis("profile", "vehicle.wheelsets[0].wheel_profile"), "profile");
}

TEST_F(StudyTables, RowsStandInTheOrderOfThePlanWhateverComesFirst) {
  Scores scores(study_.spec, study_.plan);
  add(scores, 4, "completed", 40, 2);
  add(scores, 2, "failed", 20, 2);
  add(scores, 0, "completed", 10, 1);  // the reference, after two that wait for it
  add(scores, 1, "completed", 15, 1.5);
  const Table table = make_table(study_.plan, scores);
  ASSERT_EQ(table.rows.size(), 4u);
  EXPECT_EQ(cell(table, 0, "run"), "reference 1");
  EXPECT_EQ(cell(table, 1, "run"), "1");
  EXPECT_EQ(cell(table, 1, "stiffness"), "1e9");
  EXPECT_EQ(cell(table, 1, "error_max"), "0.5");
  EXPECT_EQ(cell(table, 1, "YQ_max"), "0.5");
  EXPECT_EQ(cell(table, 1, "max_abs(a.y)"), "1.5");
  EXPECT_EQ(cell(table, 2, "error_max"), "");  // failed
  EXPECT_EQ(cell(table, 3, "error_mean"), "1");
  EXPECT_EQ(scores.with_status("failed"), 1u);
  EXPECT_FALSE(table.find("jacobians"));  // no run has any
}

TEST_F(StudyTables, LargestAbsoluteValuesCountNegativeOnes) {
  Scores scores(study_.spec, study_.plan);
  scores.add(1, {summary("completed", 15), {{"t", "a.y"}, {"s", "m"}, {{0, 1, 2}, {0.5, -3, 1}}}}, {"a.y"});
  scores.add(2, {summary("completed", 15), {{"t", "a.y"}, {"s", "m"}, {{0, 1}, {-2, -1}}}}, {"a.y"});
  const Table table = make_table(study_.plan, scores);
  EXPECT_EQ(cell(table, 0, "max_abs(a.y)"), "3");
  EXPECT_EQ(cell(table, 1, "max_abs(a.y)"), "2");
}

TEST_F(StudyTables, WithoutACompletedReferenceThereIsNoError) {
  Scores scores(study_.spec, study_.plan);
  add(scores, 1, "completed", 15, 1.5);
  add(scores, 0, "failed", 10, 1);
  EXPECT_FALSE(make_table(study_.plan, scores).find("error_max"));
}

TEST_F(StudyTables, CsvQuotesWhatNeedsIt) {
  Scores scores(study_.spec, study_.plan);
  add(scores, 1, "failed", 15, 1.5);
  const std::string lines = csv(make_table(study_.plan, scores));
  EXPECT_THAT(lines, testing::StartsWith("run,method,stiffness,status,failure,admissible,time [s],"));
  EXPECT_THAT(lines, HasSubstr("\n1,kec,1e9,failed,\"wheel, \"\"left\"\"\","));
}

TEST_F(StudyTables, PivotsShowFailuresAndGaps) {
  Scores scores(study_.spec, study_.plan);
  add(scores, 1, "completed", 15000, 1.5);
  add(scores, 2, "derailed", 16, 1.5);
  add(scores, 3, "failed", 17, 1.5);
  const auto all = pivots(study_.spec, study_.plan, make_table(study_.plan, scores));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_THAT(all[0].cells[0], ElementsAre("15000", "16 (derailed)"));
  EXPECT_THAT(all[0].cells[1], ElementsAre("failed", ""));
  EXPECT_EQ(pivot_text(all[0]),
            "evaluations\n"
            "method \\ stiffness     1e9           1e10\n"
            "kec                  15000  16 (derailed)\n"
            "lut                 failed               \n");
}

TEST_F(StudyTables, ThePageStandsAloneAndSaysWhatItLeavesOut) {
  Scores scores(study_.spec, study_.plan);
  add(scores, 1, "completed", 15, 1.5);
  add(scores, 3, "failed", 17, 1.5);
  const test::TemporaryFolder place;
  Findings findings;
  const auto folder = StudyFolder::open(place.path() / "results", {}, "", false, findings);
  folder->write(study_.plan.runs[1], {summary("completed", 15), constant(1.5)});
  const std::string html = page(study_, *folder, make_table(study_.plan, scores), {"flangeway study", 2, 2});
  EXPECT_THAT(html, HasSubstr("<title>A &amp; B</title>"));
  EXPECT_THAT(html, HasSubstr("2 of 5 runs: 1 completed, 1 failed"));
  EXPECT_THAT(html,
              HasSubstr("Not drawn, because there is no such value: run 3 (method lut, stiffness 1e9)."));
  EXPECT_THAT(html, HasSubstr("wheel, &quot;left&quot;"));
  EXPECT_THAT(html, HasSubstr("a.y in m"));
  for (const char* outside : {"src=", "href=", "url(", "@import"}) EXPECT_THAT(html, Not(HasSubstr(outside)));
}

// The amount that a browser has to lay out does not grow with the study.
TEST_F(StudyTables, OfALargeStudyThePageHasAPart) {
  Study large;
  Findings findings;
  document::Document::from_text(R"(
case = "case.toml"
[[axes]]
name = "stiffness"
key = "k"
linear = { from = 1, to = 5000, count = 5000 }
[[plots]]
x = "stiffness"
y = "evaluations"
[[plots]]
trace = "a.y"
)",
                                "study.toml", findings)
      .fill(large.spec, findings);
  large.plan = make_plan(large.spec, findings).value();
  const test::TemporaryFolder place;
  const auto folder = StudyFolder::open(place.path() / "results", {}, "", false, findings);
  const auto page_of = [&](const std::string& status) {
    Scores scores(large.spec, large.plan);
    for (std::size_t run = 0; run < large.plan.runs.size(); ++run)
      scores.add(run, {summary(status, static_cast<int>(run)), constant(1)}, {});
    return page(large, *folder, make_table(large.plan, scores), {});
  };
  const std::string html = page_of("completed");
  EXPECT_THAT(html, HasSubstr("5000 of 5000 runs: 5000 completed"));
  EXPECT_THAT(html, HasSubstr("<p class=\"note\">One of 3 runs is drawn.</p>"));    // 1667 points
  EXPECT_THAT(html, HasSubstr("<p class=\"note\">One of 125 runs is drawn.</p>"));  // 40 traces
  EXPECT_THAT(html, HasSubstr("The first 1000 of 5000 runs; results.csv and results.h5 have all."));
  EXPECT_LT(html.size(), 600'000u);
  EXPECT_THAT(page_of("failed"), HasSubstr("295 (stiffness 295); 298 (stiffness 298); and 1567 more."));
}

TEST_F(StudyTables, PlotsAndTablesAreChecked) {
  Findings findings;
  StudySpec spec;
  document::Document::from_text(R"(
case = "case.toml"
[[axes]]
name = "method"
choices = [{ name = "kec", set = { m = 1 } }, { name = "lut", set = { m = 2 } }]
[[axes]]
name = "stiffness"
key = "k"
values = [1e9, 1e10]
[[plots]]
x = "stifness"
group = ["metod"]
[[plots]]
trace = "a.y"
x = "stiffness"
from = 3
to = 2
[[tables]]
rows = "method"
columns = "method"
value = "cost"
)",
                                "study.toml", findings)
      .fill(spec, findings);
  const std::optional<Plan> plan = make_plan(spec, findings);
  ASSERT_TRUE(plan) << findings.text();
  check_page(spec, *plan, {}, findings);
  EXPECT_EQ(
      findings.text(),
      "study.toml:10:1: plots[0].y: is missing (allowed an axis or a column of the results). Or give trace, "
      "to "
      "draw a recorded channel over time.\n"
      "study.toml:11:5: plots[0].x: is no axis and no column of the results (got \"stifness\"). The nearest "
      "is "
      "'stiffness'.\n"
      "study.toml:12:10: plots[0].group[0]: is no axis of the study (got \"metod\"). The nearest is "
      "'method'.\n"
      "study.toml:13:1: plots[1]: has a trace besides x or y (allowed trace, or x and y).\n"
      "study.toml:13:1: plots[1].to: is not after from (got 2; allowed a number > 3 in s, or 0).\n"
      "study.toml:18:1: tables[0]: has a run in each cell for every point of stiffness. Choose one: only = { "
      "stiffness = … }.\n"
      "study.toml:20:11: tables[0].columns: is the axis of the rows (got \"method\").\n"
      "study.toml:21:9: tables[0].value: is no axis and no column of the results (got \"cost\"). See "
      "docs/studies.md for the columns.");
}

}  // namespace
}  // namespace flangeway::campaign
