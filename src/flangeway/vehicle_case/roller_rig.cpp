#include "flangeway/vehicle_case/roller_rig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/vehicle_case/roller_rig_check.hpp"

namespace flangeway::vehicle_case {

using document::Visitor;

void describe(Visitor& v, RollerRigSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.number("radius", spec.radius,
           {.presence = document::Presence::required, .unit = "m", .minimum = 0.05, .maximum = 1e6},
           "radius of the rollers at the top of the rail profile");
  v.choice("rollers", spec.rollers, "drive of the rollers");
  v.curve("speed_profile", spec.speed_profile, {.unit = "s, m/s", .minimum = 0, .maximum = 200},
          "surface speed of the rollers over time; the first point is [0, speed]. Not given: speed");
  v.number("inertia", spec.inertia, {.unit = "kg m^2", .minimum = 0, .maximum = 1e6},
           "moment of inertia of both rollers below a wheelset and of the parts that turn with them");
  v.curve("torque", spec.torque, {.unit = "s, Nm"},
          "torque on both rollers below each wheelset over time; negative: it brakes them");
}

namespace {

// Reports settings that the rig cannot be combined with.
class Check {
 public:
  Check(const CaseSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {}

  void contact() {
    if (spec_.contact.method != wheelrail::Method::elastic)
      add("contact.method", "does not follow the curvature of rollers",
          std::string(name_of(spec_.contact.method)), "elastic", "Set contact.method to elastic");
    if (wheelrail::solves_patches(spec_.contact.patch))
      add("contact.patch", "solves patches on rails, not on rollers",
          std::string(name_of(spec_.contact.patch)), "hertz", "Set contact.patch to hertz");
    if (!spec_.contact.friction.stations.empty() || spec_.contact.friction.recovery)
      add("contact.friction", "varies along a track, and rollers are no track", "", "",
          "Leave stations and recovery out");
    if (!spec_.wheels.empty())
      add("wheels", "are not round, which the contact with rollers does not know", "", "", "Leave them out");
    if (spec_.coupling.method != TrackCoupling::none)
      add("coupling.method", "gives a track that yields, in place of which there are rollers",
          std::string(name_of(spec_.coupling.method)), "none", "Set coupling.method to none");
  }

  void rollers() {
    const RollerRigSpec& rig = *spec_.roller_rig;
    if (rig.rollers == RollerMotion::free && !(rig.inertia > 0))
      findings_.add({rig.where, "roller_rig.inertia", "is missing: rollers that turn freely need it", "",
                     "a number > 0 in kg m^2", "Give it, or set roller_rig.rollers to driven"});
    if (rig.speed_profile.empty()) return;
    const auto [start, first] = rig.speed_profile.front();
    if (start != 0 || first != spec_.speed)
      findings_.add({rig.where, "roller_rig.speed_profile",
                     "does not start at t = 0 with the speed of the case",
                     fmt::format("[{}, {}]", start, first), fmt::format("[0, {}]", spec_.speed),
                     "Start it with [0, speed]"});
  }

 private:
  void add(const char* key, const char* problem, std::string got, std::string allowed, const char* advice) {
    findings_.add({spec_.where, key, std::string(problem) + " (drive = \"rollers\")", std::move(got),
                   std::move(allowed), advice});
  }

  const CaseSpec& spec_;
  Findings& findings_;
};

// Part of a track that is not straight and level, or "".
std::string bend_of(const track::TrackModel& track) {
  constexpr double spacing = 0.5, least_curvature = 1e-9, least_slope = 1e-9;  // [m], [1/m], [1]
  const auto places = static_cast<long>(std::ceil(track.length() / spacing));
  for (long i = 0; i <= places; ++i) {
    const double s = std::min(track.length(), spacing * static_cast<double>(i));
    const auto at = [s](const char* what) { return fmt::format("{} at s = {:.1f} m", what, s); };
    if (std::abs(track.curvature(s)) > least_curvature) return at("is curved");
    if (std::abs(track.cant(s)) > least_slope) return at("is canted");
    if (std::abs(track.gradient(s)) > least_slope) return at("has a gradient");
  }
  return "";
}

}  // namespace

void check_roller_rig(const CaseSpec& spec, Findings& findings) {
  if (spec.drive == Drive::rollers && !spec.roller_rig)
    findings.add({spec.where, "roller_rig", "is missing: drive = \"rollers\" needs the radius of the rollers",
                  "", "", "Add [roller_rig] with radius"});
  if (spec.drive != Drive::rollers || !spec.roller_rig) return;
  Check check(spec, findings);
  check.contact();
  check.rollers();
}

void check_track_of_rollers(const CaseSpec& spec, const track::TrackModel& track, const CaseRails& rails,
                            Findings& findings) {
  const auto refuse = [&](const std::string& problem, const char* advice) {
    findings.add({spec.track.where, "track", problem + ", but rollers stand in place of it", "", "", advice});
  };
  const std::string bend = bend_of(track);
  if (!bend.empty()) refuse(bend, "Take a straight, level track");
  if (track.irregular() || !track.surface().empty())
    refuse("has irregularities", "Leave irregularities of the track out");
  if (!rails.courses[0].empty() || !rails.courses[1].empty() || !rails.checks[0].empty() ||
      !rails.checks[1].empty())
    refuse("has rails that vary, or check rails", "Take a track with one profile on each side");
}

RollerRig put_on_rollers(const RollerRigSpec& spec, vehicle::VehicleModel& vehicle) {
  multibody::Model& bodies = vehicle.bodies;
  RollerRig rig{.rollers = spec.rollers,
                .radius = spec.radius,
                .excess = spec.speed_profile,
                .inertia = spec.inertia,
                .torque = spec.torque,
                .ahead = {},
                .first = bodies.state_size()};
  for (auto& [t, speed] : rig.excess) speed -= spec.speed_profile.front()[1];
  const double held = bodies.bodies[bodies.driven_body].initial(0);
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets)
    rig.ahead.push_back(bodies.bodies[wheelset.body].initial(0) - held);
  if (rig.free()) {
    bodies.auxiliary_count += rig.ahead.size();
    bodies.relaxation_rates.resize(bodies.auxiliary_count, 0.0);
  }
  return rig;
}

}  // namespace flangeway::vehicle_case
