#include "flangeway/math/cholesky.hpp"

#include <gtest/gtest.h>

#include "support/allocation_guard.hpp"

namespace flangeway::math {
namespace {

// Second differences with a row of weights added: positive definite, and no column is like another.
Eigen::MatrixXd definite(Eigen::Index n) {
  const Eigen::VectorXd weights = Eigen::VectorXd::LinSpaced(n, 0.5, 1.5);
  Eigen::MatrixXd matrix = weights * weights.transpose();
  matrix.diagonal().array() += 2;
  matrix.diagonal(1).array() -= 1;
  matrix.diagonal(-1).array() -= 1;
  return matrix;
}

TEST(Cholesky, SolvesForSizesBetweenTheBlocks) {
  for (const Eigen::Index n : {1, 7, 8, 9, 40, 123}) {
    const Eigen::MatrixXd matrix = definite(n);
    Eigen::MatrixXd factor = matrix;
    factorise_cholesky(factor);
    const Eigen::MatrixXd lower = factor.triangularView<Eigen::Lower>();
    EXPECT_LT((lower * lower.transpose() - matrix).norm(), 1e-12 * matrix.norm()) << n;
    const Eigen::VectorXd wanted = Eigen::VectorXd::LinSpaced(n, -1, 2);
    Eigen::VectorXd x = matrix * wanted;
    solve_cholesky(factor, x);
    EXPECT_LT((x - wanted).norm(), 1e-9 * wanted.norm()) << n;
  }
}

TEST(Cholesky, AllocatesNothing) {
  Eigen::MatrixXd matrix = definite(1500);
  Eigen::VectorXd x = Eigen::VectorXd::Ones(1500);
  const test::AllocationGuard guard;
  factorise_cholesky(matrix);
  solve_cholesky(matrix, x);
  EXPECT_EQ(guard.count(), 0u);
}

}  // namespace
}  // namespace flangeway::math
