#include "flangeway/integrate/bdf_coefficients.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::integrate {
namespace {

// p(x) ← p(x) (1 + x · root), of degree `degree` afterwards.
void multiply_in(BdfPolynomial& p, std::size_t degree, double root) {
  for (std::size_t i = degree; i >= 1; --i) p[i] += p[i - 1] * root;
}

// p(x) ← p(x) (x + shift), whose lowest power is 2.
void multiply_shifted(BdfPolynomial& p, std::size_t degree, double shift) {
  for (std::size_t i = degree; i >= 2; --i) p[i] = p[i] * shift + p[i - 1];
}

}  // namespace

BdfCoefficients bdf_coefficients(std::size_t order, double h, const BdfSteps& steps, bool other_orders) {
  FLANGEWAY_ASSERT(order >= 1 && order <= highest_order, "the method has this order");
  BdfCoefficients c;
  BdfPolynomial& l = c.correction;
  l[0] = l[1] = 1;
  c.projection = l;
  double inverse = 1,
         leading = 1;  // of the last distance back over h, true and as the fixed coefficient has it
  double alpha = -1, alpha_true = -1, back = h;
  const auto q = static_cast<double>(order);
  if (order > 1) {
    for (std::size_t j = 2; j < order; ++j) {
      back += steps[j - 1];
      inverse = h / back;
      alpha -= 1 / static_cast<double>(j);
      multiply_in(l, j, inverse);
    }
    alpha -= 1 / q;
    leading = -l[1] - alpha;
    back += steps[order - 1];
    inverse = h / back;
    alpha_true = -l[1] - inverse;
    c.projection = l;
    multiply_in(c.projection, order, inverse);
    multiply_in(l, order, leading);
  }
  const double a1 = 1 - alpha_true + alpha, a2 = 1 + q * a1;
  c.error = std::abs(a1 / (alpha * a2));
  c.high_derivative = std::abs(a2 * leading / (l[order] * inverse));
  if (!other_orders) return c;
  c.error_below = 1;
  if (order > 1) {
    const double a3 = alpha + 1 / q, a4 = alpha_true + inverse;
    c.error_below = std::abs(leading / l[order] * ((1 - a4 + a3) / a3));
  }
  back += steps[order];
  inverse = h / back;
  const double a5 = alpha - 1 / (q + 1), a6 = alpha_true - inverse;
  c.error_above = std::abs((1 - a6 + a5) / a2 / (inverse * (q + 2) * a5));
  return c;
}

BdfPolynomial bdf_raise(std::size_t order, double h, const BdfSteps& steps, double& first) {
  FLANGEWAY_ASSERT(order >= 1 && order < highest_order, "there is an order above");
  BdfPolynomial p{};
  p[2] = 1;
  double alpha = -1, sum = 1, product = 1, shift = 1, back = h;
  for (std::size_t j = 1; j < order; ++j) {
    back += steps[j + 1];
    const double next = back / h;
    product *= next;
    alpha -= 1 / static_cast<double>(j + 1);
    sum += 1 / next;
    multiply_shifted(p, j + 2, shift);
    shift = next;
  }
  first = (-alpha - sum) / product;
  return p;
}

BdfPolynomial bdf_lower(std::size_t order, double h, const BdfSteps& steps) {
  FLANGEWAY_ASSERT(order >= 2 && order <= highest_order, "there is an order below");
  BdfPolynomial p{};
  p[2] = 1;
  double back = 0;
  for (std::size_t j = 1; j + 2 <= order; ++j) {
    back += steps[j];
    multiply_shifted(p, j + 2, back / h);
  }
  return p;
}

}  // namespace flangeway::integrate
