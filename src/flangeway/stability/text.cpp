#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/stability/page.hpp"

namespace flangeway::stability {
namespace {

std::string point_text(const HopfPoint& point) {
  return fmt::format("{:>12.4f} {:>14.4f}  {:<8} {}.{}\n", point.speed, point.frequency,
                     point.unstable_above ? "above" : "below", point.body, point.coordinate);
}

std::string derivatives_text(const HopfPoint& point) {
  std::string text;
  for (const SpeedDerivative& one : point.speed_derivatives)
    text += one.derivative
                ? fmt::format("        d(speed)/d({}) = {:.6g} m/s per unit; {:+.4f} m/s for 1 % more\n",
                              one.key, *one.derivative, 0.01 * one.value * *one.derivative)
                : fmt::format("        d(speed)/d({}): none, as two eigenvalues are equal\n", one.key);
  return text;
}

constexpr const char* point_head = "   speed/m/s   frequency/Hz  grows    moves most\n";

}  // namespace

std::string sentence_of(const FlangeLimit& limit, const std::string& wheelset) {
  return fmt::format("{} {} to touch its rail with a flange at {:.4f} m/s, with {:.4f} mm", wheelset,
                     limit.begins ? "begins" : "ceases", limit.speed, limit.amplitude[limit.wheelset] * 1e3);
}

std::string value_text(const Answer& answer) {
  switch (answer.kind) {
    case AnswerKind::found:
      return fmt::format("{}{:.3f} m/s ({:.1f} km/h)", answer.at_or_below ? "at or below " : "", answer.speed,
                         answer.speed * 3.6);
    case AnswerKind::none:
      return "none";
    case AnswerKind::unstable:
      return "unstable";
    case AnswerKind::failed:
      return "not known";
    case AnswerKind::not_tried:
      return "not tried";
  }
  return "";
}

namespace {

std::string answer_line(const char* name, const Answer& answer) {
  return fmt::format("{:<26}{}: {}\n", name, value_text(answer), answer.text);
}

std::string answers_text(const Stability& found) {
  std::string text = answer_line("critical speed", critical_speed(found)) +
                     answer_line("  linear", linear_answer(found)) +
                     answer_line("  by continuation", continuation_answer(found)) +
                     answer_line("  by runs in time", time_answer(found));
  for (const std::string& sentence : contradictions(found)) text += "contradiction: " + sentence + "\n";
  return text;
}

// The coordinates that move most, with their phases.
std::string shape_text(const GrowingRoot& root) {
  constexpr std::size_t count = 5;
  constexpr double min_share = 0.02;  // of the largest one
  std::vector<ShapePart> parts = root.shape;
  std::stable_sort(parts.begin(), parts.end(), [](const ShapePart& a, const ShapePart& b) {
    return std::abs(a.motion) > std::abs(b.motion);
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(count, parts.size()); ++i) {
    if (std::abs(parts[i].motion) < min_share) break;
    text += fmt::format("{}{} {:.2f}", i == 0 ? "" : ", ", parts[i].coordinate, std::abs(parts[i].motion));
    const double phase = std::arg(parts[i].motion) * 180 / pi;
    if (root.oscillates) text += fmt::format(" at {:.0f}°", std::abs(phase) < 0.5 ? 0 : phase);
    if (!root.oscillates && parts[i].motion.real() < 0) text.insert(text.rfind(' ') + 1, "−");
  }
  return text;
}

std::string growing_text(const Stability& found) {
  if (found.growing.empty()) return "";
  std::string text = "\nroots that grow\n    from m/s   frequency/Hz   growth in 1/s  shape\n";
  for (const GrowingRoot& root : found.growing) {
    text += fmt::format("{}{:>10.4f} {:>14} {:>15.4g}  {}\n", root.at_start ? "≤ " : "  ", root.speed,
                        root.oscillates ? fmt::format("{:.4f}", root.eigenvalue.imag() / (2 * pi)) : "-",
                        root.eigenvalue.real(), shape_text(root));
  }
  return text;
}

std::string runs_text(const Stability& found) {
  if (!found.search) return "";
  std::string text = fmt::format(
      "\nruns in time ({:g} mm off the middle, or from hunting at a higher speed)\n   speed/m/s  begins with "
      " "
      "   motion  amplitude/mm   frequency/Hz   time/s\n",
      1e3 * found.search->settings.disturbance);
  for (const HeldSpeed& run : found.search->runs) {
    text += fmt::format("{:>12.3f}  {:<12} {:>9} {:>13.4f} {:>14.3f} {:>8.1f}\n", run.speed,
                        run.from_hunting ? "hunting" : "displacement", name_of(run.motion),
                        1e3 * run.amplitude, run.frequency, run.time);
    if (!run.failure.empty()) text += fmt::format("              {}\n", run.failure);
  }
  return text;
}

}  // namespace

std::string text(const Stability& found) {
  std::string text = answers_text(found) + growing_text(found) + runs_text(found);
  text += fmt::format("\nHopf points from {:g} to {:g} m/s\n{}", found.from, found.to, point_head);
  if (found.hopf.empty()) text += "        none\n";
  for (const HopfPoint& point : found.hopf) text += point_text(point) + derivatives_text(point);
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
    if (row.hopf.empty() || row.linear.kind != AnswerKind::found || row.linear.at_or_below)
      text += fmt::format("{:>24.6g} {}: {}\n", row.value, value_text(row.linear), row.linear.text);
    for (const HopfPoint& point : row.hopf) text += fmt::format("{:>24.6g} {}", row.value, point_text(point));
  }
  return text;
}

}  // namespace flangeway::stability
