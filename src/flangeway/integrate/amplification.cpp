#include "flangeway/integrate/amplification.hpp"

#include <algorithm>
#include <array>

#include "flangeway/core/assertion.hpp"
#include "flangeway/integrate/fixed_step.h"
#include "flangeway/math/dense.hpp"

namespace flangeway::integrate {
namespace {

using Complex = std::complex<double>;
using Row = std::array<Complex, 4>;  // weights of y at n, n−1, n−2, n−3 in the new value

// y and f = μ y of the last points make y_n + h Σ w_k f_k + z Σ w_k (y_k − y_n).
void add_point(Row& row, double weight, Complex m, double z, std::size_t point) {
  row[point] += weight * (m + z);
  row[0] -= weight * z;
}

Row adams(Complex m, double z) {
  fw_weights w;
  fw_set_adams(z, &w);
  Row predicted{1, 0, 0, 0}, corrected{1, 0, 0, 0};
  for (std::size_t k = 0; k < 4; ++k) add_point(predicted, w.predictor[k], m, z, k);
  for (std::size_t k = 0; k < 4; ++k) corrected[k] += w.corrector[0] * (m + z) * predicted[k];
  corrected[0] -= w.corrector[0] * z;
  for (std::size_t k = 1; k < 4; ++k) add_point(corrected, w.corrector[k], m, z, k - 1);
  return corrected;
}

// The largest eigenvalue of the companion matrix. A complex matrix C is [Re −Im; Im Re] in real numbers.
double largest_root(const Row& row) {
  Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(8, 8);
  for (Eigen::Index k = 0; k < 4; ++k) {
    const Complex c = row[static_cast<std::size_t>(k)];
    companion(0, k) = companion(4, 4 + k) = c.real();
    companion(4, k) = c.imag(), companion(0, 4 + k) = -c.imag();
    if (k > 0) companion(k, k - 1) = companion(4 + k, 3 + k) = 1;
  }
  return math::eigenpairs(companion).values.cwiseAbs().maxCoeff();
}

double runge_kutta(Complex mu, double rate, double h) {
  fw_weights w;
  fw_set_runge_kutta(rate * h, &w);
  const auto change = [&](Complex slope, Complex state) {
    return slope - mu + rate * (state - 1.0);
  };  // of N
  const Complex a = 1.0 + h / 2 * w.half1 * mu;
  const Complex b = 1.0 + h / 2 * w.half1 * mu + h * w.half2 * change(mu * a, a);
  const Complex c = 1.0 + h * w.full1 * mu + 2 * h * w.full2 * change(mu * b, b);
  const Complex middle = change(mu * a, a) + change(mu * b, b), last = change(mu * c, c);
  return std::abs(1.0 + h * (w.full1 * mu + w.middle * middle + w.last * last));
}

}  // namespace

double amplification(FixedMethod method, Complex mu, double rate, double step) {
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  return method == FixedMethod::rk4 ? runge_kutta(mu, rate, step)
                                    : largest_root(adams(mu * step, rate * step));
}

}  // namespace flangeway::integrate
