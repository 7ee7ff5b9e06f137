#include "flangeway/uncertainty/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::uncertainty {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// Normal score that a two-sided interval reaches.
double score_of(double confidence) {
  return normal_quantile(0.5 + 0.5 * confidence);
}

// P(X ≤ k) for k = 0 … n of a binomial variable. From logarithms, so that large n do not underflow.
std::vector<double> binomial_distribution(std::size_t n, double p) {
  std::vector<double> sums(n + 1);
  const double size = static_cast<double>(n);
  double sum = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const double i = static_cast<double>(k);
    sum += std::exp(std::lgamma(size + 1) - std::lgamma(i + 1) - std::lgamma(size - i + 1) + i * std::log(p) +
                    (size - i) * std::log1p(-p));
    sums[k] = sum;
  }
  return sums;
}

}  // namespace

Interval quantile_of(std::span<const double> values, double p, double confidence) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  Interval result{assess::percentile(values, 100 * p), -infinite, infinite};
  const double tail = 0.5 * (1 - confidence);
  const std::vector<double> below = binomial_distribution(sorted.size(), p);
  // The r-th smallest value exceeds the quantile with probability P(X ≤ r - 1), X being the number below it.
  for (std::size_t r = 1; r <= sorted.size(); ++r) {
    if (below[r - 1] <= tail) result.lower = sorted[r - 1];
    if (below[r - 1] >= 1 - tail) {
      result.upper = sorted[r - 1];
      break;
    }
  }
  return result;
}

Interval share_of(std::size_t count, std::size_t total, double confidence) {
  const double n = static_cast<double>(total), p = static_cast<double>(count) / n;
  const double z = score_of(confidence), shrink = 1 + z * z / n;
  const double middle = (p + 0.5 * z * z / n) / shrink;
  const double half = z / shrink * std::sqrt(p * (1 - p) / n + 0.25 * z * z / (n * n));
  return {p, count == 0 ? 0 : middle - half, count == total ? 1 : middle + half};
}

Interval mean_of(std::span<const double> values, double confidence) {
  const double mean = assess::mean(values), n = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  const double half = score_of(confidence) * std::sqrt(sum / (n - 1) / n);
  return {mean, mean - half, mean + half};
}

}  // namespace flangeway::uncertainty
