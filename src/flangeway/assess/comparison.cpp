#include "flangeway/assess/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/assess/estimate.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

// The correlation with `other` moved by so many steps; nothing in common: −1.
double shifted_correlation(std::span<const double> reference, std::span<const double> other, long by) {
  const auto ahead = static_cast<std::size_t>(std::max(by, 0L)),
             back = static_cast<std::size_t>(-std::min(by, 0L));
  if (ahead >= reference.size() || back >= other.size()) return -1;
  const std::size_t common = std::min(reference.size() - ahead, other.size() - back);
  if (2 * common < std::min(reference.size(), other.size())) return -1;
  return correlation(reference.subspan(ahead, common), other.subspan(back, common));
}

}  // namespace

double correlation(std::span<const double> a, std::span<const double> b) {
  FLANGEWAY_ASSERT(!a.empty(), "there is at least one sample");
  FLANGEWAY_ASSERT(a.size() == b.size(), "both series have the same length");
  const double mean_a = mean(a), mean_b = mean(b);
  double product = 0, square_a = 0, square_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += (a[i] - mean_a) * (b[i] - mean_b);
    square_a += (a[i] - mean_a) * (a[i] - mean_a);
    square_b += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return square_a > 0 && square_b > 0 ? product / std::sqrt(square_a * square_b) : 0;
}

Shift best_shift(std::span<const double> reference, std::span<const double> other, double step,
                 double farthest) {
  FLANGEWAY_ASSERT(!reference.empty() && !other.empty(), "both series have samples");
  FLANGEWAY_ASSERT(step > 0 && farthest >= 0, "a step has a length, and a reach has no sign");
  const long reach = std::lround(std::floor(farthest / step));
  long best = 0;
  double most = shifted_correlation(reference, other, 0);
  for (long by = -reach; by <= reach; ++by) {
    const double value = shifted_correlation(reference, other, by);
    // Among equal ones the smallest shift: constant series stay in place.
    if (value > most + 1e-12 || (value > most - 1e-12 && std::abs(by) < std::abs(best)))
      best = by, most = value;
  }
  double between = 0;
  if (std::abs(best) < reach) {
    const double before = shifted_correlation(reference, other, best - 1),
                 after = shifted_correlation(reference, other, best + 1);
    const double bend = before - 2 * most + after;
    if (bend < 0) between = std::clamp((before - after) / (2 * bend), -0.5, 0.5);
  }
  return {(static_cast<double>(best) + between) * step, most};
}

Difference difference(std::span<const double> reference, std::span<const double> other) {
  FLANGEWAY_ASSERT(!reference.empty(), "there is at least one sample");
  FLANGEWAY_ASSERT(reference.size() == other.size(), "both series have the same length");
  std::vector<double> off;
  for (std::size_t i = 0; i < reference.size(); ++i) off.push_back(other[i] - reference[i]);
  Difference result;
  result.mean = mean(off);
  result.deviation = standard_deviation(off);
  result.rms = rms(off);
  result.largest = largest_absolute(off).value;
  result.correlation = correlation(reference, other);
  const double spread = standard_deviation(reference), sizes = rms(reference) + rms(other);
  result.amplitude = spread > 0 ? standard_deviation(other) / spread : 0;
  result.inequality = sizes > 0 ? result.rms / sizes : 0;
  return result;
}

}  // namespace flangeway::assess
