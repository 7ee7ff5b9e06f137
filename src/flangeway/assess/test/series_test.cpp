#include "flangeway/assess/series.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace flangeway::assess {
namespace {

using testing::ElementsAre;
using Numbers = std::vector<double>;

std::string problem_of(const Numbers& at, const Numbers& values) {
  return problem({at, values});
}

TEST(Series, SaysWhyItCannotBeUsed) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = HUGE_VAL;
  EXPECT_EQ(problem_of({0, 1, 1}, {5, 6, 7}), "");  // a vehicle that stands
  EXPECT_EQ(problem_of({0, 1, 2}, {5, 6}), "has 3 places and 2 values");
  EXPECT_EQ(problem_of({}, {}), "has no samples");
  EXPECT_EQ(problem_of({0, nan}, {5, 6}), "has a place that is not finite, sample 2");
  EXPECT_EQ(problem_of({0, 1}, {infinite, 6}), "has a value that is not finite, sample 1");
  EXPECT_EQ(problem_of({0, 2, 1.5}, {5, 6, 7}), "has places that fall, from 2 to 1.5 at sample 3");
}

TEST(EvenStep, AllowsAShorterLastStep) {
  EXPECT_DOUBLE_EQ(*even_step(Numbers{0, 0.1, 0.2, 0.25}), 0.1);
  EXPECT_DOUBLE_EQ(*even_step(Numbers{0, 0.1, 0.2, 0.3}), 0.1);
  EXPECT_FALSE(even_step(Numbers{0, 0.1, 0.25, 0.3}));
  EXPECT_FALSE(even_step(Numbers{0, 0.1, 0.2, 0.5}));
  EXPECT_FALSE(even_step(Numbers{0, 0.1, 0.2, 0.2}));
  EXPECT_FALSE(even_step(Numbers{0, 0, 0}));
  EXPECT_FALSE(even_step(Numbers{0, 0.1}));
}

TEST(Resampled, IsTheBrokenLineAtEqualSteps) {
  const Numbers at{1, 2, 4, 4, 5}, values{0, 2, 6, 10, 10};
  EXPECT_THAT(resampled({at, values}, 0.5), ElementsAre(0, 1, 2, 3, 4, 5, 6, 10, 10));
  EXPECT_THAT(resampled({at, values}, 3), ElementsAre(0, 6));
  EXPECT_THAT(resampled({Numbers{3}, Numbers{7}}, 0.1), ElementsAre(7));
}

TEST(Rate, IsExactForAParabolaInside) {
  const Numbers time{0, 0.5, 1, 1.5, 2};
  Numbers values;
  for (const double t : time) values.push_back(3 * t * t);
  EXPECT_THAT(rate({time, values}), ElementsAre(1.5, 3, 6, 9, 10.5));  // one-sided at the ends
  EXPECT_THAT(rate({Numbers{0, 0}, Numbers{1, 2}}), ElementsAre(0, 0));
}

}  // namespace
}  // namespace flangeway::assess
