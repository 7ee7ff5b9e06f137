#include "flangeway/vehicle_case/compile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <fstream>
#include <sstream>

#include "flangeway/document/read.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "flangeway/wheelrail/build.hpp"

namespace flangeway::vehicle_case {
namespace {

// "vehicle.name=…" belongs to the vehicle file, everything without such a prefix to the case file.
struct Sets {
  document::Assignments own, vehicle, track;
};

Sets split(const document::Assignments& sets) {
  Sets result;
  for (const document::Assignment& set : sets) {
    if (set.text.rfind("vehicle.", 0) == 0) {
      result.vehicle.push_back({set.text.substr(8), set.where});
    } else if (set.text.rfind("track.", 0) == 0) {
      result.track.push_back({set.text.substr(6), set.where});
    } else {
      result.own.push_back(set);
    }
  }
  return result;
}

using Document = document::Document;

// A part that the case names, or that was given in its place.
template <typename Spec>
void read_part(std::optional<Document>& given, document::Located<std::string>& name,
               const document::Assignments& sets, Spec& spec, std::vector<SourceFile>& sources,
               Findings& findings) {
  if (!given && name.value.empty()) return;  // a finding already says that it is missing
  if (!given) given = Document::from_file(name.value, findings);
  sources.push_back({given->file_name(), given->text()});
  for (const document::Assignment& set : sets) given->set(set, findings);
  given->fill(spec, findings);
}

std::optional<CaseFiles> read_files(CaseDocuments documents, const document::Assignments& all_sets,
                                    Findings& findings) {
  CaseFiles files;
  const Sets sets = split(all_sets);
  Document& root = documents.root;
  files.sources.push_back({root.file_name(), root.text()});
  for (const document::Assignment& set : sets.own) root.set(set, findings);
  if (documents.vehicle) root.set("vehicle=\"" + documents.vehicle->file_name() + '"', findings);
  if (documents.track) root.set("track=\"" + documents.track->file_name() + '"', findings);
  root.fill(files.spec, findings);
  read_part(documents.vehicle, files.spec.vehicle, sets.vehicle, files.vehicle, files.sources, findings);
  read_part(documents.track, files.spec.track, sets.track, files.track, files.sources, findings);
  if (!findings.empty()) return std::nullopt;
  return files;
}

// Profiles by name, each loaded once: wheelsets with the same names share one object and so one table.
class Profiles {
 public:
  Profiles(const CaseSpec& spec, std::vector<SourceFile>& sources, Findings& findings)
      : sources_(sources), findings_(findings) {
    options_.smoothing = spec.profiles.smoothing;
  }
  const profile::Profile* get(const document::Located<std::string>& name, profile::Kind kind) {
    for (const Entry& entry : entries_) {
      if (entry.name == name.value && entry.kind == kind) return entry.profile ? &*entry.profile : nullptr;
    }
    entries_.push_back(
        {name.value, kind, profile::load_profile(name.value, kind, options_, name.where, findings_)});
    const Entry& entry = entries_.back();
    if (!entry.profile) return nullptr;
    if (!profile::standard_profile(name.value)) remember_file(name);
    return &*entry.profile;
  }

 private:
  struct Entry {
    std::string name;
    profile::Kind kind;
    std::optional<profile::Profile> profile;
  };
  void remember_file(const document::Located<std::string>& name) {
    std::filesystem::path path = name.value;
    if (path.is_relative()) path = std::filesystem::path(name.where.file).parent_path() / path;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    sources_.push_back({path.string(), text.str()});
  }
  profile::ReadOptions options_;
  std::vector<SourceFile>& sources_;
  Findings& findings_;
  std::deque<Entry> entries_;  // addresses stay
};

const document::Located<std::string>& replaced(const document::Located<std::string>& by,
                                               const document::Located<std::string>& name) {
  return by.value.empty() ? name : by;
}

geometry::RailPlacement placement_of(const track::RailsSpec& rails) {
  geometry::RailPlacement placement;
  placement.inclination = rails.inclination;
  placement.gauge_depth = rails.gauge_depth;
  if (rails.lateral_position > 0) {
    placement.lateral = rails.lateral_position;
  } else {
    placement.gauge = rails.gauge;
  }
  return placement;
}

wheelrail::RailFriction rail_friction(const FrictionSpec& spec, double own) {
  wheelrail::RailFriction friction;
  friction.law = {own >= 0 ? own : spec.coefficient, spec.limit_ratio, spec.decay};
  for (const auto& [degrees, coefficient] : spec.over_angle) {
    friction.over_angle.push_back({degrees * pi / 180, coefficient});
  }
  return friction;
}

}  // namespace

wheelrail::Settings contact_settings(const CaseSpec& spec) {
  const ContactSpec& contact = spec.contact;
  wheelrail::Settings settings;
  settings.method = contact.method;
  settings.lift_off = contact.lift_off;
  settings.coupling = contact.normal_force == Coupling::solved
                          ? wheelrail::NormalForceCoupling::solved
                          : wheelrail::NormalForceCoupling::previous_step;
  const contact::Material steel{contact.youngs_modulus, contact.poisson_ratio};
  geometry::PatchSettings patch{steel, steel, contact.curvature_window};
  settings.kec = {contact.kec.transition_length, contact.kec.points, patch};
  settings.lookup.lateral_points = contact.lookup.lateral_points | 1;  // symmetric about the middle
  settings.lookup.gauge_points = contact.lookup.gauge_points;
  settings.lookup.gauge_variation = contact.lookup.gauge_variation;
  settings.lookup.transition_length = contact.lookup.transition_length;
  settings.lookup.overlap = contact.lookup.overlap;
  settings.lookup.patch = patch;
  settings.patch = patch;
  settings.patch_solution.curved = contact.reference == ContactReference::curved;
  settings.patch_solution.element = contact.element_size;
  settings.impact = {contact.online.restitution, contact.online.least_impact_speed};
  settings.flange_stiffness = contact.lookup.flange_stiffness;
  settings.flange_damping = contact.lookup.flange_damping;
  settings.creep.law = static_cast<contact::CreepLaw>(contact.creep.law);
  settings.creep.shear_modulus = steel.shear_modulus();
  settings.creep.reduction = {contact.creep.k_a, contact.creep.k_s};
  settings.creep.fixed = {contact.creep.f11, contact.creep.f22, contact.creep.f23, contact.creep.f33};
  settings.friction[0] = rail_friction(contact.friction, contact.friction.left);
  settings.friction[1] = rail_friction(contact.friction, contact.friction.right);
  settings.stiff_creep = spec.integration.stiff_creep;
  return settings;
}

namespace {

// A key that asks for something other than its default, where nobody asks for it.
void check_integration(const CaseSpec& spec, Findings& findings) {
  const IntegrationSpec& integration = spec.integration;
  const IntegratorMethod method = integration.method;
  const bool fixed = method == IntegratorMethod::abm4 || method == IntegratorMethod::rk4;
  const IntegrationSpec usual;
  const auto needless = [&](const char* key, bool given, const char* methods) {
    if (!given) return;
    findings.add({spec.where, std::string("integration.") + key,
                  fmt::format("has no effect on the method {}", method_name(method)), "", "",
                  fmt::format("Leave it out, or set integration.method to {}", methods)});
  };
  const char* const adaptive_ones = "dormand_prince or bdf";
  if (fixed) {
    needless("relative_tolerance", integration.relative_tolerance != usual.relative_tolerance, adaptive_ones);
    needless("absolute_tolerance", integration.absolute_tolerance != usual.absolute_tolerance, adaptive_ones);
    needless("max_step", integration.max_step != usual.max_step, adaptive_ones);
  } else {
    needless("step_failure", integration.step_failure != usual.step_failure, "abm4 or rk4");
    needless("stiff_creep", integration.stiff_creep != usual.stiff_creep, "abm4 or rk4");
    if (spec.contact.lift_off) {
      findings.add(
          {spec.where, "contact.lift_off",
           fmt::format("lets constraints come and go at the ends of fixed steps, which {} does not know",
                       method_name(method)),
           "true", "false", "Leave it out, or set integration.method to abm4 or rk4"});
    }
    if (spec.contact.normal_force == Coupling::previous_step) {
      findings.add(
          {spec.where, "contact.normal_force",
           fmt::format("makes the forces depend on the evaluation before, which the error control of {} "
                       "takes for noise",
                       method_name(method)),
           "previous_step", "solved", "Leave it out, or set integration.method to abm4"});
    }
  }
  if (method != IntegratorMethod::bdf) needless("max_order", integration.max_order != usual.max_order, "bdf");
}

// The same for what holds joints together.
void check_joint_stabilisation(const CaseSpec& spec, const vehicle::VehicleModel& vehicle,
                               Findings& findings) {
  const IntegrationSpec& integration = spec.integration;
  const IntegrationSpec usual;
  const auto needless = [&](const char* key, bool given, const char* why, const char* advice) {
    if (given) findings.add({spec.where, key, why, "", "", std::string("Leave it out") + advice});
  };
  const JointStabilisation method = integration.joint_stabilisation;
  const bool joints = !vehicle.bodies.joints.empty();
  needless("integration.joint_stabilisation", !joints && method != usual.joint_stabilisation,
           "has no effect on a vehicle without joints", "");
  needless("integration.joint_stabilisation_rate",
           method == JointStabilisation::projection &&
               integration.joint_stabilisation_rate != usual.joint_stabilisation_rate,
           "has no effect on projection",
           ", or set integration.joint_stabilisation to baumgarte or partitioning");
  needless("integration.joint_stabilisation_threshold",
           method != JointStabilisation::partitioning &&
               integration.joint_stabilisation_threshold != usual.joint_stabilisation_threshold,
           "is of partitioning only", ", or set integration.joint_stabilisation to partitioning");
  const bool fixed =
      integration.method == IntegratorMethod::abm4 || integration.method == IntegratorMethod::rk4;
  constexpr double longest = 0.5;  // of 1/rate: docs/theory/joints.md
  if (joints && fixed && method != JointStabilisation::projection &&
      integration.joint_stabilisation_rate * integration.step > longest * (1 + 1e-9)) {
    findings.add({spec.where, "integration.joint_stabilisation_rate",
                  fmt::format("is too fast for steps of {} s", integration.step),
                  fmt::format("{}", integration.joint_stabilisation_rate),
                  fmt::format("at most {:g} 1/s", longest / integration.step),
                  "Lower it, or shorten integration.step"});
  }
}

void check_lift_off(const CaseSpec& spec, Findings& findings) {
  if (!spec.contact.lift_off || spec.contact.method != wheelrail::Method::lut) return;
  findings.add(
      {spec.where, "contact.lift_off",
       "lets the constraint of a single wheel go, and a lookup table has none: its constraints are those of "
       "the wheelset",
       "true", "false", "Leave it out, or set contact.method = \"kec\""});
}

void check_case(const CaseSpec& spec, Findings& findings) {
  check_integration(spec, findings);
  check_lift_off(spec, findings);
  check_coupling(spec, findings);
  if (spec.drive == Drive::prescribed && !spec.traction.torque.empty()) {
    findings.add({spec.where, "traction.torque", "has no effect while the speed is prescribed", "", "",
                  "Set drive = \"free\", or leave the torque out"});
  }
  if (spec.drive == Drive::free && !spec.speed_profile.empty()) {
    findings.add({spec.where, "speed_profile", "has no effect while the vehicle runs freely", "", "",
                  "Set drive = \"prescribed\", or leave the profile out"});
  }
  if (!spec.speed_profile.empty() &&
      (spec.speed_profile.front()[0] != 0 || spec.speed_profile.front()[1] != spec.speed)) {
    findings.add({spec.where, "speed_profile", "does not start with the case's speed at t = 0",
                  fmt::format("[{}, {}]", spec.speed_profile.front()[0], spec.speed_profile.front()[1]),
                  fmt::format("[0, {}]", spec.speed), "Begin it with [0, speed]"});
  }
  if (spec.speed == 0 && spec.drive == Drive::prescribed && spec.speed_profile.empty() &&
      spec.integration.duration == 0) {
    findings.add({spec.where, "speed", "is zero: the vehicle would never reach the end of the track", "0", "",
                  "Give a speed, or integration.duration"});
  }
  if (!spec.speed_profile.empty() && spec.speed_profile.back()[1] == 0 && spec.integration.duration == 0) {
    findings.add({spec.where, "speed_profile",
                  "ends at a standstill: the vehicle would never reach the end of the track", "", "",
                  "Give integration.duration"});
  }
  if (spec.contact.creep.law == CreepLawSpec::fixed_coefficients && spec.contact.creep.f11 == 0 &&
      spec.contact.creep.f22 == 0) {
    findings.add({spec.where, "contact.creep", "has the law fixed_coefficients but no coefficients", "", "",
                  "Give f11 and f22, or choose another law"});
  }
  const bool fixed =
      spec.integration.method == IntegratorMethod::abm4 || spec.integration.method == IntegratorMethod::rk4;
  if (fixed && spec.integration.step > spec.output.interval * (1 + 1e-9)) {
    findings.add({spec.where, "output.interval", "is shorter than the time step",
                  fmt::format("{}", spec.output.interval), fmt::format("≥ {} s", spec.integration.step),
                  "Lengthen it, or shorten integration.step"});
  }
}

// Elastic contact is stiffer than what the steps of a case were chosen for. Returns in how many parts they
// went.
long divide_step(CaseSpec& spec) {
  if (!wheelrail::is_elastic(spec.contact.method)) return 1;
  const double parts = std::ceil(spec.integration.step / spec.contact.online.longest_step * (1 - 1e-9));
  spec.integration.step /= std::max(parts, 1.0);
  return std::max(1L, std::lround(parts));
}

// Keys of the methods with elastic contact, where they are not used, and what these methods cannot do.
void check_elastic(const CaseSpec& spec, Findings& findings) {
  const ContactSpec& contact = spec.contact;
  const ContactSpec usual;
  const auto method = contact.method;
  const auto needless = [&](const char* key, bool given, const char* methods) {
    if (!given) return;
    findings.add({spec.where, std::string("contact.") + key,
                  fmt::format("has no effect on the method {}", wheelrail::method_name(method)), "", "",
                  fmt::format("Leave it out, or set contact.method to {}", methods)});
  };
  const bool elastic = wheelrail::is_elastic(method), patches = wheelrail::solves_patches(method);
  needless("reference", !patches && contact.reference != usual.reference, "strip or halfspace");
  needless("element_size", !patches && contact.element_size != usual.element_size, "strip or halfspace");
  needless("normal_force", elastic && contact.normal_force != usual.normal_force,
           "kec or lut: elastic normal forces need no solution");
  needless("lift_off", elastic && contact.lift_off, "kec: elastic contact lets go by itself");
  needless("creep.law", patches && contact.creep.law != usual.creep.law,
           "online: strip and halfspace compute friction in the patch");
  const IntegratorMethod integrator = spec.integration.method;
  if (patches && integrator != IntegratorMethod::abm4 && integrator != IntegratorMethod::rk4) {
    findings.add(
        {spec.where, "contact.method",
         fmt::format("solves patches at the ends of steps, which the error control of {} takes for noise",
                     method_name(integrator)),
         wheelrail::method_name(method), "online", "Set integration.method to abm4 or rk4"});
  }
}

std::vector<std::string> body_names(const multibody::Model& bodies) {
  std::vector<std::string> names;
  for (const auto& body : bodies.bodies) names.push_back(body.name);
  return names;
}

void set_drive(const CaseSpec& spec, multibody::Model& bodies, Findings& findings) {
  if (spec.drive == Drive::free) {
    bodies.driven_body = multibody::no_index;
    return;
  }
  if (spec.driven_body.value.empty()) return;
  const std::vector<std::string> names = body_names(bodies);
  const auto found = std::find(names.begin(), names.end(), spec.driven_body.value);
  if (found == names.end()) {
    const std::string near = nearest_name(spec.driven_body.value, names);
    findings.add({spec.driven_body.where, "driven_body", "is no body of the vehicle",
                  '"' + spec.driven_body.value + '"', "",
                  near.empty() ? "Name a body of the vehicle file" : "Use \"" + near + '"'});
    return;
  }
  bodies.driven_body = static_cast<std::size_t>(found - names.begin());
}

std::vector<bool> driven_wheelsets(const CaseSpec& spec, const vehicle::VehicleModel& vehicle,
                                   Findings& findings) {
  std::vector<bool> driven(vehicle.wheelsets.size(), spec.traction.wheelsets.empty());
  std::vector<std::string> names;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets)
    names.push_back(vehicle.bodies.bodies[wheelset.body].name);
  for (const auto& name : spec.traction.wheelsets) {
    const auto found = std::find(names.begin(), names.end(), name.value);
    if (found != names.end()) {
      driven[static_cast<std::size_t>(found - names.begin())] = true;
      continue;
    }
    findings.add({name.where, "traction.wheelsets", "names no wheelset of the vehicle",
                  '"' + name.value + '"', "", "Name a wheelset of the vehicle file"});
  }
  return driven;
}

}  // namespace

std::optional<CaseModel> load_case(const std::filesystem::path& file, const document::Assignments& sets,
                                   Findings& findings, wheelrail::PairTables* shared) {
  return load_case(CaseDocuments{Document::from_file(file, findings)}, sets, findings, shared);
}

std::optional<CaseModel> load_case(CaseDocuments documents, const document::Assignments& sets,
                                   Findings& findings, wheelrail::PairTables* shared) {
  std::optional<CaseFiles> files = read_files(std::move(documents), sets, findings);
  if (!files) return std::nullopt;
  return compile_case(std::move(*files), findings, shared);
}

std::optional<CaseModel> compile_case(CaseFiles files, Findings& findings, wheelrail::PairTables* shared) {
  CaseSpec& spec = files.spec;
  check_case(spec, findings);
  check_elastic(spec, findings);
  const long parts_of_step = divide_step(spec);
  limit_steps(spec);
  std::optional<vehicle::VehicleModel> vehicle = compile(files.vehicle, findings);
  Findings track_findings;
  std::optional<track::TrackModel> track = track::compile(files.track, track_findings);
  findings.append(track_findings);
  std::optional<flextrack::Structure> structure;
  if (track_yields(spec)) {
    structure = flextrack::compile_structure(files.track, findings);
  }
  Profiles profiles(spec, files.sources, findings);
  const auto rail = [&](const document::Located<std::string>& name) {
    return profiles.get(replaced(spec.profiles.rail, name), profile::Kind::rail);
  };
  wheelrail::RailInput rails;
  rails.left = rail(files.track.rails.left());
  rails.right = rail(files.track.rails.right());
  rails.placement = placement_of(files.track.rails);
  rails.where = files.track.rails.where;
  if (!vehicle || !track || !rails.left || !rails.right) return std::nullopt;
  if (spec.initial.s < 0 || spec.initial.s >= track->length()) {
    findings.add({spec.where, "initial.s", "is not on the track", fmt::format("{}", spec.initial.s),
                  fmt::format("0 to {} m", track->length()), "Start the vehicle's reference on the track"});
  }
  rails.gauge_variation_min = track->gauge_variation().minimum;
  rails.gauge_variation_max = track->gauge_variation().maximum;
  set_drive(spec, vehicle->bodies, findings);
  std::vector<wheelrail::WheelsetInput> inputs;
  for (const vehicle::Wheelset& wheelset : vehicle->wheelsets) {
    const auto& left = replaced(spec.profiles.wheel, wheelset.profile_left);
    const auto& right = replaced(spec.profiles.wheel, wheelset.profile_right);
    inputs.push_back({wheelset.body, wheelset.wheel_radius, wheelset.profile_position,
                      profiles.get(left, profile::Kind::wheel), profiles.get(right, profile::Kind::wheel),
                      left.where});
  }
  check_joint_stabilisation(spec, *vehicle, findings);
  std::vector<bool> driven = driven_wheelsets(spec, *vehicle, findings);
  if (!findings.empty()) return std::nullopt;
  std::optional<wheelrail::Model> contact =
      wheelrail::build(contact_settings(spec), inputs, rails, findings, shared);
  if (!contact) return std::nullopt;
  contact->settings.patch_solution.interval = parts_of_step;
  Shapes shapes{{}, {*rails.left, *rails.right}, rails.placement};
  for (const wheelrail::WheelsetInput& input : inputs) {
    shapes.wheels.push_back(*input.left);
    shapes.wheels.push_back(*input.right);
  }
  return CaseModel{spec,
                   std::move(*vehicle),
                   std::move(*track),
                   std::move(*contact),
                   std::move(structure),
                   std::move(files.sources),
                   std::move(driven),
                   std::move(shapes)};
}

std::optional<CaseGeometry> load_geometry(const std::filesystem::path& file,
                                          const document::Assignments& sets, Findings& findings) {
  std::optional<CaseFiles> files = read_files({Document::from_file(file, findings)}, sets, findings);
  if (!files) return std::nullopt;
  const std::optional<vehicle::VehicleModel> vehicle = compile(files->vehicle, findings);
  Profiles profiles(files->spec, files->sources, findings);
  if (!vehicle || vehicle->wheelsets.empty()) return std::nullopt;
  const vehicle::Wheelset& wheelset = vehicle->wheelsets.front();
  CaseGeometry geometry;
  geometry.spec = files->spec;
  const document::Located<std::string>* names[] = {
      &replaced(geometry.spec.profiles.wheel, wheelset.profile_left),
      &replaced(geometry.spec.profiles.wheel, wheelset.profile_right),
      &replaced(geometry.spec.profiles.rail, files->track.rails.left()),
      &replaced(geometry.spec.profiles.rail, files->track.rails.right())};
  for (int i = 0; i < 4; ++i) {
    const profile::Profile* loaded =
        profiles.get(*names[i], i < 2 ? profile::Kind::wheel : profile::Kind::rail);
    if (loaded) geometry.profiles.push_back(*loaded);
  }
  if (!findings.empty()) return std::nullopt;
  geometry.profile_position = wheelset.profile_position;
  geometry.radius = wheelset.wheel_radius;
  geometry.placement = placement_of(files->track.rails);
  return geometry;
}

}  // namespace flangeway::vehicle_case
