#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/quasistatic/kinds.hpp"

namespace flangeway::quasistatic {
namespace {

// Limit of ΔQ/Q0; unverified: no public text that prints it was found.
constexpr double unloading_limit = 0.6;
constexpr const char* unloading_source = "EN 14363, method 3, and ORE B55/RP8; no printed source found";

struct TwistCase {
  std::string name;
  double body = 0, bogie = 0;  // permille
};

// Height of the left rail over the right one under each wheelset: the body's twist lifts bogies as wholes,
// that of the bogies their wheelsets. [docs/theory/quasi_static.md, eq. 2]
std::vector<double> cross_levels(const vehicle_case::CaseModel& model, const std::vector<Bogie>& groups,
                                 const TwistCase& twist) {
  std::vector<double> level(model.contact.wheelsets.size(), 0.0);
  const auto& bodies = model.vehicle.bodies.bodies;
  const double middle = (groups.front().middle + groups.back().middle) / 2;
  for (const Bogie& group : groups)
    for (const std::size_t w : group.wheelsets) {
      const double x = bodies[model.contact.wheelsets[w].body].initial(0);
      level[w] = 1e-3 * (twist.body * (group.middle - middle) + twist.bogie * (x - group.middle));
    }
  return level;
}

struct Unloaded {
  double share = 0, change = 0;  // of ΔQ/Q0; N
  std::string wheel;
};

// Fills the row with ΔQ of all wheels.
Unloaded unloaded_on(SteadyRunning& steady, const std::vector<double>& level, Row& row) {
  std::vector<double> at_rest;
  for (std::size_t w = 0; w < level.size(); ++w) at_rest.push_back(steady.static_load(w));
  Condition condition;
  condition.cross_level = level;
  (void)steady.at(condition);
  Unloaded worst;
  for (std::size_t w = 0; w < level.size(); ++w) {
    for (const char* side : {".left", ".right"}) {
      const std::string wheel = steady.wheelset_name(w) + side;
      const double change = at_rest[w] - steady.value(wheel + ".Q");
      row.values.push_back(change);
      if (change / at_rest[w] > worst.share) worst = {change / at_rest[w], change, wheel};
    }
  }
  return worst;
}

// A vehicle without bogies stands on its wheelsets: the body's twist acts over their distance.
std::vector<Bogie> supports_of(const vehicle_case::CaseModel& model, Findings& findings) {
  const std::vector<Bogie> groups = bogies(model, findings);
  std::vector<Bogie> supports;
  for (const Bogie& group : groups) {
    if (group.frame != carbody(model.vehicle.bodies)) {
      supports.push_back(group);
      continue;
    }
    for (const std::size_t w : group.wheelsets) {
      const double x = model.vehicle.bodies.bodies[model.contact.wheelsets[w].body].initial(0);
      supports.push_back({.frame = group.frame, .wheelsets = {w}, .middle = x});
    }
  }
  std::sort(supports.begin(), supports.end(),
            [](const Bogie& a, const Bogie& b) { return a.middle > b.middle; });
  return supports;
}

// A twist over a base of zero is none.
void check_twists(const vehicle_case::CaseModel& model, const TwistSettings& settings, double body_base,
                  double bogie_base, Findings& findings) {
  const auto useless = [&](const char* option, const std::optional<double>& asked, const char* problem) {
    if (asked.value_or(0) > 0)
      findings.add({{}, option, problem, fmt::format("{:g}", *asked), "", "Leave it out"});
  };
  if (!(body_base > 0))
    useless("--body-twist", settings.body, "has no effect: the vehicle stands on one bogie or wheelset");
  if (!(bogie_base > 0))
    useless("--bogie-twist", settings.bogie, "has no effect: no bogie has two wheelsets");
  if (!findings.empty()) return;
  const bool body = body_base > 0 && settings.body.value_or(1) > 0,
             bogie = bogie_base > 0 && settings.bogie.value_or(1) > 0;
  if (body || bogie) return;
  if (body_base > 0 || bogie_base > 0)
    findings.add({{},
                  body_base > 0 && settings.body ? "--body-twist" : "--bogie-twist",
                  "leaves the track without any twist",
                  "0",
                  "",
                  "Give more, or leave it out"});
  else
    findings.add({model.where, "vehicle", "has one wheelset: twisted track does not unload it", "", "",
                  "Choose another test"});
}

std::vector<TwistCase> twist_cases(double body, double bogie) {
  std::vector<TwistCase> cases;
  if (body > 0) cases.push_back({"body", body, 0});
  if (bogie > 0) cases.push_back({"bogies", 0, bogie});
  if (body > 0 && bogie > 0) {
    cases.push_back({"body and bogies", body, bogie});
    cases.push_back({"body against bogies", body, -bogie});
  }
  return cases;
}

}  // namespace

double bogie_test_twist(double base) {
  return base > 0 ? std::min(7.0, 20 / base + 3) : 0;
}
double body_test_twist(double base) {
  return base > 0 ? std::min(7.0, 15 / base + 2) : 0;
}

Outcome twist(const vehicle_case::CaseModel& model, const TwistSettings& settings, Findings& findings,
              const Progress& progress) {
  Outcome outcome{"twist", "Wheel unloading on twisted track", model.name};
  const std::vector<Bogie> groups = supports_of(model, findings);
  if (!findings.empty() || groups.empty()) return outcome;
  const double body_base = groups.front().middle - groups.back().middle;
  double bogie_base = 0;
  for (const Bogie& group : groups) bogie_base = std::max(bogie_base, group.base);
  check_twists(model, settings, body_base, bogie_base, findings);
  if (!findings.empty()) return outcome;
  const double body = body_base > 0 ? settings.body.value_or(body_test_twist(body_base)) : 0,
               bogie = bogie_base > 0 ? settings.bogie.value_or(bogie_test_twist(bogie_base)) : 0;
  SteadyRunning steady(model);
  outcome.label = "twist";
  outcome.columns = {{"body twist", "permille"}, {"bogie twist", "permille"}};
  for (std::size_t w = 0; w < model.contact.wheelsets.size(); ++w)
    for (const char* side : {".left", ".right"})
      outcome.columns.push_back({"unloading of " + steady.wheelset_name(w) + side, "N"});
  outcome.columns.push_back({"largest unloading", "1"});
  Unloaded worst;
  const std::vector<TwistCase> cases = twist_cases(body, bogie);
  for (const TwistCase& one : cases) {
    if (progress) progress(outcome.rows.size(), cases.size(), "twist of " + one.name);
    Row row{one.name, {one.body, one.bogie}};
    const Unloaded found = unloaded_on(steady, cross_levels(model, groups, one), row);
    row.values.push_back(found.share);
    outcome.rows.push_back(std::move(row));
    if (found.share > worst.share) worst = found;
  }
  outcome.numbers = {
      {"unloading", "1", worst.share, "largest ΔQ/Q0, at " + worst.wheel, unloading_limit, unloading_source},
      {"unloading_force", "N", worst.change, "ΔQ there"},
      {"body_base", "m", body_base,
       "distance of the first and the last bogie, or of wheelsets without bogies, 2a*"},
      {"bogie_base", "m", bogie_base, "distance of the outer wheelsets of a bogie, 2a+"}};
  outcome.notes = doubts(model);
  outcome.notes.push_back(
      "Test twists min(7, 15/2a* + 2) and min(7, 20/2a+ + 3) permille are those of EN 14363, of which no "
      "printed source was found: they are unverified. Other twists can be given.");
  return outcome;
}

}  // namespace flangeway::quasistatic
