#include "flangeway/assess/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

// The continued fraction of the incomplete beta function, by Lentz's method. [Press2007, section 6.4]
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto bounded = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1, d = 1 / bounded(1 - (a + b) * x / (a + 1)), product = d;
  for (int m = 1; m <= 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / bounded(1 + even * d), c = bounded(1 + even / c), product *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / bounded(1 + odd * d), c = bounded(1 + odd / c), product *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return product;
}

// The incomplete gamma function P(a, x) by its series, whose terms are positive. [Press2007, section 6.2]
double incomplete_gamma(double a, double x) {
  FLANGEWAY_ASSERT(a > 0 && x >= 0, "the argument is positive");
  if (x > a + 40 * std::sqrt(a) + 40) return 1;  // to rounding; the factor below may vanish there
  double term = std::exp(a * std::log(x) - x - std::lgamma(a)) / a, sum = term;
  for (double n = 1; term > 1e-17 * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

// The incomplete beta function I_x(a, b), 0 <= x <= 1.
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                   : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// The probability that t is not exceeded, t >= 0.
double student_probability(double t, double degrees) {
  return 1 - incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t)) / 2;
}

}  // namespace

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Regression regression(std::span<const double> x, std::span<const double> y) {
  FLANGEWAY_ASSERT(!x.empty(), "there is at least one point");
  FLANGEWAY_ASSERT(x.size() == y.size(), "each x has a y");
  Regression line;
  line.count = static_cast<double>(x.size());
  line.mean_x = mean(x);
  const double mean_y = mean(y);
  double product = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    line.sum_square += (x[i] - line.mean_x) * (x[i] - line.mean_x);
    product += (x[i] - line.mean_x) * (y[i] - mean_y);
  }
  line.slope = line.sum_square > 0 ? product / line.sum_square : 0;
  line.intercept = mean_y - line.slope * line.mean_x;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = y[i] - line.intercept - line.slope * x[i];
    squares += off * off;
  }
  if (line.count > 2) line.residual = std::sqrt(squares / (line.count - 2));
  return line;
}

double upper_estimate(const Regression& line, double x, double k) {
  FLANGEWAY_ASSERT(line.count > 0, "the line has points");
  const double beside = x - line.mean_x;
  const double spread = line.sum_square > 0 ? beside * beside / line.sum_square : 0;
  return line.intercept + line.slope * x + k * line.residual * std::sqrt(1 + 1 / line.count + spread);
}

double student_quantile(double probability, double degrees) {
  FLANGEWAY_ASSERT(degrees >= 1, "there is at least one degree of freedom");
  FLANGEWAY_ASSERT(probability > 0 && probability < 1, "a probability is between 0 and 1");
  const double upper = std::max(probability, 1 - probability);
  double low = 0, high = 1;
  while (student_probability(high, degrees) < upper && high < 1e300) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const double middle = (low + high) / 2;
    (student_probability(middle, degrees) < upper ? low : high) = middle;
  }
  return std::copysign((low + high) / 2, probability - 0.5);
}

double chi_square_quantile(double probability, double degrees) {
  FLANGEWAY_ASSERT(degrees > 0, "there are degrees of freedom");
  FLANGEWAY_ASSERT(probability > 0 && probability < 1, "a probability is between 0 and 1");
  const auto reached = [&](double x) { return incomplete_gamma(degrees / 2, x / 2); };
  double low = 0, high = degrees;
  while (reached(high) < probability && high < 1e300) high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-14 * high; ++i) {
    const double middle = (low + high) / 2;
    (reached(middle) < probability ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace flangeway::assess
