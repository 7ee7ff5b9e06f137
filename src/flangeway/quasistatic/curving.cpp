#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/assess/limits.hpp"
#include "flangeway/quasistatic/kinds.hpp"

namespace flangeway::quasistatic {
namespace {

// Largest values of all wheelsets of one state.
struct CurveForces {
  double guiding = 0, ratio = 0, vertical = 0, unloading = 0, prudhomme = 0;
  void take_larger(const CurveForces& other) {
    for (double CurveForces::*of : {&CurveForces::guiding, &CurveForces::ratio, &CurveForces::vertical,
                                    &CurveForces::unloading, &CurveForces::prudhomme})
      this->*of = std::max(this->*of, other.*of);
  }
};

CurveForces forces_of(SteadyRunning& steady, const std::vector<double>& at_rest) {
  CurveForces forces;
  for (std::size_t w = 0; w < at_rest.size(); ++w) {
    const std::string name = steady.wheelset_name(w);
    const double sum = std::abs(steady.value(name + ".left.Y") + steady.value(name + ".right.Y"));
    forces.guiding = std::max(forces.guiding, sum);
    forces.prudhomme = std::max(forces.prudhomme, sum / assess::prudhomme_limit(2 * at_rest[w]));
    for (const char* side : {".left", ".right"}) {
      const double q = steady.value(name + side + ".Q");
      forces.vertical = std::max(forces.vertical, q);
      forces.unloading = std::max(forces.unloading, 1 - q / at_rest[w]);
      forces.ratio = std::max(forces.ratio, steady.value(name + side + ".YQ"));
    }
  }
  return forces;
}

// The values of the row after radius, cant deficiency and speed.
CurveForces add_values(SteadyRunning& steady, const Condition& condition, const std::vector<double>& at_rest,
                       const std::string& body, Row& row) {
  (void)steady.at(condition);
  const CurveForces f = forces_of(steady, at_rest);
  const std::string leading = steady.wheelset_name(0);
  for (const double value :
       {f.guiding, f.prudhomme, f.ratio, f.vertical, f.unloading, steady.value(leading + ".y"),
        steady.value(leading + ".yaw"), steady.value(body + ".roll")})
    row.values.push_back(value);
  return f;
}

}  // namespace

// Speeds: docs/theory/quasi_static.md, eq. 9.
Outcome curving(const vehicle_case::CaseModel& model, const CurvingSettings& settings,
                const Progress& progress) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const std::string body = vehicle.bodies[carbody(vehicle)].name;
  SteadyRunning steady(model);
  std::vector<double> at_rest;
  for (std::size_t w = 0; w < model.contact.wheelsets.size(); ++w) at_rest.push_back(steady.static_load(w));
  const std::string leading = steady.wheelset_name(0);
  Outcome outcome{"curving", "Quasi-static curving", model.name};
  outcome.label = "curve";
  outcome.columns = {{"radius", "m"},
                     {"cant deficiency", "m"},
                     {"speed", "m/s"},
                     {"largest sum of Y", "N"},
                     {"share of Prud'homme's limit", "1"},
                     {"largest Y/Q", "1"},
                     {"largest Q", "N"},
                     {"largest unloading", "1"},
                     {leading + ".y", "m"},
                     {leading + ".yaw", "rad"},
                     {body + ".roll", "rad"}};
  CurveForces largest;
  for (const double radius : settings.radii) {
    for (const double deficiency : settings.deficiencies) {
      ++outcome.conditions;
      const double total = settings.cant + deficiency;
      if (!(total > 0)) {
        ++outcome.missing;
        outcome.notes.push_back(fmt::format("No speed has a cant deficiency of {:g} m on a cant of {:g} m.",
                                            deficiency, settings.cant));
        continue;
      }
      Condition condition;
      condition.curvature = 1 / radius, condition.cant = settings.cant;
      condition.speed = std::sqrt(vehicle.gravity * radius * total / model.track.rail_distance());
      Row row{fmt::format("R {:g} m, deficiency {:g} mm", radius, 1e3 * deficiency),
              {radius, deficiency, condition.speed}};
      if (progress)
        progress(outcome.conditions - 1, settings.radii.size() * settings.deficiencies.size(), row.label);
      try {
        largest.take_larger(add_values(steady, condition, at_rest, body, row));
      } catch (const NumericalFailure& failure) {
        ++outcome.missing;
        row.values.resize(outcome.columns.size(), std::nan(""));
        outcome.notes.push_back(failure.what() + std::string("."));
      }
      outcome.rows.push_back(std::move(row));
    }
  }
  outcome.numbers = {
      {"yq", "1", largest.ratio, "largest quasi-static Y/Q", assess::yq_limit},
      {"guiding_force", "1", largest.prudhomme, "largest sum of Y as share of Prud'homme's limit", 1.0},
      {"unloading", "1", largest.unloading, "largest ΔQ/Q0"}};
  withdraw_unproven(outcome);
  for (std::string& note : doubts(model)) outcome.notes.push_back(std::move(note));
  return outcome;
}

}  // namespace flangeway::quasistatic
