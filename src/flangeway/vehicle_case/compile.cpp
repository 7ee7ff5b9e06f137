#include "flangeway/vehicle_case/compile.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/notes.hpp"
#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/vehicle_case/chainages.hpp"
#include "flangeway/vehicle_case/contact.hpp"
#include "flangeway/vehicle_case/control.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "flangeway/vehicle_case/drive.hpp"
#include "flangeway/vehicle_case/files.hpp"
#include "flangeway/vehicle_case/integration.hpp"
#include "flangeway/vehicle_case/profiles.hpp"
#include "flangeway/vehicle_case/rails.hpp"
#include "flangeway/vehicle_case/roller_rig_check.hpp"
#include "flangeway/vehicle_case/wheels.hpp"
#include "flangeway/wheelrail/build.hpp"

namespace flangeway::vehicle_case {
namespace {

using document::Document;

void check_output(const CaseSpec& spec, Findings& findings) {
  if (!has_fixed_steps(spec.integration.method)) return;
  if (spec.integration.step <= spec.output.interval * (1 + 1e-9)) return;
  findings.add({spec.where, "output.interval", "is shorter than the time step",
                fmt::format("{}", spec.output.interval), fmt::format("≥ {} s", spec.integration.step),
                "Lengthen it, or shorten integration.step"});
}

void check_case(const CaseSpec& spec, Findings& findings) {
  check_integration(spec, findings);
  check_contact(spec, findings);
  check_coupling(spec, findings);
  check_drive(spec, findings);
  check_output(spec, findings);
  check_roller_rig(spec, findings);
}

// Contact may need shorter steps than the rest of the vehicle. Returns into how many parts a step was
// divided.
long divide_step(const wheelrail::Settings& contact, CaseSpec& spec) {
  const double longest = wheelrail::contact_method(contact.method).step_limit(contact);
  const double parts = std::ceil(spec.integration.step / longest * (1 - 1e-9));
  spec.integration.step /= std::max(parts, 1.0);
  return std::max(1L, std::lround(parts));
}

// From the first to the last wheelset, m.
double length_over_wheelsets(const vehicle::VehicleModel& vehicle) {
  double first = 0, last = 0;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets) {
    const double s = vehicle.bodies.bodies[wheelset.body].initial[0];
    first = std::max(first, s), last = std::min(last, s);
  }
  return first - last;
}

// docs/theory/independent_wheels.md, "Where it holds"
void check_rotation(const CaseSpec& spec, const vehicle::VehicleModel& vehicle, Findings& findings) {
  if (vehicle.bodies.axle_twists.empty()) return;
  const std::string name = vehicle.bodies.bodies[vehicle.bodies.axle_twists.front().body].name;
  const std::string problem =
      "cannot be combined with wheels that turn against each other, as those of " + name;
  if (wheelrail::solves_patches(spec.contact.patch))
    findings.add({spec.where, "contact.patch", problem, std::string(name_of(spec.contact.patch)), "hertz",
                  "Change it, or set rotation = \"rigid\" in the vehicle file"});
  if (spec.coupling.method == TrackCoupling::cosim)
    findings.add({spec.where, "coupling.method", problem, "cosim", "none, tight or mass_spring",
                  "Change it, or set rotation = \"rigid\" in the vehicle file"});
}

// docs/theory/single_wheels.md, "Where it holds"
void check_single_wheels(const CaseSpec& spec, const vehicle::VehicleModel& vehicle, Findings& findings) {
  const multibody::Body* carrier = multibody::first_carrier(vehicle.bodies);
  if (carrier == nullptr) return;
  const std::string problem = "cannot be combined with single wheels, as that of " + carrier->name;
  const auto refuse = [&](const char* key, std::string_view got, const char* allowed) {
    findings.add({spec.where, key, problem, std::string(got), allowed,
                  "Change it, or set wheels = \"both\" in the vehicle file"});
  };
  if (spec.contact.method != wheelrail::Method::elastic)
    refuse("contact.method", name_of(spec.contact.method), "elastic");
  if (wheelrail::solves_patches(spec.contact.patch))
    refuse("contact.patch", name_of(spec.contact.patch), "hertz");
  if (spec.coupling.method != TrackCoupling::none)
    refuse("coupling.method", name_of(spec.coupling.method), "none");
  if (spec.roller_rig) refuse("roller_rig", "", "a track");
}

void check_start(const CaseSpec& spec, const track::TrackModel& track, Findings& findings) {
  if (spec.initial.s >= 0 && spec.initial.s < track.length()) return;
  findings.add({spec.where, "initial.s", "is not on the track", fmt::format("{}", spec.initial.s),
                fmt::format("0 to {} m", track.length()), "Start the vehicle's reference on the track"});
}

wheelrail::RailInput rail_input(const track::RailsSpec& spec, const track::TrackModel& track,
                                const CaseRails& read) {
  wheelrail::RailInput rails;
  rails.left = read.first[0];
  rails.right = read.first[1];
  rails.courses = read.courses;
  rails.where_varying = read.where;
  rails.checks = read.checks;
  rails.where_checks = read.where_checks;
  rails.placement = placement_of(spec);
  rails.distance = track.rail_distance();
  rails.where = spec.where;
  rails.gauge_variation_min = track.gauge_variation().minimum;
  rails.gauge_variation_max = track.gauge_variation().maximum;
  return rails;
}

std::vector<wheelrail::WheelsetInput> wheelset_inputs(const vehicle::VehicleModel& vehicle,
                                                      Profiles& profiles) {
  std::vector<wheelrail::WheelsetInput> inputs;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets) {
    const multibody::Body& body = vehicle.bodies.bodies[wheelset.body];
    inputs.push_back({wheelset.body,
                      wheelset.wheel_radius,
                      wheelset.profile_position,
                      profiles.wheel(wheelset.profile_left),
                      profiles.wheel(wheelset.profile_right),
                      profiles.wheel_name(wheelset.profile_left).where,
                      wheelset.twist != multibody::no_index,
                      {multibody::has_wheel(body, 0), multibody::has_wheel(body, 1)}});
  }
  return inputs;
}

Shapes shapes_of(const wheelrail::RailInput& rails, const std::vector<wheelrail::WheelsetInput>& wheelsets) {
  Shapes shapes{{}, {*rails.left, *rails.right}, rails.placement};
  for (const wheelrail::WheelsetInput& wheelset : wheelsets) {
    shapes.wheels.push_back(*wheelset.left);
    shapes.wheels.push_back(*wheelset.right);
  }
  return shapes;
}

// Adds the files that the track file names.
void add_sources(const std::optional<track::TrackModel>& track,
                 const std::optional<flextrack::Structure>& structure, std::vector<SourceFile>& sources) {
  if (track) sources.insert(sources.end(), track->sources().begin(), track->sources().end());
  if (structure && structure->source) sources.push_back(*structure->source);
}

}  // namespace

std::optional<CaseModel> load_case(const std::filesystem::path& file, const document::Assignments& sets,
                                   Findings& findings, wheelrail::PairTables* shared) {
  return load_case(CaseDocuments{Document::from_file(file, findings)}, sets, findings, shared);
}

std::optional<CaseModel> load_case_without_run(const std::filesystem::path& file,
                                               const document::Assignments& sets, Findings& findings) {
  document::Assignments all{"integration.duration=1"};
  all.insert(all.end(), sets.begin(), sets.end());
  std::optional<CaseModel> model = load_case(file, all, findings);
  if (model)  // a run has them in its summary
    for (const std::string& text : model->profile_warnings) tell_note({{}, "", text, "", "", ""});
  return model;
}

std::optional<CaseModel> load_case(CaseDocuments documents, const document::Assignments& sets,
                                   Findings& findings, wheelrail::PairTables* shared) {
  std::optional<CaseFiles> files = read_files(std::move(documents), sets, findings);
  if (!files) return std::nullopt;
  return compile_case(std::move(*files), findings, shared);
}

std::optional<CaseModel> compile_case(CaseFiles files, Findings& findings, wheelrail::PairTables* shared) {
  CaseSpec& spec = files.spec;
  const bool step_given = settle_step(spec);
  check_case(spec, findings);
  wheelrail::Settings settings = contact_settings(spec);
  if (!files.vehicle.wheelsets.empty()) settings.patch_solution.interval = divide_step(settings, spec);
  load_laws(spec, settings, files.sources, findings);
  limit_steps(spec);
  std::optional<vehicle::VehicleModel> vehicle = compile(files.vehicle, findings);
  Findings track_findings;
  std::optional<track::TrackModel> track = track::compile(files.track, track_findings);
  findings.append(track_findings);
  std::optional<flextrack::Structure> structure;
  if (track_yields(spec)) structure = flextrack::compile_structure(files.track, findings);
  if (structure) check_mesh(spec, *structure, findings);
  std::optional<flextrack::MassSpringTrack> mass_spring;
  if (spec.coupling.method == TrackCoupling::mass_spring)
    mass_spring = flextrack::compile_mass_spring(files.track, findings);
  if (vehicle) files.sources.insert(files.sources.end(), vehicle->sources.begin(), vehicle->sources.end());
  add_sources(track, structure, files.sources);
  if (mass_spring && mass_spring->source) files.sources.push_back(*mass_spring->source);
  Profiles profiles(spec.profiles, files.sources, findings);
  CaseRails case_rails = read_rails(spec.profiles, files.track.rails, profiles, files.sources, findings);
  if (!vehicle || !track || case_rails.first[0] == nullptr || case_rails.first[1] == nullptr)
    return std::nullopt;
  settle_chainages(spec, *track, findings);
  set_friction(spec, settings, findings);
  check_start(spec, *track, findings);
  if (spec.roller_rig) check_track_of_rollers(spec, *track, case_rails, findings);
  check_rotation(spec, *vehicle, findings);
  check_single_wheels(spec, *vehicle, findings);
  DriveSettings drive = compile_drive(spec, *vehicle, findings);
  control::Model control = control::compile(spec.control, command_names(*vehicle), findings);
  const IntegrationSettings integration = integration_settings(spec, step_given);
  check_control(spec, control, integration.choice.open, findings);
  const wheelrail::RailInput rails = rail_input(files.track.rails, *track, case_rails);
  const std::vector<wheelrail::WheelsetInput> wheelsets = wheelset_inputs(*vehicle, profiles);
  wheelrail::RunningSurfaces surfaces = compile_surfaces(spec, *vehicle, *track, files.sources, findings);
  check_joint_stabilisation(spec, spec.integration.step, !vehicle->bodies.joints.empty(), findings);
  check_wheel_projection(spec, !vehicle->bodies.joints.empty(), findings);
  if (!findings.empty()) return std::nullopt;
  add_control_sources(control, files.sources);
  set_averaging_load(spec, vehicle->bodies, 2 * wheelsets.size(), settings);
  settings.recovery.length = length_over_wheelsets(*vehicle);
  std::optional<wheelrail::Model> contact = wheelrail::build(settings, wheelsets, rails, findings, shared);
  if (contact) check_rail_ends(*contact, *track, case_rails, findings);
  if (!contact || !findings.empty()) return std::nullopt;
  contact->surfaces = std::move(surfaces);
  contact->rails_move = mass_spring.has_value();
  std::optional<MassSpringRails> rails_of_masses;
  if (mass_spring) rails_of_masses = put_on_rails(std::move(*mass_spring), *vehicle);
  std::optional<RollerRig> roller_rig;
  if (spec.roller_rig) roller_rig = put_on_rollers(*spec.roller_rig, *vehicle);
  std::vector<ShortFeature> features = short_features(spec, *vehicle);
  files.notes.insert(files.notes.end(), vehicle->notes.begin(), vehicle->notes.end());
  if (auto note = note_on_averaging(spec, contact->settings)) files.notes.push_back(std::move(*note));
  if (auto note = note_on_condition(spec.contact.friction.condition)) files.notes.push_back(std::move(*note));
  return CaseModel{
      .name = spec.name.value,
      .where = spec.where,
      .initial = {spec.initial.s, spec.initial.y, spec.initial.yaw},
      .drive = std::move(drive),
      .integration = integration,
      .coupling = {spec.coupling.method, spec.coupling.mesh, spec.coupling.reach, spec.coupling.tolerance},
      .cosim = {spec.cosim.step, spec.cosim.forces},
      .output = {spec.output.interval, spec.output.judged_interval, spec.output.flush_interval,
                 spec.output.track_places, spec.output.deformed_track_interval},
      .vehicle = std::move(*vehicle),
      .track = std::move(*track),
      .contact = std::move(*contact),
      .control = std::move(control),
      .structure = std::move(structure),
      .mass_spring = std::move(rails_of_masses),
      .roller_rig = std::move(roller_rig),
      .sources = std::move(files.sources),
      .notes = std::move(files.notes),
      .shapes = shapes_of(rails, wheelsets),
      .features = std::move(features),
      .profile_warnings = profiles.warnings()};
}

}  // namespace flangeway::vehicle_case
