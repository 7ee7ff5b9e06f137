#include "flangeway/assess/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

Extreme at(std::span<const double> values, std::span<const double>::iterator place) {
  return {*place, static_cast<std::size_t>(place - values.begin())};
}

}  // namespace

double mean(std::span<const double> values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one sample");
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double rms(std::span<const double> values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one sample");
  const double sum = std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
  return std::sqrt(sum / static_cast<double>(values.size()));
}

double percentile(std::span<const double> values, double percent) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one sample");
  FLANGEWAY_ASSERT(percent >= 0 && percent <= 100, "a share is from 0 to 100 percent");
  std::vector<double> ordered(values.begin(), values.end());
  const double place = percent / 100 * static_cast<double>(ordered.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), ordered.size() - 1);
  const auto nth = ordered.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(ordered.begin(), nth, ordered.end());
  if (nth + 1 == ordered.end()) return *nth;
  return *nth + (place - static_cast<double>(below)) * (*std::min_element(nth + 1, ordered.end()) - *nth);
}

Extreme lowest(std::span<const double> values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one sample");
  return at(values, std::min_element(values.begin(), values.end()));
}

Extreme highest(std::span<const double> values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one sample");
  return at(values, std::max_element(values.begin(), values.end()));
}

Extreme largest_absolute(std::span<const double> values) {
  FLANGEWAY_ASSERT(!values.empty(), "there is at least one sample");
  Extreme found = at(values, std::max_element(values.begin(), values.end(),
                                              [](double a, double b) { return std::abs(a) < std::abs(b); }));
  found.value = std::abs(found.value);
  return found;
}

}  // namespace flangeway::assess
