#include "flangeway/stability/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/stability/branch.hpp"
#include "flangeway/stability/check.hpp"
#include "flangeway/stability/linear.hpp"

namespace flangeway::stability {
namespace {

Stability summary(const vehicle_case::CaseModel& model, const Settings& settings, LinearStability linear) {
  Stability result;
  result.from = settings.from, result.to = settings.to;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    result.wheelsets.push_back(model.vehicle.bodies.bodies[wheelset.body].name);
  for (const Crossing& crossing : linear.crossings) result.hopf.push_back(crossing.point);
  result.locus = std::move(linear.locus);
  result.locus_failure = std::move(linear.failure);
  result.growing = std::move(linear.growing);
  return result;
}

}  // namespace

bool LimitCycle::touches_flange() const {
  return std::find(flange.begin(), flange.end(), true) != flange.end();
}

void check_speeds(double from, double to, Findings& findings) {
  if (from < to) return;
  findings.add({{},
                "--to",
                "is not above --from",
                fmt::format("{} m/s", to),
                fmt::format("more than {} m/s", from),
                ""});
}

void check(const vehicle_case::CaseModel& model, const Settings& settings, Findings& findings) {
  simulate::check_steady_running_on_track(model, findings);
  check_speeds(settings.from, settings.to, findings);
}

Stability linear_stability_of(const vehicle_case::CaseModel& model, const Settings& settings,
                              const Progress& progress) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  return summary(model, settings, linear_stability(equations, settings, progress));
}

namespace {

// Why no branch is followed. Empty: there is no reason.
std::string reason_against_branches(const vehicle_case::CaseModel& model, const Settings& settings) {
  if (settings.branches == 0) return "no branch was asked for (--branches 0)";
  if (wheelrail::constrained(*model.contact.method)) return "";
  return fmt::format("limit cycles are not followed with contact.method {}; it can be done with kec or lut",
                     name_of(model.contact.settings.method));
}

void follow_branches(simulate::ReducedEquations& equations, const std::vector<Crossing>& crossings,
                     const Settings& settings, const Progress& progress, Stability& result) {
  for (std::size_t i = 0; i < std::min(settings.branches, crossings.size()); ++i) {
    result.branches.push_back(follow_branch(equations, crossings[i], settings, progress));
    result.branches.back().hopf = i;
  }
}

bool falls_over(const Stability& found) {
  return linear_answer(found).kind == AnswerKind::unstable;
}

}  // namespace

Stability stability_of(const vehicle_case::CaseModel& model, const Settings& settings,
                       const Progress& progress) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  LinearStability linear = linear_stability(equations, settings, progress);
  const std::vector<Crossing> crossings = linear.crossings;
  Stability result = summary(model, settings, std::move(linear));
  result.no_branches = falls_over(result) ? "the vehicle is unstable at the lowest speed already"
                                          : reason_against_branches(model, settings);
  if (result.no_branches.empty()) follow_branches(equations, crossings, settings, progress, result);
  if (!settings.runs || falls_over(result) || model.contact.wheelsets.empty()) return result;
  TimeSearchSettings search = settings.search;
  search.from = settings.from, search.to = settings.to;
  result.search = search_in_time(model, search, progress);
  return result;
}

}  // namespace flangeway::stability
