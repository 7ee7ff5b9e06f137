#include "flangeway/acceptance/comparison.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/temporary_folder.hpp"

namespace flangeway::acceptance {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// A wheelset at 20 m/s on a curve of 500 m; forces are functions of the place, which the table calls
// `place + offset`. Q is larger by `more`.
std::string table(double offset, double more, double length = 1500) {
  std::string text =
      "t [s],distance [m],track.curvature [1/m],a.left.Q [N],a.left.Y [N],a.right.Q [N],a.right.Y [N]\n";
  for (int i = 0; 0.2 * i < length; ++i) {
    const double x = 0.2 * i;
    const double wave = std::sin(0.21 * x) + 0.6 * std::sin(0.13 * x + 0.002 * x * std::sin(0.01 * x));
    text += fmt::format("{},{},0.002,{},{},{},{}\n", 0.01 * i, x + offset, 50e3 + more + 4e3 * wave,
                        8e3 + 3e3 * wave, 50e3 - 3e3 * wave, 2e3 + 1e3 * wave);
  }
  return text;
}

Comparison compared(const std::string& measured, const std::string& computed, Findings& findings,
                    const std::string& rule_name = "en14363_validation", double farthest = 50) {
  const test::TemporaryFolder folder;
  const RecordSet first = open_records({folder.write("measured.csv", measured).string()}, findings),
                  second = open_records({folder.write("computed.csv", computed).string()}, findings);
  const auto rule = load_rule(rule_name, findings);
  return compare(first, second, *rule, {{}, farthest}, findings);
}

const ComparedQuantity& quantity_of(const Comparison& comparison, const std::string& name) {
  for (const ComparedQuantity& one : comparison.quantities)
    if (one.quantity == name) return one;
  ADD_FAILURE() << name;
  return comparison.quantities.front();
}

TEST(Comparison, FindsTheShiftAndTheOffsetOfQ) {
  Findings findings;
  const Comparison comparison = compared(table(100, 0), table(93, 1500), findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  ASSERT_EQ(comparison.pairs.size(), 1u);
  EXPECT_NEAR(comparison.pairs[0].shift, 7, 0.05);
  EXPECT_GT(comparison.pairs[0].correlation, 0.999);
  const ComparedQuantity& q = quantity_of(comparison, "Q, quasi-static");
  EXPECT_EQ(q.sections.size(), 28u);        // 14 sections of 100 m, two wheels
  EXPECT_NEAR(q.mean, 750, 60);             // of one wheel 1500 N, of the other none
  EXPECT_NEAR(q.deviation, 763, 60);        // 750 √(28/27)
  EXPECT_NEAR(q.deviation_limit, 6e3, 60);  // 4 kN (1 + Q0/100 kN), Q0 = 50 kN
  EXPECT_NEAR(q.mean_limit, 4e3, 40);
  EXPECT_EQ(comparison.verdict(), Verdict::passed);
  const std::string report = text(comparison);
  EXPECT_THAT(report, HasSubstr("moved by 7.0"));
  EXPECT_THAT(report, HasSubstr("limit unverified"));
  EXPECT_THAT(page(comparison, "flangeway assess"), HasSubstr("One over the other"));
  EXPECT_TRUE(pdf(comparison, "flangeway assess").starts_with("%PDF-1.4"));
  EXPECT_THAT(json_text(comparison), HasSubstr("\"theil_inequality\""));
}

// A table with a column of chainage, m.
template <typename Chainage>
std::string with_chainage(const std::string& text, const Chainage& chainage_of_row) {
  std::string result;
  std::size_t row = 0;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1, ++row) {
    end = text.find('\n', at);
    result +=
        text.substr(at, end - at) +
        (row == 0 ? ",chainage [m]\n" : fmt::format(",{}\n", chainage_of_row(static_cast<double>(row - 1))));
  }
  return result;
}

TEST(Comparison, NamesPlacesByChainageOfEitherRecord) {
  const auto falling = [](double row) { return 45000 - 0.2 * row; };
  // The computed record, which is moved by 7 m, has the same chainage at the same places.
  for (const auto& [measured, computed] :
       {std::pair{with_chainage(table(100, 0), falling), table(93, 1500)},
        std::pair{table(100, 0), with_chainage(table(93, 1500), falling)}}) {
    Findings findings;
    const Comparison comparison = compared(measured, computed, findings);
    ASSERT_TRUE(findings.empty()) << findings.text();
    const ComparedSection& first = quantity_of(comparison, "Q, quasi-static").sections.front();
    ASSERT_TRUE(first.chainage);
    EXPECT_NEAR((*first.chainage)[0], 45100 - first.begin, 0.05);  // accuracy of the shift
    EXPECT_NEAR((*first.chainage)[1], 45100 - first.end, 0.05);
    EXPECT_THAT(text(comparison), ContainsRegex("; largest -?[0-9.]+ kN in a.left at km 4[34]\\.[0-9]{3} …"));
    EXPECT_THAT(json_text(comparison), HasSubstr("\"chainage\": ["));
    EXPECT_THAT(page(comparison, "flangeway assess"), HasSubstr("chainage in km"));
  }
}

TEST(Comparison, PlotsOverTheDistanceWhereChainageTurnsBack) {
  Findings findings;
  const auto turning = [](double row) { return row < 3000 ? 5000 + 0.2 * row : 5100 + 0.2 * row - 600; };
  const Comparison comparison = compared(with_chainage(table(0, 0), turning), table(0, 1500), findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_THAT(page(comparison, "flangeway assess"), HasSubstr("distance in m"));
  EXPECT_THAT(text(comparison), HasSubstr(" at km 5."));
}

TEST(Comparison, WheelsetsOfOtherNamesAreMatchedByTheirOrder) {
  std::string other = table(0, 0);
  for (std::size_t at = 0; (at = other.find(",a.", at)) != std::string::npos;) other.replace(at, 3, ",axle.");
  Findings findings;
  const Comparison comparison = compared(table(0, 0), other, findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_EQ(quantity_of(comparison, "Q, quasi-static").verdict, Verdict::passed);
  EXPECT_THAT(text(comparison), HasSubstr("wheelset 1: axle of "));
}

TEST(Comparison, LargeDifferencesFail) {
  Findings findings;
  const Comparison comparison = compared(table(0, 0), table(0, 30e3), findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_EQ(quantity_of(comparison, "Q, quasi-static").verdict, Verdict::failed);
  EXPECT_EQ(quantity_of(comparison, "ΣY, quasi-static").verdict, Verdict::passed);
  EXPECT_EQ(comparison.verdict(), Verdict::failed);
}

TEST(Comparison, FewSectionsGiveNoJudgement) {
  Findings findings;
  const Comparison comparison = compared(table(0, 0, 550), table(0, 0, 550), findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_EQ(comparison.verdict(), Verdict::too_few_sections);
  // Two wheels on five places are five sections.
  EXPECT_THAT(text(comparison), HasSubstr("5 (10)  no judgement: 5 of 12 sections"));
  EXPECT_EQ(quantity_of(comparison, "Q, quasi-static").places, 5u);
}

// 700 m of 2 wheels are 14 values, and no judgement all the same.
TEST(Comparison, WheelsMakeNoFurtherSections) {
  Findings findings;
  const Comparison comparison = compared(table(0, 0, 730), table(0, 0, 730), findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const ComparedQuantity& q = quantity_of(comparison, "Q, quasi-static");
  EXPECT_GE(q.sections.size(), q.needed);
  EXPECT_EQ(q.places, 7u);
  EXPECT_EQ(q.verdict, Verdict::too_few_sections);
  EXPECT_THAT(json_text(comparison), HasSubstr("\"sections_found\": 7"));
}

// The computed record has no right wheel of its own: the wheelset has another name on that side only.
TEST(Comparison, SaysWhatItDidNotJudge) {
  std::string measured = table(0, 0);
  std::string second;
  for (std::size_t at = 0; at < measured.size();) {
    const std::size_t end = measured.find('\n', at);
    second += measured.substr(at, end - at);
    second += at == 0 ? ",b.left.Q [N],b.left.Y [N],b.right.Q [N],b.right.Y [N]\n" : ",1,1,1,1\n";
    at = end + 1;
  }
  Findings findings;
  const Comparison comparison = compared(second, table(0, 0), findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  EXPECT_EQ(comparison.verdict(), Verdict::passed);
  const std::string report = text(comparison);
  EXPECT_THAT(report, HasSubstr("verdict: passed, of what was judged: 16 parts of the rule were not\n"));
  EXPECT_THAT(report, HasSubstr("not judged: Q, maximum: "));
  EXPECT_THAT(report, HasSubstr("computed.csv has no b.left, b.right\n"));
  EXPECT_THAT(report, HasSubstr("not judged: body, lateral, rms: no section in common\n"));
  EXPECT_THAT(report, HasSubstr("not judged: large radius curves: no section in common\n"));
  EXPECT_THAT(page(comparison, ""), HasSubstr("Verdict: <b>passed, of what was judged: 16 parts"));
  EXPECT_THAT(page(comparison, ""), HasSubstr("<li>body, lateral, rms: no section in common.</li>"));
  EXPECT_THAT(pdf(comparison, ""), HasSubstr("(Verdict: passed, of what was judged: 16 parts"));
  EXPECT_THAT(json_text(comparison), HasSubstr("\"not_judged\": ["));
}

// Over the common distance a derailed run may fit well.
TEST(Comparison, RunsThatEndedEarlyAreRefused) {
  const test::TemporaryFolder folder;
  Findings findings;
  const RecordSet whole = open_records({folder.write("run.csv", table(0, 0)).string()}, findings);
  RecordSet derailed = whole;
  derailed.failures.emplace_back("run.h5: the run derailed");
  const auto rule = load_rule("en14363_validation", findings);
  ASSERT_TRUE(findings.empty()) << findings.text();
  const char* text = "run.h5: the run derailed. Only runs that reached their end are compared.";
  Findings of_computed, of_measured;
  (void)compare(whole, derailed, *rule, {}, of_computed);
  EXPECT_EQ(of_computed.text(), text);
  (void)compare(derailed, whole, *rule, {}, of_measured);
  EXPECT_EQ(of_measured.text(), text);
}

TEST(Comparison, SaysWhatIsWrong) {
  Findings rule;
  (void)compared(table(0, 0, 300), table(0, 0, 300), rule, "en14363");
  EXPECT_THAT(rule.text(), HasSubstr("--rule: judges records, not their differences (got en14363; allowed "
                                     "en14363_validation)"));
  Findings end;
  (void)compared(table(100, 0), table(93, 0), end, "en14363_validation", 5);
  EXPECT_THAT(end.text(), HasSubstr("best at the end of the range of shifts"));
  EXPECT_THAT(end.text(), HasSubstr("Widen --shift, or check the distances."));
  std::string other = "t [s],distance [m],track.curvature [1/m],b.ay [m/s^2]\n";
  for (int i = 0; i < 1500; ++i) other += fmt::format("{},{},0.002,{}\n", 0.01 * i, 0.2 * i, 0.01 * (i % 7));
  Findings names;
  (void)compared(table(0, 0, 300), other, names);
  EXPECT_THAT(names.text(), HasSubstr("has no quantity in common with"));
  EXPECT_THAT(names.text(), HasSubstr("Give wheelsets and accelerometers the same names in both."));
  Findings far;
  (void)compared(table(0, 0, 300), table(5000, 0, 300), far);
  EXPECT_THAT(far.text(), HasSubstr("cannot be aligned with"));
}

}  // namespace
}  // namespace flangeway::acceptance
