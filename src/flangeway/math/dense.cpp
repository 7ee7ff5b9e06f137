#include "flangeway/math/dense.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include "flangeway/core/assertion.hpp"

namespace flangeway::math {

Eigenpairs eigenpairs(const Eigen::MatrixXd& matrix) {
  FLANGEWAY_ASSERT(matrix.rows() == matrix.cols(), "the matrix is square");
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& matrix) {
  FLANGEWAY_ASSERT(matrix.rows() == matrix.cols(), "the matrix is square");
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::MatrixXd inverse(const Eigen::MatrixXd& matrix) {
  FLANGEWAY_ASSERT(matrix.rows() == matrix.cols(), "the matrix is square");
  return matrix.inverse();
}

Eigen::VectorXd least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
  FLANGEWAY_ASSERT(a.rows() == b.size(), "each equation has a right side");
  return a.completeOrthogonalDecomposition().solve(b);
}

}  // namespace flangeway::math
