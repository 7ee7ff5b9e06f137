#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/track/line_limits.hpp"

namespace flangeway::track {

namespace {

std::string words_of_quantity(std::string name) {
  for (char& c : name)
    if (c == '_') c = ' ';
  return name;
}

// "at 120 m, km 12.1200"
std::string position_text(const TrackModel& model, double s) {
  const auto chainage = model.chainage(s);
  return chainage ? fmt::format("at {:.1f} m, km {:.4f}", s, *chainage / 1e3) : fmt::format("at {:.1f} m", s);
}

}  // namespace

std::string summary_text(const TrackModel& model, const LineReport& report) {
  std::string text = fmt::format("\ndesign at {:g} km/h, limits of {}\n", report.speed_kmh, report.limits);
  const auto out = std::back_inserter(text);
  std::size_t judged = 0, beyond = 0;
  for (const LineVerdict& verdict : report.verdicts) {
    if (!verdict.is_judged()) continue;
    ++judged, beyond += verdict.is_kept() ? 0 : 1;
    fmt::format_to(out, "  {:<19} {:>9.4g} {:<5} {} {:<8.4g} {:<8} {}; {}\n",
                   words_of_quantity(verdict.quantity), verdict.unit_factor * verdict.value, verdict.unit,
                   verdict.is_least ? "≥" : "≤", verdict.unit_factor * verdict.limit,
                   verdict.is_kept() ? "kept" : "exceeded", position_text(model, verdict.s), verdict.source);
    if (!verdict.is_kept() && verdict.length_beyond > 0)
      fmt::format_to(out, "  {:<19} over {:.0f} m of the line\n", "", verdict.length_beyond);
  }
  for (const LineVerdict& verdict : report.verdicts)
    if (!verdict.is_judged())
      fmt::format_to(out, "  not judged: {}: {}\n", words_of_quantity(verdict.quantity), verdict.not_judged);
  for (const std::string& what : report.not_covered) fmt::format_to(out, "  not judged: {}\n", what);
  if (judged == 0) return text + "  no limit was judged\n";
  fmt::format_to(out, "  {} of {} judged quantities beyond their limits\n", beyond, judged);
  return text;
}

std::string json_text(const TrackModel& model, const LineReport& report) {
  nlohmann::ordered_json json{{"limits", report.limits},
                              {"speed_kmh", report.speed_kmh},
                              {"verdicts", nlohmann::json::array()},
                              {"not_covered", report.not_covered}};
  for (const LineVerdict& verdict : report.verdicts) {
    nlohmann::ordered_json one{{"quantity", verdict.quantity}};
    if (std::isfinite(verdict.value)) {
      one["value"] = verdict.value, one["s"] = verdict.s;
      if (const auto chainage = model.chainage(verdict.s)) one["chainage"] = *chainage;
    }
    if (verdict.is_judged()) {
      one[verdict.is_least ? "least" : "greatest"] = verdict.limit;
      one["kept"] = verdict.is_kept(), one["length_beyond"] = verdict.length_beyond,
      one["source"] = verdict.source;
    } else {
      one["not_judged"] = verdict.not_judged;
    }
    json["verdicts"].push_back(one);
  }
  return json.dump(2);
}

}  // namespace flangeway::track
