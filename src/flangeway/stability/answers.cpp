// The answers to the question for the critical speed, and what contradicts what.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/math/types.hpp"
#include "flangeway/stability/stability.hpp"

namespace flangeway::stability {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::string range_text(const Stability& found) {
  return fmt::format("{:g} to {:g} m/s", found.from, found.to);
}

std::string motion_of(const GrowingRoot& root) {
  return root.oscillates ? fmt::format("an oscillation of {:.3f} Hz ({}.{})",
                                       root.eigenvalue.imag() / (2 * pi), root.body, root.coordinate)
                         : fmt::format("a motion without oscillation ({}.{})", root.body, root.coordinate);
}

const GrowingRoot* at_start(const Stability& found, bool oscillates) {
  for (const GrowingRoot& root : found.growing)
    if (root.at_start && root.oscillates == oscillates) return &root;
  return nullptr;
}

// Ends of branches that may go on, once each.
std::vector<std::string> open_ends(const Stability& found) {
  std::vector<std::string> ends;
  for (const Branch& branch : found.branches) {
    if (branch.complete) continue;
    ends.push_back(fmt::format("the branch from {:.3f} m/s ended after {} cycles ({})",
                               found.hopf[branch.hopf].speed, branch.cycles.size(), branch.end));
  }
  return ends;
}

std::string probes_text(const TimeSearch& search) {
  std::string text;
  for (const HeldSpeed& run : search.runs) {
    if (run.from_hunting) continue;
    text += fmt::format("{}{:.4g} m/s {}", text.empty() ? "" : ", ", run.speed, name_of(run.motion));
  }
  return text;
}

std::vector<const HeldSpeed*> failed_runs(const TimeSearch& search) {
  std::vector<const HeldSpeed*> failed;
  for (const HeldSpeed& run : search.runs)
    if (run.motion == Motion::failed) failed.push_back(&run);
  return failed;
}

std::string failure_note(const TimeSearch& search) {
  const auto failed = failed_runs(search);
  return failed.empty()
             ? ""
             : fmt::format("; {} of {} runs failed, the first one at {:.4g} m/s: {}", failed.size(),
                           search.runs.size(), failed.front()->speed, failed.front()->failure);
}

Answer found_in_time(const TimeSearch& search) {
  Answer answer{AnswerKind::found, search.lowest, std::isnan(search.dies), ""};
  if (search.derails) {
    answer.text =
        fmt::format("wheelsets {:g} mm off the middle derail the vehicle", 1e3 * search.settings.disturbance);
  } else {
    answer.text =
        fmt::format("hunting of {:.3g} mm at {:.3f} Hz goes on", 1e3 * search.amplitude, search.frequency);
  }
  answer.text += std::isnan(search.dies) ? "; at no lower speed was it seen to die out"
                                         : fmt::format("; at {:.3f} m/s it dies out", search.dies);
  if (!search.end.empty()) answer.text += "; not all was tried: " + search.end, answer.at_or_below = true;
  answer.text += failure_note(search);
  return answer;
}

}  // namespace

double Stability::linear_critical_speed() const {
  const Answer answer = linear_answer(*this);
  return answer.at_or_below ? unknown : answer.speed;  // a bound is no speed that studies could compare
}

double Stability::nonlinear_critical_speed() const {
  double lowest = unknown;
  for (const Branch& branch : branches)
    for (const LimitCycle& cycle : branch.cycles) lowest = std::fmin(lowest, cycle.speed);
  return lowest;
}

Answer linear_answer(const Stability& found) {
  if (const GrowingRoot* root = at_start(found, false)) {
    return {AnswerKind::unstable, unknown, false,
            fmt::format("the vehicle falls over or runs off at any speed: {} grows by {:.3g} 1/s at {:g} m/s "
                        "already",
                        motion_of(*root), root->eigenvalue.real(), found.from)};
  }
  if (const GrowingRoot* root = at_start(found, true)) {
    return {AnswerKind::found, found.from, true,
            fmt::format("{} grows at the lowest speed of the range already", motion_of(*root))};
  }
  if (!found.growing.empty()) {
    const GrowingRoot& root = found.growing.front();
    return {AnswerKind::found, root.speed, false, motion_of(root) + " begins to grow"};
  }
  if (!found.locus_failure.empty()) return {AnswerKind::failed, unknown, false, found.locus_failure};
  return {AnswerKind::none, unknown, false,
          fmt::format("no root grows at {} speeds from {}", found.locus.size(), range_text(found))};
}

Answer continuation_answer(const Stability& found) {
  if (!found.no_branches.empty()) return {AnswerKind::not_tried, unknown, false, found.no_branches};
  const std::vector<std::string> open = open_ends(found);
  const std::string ends = fmt::format("{}", fmt::join(open, "; "));
  const double lowest = found.nonlinear_critical_speed();
  if (!std::isnan(lowest)) {
    const std::size_t left = found.hopf.size() - found.branches.size();
    Answer answer{AnswerKind::found, lowest, !open.empty() || left > 0, "lowest speed of a limit cycle"};
    if (left > 0)
      answer.text += fmt::format(" on {} of {} branches", found.branches.size(), found.hopf.size());
    if (!open.empty()) answer.text += "; " + ends;
    return answer;
  }
  if (!open.empty()) return {AnswerKind::failed, unknown, false, ends};
  if (!found.locus_failure.empty()) return {AnswerKind::failed, unknown, false, found.locus_failure};
  if (!found.hopf.empty()) return {AnswerKind::not_tried, unknown, false, "no branch was followed"};
  if (!found.growing.empty())
    return {AnswerKind::not_tried, unknown, false,
            fmt::format("no branch begins from {}: what grows does so at {:g} m/s already", range_text(found),
                        found.from)};
  return {
      AnswerKind::none, unknown, false,
      fmt::format("no branch begins from {}: no Hopf point at {} speeds. Cycles that are not joined to one "
                  "are not seen",
                  range_text(found), found.locus.size())};
}

Answer time_answer(const Stability& found) {
  if (!found.search) return {AnswerKind::not_tried, unknown, false, "runs in time were left out"};
  const TimeSearch& search = *found.search;
  if (!std::isnan(search.lowest)) return found_in_time(search);
  if (!search.end.empty() || !failed_runs(search).empty() || search.runs.empty()) {
    return {AnswerKind::failed, unknown, false,
            search.end + (search.end.empty() || failed_runs(search).empty() ? "" : "; ") +
                fmt::format("tried: {}{}", probes_text(search), failure_note(search))};
  }
  return {AnswerKind::none, unknown, false,
          fmt::format("wheelsets {:g} mm off the middle come to rest (below {:g} mm): {}",
                      1e3 * search.settings.disturbance, 1e3 * search.settings.min_amplitude,
                      probes_text(search))};
}

Answer critical_speed(const Stability& found) {
  const Answer linear = linear_answer(found);
  if (linear.kind == AnswerKind::unstable) return linear;
  const std::pair<const char*, Answer> all[] = {{"linear", linear},
                                                {"by continuation", continuation_answer(found)},
                                                {"by runs in time", time_answer(found)}};
  Answer lowest{AnswerKind::none, unknown, false, ""};
  std::string missing;
  for (const auto& [name, answer] : all) {
    if (answer.kind == AnswerKind::failed || answer.kind == AnswerKind::not_tried)
      missing += fmt::format("{}{}", missing.empty() ? "" : ", ", name);
    if (answer.kind != AnswerKind::found || !(std::isnan(lowest.speed) || answer.speed < lowest.speed))
      continue;
    lowest = {AnswerKind::found, answer.speed, answer.at_or_below, name};
  }
  if (lowest.kind == AnswerKind::found) {
    if (!missing.empty()) lowest.text += "; no answer: " + missing;
    return lowest;
  }
  if (missing.empty()) return {AnswerKind::none, unknown, false, range_text(found)};
  const bool answered = linear.kind == AnswerKind::none && time_answer(found).kind == AnswerKind::none;
  if (answered)
    return {AnswerKind::none, unknown, false, fmt::format("{}; no answer: {}", range_text(found), missing)};
  return {AnswerKind::failed, unknown, false, "no answer: " + missing};
}

std::vector<std::string> contradictions(const Stability& found) {
  constexpr double absolute = 1, relative = 0.02;  // m/s
  const Answer by_cycles = continuation_answer(found), by_runs = time_answer(found),
               linear = linear_answer(found);
  std::vector<std::string> result;
  const auto differ = [&](double a, double b) {
    return std::abs(a - b) > absolute + relative * std::min(a, b);
  };
  const bool cycles = by_cycles.kind == AnswerKind::found, runs = by_runs.kind == AnswerKind::found;
  if (cycles && runs && by_runs.speed < by_cycles.speed && differ(by_cycles.speed, by_runs.speed)) {
    result.push_back(
        fmt::format("runs in time hunt down to {:.2f} m/s, below all limit cycles of the "
                    "branches ({:.2f} m/s): a branch was not followed to its end, or is not joined "
                    "to a Hopf point",
                    by_runs.speed, by_cycles.speed));
  }
  if (cycles && runs && by_runs.speed > by_cycles.speed && differ(by_cycles.speed, by_runs.speed)) {
    result.push_back(
        fmt::format("limit cycles exist from {:.2f} m/s, but no run hunted below {:.2f} m/s: their "
                    "amplitude may be too small to count as hunting, or no run came near them",
                    by_cycles.speed, by_runs.speed));
  }
  if (by_runs.kind == AnswerKind::none && (cycles || linear.kind == AnswerKind::found)) {
    result.push_back(
        "no run in time hunted, though the equations have growing motions or limit cycles: "
        "their amplitude may be too small to count as hunting");
  }
  if (by_cycles.kind == AnswerKind::none && runs) {
    result.push_back(
        fmt::format("runs in time hunt at {:.2f} m/s, though no branch of limit cycles begins in "
                    "the range of speeds",
                    by_runs.speed));
  }
  if (linear.kind == AnswerKind::found && runs && by_runs.speed > linear.speed + 1 + 0.02 * linear.speed) {
    result.push_back(fmt::format("motions grow from {:.2f} m/s on, but no run hunted below {:.2f} m/s",
                                 linear.speed, by_runs.speed));
  }
  return result;
}

}  // namespace flangeway::stability
