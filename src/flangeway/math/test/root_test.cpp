#include "flangeway/math/root.hpp"

#include <gtest/gtest.h>

namespace flangeway::math {
namespace {

TEST(FindRoot, FindsSimpleAndFlatRoots) {
  EXPECT_NEAR(find_root([](double x) { return std::cos(x) - x; }, 0, 1, 1e-15), 0.7390851332151607, 1e-14);
  EXPECT_NEAR(find_root([](double x) { return x * x * x; }, -1, 2, 1e-12), 0, 1e-4);
  EXPECT_NEAR(find_root([](double x) { return x < 0.3 ? -1.0 : 1.0; }, -4, 9, 1e-12), 0.3, 1e-11);
}

TEST(FindRoot, IsNaNWithoutABracket) {
  EXPECT_TRUE(std::isnan(find_root([](double x) { return x * x + 1; }, -1, 1, 1e-12)));
}

}  // namespace
}  // namespace flangeway::math
