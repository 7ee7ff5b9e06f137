// Decompositions of dense matrices whose size is known at run time, as plain functions: their templates are
// the costliest of the build, and they are compiled here alone.
#pragma once

#include <Eigen/Core>

namespace flangeway::math {

/// Eigenvalues of a general real matrix: A v = λ v. Columns of `vectors` have the length 1.
struct Eigenpairs {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
[[nodiscard]] Eigenpairs eigenpairs(const Eigen::MatrixXd& matrix);

/// Eigenvalues of a symmetric matrix, in ascending order; the columns of `vectors` are orthonormal. Only the
/// lower triangle is read.
struct SymmetricEigenpairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
[[nodiscard]] SymmetricEigenpairs symmetric_eigenpairs(const Eigen::MatrixXd& matrix);

[[nodiscard]] Eigen::MatrixXd inverse(const Eigen::MatrixXd& matrix);

/// The shortest x among those for which |A x − b| is least. A may be singular.
[[nodiscard]] Eigen::VectorXd least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}  // namespace flangeway::math
