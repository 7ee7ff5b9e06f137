#include "labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "flangeway/document/read.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::campaign {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> known_titles{{
    {"YQ_max", "largest Y/Q"},
    {"Q_max", "largest Q"},
    {"Y_max", "largest |Y|"},
    {"contact_angle_max", "largest contact angle"},
    {"error_max", "largest error"},
    {"error_mean", "mean error"},
    {"flange_time", "longest flange contact"},
    {"cpu_time", "processor time"},
}};

/// Units of the keys of cases by their paths.
const std::map<std::string, std::string, std::less<>>& units_of_keys() {
  static const std::map<std::string, std::string, std::less<>> units = [] {
    std::map<std::string, std::string, std::less<>> made;
    for (const document::KeyReference& key : document::reference<vehicle_case::CaseSpec>())
      made.emplace(key.key, key.unit);
    return made;
  }();
  return units;
}

}  // namespace

std::string title_of_column(std::string_view name) {
  constexpr std::string_view largest = "max_abs(";
  for (const auto& [column, title] : known_titles)
    if (column == name) return std::string(title);
  if (name.starts_with(largest) && name.ends_with(')'))
    return fmt::format("largest |{}|", name.substr(largest.size(), name.size() - largest.size() - 1));
  std::string title(name);
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

std::string title_with_unit(std::string_view name, std::string_view unit) {
  const std::string title = title_of_column(name);
  return unit.empty() || unit == "1" ? title : fmt::format("{} in {}", title, unit);
}

std::string title_in_table(const Table& table, std::string_view name) {
  const auto column = table.find(name);
  return title_with_unit(name, column ? table.columns[*column].unit : "");
}

std::string title_of_axis(std::string_view name, std::string_view key) {
  const auto unit = units_of_keys().find(key);
  return title_with_unit(name, unit == units_of_keys().end() ? "" : unit->second);
}

}  // namespace flangeway::campaign
