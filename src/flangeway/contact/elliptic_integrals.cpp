#include "flangeway/contact/elliptic_integrals.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact {

EllipticIntegrals elliptic_integrals(double kappa) {
  FLANGEWAY_ASSERT(!(kappa < 0), "κ has no sign");
  // K = π/(2M(1, κ)); K − E = K Σ 2^(n−1) c_n² with c_0 = k, c_1 = (1−κ)/2, c_{n+1} = c_n²/(4 a_{n+1}).
  // The sum is kept divided by k²: c_1²/k² = (1−κ)/(4(1+κ)).
  double a = (1 + kappa) / 2, g = std::sqrt(kappa);
  double c_square = (1 - kappa) * (1 - kappa) / 4;
  double share = (1 - kappa) / (4 * (1 + kappa));  // c_n²/k²
  double sum = 0.5 + share, power = 2;
  while (c_square > 1e-16 * a * a) {  // the next c is of the order of its square
    const double mean = (a + g) / 2;
    g = std::sqrt(a * g);
    const double factor = c_square / (16 * mean * mean);
    share *= factor;
    c_square *= factor;
    sum += power * share;
    power *= 2;
    a = mean;
  }
  const double first = pi / (a + g);
  const double d = first * sum;
  return {first, first - d, d};
}

}  // namespace flangeway::contact
