#include "flangeway/report/encode.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "flangeway/core/base64.hpp"

namespace flangeway::report {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian numbers");

std::vector<double> thinned(const std::vector<double>& values, std::size_t run) {
  if (run <= 1) return values;
  std::vector<double> kept;
  for (auto from = values.begin(); from < values.end();) {
    const auto to = from + std::min(static_cast<std::ptrdiff_t>(run), values.end() - from);
    auto [first, second] = std::minmax_element(from, to);
    if (second < first) std::swap(first, second);
    kept.insert(kept.end(), {*first, *second});
    from = to;
  }
  return kept;
}

std::vector<double> thinned_places(const std::vector<double>& values, std::size_t run) {
  if (run <= 1) return values;
  std::vector<double> kept;
  for (std::size_t from = 0; from < values.size(); from += run) {
    const std::size_t middle = std::min(from + run / 2, values.size() - 1);
    kept.insert(kept.end(), {values[from], values[middle]});
  }
  return kept;
}

nlohmann::json compact(const std::vector<double>& values) {
  if (values.empty()) return {{"c", 0}};
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  if (*low == *high) return {{"c", *low}};
  std::vector<std::uint16_t> steps;
  steps.reserve(values.size());
  for (const double value : values)
    steps.push_back(static_cast<std::uint16_t>(std::lround((value - *low) / (*high - *low) * 65535)));
  return {{"lo", *low},
          {"hi", *high},
          {"u", base64(reinterpret_cast<const unsigned char*>(steps.data()), 2 * steps.size())}};
}

nlohmann::json exact(const std::vector<double>& values) {
  return {{"d", base64(reinterpret_cast<const unsigned char*>(values.data()), 8 * values.size())}};
}

}  // namespace flangeway::report
