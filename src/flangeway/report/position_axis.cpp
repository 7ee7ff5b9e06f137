#include "flangeway/report/position_axis.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace flangeway::report {
namespace {

bool is_monotonic(const std::vector<double>& x) {
  return x.size() > 1 && x.front() != x.back() &&
         (std::is_sorted(x.begin(), x.end()) || std::is_sorted(x.begin(), x.end(), std::greater<>()));
}

}  // namespace

PositionAxis position_axis(const results::Reader& reader, results::RowRange range) {
  if (reader.has("chainage")) {
    std::vector<double> x = reader.read("chainage", range);
    if (is_monotonic(x)) {
      for (double& value : x) value /= 1e3;
      return {std::move(x), "chainage in km"};
    }
  }
  if (reader.has("distance")) return {reader.read("distance", range), "distance in m"};
  return {reader.read("t", range), "time in s"};
}

ChainageTable chainage_table(const nlohmann::json& summary) {
  ChainageTable table;
  const auto found = summary.find("chainage");
  if (found == summary.end() || !found->is_array()) return table;
  for (const nlohmann::json& row : *found) {
    if (!row.is_array() || row.size() != 2 || !row[0].is_number() || !row[1].is_number()) return {};
    table.push_back({row[0].get<double>(), row[1].get<double>()});
  }
  return table;
}

double kilometres(const ChainageTable& chainage, double distance) {
  return chainage_at(chainage, distance).value_or(distance) / 1e3;
}

}  // namespace flangeway::report
