// Cholesky's factorisation of a dense matrix in place, for matrices that change within a step.
#pragma once

#include <Eigen/Dense>

namespace flangeway::math {

/// The lower triangle of a symmetric positive definite matrix becomes that of L, L Lᵀ = matrix; what is above
/// the diagonal is not touched. Up to 2000 unknowns nothing is allocated: Eigen's own factorisation takes
/// blocks so wide that its buffers go to the heap from 500 unknowns on.
void factorise_cholesky(Eigen::MatrixXd& matrix);
/// x ← matrix⁻¹ x.
void solve_cholesky(const Eigen::MatrixXd& factor, Eigen::VectorXd& x);

}  // namespace flangeway::math
