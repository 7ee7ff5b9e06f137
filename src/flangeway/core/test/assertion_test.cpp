#include "flangeway/core/assertion.hpp"

#include <gtest/gtest.h>

namespace flangeway {
namespace {

#ifdef NDEBUG
TEST(Assertion, EvaluatesNothingInAReleaseBuild) {
  int calls = 0;
  const auto refuse = [&] { return ++calls == 0; };
  FLANGEWAY_ASSERT(refuse(), "never true");
  EXPECT_EQ(calls, 0);
}
#else
TEST(AssertionDeathTest, StopsWithConditionAndMessage) {
  const double step = -1;
  EXPECT_DEATH(FLANGEWAY_ASSERT(step > 0, "a step has a length"),
               "assertion_test.*step > 0.*a step has a length");
}

TEST(Assertion, LetsATrueConditionPass) {
  const double step = 1;
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
}
#endif

}  // namespace
}  // namespace flangeway
