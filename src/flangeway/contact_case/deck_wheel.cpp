#include "flangeway/contact_case/deck_wheel.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/contact_case/deck_patch.hpp"
#include "flangeway/deck/slices.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::contact_case {
namespace {

using wheel_on_rail::ContactProblem;

profile::ReadOptions read_options(const deck::ProfileFile& file) {
  profile::ReadOptions options;
  options.origin = profile::Origin::file;
  options.lenient = true;
  options.scale = file.scale;
  options.mirror_y = file.mirror_y == 1;
  options.combine_y = file.mirror_y >= 0;
  options.combine_z = file.mirror_z >= 0;
  if (file.mirror_z != 0) options.mirror_z = file.mirror_z == 1;
  options.smoothing = std::max(file.smoothing, 0.0);
  options.smoothing_method = file.smoothing_method == 0   ? profile::SmoothingMethod::weight
                             : file.smoothing_method == 1 ? profile::SmoothingMethod::wavelength
                                                          : profile::SmoothingMethod::third_derivative;
  options.zigzag = file.zigzag * 180 / pi;
  options.kink_high = file.kink_high * 180 / pi;
  options.kink_low = file.kink_low * 180 / pi;
  options.kink_width = file.kink_width;
  return options;
}

std::shared_ptr<const profile::Curve> curve_of(const deck::ProfileFile& file, profile::Kind kind,
                                               const std::string& deck_file, ProfileCache& cache,
                                               Findings& findings) {
  SourceLocation where = file.where;
  where.file = deck_file;
  const auto found = cache.get(file.file, kind, read_options(file), where, findings);
  if (!found) return nullptr;
  return {found, &found->curve};
}

// One slice of a variable profile at one position, and the whole profile.
std::shared_ptr<const profile::Curve> slice_of(const deck::ProfileFile& file, profile::Kind kind,
                                               const std::string& deck_file, double place,
                                               ProfileCache& cache,
                                               std::shared_ptr<const profile::SlicedProfile>& slices,
                                               Findings& findings) {
  SourceLocation where = file.where;
  where.file = deck_file;
  slices = cache.get_sliced(file.file, kind, read_options(file), where, findings);
  if (slices == nullptr) return nullptr;
  return std::make_shared<const profile::Curve>(slices->at(place));
}

void load_profiles(const deck::Case& one, const std::string& deck_file, ProfileCache& cache,
                   ContactProblem& s, Findings& findings) {
  const deck::Values& v = one.values;
  using profile::Kind;
  s.wheel = deck::is_slices(v.wheel.file) ? slice_of(v.wheel, Kind::wheel, deck_file, -v.state.position[5],
                                                     cache, s.wheel_slices, findings)
                                          : curve_of(v.wheel, Kind::wheel, deck_file, cache, findings);
  s.rail = deck::is_slices(v.rail.file) ? slice_of(v.rail, Kind::rail, deck_file, v.state.position[0] * mm,
                                                   cache, s.rail_slices, findings)
                                        : curve_of(v.rail, Kind::rail, deck_file, cache, findings);
  if (s.rail_slices && v.track.gauge_height > 0)
    findings.add({v.rail.where, fmt::format("case {}", one.number),
                  "a rail that varies is not placed by its gauge",
                  fmt::format("GAUGHT = {}", v.track.gauge_height), "≤ 0", "Give RAILY0 and RAILZ0"});
  if (s.rail_slices && one.control.configuration >= 4)
    findings.add({v.rail.where,
                  fmt::format("case {}", one.number),
                  "a roller does not vary along the track",
                  v.rail.file,
                  {},
                  "Give one profile"});
}

// The track frame of a deck (y right, z down) turned by π about x is ours; a right-hand pair is then
// mirrored. Both together leave y of a right-hand pair as it is. z always changes its sign, roll keeps it in
// the turn.
struct Turn {
  double side;  // +1 left-hand pair, −1 right-hand pair
  [[nodiscard]] double y(double value) const { return -side * value; }
  [[nodiscard]] double roll(double value) const { return side * value; }
  [[nodiscard]] double yaw(double value) const { return -side * value; }
  static double z(double value) { return -value; }
  static double pitch(double value) { return -value; }
};

bool on_roller(const deck::Case& one) {
  return one.control.configuration >= 4;
}

// A roller has no cant; the first velocity of the wheelset's line is its own.
void place_rail(const deck::Case& one, const Turn& turn, wheel_on_rail::RailPlace& rail) {
  const deck::Values& v = one.values;
  const deck::Track& track = v.track;
  rail.by_gauge = track.gauge_height > 0;
  rail.gauge = track.gauge * mm;
  rail.gauge_depth = track.gauge_height * mm;
  rail.y = turn.y(track.rail_y * mm);
  rail.z = Turn::z(track.rail_z * mm);
  rail.inclination = track.cant;
  if (on_roller(one)) {
    rail.roller_radius = track.roller_radius * mm;
    rail.roller_velocity_pitch = v.state.velocity[0];
  }
  const auto& d = v.rail_deviation;
  rail.deviation_y = turn.y(d[0] * mm);
  rail.deviation_z = Turn::z(d[1] * mm);
  rail.deviation_roll = turn.roll(d[2]);
  rail.velocity_y = turn.y(d[3] * mm);
  rail.velocity_z = Turn::z(d[4] * mm);
  rail.velocity_roll = turn.roll(d[5]);
}

void place_wheel(const deck::Values& v, const Turn& turn, wheel_on_rail::WheelPlace& wheel) {
  wheel.back_distance = v.wheelset.flange_back_distance * mm;
  wheel.back_position = v.wheelset.flange_back_position * mm;
  wheel.nominal_radius = v.wheelset.radius * mm;
  if (std::abs(v.wheelset.tape_circle) < 999) wheel.tape_circle = v.wheelset.tape_circle * mm;
  const auto& d = v.wheel_deviation;
  wheel.deviation = Vec3(d[0] * mm, turn.y(d[1] * mm), Turn::z(d[2] * mm));
  wheel.deviation_roll = turn.roll(d[3]);
  wheel.deviation_yaw = turn.yaw(d[4]);
  wheel.deviation_pitch = Turn::pitch(d[5]);
  wheel.deviation_velocity = Vec3(d[6] * mm, turn.y(d[7] * mm), Turn::z(d[8] * mm));
  wheel.deviation_velocity_roll = turn.roll(d[9]);
  wheel.deviation_velocity_yaw = turn.yaw(d[10]);
  wheel.deviation_velocity_pitch = Turn::pitch(d[11]);
}

void move_wheelset(const deck::Case& one, const Turn& turn, ContactProblem& s) {
  const auto &p = one.values.state.position, &v = one.values.state.velocity;
  s.motion.s = p[0] * mm;
  s.motion.y = turn.y(p[1] * mm);
  if (one.control.normal == 1) {
    s.vertical = wheel_on_rail::VerticalControl::force;
    s.vertical_force = p[2];
  } else {
    s.motion.z = Turn::z(p[2] * mm);
  }
  s.motion.roll = turn.roll(p[3]);
  s.motion.yaw = turn.yaw(p[4]);
  s.motion.pitch = Turn::pitch(p[5]);
  s.motion.velocity = Vec3(on_roller(one) ? 0 : v[0] * mm, turn.y(v[1] * mm), Turn::z(v[2] * mm));
  s.motion.velocity_roll = turn.roll(v[3]);
  s.motion.velocity_yaw = turn.yaw(v[4]);
  if (one.control.force == 1) {
    s.longitudinal = wheel_on_rail::LongitudinalControl::force;
    s.longitudinal_force = -one.values.state.force_x;  // on the wheel
  } else {
    s.motion.velocity_pitch = Turn::pitch(v[5]);
  }
  s.curvature = -turn.side * one.values.track.curvature / mm;
}

// Forces that act on the rail beside those of the contact.
void set_springs(const deck::Case& one, const Turn& turn, ContactProblem& s) {
  if (one.control.force != 3) return;
  const deck::Springs& springs = one.values.springs;
  s.springs = {springs.ky / mm, springs.kz / mm, turn.y(springs.fy), Turn::z(springs.fz)};
}

// Friction by inclination: the deck counts the surface of the right-hand pair from horizontal, negative on
// the gauge face; ours is positive there. By place along the track: one set at S.
void set_friction(const deck::Case& one, ContactProblem& s) {
  const deck::Friction& friction = one.values.friction;
  const auto law = [&](const deck::FrictionSet& set) { return friction_law(friction.law, set); };
  s.friction.clear();
  if (friction.variation == 1) {
    for (auto set = friction.sets.rbegin(); set != friction.sets.rend(); ++set)
      s.friction.push_back({-set->place, law(*set)});
  } else if (friction.variation == 2) {
    s.friction.push_back({0, law(friction_at(friction, one.values.state.position[0]))});
  } else {
    s.friction.push_back({0, law(friction.sets.front())});
  }
  s.friction_memory = {friction.memory_distance * mm, friction.memory_speed * mm};
}

void resolve(const deck::Case& one, ContactProblem& s) {
  using namespace wheel_on_rail;
  const deck::Discretisation& d = one.values.discretisation;
  s.resolution.dx = d.dx * mm;
  s.resolution.ds = d.ds * mm;
  s.resolution.most_elements = one.values.iteration.most_elements;
  s.resolution.combine_distance = d.combination * mm;
  s.resolution.separate_distance = d.separation * mm;
  s.resolution.turn_distance = d.turning * mm;
  s.resolution.separate_angle = d.separation_angle;
  s.resolution.surfaces = Surfaces::meshed;
  s.resolution.search = d.kind >= 5 && d.kind <= 6 ? Search::grid : Search::locus;
  s.resolution.steep_slopes = d.kind == 6;
  s.resolution.whole_displacements = true;
  s.resolution.weighted_parts = one.control.bound != 5 && one.control.bound != 6;
  s.reference.surface = d.kind == 4 ? Surface::curved : d.kind == 3 ? Surface::plane_local : Surface::plane;
  if (d.kind == 7)
    s.reference.position = ReferencePosition::deepest, s.reference.angle = ReferenceAngle::local;
  s.reference.power = one.control.weighting == 1 ? 1 : 2;
  if (one.values.material.influence == 4)
    s.conformal_coefficients = {angle_correction(one.values.material), one.values.material.method == 0};
  s.layer_flexibility = layer_flexibility(one);
  s.third_body = third_body(one);
  s.heat = heat(one);
  if (s.heat) std::swap(s.heat->body_1, s.heat->body_2);  // the wheel first
  if (one.values.material.influence == 3) s.element = contact::patch::ElementKind::bilinear;
  s.tangential = tangential_kind(one.control.tangential);
  s.rolling_distance = one.control.material == 4 ? d.dx * mm : d.step * d.dx * mm;
  s.method = method(one);
  s.solver = solver_settings(one, std::abs(s.motion.velocity.x() + surface_speed(s.rail_place)));
}

// Checks that need both the profile and all velocities.
void check_on_roller(const deck::Case& one, const ContactProblem& s, Findings& findings) {
  if (!s.rail_place.roller_radius) return;
  const std::string key = fmt::format("case {}", one.number);
  const deck::Values& v = one.values;
  if (const double least = wheel_on_rail::min_roller_radius(*s.rail); *s.rail_place.roller_radius <= least)
    findings.add({v.track.where,
                  key,
                  "NOMRADR is not more than the profile lies below its z = 0",
                  fmt::format("{}", v.track.roller_radius),
                  fmt::format("> {:.4g}", least / mm),
                  {}});
  if (turn_against_each_other(s))
    findings.add({v.state.where, key,
                  "wheel and roller turn against each other: their surfaces have no common rolling velocity",
                  fmt::format("RPITCH = {}, VPITCH = {}", v.state.velocity[0], v.state.velocity[5]),
                  "opposite signs", "Change the sign of one, or take T = 1 for a shift"});
}

}  // namespace

std::optional<WheelRailCase> wheel_rail_case(const deck::Case& one, const std::string& deck_file,
                                             ProfileCache& cache, Findings& findings) {
  const deck::Values& v = one.values;
  WheelRailCase made;
  made.right_hand = one.control.configuration % 2 == 1;
  ContactProblem& s = made.problem;
  load_profiles(one, deck_file, cache, s, findings);
  if (!s.wheel || !s.rail) return std::nullopt;
  const Turn turn{made.right_hand ? -1.0 : 1.0};
  place_rail(one, turn, s.rail_place);
  place_wheel(v, turn, s.wheel_place);
  move_wheelset(one, turn, s);
  set_springs(one, turn, s);
  s.rail_material = material(one, 0);
  s.wheel_material = material(one, 1);
  set_friction(one, s);
  resolve(one, s);
  check_on_roller(one, s, findings);
  if (!findings.empty()) return std::nullopt;
  made.extras = extras(one);
  made.notes = step_notes(one, v.discretisation.step * v.discretisation.dx, v.discretisation.dx);
  return made;
}

}  // namespace flangeway::contact_case
