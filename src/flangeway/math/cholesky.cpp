#include "flangeway/math/cholesky.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"

namespace flangeway::math {

void factorise_cholesky(Eigen::MatrixXd& matrix) {
  FLANGEWAY_ASSERT(matrix.rows() == matrix.cols(), "the matrix is square");
  constexpr Eigen::Index block = 8;  // × rows × 8 bytes: below Eigen's limit of 128 KiB for its stack
  const Eigen::Index n = matrix.rows();
  for (Eigen::Index k = 0; k < n; k += block) {
    const Eigen::Index width = std::min(block, n - k), rest = n - k - width;
    Eigen::Ref<Eigen::MatrixXd> corner = matrix.block(k, k, width, width);
    const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> in_place(corner);
    if (rest == 0) continue;
    auto below = matrix.block(k + width, k, rest, width);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(below);
    matrix.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(below, -1.0);
  }
}

void solve_cholesky(const Eigen::MatrixXd& factor, Eigen::VectorXd& x) {
  FLANGEWAY_ASSERT(factor.rows() == factor.cols(), "the factor is square");
  FLANGEWAY_ASSERT(factor.rows() == x.size(), "x has as many components as the factor has rows");
  factor.triangularView<Eigen::Lower>().solveInPlace(x);
  factor.triangularView<Eigen::Lower>().transpose().solveInPlace(x);
}

}  // namespace flangeway::math
