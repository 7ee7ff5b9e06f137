#include "flangeway/contact/patch/problem/elastic_pair.hpp"

#include <cmath>
#include <limits>

namespace flangeway::contact::patch {

ElasticPair combine(const Material& body_1, const Material& body_2) {
  const double g1 = body_1.shear_modulus(), g2 = body_2.shear_modulus();
  const double n1 = body_1.poisson_ratio, n2 = body_2.poisson_ratio;
  ElasticPair pair;
  pair.shear_modulus = 2 / (1 / g1 + 1 / g2);
  pair.poisson_ratio = 0.5 * pair.shear_modulus * (n1 / g1 + n2 / g2);
  const double term_1 = (1 - 2 * n1) / g1, term_2 = (1 - 2 * n2) / g2;
  // Equal bodies, whatever their rounding, are not coupled: coupling costs an outer iteration.
  const bool equal =
      std::abs(term_1 - term_2) <= 8 * std::numeric_limits<double>::epsilon() * (term_1 + term_2);
  pair.coupling = equal ? 0 : 0.25 * pair.shear_modulus * (term_1 - term_2);
  return pair;
}

}  // namespace flangeway::contact::patch
