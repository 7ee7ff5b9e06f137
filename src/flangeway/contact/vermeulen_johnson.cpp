#include "flangeway/contact/vermeulen_johnson.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/elliptic_integrals.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact {

UnitPatch vermeulen_johnson(const UnitPatch& patch, double poisson_ratio) {
  const double kappa = std::min(patch.a, patch.b) / std::max(patch.a, patch.b);
  const double square = 1 - kappa * kappa;
  const EllipticIntegrals e = elliptic_integrals(kappa);
  const double c = square > 1e-6 ? (e.d - e.b) / square : pi / 16;
  const bool wide = patch.a <= patch.b;
  const double along = wide ? e.b - poisson_ratio * (e.d - c) : kappa * (e.d - poisson_ratio * (e.d - c));
  const double across = wide ? e.b - poisson_ratio * kappa * kappa * c : kappa * (e.d - poisson_ratio * c);
  UnitPatch result = patch;
  result.c11 = pi / along, result.c22 = pi / across;
  result.c23 = result.c33 = 0;
  return result;
}

}  // namespace flangeway::contact
