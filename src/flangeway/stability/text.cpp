#include <fmt/format.h>

#include <cmath>

#include "flangeway/stability/page.hpp"

namespace flangeway::stability {
namespace {

std::string speed_text(double speed, const char* none) {
  return std::isfinite(speed) ? fmt::format("{:.3f} m/s ({:.1f} km/h)", speed, speed * 3.6) : none;
}

std::string point_text(const HopfPoint& point) {
  return fmt::format("{:>12.4f} {:>14.4f}  {:<8} {}.{}\n", point.speed, point.frequency,
                     point.unstable_above ? "above" : "below", point.body, point.coordinate);
}

constexpr const char* point_head = "   speed/m/s   frequency/Hz  grows    moves most\n";

}  // namespace

std::string sentence_of(const FlangeLimit& limit, const std::string& wheelset) {
  return fmt::format("{} {} to touch its rail with a flange at {:.4f} m/s, with {:.4f} mm", wheelset,
                     limit.begins ? "begins" : "ceases", limit.speed, limit.amplitude[limit.wheelset] * 1e3);
}

std::string text(const Stability& found) {
  const double range = found.locus.empty() ? 0 : found.locus.back().speed;
  std::string text =
      fmt::format("linear critical speed     {}\n",
                  speed_text(found.linear_critical_speed(), "none in the range of speeds")) +
      (found.branches.empty() ? ""
                              : fmt::format("nonlinear critical speed  {}\n",
                                            speed_text(found.nonlinear_critical_speed(), "no limit cycle")));
  text += fmt::format("\nHopf points up to {:g} m/s\n{}", range, point_head);
  for (const HopfPoint& point : found.hopf) text += point_text(point);
  for (const Branch& branch : found.branches) {
    text += fmt::format("\nlimit cycles from {:.4f} m/s on\n{:>12} {:>14}", found.hopf[branch.hopf].speed,
                        "speed/m/s", "frequency/Hz");
    for (const std::string& name : found.wheelsets) text += fmt::format(" {:>12}/mm", name);
    text += "\n";
    for (const LimitCycle& cycle : branch.cycles) {
      text += fmt::format("{:>12.4f} {:>14.4f}", cycle.speed, cycle.frequency);
      for (const double amplitude : cycle.amplitude) text += fmt::format(" {:>15.4f}", amplitude * 1e3);
      text += cycle.stable ? "  stable" : "  unstable";
      text += cycle.touches_flange() ? ", flange\n" : "\n";
    }
    for (const Fold& fold : branch.folds) text += fmt::format("fold at {:.4f} m/s\n", fold.speed);
    for (const FlangeLimit& limit : branch.flange_limits)
      text += sentence_of(limit, found.wheelsets[limit.wheelset]) + "\n";
    text += fmt::format("end: {}\n", branch.end);
  }
  return text;
}

std::string text(const Variation& variation) {
  std::string text = fmt::format("{:>24} {}", variation.key, point_head);
  for (const VariedCase& row : variation.cases) {
    if (row.hopf.empty()) text += fmt::format("{:>24.6g} none in the range of speeds\n", row.value);
    for (const HopfPoint& point : row.hopf) text += fmt::format("{:>24.6g} {}", row.value, point_text(point));
  }
  return text;
}

}  // namespace flangeway::stability
