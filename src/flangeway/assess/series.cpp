#include "flangeway/assess/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace flangeway::assess {

std::string problem(const Series& series) {
  const auto& [at, values] = series;
  if (at.size() != values.size()) return fmt::format("has {} places and {} values", at.size(), values.size());
  if (at.empty()) return "has no samples";
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!std::isfinite(at[i])) return fmt::format("has a place that is not finite, sample {}", i + 1);
    if (!std::isfinite(values[i])) return fmt::format("has a value that is not finite, sample {}", i + 1);
    if (i > 0 && at[i] < at[i - 1])
      return fmt::format("has places that fall, from {:g} to {:g} at sample {}", at[i - 1], at[i], i + 1);
  }
  return "";
}

std::optional<double> even_step(std::span<const double> at) {
  if (at.size() < 3) return std::nullopt;
  const double step = at[1] - at[0];
  if (!(step > 0)) return std::nullopt;
  for (std::size_t i = 1; i + 1 < at.size(); ++i) {
    if (std::abs(at[i] - at[i - 1] - step) > 1e-6 * step) return std::nullopt;
  }
  const double last = at.back() - at[at.size() - 2];
  return last > 0 && last <= step * (1 + 1e-6) ? std::optional(step) : std::nullopt;
}

std::vector<double> resampled(const Series& series, double step) {
  const auto& [at, values] = series;
  const double extent = at.back() - at.front();
  const auto count = static_cast<std::size_t>(std::floor(extent / step * (1 + 1e-12))) + 1;
  std::vector<double> out(count);
  std::size_t i = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double place = std::min(at.front() + static_cast<double>(k) * step, at.back());
    while (i + 2 < at.size() && at[i + 1] < place) ++i;
    const double width = i + 1 < at.size() ? at[i + 1] - at[i] : 0;
    const double share = width > 0 ? (place - at[i]) / width : 0;
    out[k] = share > 0 ? values[i] + share * (values[i + 1] - values[i]) : values[i];
  }
  return out;
}

std::vector<double> rate(const Series& series) {
  const auto& [at, values] = series;
  std::vector<double> rates(values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : i - 1, after = std::min(i + 1, values.size() - 1);
    const double span = at[after] - at[before];
    if (span > 0) rates[i] = (values[after] - values[before]) / span;
  }
  return rates;
}

}  // namespace flangeway::assess
