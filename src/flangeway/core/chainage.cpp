#include "flangeway/core/chainage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace flangeway {

std::optional<double> chainage_at(const ChainageTable& table, double distance) {
  if (table.empty() || !std::isfinite(distance)) return std::nullopt;
  if (table.size() == 1) return table.front()[1] + distance - table.front()[0];
  auto next = std::upper_bound(table.begin(), table.end(), distance,
                               [](double value, const std::array<double, 2>& row) { return value < row[0]; });
  next = std::clamp(next, table.begin() + 1, table.end() - 1);
  const auto& [from, first] = *(next - 1);
  const auto& [to, last] = *next;
  if (to == from) return last;
  return first + (last - first) * (distance - from) / (to - from);
}

std::string chainage_text(double chainage) {
  return fmt::format("km {:.4f}", chainage / 1000);
}

}  // namespace flangeway
