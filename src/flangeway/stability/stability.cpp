#include "flangeway/stability/stability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/stability/branch.hpp"
#include "flangeway/stability/check.hpp"
#include "flangeway/stability/linear.hpp"

namespace flangeway::stability {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Stability summary(const vehicle_case::CaseModel& model, LinearStability linear) {
  Stability result;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    result.wheelsets.push_back(model.vehicle.bodies.bodies[wheelset.body].name);
  for (const Crossing& crossing : linear.crossings) result.hopf.push_back(crossing.point);
  result.locus = std::move(linear.locus);
  return result;
}

}  // namespace

bool LimitCycle::touches_flange() const {
  return std::find(flange.begin(), flange.end(), true) != flange.end();
}

double Stability::linear_critical_speed() const {
  for (const HopfPoint& point : hopf)
    if (point.unstable_above) return point.speed;
  return nan;
}

double Stability::nonlinear_critical_speed() const {
  double lowest = nan;
  for (const Branch& branch : branches)
    for (const LimitCycle& cycle : branch.cycles) lowest = std::fmin(lowest, cycle.speed);
  return lowest;
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
  if (settings.branches > 0 && !wheelrail::constrained(*model.contact.method)) {
    findings.add({model.where, "contact.method", "has elastic contact, where limit cycles are not followed",
                  std::string(name_of(model.contact.settings.method)), "kec or lut",
                  "Choose one of these, or ask for no branch with --branches 0"});
  }
  check_speeds(settings.from, settings.to, findings);
}

Stability linear_stability_of(const vehicle_case::CaseModel& model, const Settings& settings,
                              const Progress& progress) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  return summary(model, linear_stability(equations, settings, progress));
}

Stability stability_of(const vehicle_case::CaseModel& model, const Settings& settings,
                       const Progress& progress) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  LinearStability linear = linear_stability(equations, settings, progress);
  const std::vector<Crossing> crossings = linear.crossings;
  Stability result = summary(model, std::move(linear));
  for (std::size_t i = 0; i < std::min(settings.branches, crossings.size()); ++i) {
    result.branches.push_back(follow_branch(equations, crossings[i], settings, progress));
    result.branches.back().hopf = i;
  }
  return result;
}

}  // namespace flangeway::stability
