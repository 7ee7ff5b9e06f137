#include "flangeway/integrate/exponential_weights.hpp"

#include <cmath>

namespace flangeway::integrate {
namespace {

// Below this, the recursion φ_{j+1} = (φ_j − 1/j!)/(−z) loses digits; Taylor's series of φ4 needs 16 terms.
constexpr double series_limit = 1;

double phi4_series(double c) {
  // Σ c^k/(k+4)!, from the last term: c^k/(k+4)! = (1 + c/(k+5) (1 + …))/4!
  double sum = 1;
  for (int k = 15; k >= 1; --k) sum = 1 + c / (k + 4) * sum;
  return sum / 24;
}

}  // namespace

std::array<double, 5> phi_functions(double z) {
  const double c = -z;
  std::array<double, 5> phi;
  if (z < series_limit) {
    phi[4] = phi4_series(c);
    phi[3] = 1.0 / 6 + c * phi[4];
    phi[2] = 1.0 / 2 + c * phi[3];
    phi[1] = 1 + c * phi[2];
    phi[0] = 1 + c * phi[1];
  } else {
    phi[0] = std::exp(c);
    phi[1] = (phi[0] - 1) / c;
    phi[2] = (phi[1] - 1) / c;
    phi[3] = (phi[2] - 1.0 / 2) / c;
    phi[4] = (phi[3] - 1.0 / 6) / c;
  }
  return phi;
}

AdamsWeights exponential_adams(double z) {
  const auto p = phi_functions(z);
  // Share of the four-point predictor; 1 − share = O(z²), so that the order stays 4.
  const double share = 1 / (1 + (z / predictor_blend) * (z / predictor_blend)), rest = 1 - share;
  AdamsWeights w;
  w.predictor = {share * (p[1] + 11.0 / 6 * p[2] + 2 * p[3] + p[4]) + rest * (p[1] + p[2]),
                 share * (-3 * p[2] - 5 * p[3] - 3 * p[4]) - rest * p[2],
                 share * (1.5 * p[2] + 4 * p[3] + 3 * p[4]), share * (-p[2] / 3 - p[3] - p[4])};
  w.corrector = {p[2] / 3 + p[3] + p[4], p[1] + p[2] / 2 - 2 * p[3] - 3 * p[4], -p[2] + p[3] + 3 * p[4],
                 p[2] / 6 - p[4]};
  return w;
}

RungeKuttaWeights exponential_runge_kutta(double z) {
  const auto half = phi_functions(z / 2), full = phi_functions(z);
  return {half[1], half[2], full[1], full[2], 2 * (full[2] - 2 * full[3]), 4 * full[3] - full[2]};
}

}  // namespace flangeway::integrate
