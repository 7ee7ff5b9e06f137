#include "test_campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/geometry/conicity_limits.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/quasistatic/request.hpp"
#include "flangeway/quasistatic/steady.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::app {
namespace {

using acceptance::CheckOutcome;
using acceptance::NamedFact;
using multibody::Role;

std::vector<std::size_t> bodies_with(const multibody::Model& vehicle, Role role) {
  const std::vector<multibody::BodyRole> roles = multibody::roles_of(vehicle);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < roles.size(); ++i)
    if (roles[i].role == role) found.push_back(i);
  return found;
}

// Places along the vehicle, m, of bogies, or of wheelsets that carry the body themselves.
std::vector<double> running_gear(const vehicle_case::CaseModel& model) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  std::vector<double> positions;
  for (const std::size_t frame : bodies_with(vehicle, Role::bogie_frame))
    positions.push_back(vehicle.bodies[frame].initial(0));
  if (positions.empty())
    for (const vehicle::Wheelset& wheelset : model.vehicle.wheelsets)
      positions.push_back(vehicle.bodies[wheelset.body].initial(0));
  std::sort(positions.begin(), positions.end(), std::greater<>());
  positions.erase(std::unique(positions.begin(), positions.end(),
                              [](double a, double b) { return std::abs(a - b) < 0.1; }),
                  positions.end());
  return positions;
}

std::string findings_in_line(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all()) {
    Finding here = finding;
    here.where = {};
    text += (text.empty() ? "" : "; ") + here.text();
  }
  return text;
}

void add_outcome(const quasistatic::Outcome& outcome, const std::string& test,
                 acceptance::TestDocument& document) {
  for (const quasistatic::Number& number : outcome.numbers) {
    const bool has_source = number.limit && !number.limit_source.empty();
    const std::string source = has_source
                                   ? number.limit_source
                                   : "Y/Q 0.8 and the sum of Y by Prud'homme, of running tests [EN14363]";
    document.stationary.push_back({test, number.text, number.unit, number.value, number.limit,
                                   number.limit ? source : "", number.limit.has_value()});
  }
  for (const std::string& note : outcome.notes) document.notes.push_back(test + ": " + note);
}

// Everything that one stationary test can meet becomes a part that was not judged.
void try_test(const vehicle_case::CaseModel& model, const quasistatic::Request& request,
              const std::string& name, acceptance::TestDocument& document) {
  Findings findings;
  try {
    quasistatic::check(model, findings);
    if (findings.empty()) {
      const quasistatic::Outcome outcome = quasistatic::run(model, request, {}, findings);
      if (findings.empty()) return add_outcome(outcome, name, document);
    }
    document.not_judged.push_back(name + ": " + findings_in_line(findings));
  } catch (const NumericalFailure& failure) {
    document.not_judged.push_back(name + ": " + failure.what());
  }
}

// Displacements of the rails where the sections are, as a recording car measures them.
track::RecordedGeometry recorded(const track::TrackModel& model, double from) {
  constexpr double step = 0.25;
  track::RecordedGeometry geometry;
  geometry.start = from, geometry.step = step;
  geometry.count = static_cast<std::size_t>(std::max(0.0, (model.length() - from) / step));
  for (const char* name :
       {"alignment_left", "alignment_right", "longitudinal_level_left", "longitudinal_level_right"})
    geometry.columns.push_back({name, {}});
  for (std::size_t i = 0; i < geometry.count; ++i) {
    track::Irregularity rails;
    track::evaluate_irregularity(model, geometry.at(i), rails);
    geometry.columns[0].values.push_back(rails.value[0]);
    geometry.columns[1].values.push_back(rails.value[2]);
    geometry.columns[2].values.push_back(rails.value[1]);
    geometry.columns[3].values.push_back(rails.value[3]);
  }
  geometry.stretches = {{0, geometry.count}};
  return geometry;
}

// Standard deviations in D1 of the rougher rail of each section, m, of one quantity.
std::vector<double> deviations(const std::vector<track::RecordedGeometry>& tracks,
                               const std::string& quantity, double section_length) {
  std::vector<double> all;
  for (const track::RecordedGeometry& geometry : tracks) {
    const track::QualityReport report =
        track::judge_quality(geometry, {.section = section_length}, std::nullopt);
    for (const track::SectionQuality& section : report.sections) {
      double worst = 0;
      for (std::size_t c = 0; c < geometry.columns.size(); ++c)
        if (track::quantity_of(geometry.columns[c].name) == quantity)
          worst = std::max(worst, section.sd[c][0]);
      all.push_back(worst);
    }
  }
  return all;
}

const track::QualityLimitSpec* limit_for(const track::QualityLimitsSpec& limits, const std::string& quantity,
                                         double speed_kmh) {
  const track::QualityLimitSpec* best = nullptr;
  for (const track::QualityLimitSpec& limit : limits.limits)
    if (limit.quantity.value == quantity && limit.band.value == "D1" && speed_kmh <= limit.to_speed_kmh &&
        limit.intervention_sd > 0 && (best == nullptr || limit.to_speed_kmh < best->to_speed_kmh))
      best = &limit;
  return best;
}

class ZoneFacts {
 public:
  ZoneFacts(const ConditionFacts& facts, const acceptance::TestCondition& condition,
            acceptance::Report& report)
      : facts_(facts), condition_(condition), report_(report) {}

  void add_friction(const acceptance::ZoneSpec& zone) {
    if (zone.friction.empty()) return;
    const bool met = condition_.friction >= zone.friction[0] && condition_.friction <= zone.friction[1];
    add(zone, "friction", fmt::format("{:g} to {:g}", zone.friction[0], zone.friction[1]),
        fmt::format("{:g}", condition_.friction), met ? CheckOutcome::met : CheckOutcome::not_met,
        zone.condition_source.value, zone.conditions_from_memory);
  }

  void add_conicity(const acceptance::ZoneSpec& zone,
                    const std::vector<geometry::ConicityVerdict>& verdicts) {
    for (const geometry::ConicityVerdict& one : verdicts) {
      const std::string name = "equivalent conicity: " + one.subject;
      if (!one.not_judged.empty()) {
        add(zone, name, "by the speed", one.not_judged, CheckOutcome::not_judged, one.source, false);
      } else {
        add(zone, name, fmt::format("up to {:g}", *one.limit),
            fmt::format("{:.3f} at {:g} mm", *one.value, 1e3 * one.amplitude),
            one.is_met() ? CheckOutcome::met : CheckOutcome::not_met, one.source, false);
      }
    }
  }

  void add_quality(const acceptance::ZoneSpec& zone, const std::vector<track::RecordedGeometry>& tracks,
                   double section_length, double speed) {
    for (const char* quantity : {"alignment", "longitudinal_level"}) {
      const std::vector<double> spread = deviations(tracks, quantity, section_length);
      std::string title = quantity;
      std::replace(title.begin(), title.end(), '_', ' ');
      const std::string name = title + ", 90 % of the standard deviations, 3 to 25 m";
      const double value = spread.empty() ? std::nan("") : assess::percentile(spread, 90);
      const std::string found = std::isfinite(value) ? fmt::format("{:.2f} mm", 1e3 * value)
                                                     : "sections are too short for the band";
      if (!facts_.limits) {
        add(zone, name, "--track-limits was not given", found, CheckOutcome::not_judged, "", false);
        continue;
      }
      const track::QualityLimitSpec* limit = limit_for(*facts_.limits, quantity, 3.6 * speed);
      if (limit == nullptr || !std::isfinite(value)) {
        add(zone, name, "the file has no limit for this speed", found, CheckOutcome::not_judged,
            facts_.limits->source.value, false);
        continue;
      }
      const bool met = value >= limit->alert_sd && value <= limit->intervention_sd;
      add(zone, name, fmt::format("{:g} to {:g} mm", 1e3 * limit->alert_sd, 1e3 * limit->intervention_sd),
          found, met ? CheckOutcome::met : CheckOutcome::not_met,
          limit->source.value.empty() ? facts_.limits->source.value : limit->source.value,
          facts_.limits->from_memory || limit->from_memory);
    }
  }

 private:
  void add(const acceptance::ZoneSpec& zone, const std::string& name, std::string required, std::string found,
           CheckOutcome outcome, std::string source, bool unverified) {
    report_.zone_checks.push_back({zone.title.value, name, std::move(required), std::move(found), outcome,
                                   std::move(source), unverified});
  }

  const ConditionFacts& facts_;
  const acceptance::TestCondition& condition_;
  acceptance::Report& report_;
};

std::vector<geometry::ConicityVerdict> conicity_of(const vehicle_case::CaseModel& model, double speed) {
  const vehicle::Wheelset& wheelset = model.vehicle.wheelsets.front();
  geometry::ConicityInput input;
  input.wheels = {model.shapes.wheels[0], model.shapes.wheels[1]};
  input.rails = model.shapes.rails;
  input.placement = model.shapes.placement;
  input.tape_circle = 2 * wheelset.profile_position;
  input.radius = wheelset.wheel_radius;
  return geometry::judge_conicity(std::move(input), 3.6 * speed);
}

}  // namespace

acceptance::RecordedBodies recorded_bodies(const multibody::Model& vehicle) {
  acceptance::RecordedBodies bodies;
  for (const std::size_t i : bodies_with(vehicle, Role::wheelset))
    if (std::abs(vehicle.bodies[i].initial(1)) < 0.1) bodies.wheelsets.push_back(vehicle.bodies[i].name);
  for (const std::size_t i : bodies_with(vehicle, Role::car_body))
    bodies.car_bodies.push_back(vehicle.bodies[i].name);
  return bodies;
}

std::vector<acceptance::FloorPoint> floor_points(const vehicle_case::CaseModel& model, double floor) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const std::vector<std::size_t> cars = bodies_with(vehicle, Role::car_body);
  std::vector<acceptance::FloorPoint> points;
  if (cars.empty()) return points;
  for (const double place : running_gear(model)) {
    const std::size_t car = *std::min_element(cars.begin(), cars.end(), [&](std::size_t a, std::size_t b) {
      return std::abs(vehicle.bodies[a].initial(0) - place) < std::abs(vehicle.bodies[b].initial(0) - place);
    });
    const multibody::Body& body = vehicle.bodies[car];
    points.push_back({body.name, {place - body.initial(0), 0, floor - body.initial(2)}});
  }
  return points;
}

std::vector<NamedFact> vehicle_facts(const vehicle_case::CaseModel& model,
                                     const acceptance::TestSettings& settings,
                                     const std::vector<acceptance::FloorPoint>& points) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const std::vector<multibody::BodyRole> roles = multibody::roles_of(vehicle);
  std::vector<NamedFact> facts{
      {"vehicle", model.vehicle.name},
      {"admissible speed", fmt::format("{:g} km/h", 3.6 * settings.speed)},
      {"admissible cant deficiency", fmt::format("{:g} mm", 1e3 * settings.deficiency)}};
  double mass = 0, moment = 0;
  for (const multibody::Body& body : vehicle.bodies) mass += body.mass, moment += body.mass * body.initial(2);
  facts.push_back({"mass", fmt::format("{:.1f} t, centre of gravity {:.3f} m above the rails", mass / 1e3,
                                       moment / mass)});
  for (std::size_t i = 0; i < vehicle.bodies.size(); ++i)
    facts.push_back(
        {vehicle.bodies[i].name,
         fmt::format("{}, {:.1f} kg, x {:g} m, height {:g} m", multibody::text_of(roles[i]),
                     vehicle.bodies[i].mass, vehicle.bodies[i].initial(0), vehicle.bodies[i].initial(2))});
  for (const acceptance::FloorPoint& point : points)
    facts.push_back(
        {"accelerometer", fmt::format("{} at {:g}, {:g}, {:.3f} m from its centre of gravity", point.body,
                                      point.position[0], point.position[1], point.position[2])});
  facts.push_back({"wheels", fmt::format("{}, radius {:g} m", model.shapes.wheels.front().name,
                                         model.vehicle.wheelsets.front().wheel_radius)});
  facts.push_back({"rails", fmt::format("{}, inclination {:g}, gauge {:g} mm", settings.rail,
                                        settings.inclination, 1e3 * settings.gauge)});
  facts.push_back(
      {"irregularities", fmt::format("spectrum {}, amplitudes times {:g}, 3 to 70 m; each run has "
                                     "its own seed",
                                     settings.quality, settings.scale)});
  return facts;
}

void add_stationary_tests(const vehicle_case::CaseModel& model, acceptance::TestDocument& document,
                          const std::function<void(const std::string& next)>& progress) {
  quasistatic::Request twist, sway, curve;
  twist.test = "twist", sway.test = "sway", curve.test = "curving";
  curve.radii = {150}, curve.cant = 0.005, curve.deficiencies = {0};  // at walking pace
  progress("twist");
  try_test(model, twist, "twist test", document);
  progress("sway");
  try_test(model, sway, "sway test", document);
  progress("curve of 150 m radius");
  try_test(model, curve, "curve of 150 m radius", document);
  document.not_judged.emplace_back(
      "safety against derailment in a curve of 150 m radius on twisted track (EN 14363, 6.1): the program "
      "has "
      "twist and curve as separate tests");
}

void add_zone_facts(const ConditionFacts& facts, const acceptance::TestCondition& condition,
                    const std::vector<const vehicle_case::CaseModel*>& models, acceptance::Report& report) {
  if (models.empty()) return;
  ZoneFacts zone_facts(facts, condition, report);
  const auto conicity = conicity_of(*models.front(), facts.settings.speed);
  std::size_t next = 0;
  for (std::size_t z = 0; z < facts.plan.zones.size(); ++z) {
    const acceptance::PlannedZone& planned = facts.plan.zones[z];
    if (planned.runs.empty()) continue;
    std::vector<track::RecordedGeometry> tracks;
    double speed = 0;
    for (const acceptance::PlannedRun& run : planned.runs) {
      tracks.push_back(recorded(models[next++]->track, acceptance::run_in + run.transition));
      speed = std::max(speed, run.speed);
    }
    const acceptance::ZoneSpec& zone = facts.rule.zones[z];
    zone_facts.add_friction(zone);
    zone_facts.add_conicity(zone, conicity);
    zone_facts.add_quality(zone, tracks, planned.section_length, std::min(speed, facts.settings.speed));
  }
}

double processor_share(const vehicle_case::CaseModel& model) {
  constexpr double pilot = 2;  // s of simulated time
  vehicle_case::CaseModel shortened = model;
  shortened.integration.duration = pilot;
  const std::clock_t start = std::clock();
  (void)simulate::run(shortened, {});
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / pilot;
}

}  // namespace flangeway::app
