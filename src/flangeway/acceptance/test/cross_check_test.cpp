// Comparison of judged quantities of two runs of one case.
#include "flangeway/acceptance/cross_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace flangeway::acceptance {
namespace {

using Columns = std::map<std::string, std::vector<double>>;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A wheelset with 50 kN on each wheel for 200 m at 20 m/s in a curve of 500 m radius, 500 records a second:
// four sections of 50 m. The left wheel pushes outwards with 20 kN, the right one inwards with 5 kN.
Columns steady_run() {
  Columns columns;
  constexpr int rows = 5001;
  for (int i = 0; i < rows; ++i) {
    columns["t"].push_back(0.002 * i), columns["distance"].push_back(0.04 * i);
    columns["track.curvature"].push_back(1 / 500.0), columns["track.cant"].push_back(0);
    columns["a.left.Q"].push_back(50e3), columns["a.left.Y"].push_back(20e3);
    columns["a.right.Q"].push_back(50e3), columns["a.right.Y"].push_back(5e3);
  }
  return columns;
}

assess::CrossCheck compared(const Columns& run, const Columns& other) {
  Findings findings;
  const auto rule = load_rule("en14363", findings);
  assess::CrossCheck check;
  compare_methods(Record::in_memory("run", run, {}), Record::in_memory("other", other, {}), *rule, {}, check);
  return check;
}

const assess::MethodDifference* difference_of(const assess::CrossCheck& check, const std::string& quantity,
                                              const std::string& item) {
  for (const assess::MethodDifference& difference : check.differences)
    if (difference.quantity == quantity && difference.item == item) return &difference;
  return nullptr;
}

TEST(CompareMethods, EqualRunsHaveNoDifference) {
  const assess::CrossCheck check = compared(steady_run(), steady_run());
  EXPECT_THAT(check.differences, IsEmpty());
  EXPECT_EQ(check.problem, "");
  EXPECT_NEAR(check.distance, 200, 0.51);  // one step of the grid
  EXPECT_GE(check.compared, 4u * 8u);      // ΣY; Y/Q, Q, Q quasi-static and Y quasi-static of two wheels
}

// Y of the left wheel rises by 8 % in the last section only: ΣY by 6.4 %, beyond the 5 % that count.
TEST(CompareMethods, NamesQuantityItemAndSection) {
  Columns other = steady_run();
  for (std::size_t i = 0; i < other["t"].size(); ++i)
    if (other["distance"][i] > 160) other["a.left.Y"][i] = 21.6e3;
  const assess::CrossCheck check = compared(steady_run(), other);
  const assess::MethodDifference* sum = difference_of(check, "ΣY, mean over 2 m", "a");
  ASSERT_NE(sum, nullptr);
  EXPECT_NEAR(sum->value, 25e3, 1);
  EXPECT_NEAR(sum->other, 26.6e3, 30);  // the filter overshoots where Y rises
  EXPECT_NEAR(sum->begin, 150, 1);
  EXPECT_NEAR(sum->end, 200, 1);
  EXPECT_EQ(sum->sections, 1u);
  EXPECT_EQ(difference_of(check, "Q", "a.left"), nullptr);
  EXPECT_EQ(difference_of(check, "Y/Q, mean over 2 m", "a.right"), nullptr);
  const assess::MethodDifference* ratio = difference_of(check, "Y/Q, mean over 2 m", "a.left");
  ASSERT_NE(ratio, nullptr);
  EXPECT_LT(ratio, sum);  // 8 % comes before 6.4 % in the list
}

TEST(CompareMethods, SmallerDifferencesDoNotCount) {
  Columns other = steady_run();
  for (double& force : other["a.left.Y"]) force *= 1.03;
  EXPECT_THAT(compared(steady_run(), other).differences, IsEmpty());
}

// Half of 0.3 kN is nothing compared with a limit of 43 kN.
TEST(CompareMethods, DifferencesFarBelowTheLimitDoNotCount) {
  Columns run = steady_run(), other = steady_run();
  for (double& force : run["a.right.Y"]) force = 0.3e3;
  for (double& force : other["a.right.Y"]) force = 0.6e3;
  const assess::CrossCheck check = compared(run, other);
  EXPECT_EQ(difference_of(check, "Y/Q, mean over 2 m", "a.right"), nullptr);
  EXPECT_EQ(difference_of(check, "ΣY, mean over 2 m", "a"), nullptr);
}

// The other run ends where its wheel derails: the common distance is compared.
TEST(CompareMethods, ComparesTheCommonDistance) {
  Columns other = steady_run();
  for (auto& [name, values] : other) values.resize(2501);
  const assess::CrossCheck check = compared(steady_run(), other);
  EXPECT_NEAR(check.distance, 100, 0.51);
  EXPECT_THAT(check.differences, IsEmpty());
}

TEST(CompareMethods, ALostWheelIsADifference) {
  Columns other = steady_run();
  for (std::size_t i = 1500; i < 1700; ++i) other["a.left.Q"][i] = 0;
  const assess::CrossCheck check = compared(steady_run(), other);
  const assess::MethodDifference* ratio = difference_of(check, "Y/Q, mean over 2 m", "a.left");
  ASSERT_NE(ratio, nullptr);
  EXPECT_NEAR(ratio->value, 0.4, 1e-6);
  EXPECT_TRUE(std::isnan(ratio->other));
}

// A run that fails in its first metre has too few records.
TEST(CompareMethods, SaysWhyNothingWasCompared) {
  Columns other = steady_run();
  for (auto& [name, values] : other) values.resize(3);
  const assess::CrossCheck check = compared(steady_run(), other);
  EXPECT_THAT(check.problem, HasSubstr("too few rows"));
  EXPECT_EQ(check.compared, 0u);
}

}  // namespace
}  // namespace flangeway::acceptance
