#include "flangeway/contact/patch/problem/elastic_pair.hpp"

#include <cmath>
#include <limits>

namespace flangeway::contact::patch {

namespace {

/// Equal bodies, whatever their rounding, are not coupled: coupling costs an outer iteration.
double difference(double term_1, double term_2) {
  const bool equal = std::abs(term_1 - term_2) <=
                     8 * std::numeric_limits<double>::epsilon() * (std::abs(term_1) + std::abs(term_2));
  return equal ? 0 : term_1 - term_2;
}

}  // namespace

bool ElasticPair::is_coupled() const {
  if (!coupled) return false;
  if (coupling != 0 || !is_viscous()) return coupling != 0;
  const auto sideways = [](const DelayedResponse& d) { return (1 - 2 * d.poisson_ratio) * d.compliance; };
  const double first = sideways(delayed[0]), second = sideways(delayed[1]);
  return difference(first, second) != 0 ||
         (first != 0 && difference(delayed[0].length, delayed[1].length) != 0);
}

ElasticPair combine(const Material& body_1, const Material& body_2, double rolling_velocity) {
  const double g1 = body_1.shear_modulus(), g2 = body_2.shear_modulus();
  const double n1 = body_1.poisson_ratio, n2 = body_2.poisson_ratio;
  ElasticPair pair;
  pair.shear_modulus = 2 / (1 / g1 + 1 / g2);
  pair.poisson_ratio = 0.5 * pair.shear_modulus * (n1 / g1 + n2 / g2);
  pair.coupling = 0.25 * pair.shear_modulus * difference((1 - 2 * n1) / g1, (1 - 2 * n2) / g2);
  const auto delayed = [&](const Material& body, double modulus) {
    if (body.delayed_compliance == 0) return DelayedResponse{};
    return DelayedResponse{body.delayed_compliance / modulus, body.poisson_ratio,
                           rolling_velocity * body.delay_time};
  };
  pair.delayed = {delayed(body_1, g1), delayed(body_2, g2)};
  return pair;
}

}  // namespace flangeway::contact::patch
