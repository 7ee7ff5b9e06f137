#include "flangeway/report/wheels.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

#include "flangeway/report/html.hpp"

namespace flangeway::report {
namespace {

using Json = nlohmann::json;

constexpr const char* head =
    "<tr><th>Wheel</th><th>Q mean<br>kN</th><th>Q max<br>kN</th><th>|Y| max<br>kN</th><th>Y/Q max</th>"
    "<th>Largest contact<br>angle, deg</th><th>Nadal’s limit<br>of Y/Q</th><th>Flange contact<br>s</th>"
    "<th>Tensile normal<br>force, s</th></tr>\n";

std::optional<double> number(const Json& wheel, const char* key) {
  const auto found = wheel.find(key);
  if (found == wheel.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

std::string cell(std::optional<double> value, double scale, int digits, const char* mark = "") {
  if (!value) return "<td>–</td>";
  return fmt::format("<td{}>{:.{}f}</td>", mark, *value * scale, digits);
}

/// Nadal's limit speaks of a wheel that climbs: without flange contact there is none.
std::optional<double> limit_of(const Json& wheel) {
  if (number(wheel, "flange_time").value_or(0) <= 0) return std::nullopt;
  return number(wheel, "nadal_limit");
}

std::string row(const std::string& name, const Json& wheel) {
  const auto limit = limit_of(wheel);
  const auto ratio = number(wheel, "YQ_max");
  const char* over = limit && ratio && *ratio > *limit ? " class=\"over\"" : "";
  const auto tensile = number(wheel, "tensile_time");
  const char* pulls = tensile.value_or(0) > 0 ? " class=\"over\"" : "";
  return fmt::format("<tr><th>{}</th>{}{}{}{}{}{}{}{}</tr>\n", escaped(name),
                     cell(number(wheel, "Q_mean"), 1e-3, 2), cell(number(wheel, "Q_max"), 1e-3, 2),
                     cell(number(wheel, "Y_max"), 1e-3, 2), cell(ratio, 1, 3, over),
                     cell(number(wheel, "contact_angle_max"), 180 / std::numbers::pi, 1), cell(limit, 1, 3),
                     cell(number(wheel, "flange_time"), 1, 2), cell(tensile, 1, 2, pulls));
}

}  // namespace

std::string wheels_html(const Json& summary) {
  const auto wheels = summary.find("wheels");
  if (wheels == summary.end() || !wheels->is_object() || wheels->empty()) {
    return "<p>The file has no summary: the run is still going on or was killed.</p>";
  }
  std::string html = fmt::format("<div class=\"wide\"><table class=\"wheels\">\n{}", head);
  for (const auto& [name, wheel] : wheels->items()) html += row(name, wheel);
  return html + "</table></div>";
}

}  // namespace flangeway::report
