#include "flangeway/profile/wheel_limits.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace flangeway::profile {
namespace {

// mm. A row holds above its diameter, down from the largest one.
struct DimensionLimit {
  double above_diameter, least, greatest;
};
constexpr double no_bound = std::numeric_limits<double>::infinity();
const std::vector<DimensionLimit> thickness_limits{{840, 22, 33}, {760, 25, 33}, {330, 27.5, 33}};
const std::vector<DimensionLimit> height_limits{{760, 27.5, 36}, {630, 29.5, 36}, {330, 31.5, 36}};
const std::vector<DimensionLimit> steepness_limits{{330, 6.5, no_bound}};

DimensionVerdict judge_dimension(const char* name, double value, const std::vector<DimensionLimit>& limits,
                                 double diameter) {
  DimensionVerdict verdict{name, value, {}, {}, ""};
  for (const DimensionLimit& limit : limits) {
    if (!(diameter * 1e3 > limit.above_diameter)) continue;
    verdict.least = limit.least * 1e-3;
    if (limit.greatest < no_bound) verdict.greatest = limit.greatest * 1e-3;
    return verdict;
  }
  verdict.not_judged = fmt::format("the source has no limit for a diameter of {:g} mm", 1e3 * diameter);
  return verdict;
}

std::string range_text(const DimensionVerdict& verdict) {
  if (!verdict.greatest) return fmt::format("{:g} mm or more", 1e3 * *verdict.least);
  return fmt::format("{:g} to {:g} mm", 1e3 * *verdict.least, 1e3 * *verdict.greatest);
}

}  // namespace

bool DimensionVerdict::is_met() const {
  return not_judged.empty() && std::isfinite(value) && value >= *least && (!greatest || value <= *greatest);
}

std::vector<DimensionVerdict> judge_wheel(const std::optional<FlangeMeasures>& flange, double diameter) {
  const double none = std::nan("");
  std::vector<DimensionVerdict> verdicts{
      judge_dimension("flange thickness Sd", flange ? flange->thickness : none, thickness_limits, diameter),
      judge_dimension("flange height Sh", flange ? flange->height : none, height_limits, diameter),
      judge_dimension("flange steepness qR", flange ? flange->steepness : none, steepness_limits, diameter)};
  if (!flange)
    for (DimensionVerdict& verdict : verdicts) verdict.not_judged = "the profile has no whole flange";
  return verdicts;
}

std::string text_of(const DimensionVerdict& verdict) {
  if (!verdict.not_judged.empty())
    return fmt::format("{}: not judged: {} ({})", verdict.name, verdict.not_judged, wheel_limits_source);
  return fmt::format("{}: {:.2f} mm, {}: {} ({})", verdict.name, 1e3 * verdict.value, range_text(verdict),
                     verdict.is_met() ? "met" : "not met", wheel_limits_source);
}

std::string json_text(const std::vector<DimensionVerdict>& verdicts) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  const auto number = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
  for (const DimensionVerdict& one : verdicts)
    list.push_back({{"name", one.name},
                    {"value", std::isfinite(one.value) ? Json(one.value) : Json()},
                    {"least", number(one.least)},
                    {"greatest", number(one.greatest)},
                    {"verdict", !one.not_judged.empty() ? "not judged"
                                : one.is_met()          ? "met"
                                                        : "not met"},
                    {"not_judged", one.not_judged},
                    {"source", wheel_limits_source}});
  return list.dump();
}

}  // namespace flangeway::profile
