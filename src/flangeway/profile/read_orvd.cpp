// JSON of OpenRailVehicleDynamics: profile_role (wheel, rail), coordinate_frame, length_unit and two lists of
// equal length, lateral_meters and vertical_meters. The only frame that it has is that of a right-hand wheel
// or rail: lateral to the right, which is the field side, and vertical downwards.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/core/json_text.hpp"

#include "flangeway/profile/table.hpp"

namespace flangeway::profile {
namespace {

using nlohmann::json;

constexpr const char* orvd_frame = "lateral_right_vertical_down";

// The text of a key; empty with a finding where it is none.
std::string text_in(const json& root, const char* key, Reporter& report) {
  if (const auto found = root.find(key); found != root.end() && found->is_string())
    return found->get<std::string>();
  report.add(fmt::format("has no text {}", key), {}, {},
             "A profile in JSON is one of OpenRailVehicleDynamics");
  return {};
}

void want_word(const json& root, const char* key, const std::string& wanted, Reporter& report) {
  if (report.any()) return;
  if (const std::string got = text_in(root, key, report); !report.any() && got != wanted)
    report.add(fmt::format("{} is not the one that is read", key), got, wanted);
}

std::vector<double> numbers_of(const json& root, const char* key, Reporter& report) {
  std::vector<double> numbers;
  const auto found = root.find(key);
  if (found == root.end() || !found->is_array()) {
    report.add(fmt::format("has no list {}", key));
    return numbers;
  }
  for (const json& one : *found) {
    if (!one.is_number() || !std::isfinite(one.get<double>())) {
      report.add(fmt::format("{}[{}] is not a finite number", key, numbers.size()));
      return numbers;
    }
    numbers.push_back(one.get<double>());
  }
  return numbers;
}

}  // namespace

Table read_orvd(std::string_view text, Kind kind, Reporter& report) {
  Table table;
  table.mirror_z = false;
  table.unit_mm = 1000;
  table.closest = 1e-7;
  table.unit_is_given = true;
  const json root = parse_json<json>(text);
  if (root.is_discarded() || !root.is_object()) {
    report.add("begins as JSON, but is none that can be read", {}, {}, "Export the file again");
    return table;
  }
  const std::string role = text_in(root, "profile_role", report);
  if (!report.any() && role != kind_name(kind))
    report.add(
        fmt::format("the file says that it is a {}, but a {} profile is wanted", role, kind_name(kind)));
  want_word(root, "coordinate_frame", orvd_frame, report);
  want_word(root, "length_unit", "meter", report);
  if (report.any()) return table;
  const std::vector<double> lateral = numbers_of(root, "lateral_meters", report),
                            vertical = numbers_of(root, "vertical_meters", report);
  if (!report.any() && lateral.size() != vertical.size())
    report.add("lateral_meters and vertical_meters have different lengths",
               fmt::format("{} and {}", lateral.size(), vertical.size()));
  if (report.any()) return table;
  for (std::size_t i = 0; i < lateral.size(); ++i) table.points.emplace_back(lateral[i], vertical[i]);
  return table;
}

}  // namespace flangeway::profile
