// Reads a line and all that it names.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/damage/wear_law.hpp"
#include "flangeway/document/settings.hpp"
#include "flangeway/evolution/evolve.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/geometry/pair.hpp"
#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/simulate/wheel.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::evolution {
namespace {

bool same_profile(const profile::Profile& a, const profile::Profile& b) {
  return a.curve.points() == b.curve.points();
}

using vehicle_case::CaseModel;

std::size_t surface_of(WheelProfiles profiles, std::size_t wheel) {
  if (profiles == WheelProfiles::vehicle) return 0;
  return profiles == WheelProfiles::wheelset ? wheel / 2 : wheel;
}

std::string surface_name(const CaseModel& model, WheelProfiles profiles, std::size_t wheel) {
  if (profiles == WheelProfiles::vehicle) return "wheels";
  const std::string name = simulate::wheel_name(model, wheel / 2, wheel % 2);
  return profiles == WheelProfiles::wheelset ? name.substr(0, name.rfind('.')) : name;
}

// Adds the wheels of the first section.
void add_wheels(const CaseModel& model, Line& line) {
  for (std::size_t wheel = 0; wheel < model.shapes.wheels.size(); ++wheel) {
    line.wheels.push_back(surface_of(line.spec.profiles, wheel));
    if (line.wheels.back() < line.surfaces.size()) continue;
    const profile::Profile& first = model.shapes.wheels[wheel];
    line.first.push_back(first);
    line.surfaces.push_back(
        {.name = surface_name(model, line.spec.profiles, wheel), .points = points_along(first.curve)});
  }
}

// Axles that run over a rail while the wheels run a metre.
double passes_of(const RailsSpec& rails, const CaseModel& model) {
  double mass = 0;
  for (const multibody::Body& body : model.vehicle.bodies.bodies) mass += body.mass;
  const double axles = static_cast<double>(model.contact.wheelsets.size());
  const double per_year =
      rails.axles_per_year > 0 ? rails.axles_per_year : 1e3 * rails.tonnes_per_year * axles / mass;
  return per_year / rails.mileage_per_year;
}

double lateral_of(const CaseModel& model, std::size_t side) {
  geometry::Side placed{.wheel = model.shapes.wheels.front().curve, .rail = model.shapes.rails[side].curve};
  geometry::place_rail(model.shapes.rails[side], model.shapes.placement, placed);
  return placed.rail_lateral;
}

void add_rails(const CaseModel& model, const SectionSpec& section, Line& line) {
  RailPair& pair = line.rails.emplace_back();
  pair.passes = passes_of(*line.spec.rails, model);
  pair.lateral = lateral_of(model, 0);
  pair.distance = model.track.rail_distance();
  for (std::size_t side = 0; side < 2; ++side) {
    pair.surfaces[side] = line.surfaces.size();
    const profile::Profile& first = model.shapes.rails[side];
    line.first.push_back(first);
    line.surfaces.push_back(
        {.name = fmt::format("{}: {} rail", section.name.value, side == 0 ? "left" : "right"),
         .kind = profile::Kind::rail,
         .points = points_along(first.curve)});
  }
}

// One pair of profiles stands for the rails of a whole section, at one distance from its middle.
void check_rails(const CaseModel& model, const SectionSpec& section, Findings& findings) {
  const auto add = [&](const char* problem, const char* advice) {
    findings.add({section.where, fmt::format("sections.{}", section.name.value), problem, "", "", advice});
  };
  if (simulate::rails_vary(model))
    add("has rails that change along the track, which do not wear",
        "Leave rails out, or the stations and gaps");
  if (std::abs(lateral_of(model, 0) - lateral_of(model, 1)) > 1e-9)
    add("has different rails on the left and on the right that are placed by their gauge",
        "Give rails.lateral_position in the track file");
}

void check_model(const CaseModel& model, const SectionSpec& section, const Line& line, Findings& findings) {
  vehicle_case::check_one_process(model, findings);
  const auto add = [&](const char* problem, const char* advice) {
    findings.add({section.where, fmt::format("sections.{}", section.name.value), problem, "", "", advice});
  };
  if (model.shapes.wheels.empty()) {
    add("has a vehicle without wheelsets", "");
    return;
  }
  if (multibody::first_carrier(model.vehicle.bodies) != nullptr) {
    add("has a vehicle with single wheels on carriers, whose wear is not known", "Take one without them");
    return;
  }
  if (model.shapes.wheels.size() != line.wheels.size()) {
    add("has another number of wheels than the first section", "");
    return;
  }
  for (std::size_t wheel = 0; wheel < line.wheels.size(); ++wheel) {
    if (same_profile(model.shapes.wheels[wheel], line.first[line.wheels[wheel]])) continue;
    add("has wheels with different profiles that are to share one",
        "Give them one profile, or choose another word for profiles");
    return;
  }
}

// A limit that a first profile does not keep would be met by no reprofiling.
void check_reprofiling(const Line& line, Findings& findings) {
  Step step{.surfaces = line.surfaces};
  for (std::size_t i = 0; i < step.surfaces.size(); ++i) {
    if (!is_wheel(step.surfaces[i])) continue;
    step.surfaces[i].flange = profile::measure_flange(line.first[i]);
    step.surfaces[i].hollow = hollow_depth(step.surfaces[i].points);
  }
  if (line.spec.reprofiling && is_due(*line.spec.reprofiling, step))
    findings.add({line.spec.reprofiling->where, "reprofiling", "has a limit that a first profile is beyond",
                  "", "", "Change it"});
}

// Text of a file that has been read without findings.
std::string text_of(const std::string& file) {
  Findings seen;
  return document::Document::from_file(file, seen).text();
}

// All that results depend on but the mileage: a longer mileage continues a shorter one.
std::string identity_text(const Line& line) {
  const LineSpec& spec = line.spec;
  std::string text = fmt::format("{} {} {:a} {} {} {:a} {:a} {:a} {:a}\n", version(), commit(), spec.skip,
                                 spec.elements, name_of(spec.profiles), spec.step.tolerance, spec.step.depth,
                                 spec.step.mileage, spec.step.smoothing);
  if (const auto& rails = spec.rails)
    text += fmt::format("{:a} {:a} {:a}\n", rails->mileage_per_year, rails->axles_per_year,
                        rails->tonnes_per_year);
  for (std::size_t i = 0; i < spec.sections.size(); ++i) {
    text += fmt::format("{} {:a}", spec.sections[i].name.value, spec.sections[i].share);
    for (const document::Assignment& set : line.sets[i]) text += ' ' + set.text;
    text += '\n';
  }
  if (const auto& rule = spec.reprofiling)
    text += fmt::format("{:a} {:a} {:a} {:a} {:a}\n", rule->mileage, rule->flange_thickness,
                        rule->flange_height, rule->steepness, rule->hollow);
  return text;
}

}  // namespace

std::optional<Line> load_line(const document::Document& file, Findings& findings) {
  const std::size_t before = findings.all().size();
  LineSpec spec;
  file.fill(spec, findings);
  check(spec, findings);
  if (findings.all().size() != before) return std::nullopt;
  Line line;
  line.spec = std::move(spec);
  if (auto law = damage::read_law(line.spec.law_file.value, findings)) line.law = std::move(*law);
  wheelrail::PairTables tables;
  std::string sources;
  for (const auto& source : line.law.sources) sources += sha256(source.text);
  for (const SectionSpec& section : line.spec.sections) {
    document::Assignments& sets = line.sets.emplace_back();
    document::append_settings(sets, section.set);
    const auto model = vehicle_case::load_case(line.spec.case_file.value, sets, findings, &tables);
    if (!model) continue;
    simulate::check_inputs_of_controllers(*model, findings);
    simulate::check_functions(*model, {}, findings);
    if (line.wheels.empty()) add_wheels(*model, line);
    check_model(*model, section, line, findings);
    for (const auto& source : model->sources) sources += sha256(source.text);
    if (!line.spec.rails || model->shapes.wheels.empty()) continue;
    check_rails(*model, section, findings);
    if (findings.all().size() == before) add_rails(*model, section, line);
  }
  if (findings.all().size() != before) return std::nullopt;
  if (auto geometry = vehicle_case::load_geometry(line.spec.case_file.value, line.sets.front(), findings))
    line.geometry = std::move(*geometry);
  check_reprofiling(line, findings);
  if (findings.all().size() != before) return std::nullopt;
  line.identity = sha256(identity_text(line) + text_of(line.spec.law_file.value) + sources);
  return line;
}

}  // namespace flangeway::evolution
