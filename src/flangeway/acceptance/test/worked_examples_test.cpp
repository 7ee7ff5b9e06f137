// Examples that a reader can follow with a pocket calculator: constant values in each section, and estimates
// and limits by the formulas of the rules, computed here without the functions under test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "flangeway/acceptance/judge.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::acceptance {
namespace {

Report report_of(const std::vector<std::string>& tables, const std::string& rule,
                 const JudgeOptions& options) {
  const test::TemporaryFolder folder;
  Findings findings;
  RecordSet set;
  for (std::size_t i = 0; i < tables.size(); ++i)
    set.records.push_back(
        *Record::open(folder.write(fmt::format("run{}.csv", i), tables[i]).string(), findings));
  Report report = judge(set, *load_rule(rule, findings), options, findings);
  EXPECT_TRUE(findings.empty()) << findings.text();
  return report;
}

Entry estimate_of(const Report& report, const std::string& quantity, const std::string& item) {
  for (const Entry& entry : report.entries)
    if (entry.quantity.starts_with(quantity) && entry.item == item) return entry;
  ADD_FAILURE() << quantity << " " << item;
  return {};
}

// ΣY in N of a wheelset with 50 kN on each wheel in twelve curves of R = 500 m, each 105 m long, at speeds in
// m/s.
constexpr std::array speeds{16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0};
constexpr std::array forces{9.8e3,  11.1e3, 11.9e3, 13.4e3, 13.8e3, 15.9e3,
                            16.4e3, 18.3e3, 18.9e3, 21.0e3, 22.4e3, 23.7e3};
std::vector<std::string> curves() {
  std::vector<std::string> tables;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    std::string text =
        "t [s],distance [m],track.curvature [1/m],a.left.Q [N],a.left.Y [N],a.right.Q [N],a.right.Y [N]\n";
    for (int row = 0; 0.01 * row * speeds[i] <= 105; ++row)
      text += fmt::format("{},{},0.002,50e3,{},50e3,0\n", 0.01 * row, 0.01 * row * speeds[i], forces[i]);
    tables.push_back(std::move(text));
  }
  return tables;
}

// UIC 518, one dimension: mean + 3 s.
TEST(WorkedExamples, EuropeanStatisticsInOneDimension) {
  const Entry entry = estimate_of(report_of(curves(), "en14363", {}), "ΣY, mean", "a");
  ASSERT_EQ(entry.sections.size(), 12u);
  const double mean = std::accumulate(forces.begin(), forces.end(), 0.0) / 12;
  double squares = 0;
  for (const double force : forces) squares += (force - mean) * (force - mean);
  EXPECT_NEAR(entry.estimate, mean + 3 * std::sqrt(squares / 11), 1);
  EXPECT_NEAR(entry.estimate, 30.048e3, 1);
  EXPECT_NEAR(entry.limit, 43333.3, 0.1);  // 10 kN + 100 kN / 3
}

// UIC 518, two dimensions: the line through (cant deficiency, ΣY) at 150 mm, and Student's t for a
// probability of 99 % and 10 degrees of freedom, 2.7638 in printed tables, times the standard error of a
// further value.
TEST(WorkedExamples, EuropeanStatisticsInTwoDimensions) {
  JudgeOptions options;
  options.cant_deficiency = 0.15;
  const Entry entry = estimate_of(report_of(curves(), "en14363", options), "ΣY, mean", "a");
  std::array<double, 12> deficiency{};
  for (std::size_t i = 0; i < 12; ++i) deficiency[i] = 1.5 * speeds[i] * speeds[i] / (9.80665 * 500);
  const double mean_x = std::accumulate(deficiency.begin(), deficiency.end(), 0.0) / 12,
               mean_y = std::accumulate(forces.begin(), forces.end(), 0.0) / 12;
  double sxx = 0, sxy = 0, rest = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    sxx += (deficiency[i] - mean_x) * (deficiency[i] - mean_x);
    sxy += (deficiency[i] - mean_x) * (forces[i] - mean_y);
  }
  const double slope = sxy / sxx;
  for (std::size_t i = 0; i < 12; ++i)
    rest += std::pow(forces[i] - mean_y - slope * (deficiency[i] - mean_x), 2);
  const double away = 0.15 - mean_x;
  const double expected =
      mean_y + slope * away + 2.7638 * std::sqrt(rest / 10) * std::sqrt(1 + 1.0 / 12 + away * away / sxx);
  EXPECT_NEAR(entry.estimate / expected, 1, 1e-4);
  EXPECT_LT(entry.estimate, 30e3);  // the line explains most of the scatter
}

// GB/T 5599: peaks of each 2 m. Half of the record shakes with 1 m/s², half with 2: no peak exceeds 2.5 m/s²,
// but 1.5 + 2.2 · 0.5 = 2.6 does.
TEST(WorkedExamples, ChineseStatisticsOfPeaks) {
  std::string text = "t [s],distance [m],track.curvature [1/m],body.ay [m/s^2],body.az [m/s^2]\n";
  for (int i = 0; i < 20000; ++i) {
    const double wave = (i < 10000 ? 1 : 2) * std::sin(2 * std::numbers::pi * 10 * 0.005 * i);
    text += fmt::format("{},{},0,{},0\n", 0.005 * i, 0.1 * i, wave);
  }
  const Entry entry = estimate_of(report_of({text}, "gbt5599", {}), "body, lateral", "body");
  EXPECT_NEAR(entry.mean, 1.5, 0.02);
  EXPECT_NEAR(entry.estimate, 2.6, 0.05);  // where the amplitude changes, the filter rings
  EXPECT_EQ(entry.verdict, Verdict::failed);
}

// 49 CFR 213.333: static axle load of 100 kN = 22.481 kips, flange of 70 degrees.
TEST(WorkedExamples, AmericanLimits) {
  std::string text =
      "t [s],distance [m],a.left.Q [kN],a.left.Y [kN],a.right.Q [kN],a.right.Y [kN],"
      "b.left.Q [kN],b.left.Y [kN],b.right.Q [kN],b.right.Y [kN],bogie1.ay [g]\n";
  for (int i = 0; i < 2000; ++i)
    text += fmt::format("{},{},50,20,50,5,40,16,60,2,{}\n", 0.005 * i, 0.1 * i,
                        0.5 * std::sin(2 * std::numbers::pi * 2 * 0.005 * i));
  const Report report = report_of({text}, "fra213", {.axle_load = 100e3});
  EXPECT_NEAR(estimate_of(report, "net axle", "a").limit, 0.4 + 5 / 22.481, 1e-5);
  EXPECT_NEAR(estimate_of(report, "net axle", "b").estimate, 0.18, 1e-9);
  EXPECT_NEAR(estimate_of(report, "single wheel L/V", "a.left").limit, 0.9468, 1e-4);
  EXPECT_NEAR(estimate_of(report, "single wheel vertical", "b.left").estimate, 0.8, 1e-9);
  EXPECT_NEAR(estimate_of(report, "truck side", "a + b, left").estimate, 36.0 / 90, 1e-9);
  const Entry truck = estimate_of(report, "truck lateral", "bogie1");
  EXPECT_NEAR(truck.estimate, 0.5 * 9.80665 / std::numbers::sqrt2, 0.05);  // 0.354 g
  EXPECT_NEAR(truck.limit, 0.3 * 9.80665, 1e-5);
  EXPECT_EQ(truck.verdict, Verdict::failed);
}

}  // namespace
}  // namespace flangeway::acceptance
