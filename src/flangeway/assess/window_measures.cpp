#include "flangeway/assess/window_measures.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>

#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

// The extreme of each window of `window` values: result[i] is of values[i] … values[i + window − 1].
template <typename Before>
std::vector<double> extremes(std::span<const double> values, std::size_t window, const Before& before) {
  std::vector<double> result;
  std::deque<std::size_t> best;  // places whose values come ever later in the order
  for (std::size_t i = 0; i < values.size(); ++i) {
    while (!best.empty() && !before(values[best.back()], values[i])) best.pop_back();
    best.push_back(i);
    if (i + 1 < window) continue;
    if (best.front() + window <= i) best.pop_front();
    result.push_back(values[best.front()]);
  }
  return result;
}

}  // namespace

std::vector<double> peak_to_peak(std::span<const double> values, std::size_t window, std::size_t shortest) {
  FLANGEWAY_ASSERT(window >= 1, "a window has at least one sample");
  std::vector<double> result(values.size(), 0.0);
  shortest = std::clamp<std::size_t>(shortest, 1, window);
  // Level reached by all of `shortest` samples, then its maximum within the window.
  const std::size_t places = window - shortest + 1;
  const auto high = extremes(extremes(values, shortest, std::less<>()), places, std::greater<>());
  const auto low = extremes(extremes(values, shortest, std::greater<>()), places, std::less<>());
  for (std::size_t i = 0; i < high.size(); ++i) result[i + window - 1] = std::max(high[i] - low[i], 0.0);
  return result;
}

std::vector<double> detrended_rms(std::span<const double> values, std::size_t window) {
  FLANGEWAY_ASSERT(window >= 2, "a line goes through two samples at least");
  std::vector<double> result(values.size(), 0.0);
  const auto n = static_cast<double>(window);
  const double spread = n * (n * n - 1) / 12;  // sum of the squares of places about their mean
  for (std::size_t i = window; i <= values.size(); ++i) {
    const auto part = values.subspan(i - window, window);
    const auto beside = [&](std::size_t k) { return static_cast<double>(k) - (n - 1) / 2; };
    double sum = 0, product = 0, squares = 0;
    for (std::size_t k = 0; k < window; ++k) sum += part[k], product += beside(k) * part[k];
    for (std::size_t k = 0; k < window; ++k) {
      const double off = part[k] - sum / n - product / spread * beside(k);
      squares += off * off;
    }
    result[i - 1] = std::sqrt(squares / n);
  }
  return result;
}

}  // namespace flangeway::assess
