#include "flangeway/math/dense.hpp"

#include <gtest/gtest.h>

#include <complex>

namespace flangeway::math {
namespace {

const Eigen::MatrixXd general{{1, 2, 0, -1}, {-3, 0.5, 1, 2}, {0, 1, -2, 4}, {5, 0, 1, 1}};

// Rounding of numbers about 10: 1e-14; the bounds leave a factor of 100.
TEST(Dense, EigenpairsSolveTheirEquation) {
  const Eigenpairs pairs = eigenpairs(general);
  ASSERT_EQ(pairs.values.size(), 4);
  const Eigen::MatrixXcd left = general.cast<std::complex<double>>() * pairs.vectors,
                         right = pairs.vectors * pairs.values.asDiagonal();
  EXPECT_LT((left - right).norm(), 1e-12);
  for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR(pairs.vectors.col(i).norm(), 1, 1e-14);
}

TEST(Dense, SymmetricEigenpairsAscendAndAreOrthonormal) {
  const Eigen::MatrixXd matrix = general + general.transpose();
  const SymmetricEigenpairs pairs = symmetric_eigenpairs(matrix);
  EXPECT_LT((pairs.vectors * pairs.values.asDiagonal() * pairs.vectors.transpose() - matrix).norm(), 1e-12);
  EXPECT_LT((pairs.vectors.transpose() * pairs.vectors - Eigen::MatrixXd::Identity(4, 4)).norm(), 1e-13);
  for (Eigen::Index i = 0; i < 3; ++i) EXPECT_LE(pairs.values(i), pairs.values(i + 1));
}

TEST(Dense, InverseUndoesTheMatrix) {
  EXPECT_LT((inverse(general) * general - Eigen::MatrixXd::Identity(4, 4)).norm(), 1e-13);
}

// The solutions of x + y = 2 and twice that equation lie on a line; the shortest is (1, 1).
TEST(Dense, LeastSquaresGivesTheShortestSolutionOfASingularSystem) {
  const Eigen::VectorXd x = least_squares(Eigen::MatrixXd{{1, 1}, {2, 2}}, Eigen::VectorXd{{2, 4}});
  EXPECT_NEAR(x(0), 1, 1e-14);
  EXPECT_NEAR(x(1), 1, 1e-14);
}

}  // namespace
}  // namespace flangeway::math
