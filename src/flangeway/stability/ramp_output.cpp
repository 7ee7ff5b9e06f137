#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/stability/page.hpp"

namespace flangeway::stability {
namespace {

double largest(const std::vector<double>& values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

// Largest share of the limit.
double rms_share(const Ramp& ramp, const RampWindow& window) {
  double share = 0;
  for (std::size_t w = 0; w < window.rms.size(); ++w)
    share = std::max(share, window.rms[w] / ramp.rms_limit[w]);
  return share;
}

std::string speed_of_ramp(double speed) {
  return fmt::format("{:.2f} m/s ({:.1f} km/h)", speed, 3.6 * speed);
}

std::string hunting_text(const Ramp& ramp) {
  if (std::isnan(ramp.hunting.ends)) return "none at any speed of the ramp";
  if (ramp.hunting.ends_before_fall)
    return "died out at the highest speed: none is sustained there, or the disturbance is too small";
  if (!ramp.dies()) return fmt::format("at all speeds down to {}", speed_of_ramp(ramp.windows.back().speed));
  return fmt::format("ends at {}, {:.3f} Hz", speed_of_ramp(ramp.hunting.ends), ramp.frequency);
}

std::string speeds_text(const RampedCriterion& criterion, const char* fulfilled, const char* never) {
  if (std::isnan(criterion.ends)) return never;
  return fmt::format("{} from {} down to {}", fulfilled, speed_of_ramp(criterion.begins),
                     speed_of_ramp(criterion.ends));
}

std::string rms_text(const Ramp& ramp) {
  return speeds_text(ramp.rms, "exceeded", "kept at all speeds of the ramp");
}

std::string flange_text(const Ramp& ramp) {
  return speeds_text(ramp.flange, "touches its rail", "touches its rail at no speed of the ramp");
}

std::string held_text(const Ramp& ramp) {
  if (!ramp.held) return "not looked at: the ramp shows no end of hunting";
  const TimeSearch& held = *ramp.held;
  if (std::isnan(held.lowest))
    return "not known: no displaced vehicle hunted" + (held.end.empty() ? "" : "; " + held.end);
  std::string text = "hunting goes on down to " + speed_of_ramp(held.lowest);
  text += std::isnan(held.dies) ? ", the lowest speed that was held"
                                : fmt::format(" and dies out at {:.2f} m/s", held.dies);
  return held.end.empty() ? text : text + "; not all was tried: " + held.end;
}

constexpr const char* rms_source =
    "rms of ΣY over 100 m within 2 Hz of the hunting, limit (10 kN + P0/3)/2 of EN 14363 and UIC 518: form "
    "of Prud'homme printed in a web article, factor 1/2 without a printed source: unverified";

nlohmann::ordered_json ramp_number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

}  // namespace

std::string text(const Ramp& ramp) {
  std::string text =
      fmt::format("ramp from {:g} m/s down with {:g} m/s², wheelsets {:g} mm off at the start\n",
                  ramp.settings.to, ramp.settings.rate, 1e3 * ramp.settings.disturbance);
  text +=
      fmt::format("hunting above {:g} mm      {}\n", 1e3 * ramp.settings.least_amplitude, hunting_text(ramp));
  text += fmt::format("at constant speed         {}\n", held_text(ramp));
  text += fmt::format("a flange                  {}\n", flange_text(ramp));
  text += fmt::format("instability criterion     {}\n", rms_text(ramp));
  text += fmt::format("  ({})\n\n{:>10} {:>14} {:>16} {:>15}\n", rms_source, "speed/m/s", "amplitude/mm",
                      "rms of ΣY/kN", "of its limit");
  double next = HUGE_VAL;  // m/s, of the next line
  for (const RampWindow& window : ramp.windows) {
    if (window.speed > next) continue;
    next = window.speed - 1;
    text += fmt::format("{:>10.2f} {:>14.4f} {:>15.3f} {:>13.1f} %\n", window.speed,
                        1e3 * largest(window.amplitude), 1e-3 * largest(window.rms),
                        100 * rms_share(ramp, window));
  }
  return text + fmt::format("end: {}\n", ramp.end);
}

std::string json_text(const Ramp& ramp) {
  using Json = nlohmann::ordered_json;
  Json windows = Json::array();
  for (const RampWindow& window : ramp.windows)
    windows.push_back({{"speed", window.speed}, {"amplitude", window.amplitude}, {"rms", window.rms}});
  const auto of = [](const RampedCriterion& criterion) {
    return Json{{"begins", ramp_number(criterion.begins)}, {"ends", ramp_number(criterion.ends)}};
  };
  return Json{{"critical_speed_of_ramp", ramp_number(ramp.dies() ? ramp.hunting.ends : std::nan(""))},
              {"critical_speed", ramp_number(ramp.held ? ramp.held->lowest : std::nan(""))},
              {"dies_at_constant_speed", ramp_number(ramp.held ? ramp.held->dies : std::nan(""))},
              {"failure", ramp.failure},
              {"frequency", ramp.frequency},
              {"rate", ramp.settings.rate},
              {"disturbance", ramp.settings.disturbance},
              {"least_amplitude", ramp.settings.least_amplitude},
              {"wheelsets", ramp.wheelsets},
              {"hunting", of(ramp.hunting)},
              {"rms_above_limit", of(ramp.rms)},
              {"flange", of(ramp.flange)},
              {"rms_limit", ramp.rms_limit},
              {"rms_limit_from_memory", true},
              {"windows", std::move(windows)},
              {"end", ramp.end}}
      .dump();
}

std::string page(const vehicle_case::CaseModel& model, const Ramp& ramp, const std::string& command_line) {
  plot::Panel amplitude{.x_label = "speed in m/s", .y_label = "amplitude of y in mm", .height = 260},
      rms{.x_label = "speed in m/s", .y_label = "rms of ΣY in kN", .height = 260};
  for (std::size_t w = 0; w < ramp.wheelsets.size(); ++w) {
    plot::Series y{.name = ramp.wheelsets[w]}, force{.name = ramp.wheelsets[w]};
    for (const RampWindow& window : ramp.windows) {
      y.x.push_back(window.speed), y.y.push_back(1e3 * window.amplitude[w]);
      force.x.push_back(window.speed), force.y.push_back(1e-3 * window.rms[w]);
    }
    amplitude.series.push_back(std::move(y));
    rms.series.push_back(std::move(force));
  }
  rms.limits.push_back(
      {.y = 1e-3 * *std::min_element(ramp.rms_limit.begin(), ramp.rms_limit.end()), .label = "limit"});
  std::vector<plot::Input> inputs;
  for (const vehicle_case::SourceFile& file : model.sources) inputs.push_back({file.path, file.text});
  return plot::page_head("Speed ramped down: " + model.name) +
         fmt::format(
             "<table class=\"facts\">\n<tr><th>Hunting above {:g} mm</th><td>{}</td></tr>\n"
             "<tr><th>At constant speed</th><td>{}</td></tr>\n"
             "<tr><th>A flange</th><td>{}</td></tr>\n"
             "<tr><th>Instability criterion</th><td>{}</td></tr>\n</table>\n",
             1e3 * ramp.settings.least_amplitude, hunting_text(ramp), held_text(ramp), flange_text(ramp),
             rms_text(ramp)) +
         plot::page_figure({.panels = {amplitude, rms}, .shared_x = true}) +
         fmt::format(
             "<p class=\"note\">The speed falls by {:g} m/s each second from {:g} m/s on. Windows of 100 m. "
             "Amplitude: half of peak to peak. Criterion: {}.</p>\n<p class=\"note\">End: {}.</p>\n",
             ramp.settings.rate, ramp.settings.to, rms_source, ramp.end) +
         plot::provenance(command_line, inputs) + plot::page_end();
}

}  // namespace flangeway::stability
