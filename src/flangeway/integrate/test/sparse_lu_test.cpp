#include "flangeway/integrate/sparse_lu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/allocation_guard.hpp"

namespace flangeway::integrate {
namespace {

// A tree like a vehicle's: blocks of four, the first coupled with the second and third, those with two more
// each.
std::vector<double> tree(unsigned seed) {
  constexpr std::size_t n = 28, block = 4;
  constexpr std::size_t parent[] = {0, 0, 0, 1, 1, 2, 2};
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> value(-1, 1);
  std::vector<double> columns(n * n, 0.0);
  for (std::size_t a = 0; a < 7; ++a) {
    for (std::size_t i = 0; i < block; ++i) {
      for (std::size_t j = 0; j < block; ++j) {
        const std::size_t up = block * parent[a], own = block * a;
        columns[own + i + n * (own + j)] = value(random) + (i == j ? 8 : 0);
        if (a == 0) continue;
        columns[own + i + n * (up + j)] = value(random);
        columns[up + i + n * (own + j)] = value(random);
      }
    }
  }
  return columns;
}

double residual(const std::vector<double>& columns, const SparseLu& lu) {
  const auto n = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(columns.size()))));
  std::vector<double> b(n), x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = b[i] = std::sin(static_cast<double>(i) + 1);
  lu.solve(x.data());
  double worst = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = -b[i];
    for (std::size_t j = 0; j < n; ++j) sum += columns[i + n * j] * x[j];
    worst = std::max(worst, std::abs(sum));
  }
  return worst;
}

TEST(SparseLu, SolvesATreeWithoutFillingIn) {
  SparseLu lu;
  lu.init(28);
  const auto columns = tree(1);
  ASSERT_TRUE(lu.factorise(columns.data()));
  EXPECT_LT(residual(columns, lu), 1e-13);
  // Leaves first: nothing arises beyond the seven blocks on the diagonal and the twelve beside it.
  EXPECT_EQ(lu.entries(), (7u + 12u) * 16u);
}

TEST(SparseLu, NewNumbersInTheSamePatternAllocateNothing) {
  SparseLu lu;
  lu.init(28);
  ASSERT_TRUE(lu.factorise(tree(1).data()));
  const auto columns = tree(2);
  {
    const flangeway::test::AllocationGuard guard;
    ASSERT_TRUE(lu.factorise(columns.data()));
    EXPECT_EQ(guard.count(), 0u);
  }
  EXPECT_LT(residual(columns, lu), 1e-13);
}

TEST(SparseLu, ThePatternGrows) {
  SparseLu lu;
  lu.init(28);
  auto columns = tree(1);
  ASSERT_TRUE(lu.factorise(columns.data()));
  columns[27 + 28 * 13] = 0.5;  // between two leaves
  ASSERT_TRUE(lu.factorise(columns.data()));
  EXPECT_LT(residual(columns, lu), 1e-13);
  EXPECT_GT(lu.entries(), (7u + 12u) * 16u);
}

TEST(SparseLu, ReportsAPivotThatVanishesOrIsNoNumber) {
  SparseLu lu;
  lu.init(2);
  const double singular[] = {1, 1, 1, 1}, swapped[] = {0, 1, 1, 0},
               nan[] = {std::numeric_limits<double>::quiet_NaN(), 0, 0, 1};
  EXPECT_FALSE(lu.factorise(singular));
  EXPECT_FALSE(lu.factorise(swapped));
  EXPECT_FALSE(lu.factorise(nan));
}

#ifndef NDEBUG
TEST(SparseLuDeathTest, SolvesNothingBeforeTheMatrixIsFactorised) {
  SparseLu factors;
  factors.init(2);
  double x[] = {1, 1};
  EXPECT_DEATH(factors.solve(x), "factorise\\(\\) comes first");
}
#endif

}  // namespace
}  // namespace flangeway::integrate
