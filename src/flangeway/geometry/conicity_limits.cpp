#include "flangeway/geometry/conicity_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "flangeway/profile/measure.hpp"

namespace flangeway::geometry {
namespace {

constexpr double any_speed = std::numeric_limits<double>::infinity();

ConicityVerdict not_judged(const ConicityRule& rule, double amplitude, std::string why) {
  return {std::string(rule.subject), std::string(rule.source), amplitude, {}, {}, std::move(why)};
}

}  // namespace

std::optional<double> ConicityRule::limit_at(double speed_kmh) const {
  for (const ConicityStep& step : steps)
    if (speed_kmh <= step.to_speed_kmh) return step.limit;
  return std::nullopt;
}

const std::array<ConicityRule, 3>& conicity_rules() {
  static const std::array<ConicityRule, 3> rules{
      {{"wheelset in design",
        "TSI LOC&PAS (EU) 1302/2014, 6.2.3.6, table 11",
        {{60, {}}, {190, 0.3}, {230, 0.25}, {280, 0.2}, {any_speed, 0.1}}},
       {"track in design",
        "TSI INF (EU) 1299/2014, 4.2.4.5, table 10",
        {{60, {}}, {200, 0.25}, {280, 0.2}, {any_speed, 0.1}}},
       {"track in service, mean over 100 m",
        "TSI INF (EU) 1299/2014, 4.2.11.2, table 14",
        {{60, {}}, {120, 0.4}, {160, 0.35}, {230, 0.3}, {any_speed, 0.25}}}}};
  return rules;
}

double conicity_amplitude(double clearance) {
  return std::clamp((clearance - 1e-3) / 2, 2e-3, 3e-3);
}

std::optional<double> active_face_distance(const std::vector<profile::Profile>& wheels,
                                           double tape_circle_distance) {
  double distance = tape_circle_distance - 2 * profile::tape_circle;
  for (const profile::Profile& wheel : wheels) {
    const auto flange = profile::measure_flange(wheel);
    if (!flange) return std::nullopt;
    distance += flange->thickness;
  }
  return distance;
}

std::vector<ConicityVerdict> judge_conicity(ConicityInput input, double speed_kmh) {
  std::vector<ConicityVerdict> verdicts;
  const auto faces = active_face_distance(input.wheels, input.tape_circle);
  // A first analysis only measures the gauge of rails that have a place of their own.
  Findings findings;
  input.amplitudes = {1e-3};
  auto analysis = analyse_conicity(input, findings);
  double amplitude = 0;
  if (analysis && faces) {
    amplitude = conicity_amplitude(analysis->gauge - *faces);
    input.amplitudes = {amplitude};
    analysis = analyse_conicity(std::move(input), findings);
  }
  for (const ConicityRule& rule : conicity_rules()) {
    const auto limit = rule.limit_at(speed_kmh);
    if (!limit) {
      verdicts.push_back(
          not_judged(rule, amplitude, fmt::format("the source has no limit at {:g} km/h", speed_kmh)));
    } else if (!faces) {
      verdicts.push_back(not_judged(rule, amplitude, "a wheel has no flange to measure the clearance from"));
    } else if (!analysis || !analysis->conicity.front().nonlinear) {
      verdicts.push_back(
          not_judged(rule, amplitude,
                     "the rolling radius difference does not drive the wheelset back at this amplitude"));
    } else {
      verdicts.push_back({std::string(rule.subject), std::string(rule.source), amplitude,
                          *analysis->conicity.front().nonlinear, limit, ""});
    }
  }
  return verdicts;
}

std::string text_of(const ConicityVerdict& verdict) {
  if (!verdict.not_judged.empty())
    return fmt::format("{}: not judged: {} ({})", verdict.subject, verdict.not_judged, verdict.source);
  return fmt::format("{}: {:.3f} at {:g} mm, limit {:g}: {} ({})", verdict.subject, *verdict.value,
                     1e3 * verdict.amplitude, *verdict.limit, verdict.is_met() ? "met" : "exceeded",
                     verdict.source);
}

std::string json_text(const std::vector<ConicityVerdict>& verdicts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ConicityVerdict& one : verdicts) {
    nlohmann::ordered_json row{{"subject", one.subject},
                               {"amplitude", one.amplitude},
                               {"value", nullptr},
                               {"limit", nullptr},
                               {"verdict", "not judged"},
                               {"source", one.source},
                               {"not_judged", one.not_judged}};
    if (one.not_judged.empty())
      row["value"] = *one.value, row["limit"] = *one.limit,
      row["verdict"] = one.is_met() ? "met" : "exceeded";
    list.push_back(std::move(row));
  }
  return list.dump();
}

}  // namespace flangeway::geometry
