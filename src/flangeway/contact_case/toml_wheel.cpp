// From a [wheel_on_rail] to what is solved.
#include <fmt/format.h>

#include "flangeway/contact_case/toml_case.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

using namespace wheel_on_rail;
using contact::patch::FrictionKind, contact::patch::NormalMethod, contact::patch::TangentialKind;

// A wheel that carries less than this (N) touches less deep than heights are told apart.
constexpr double min_force = 1e-3;

void complain_of(const WheelOnRailSpec& spec, const char* key, std::string problem, double got,
                 std::string allowed, std::string advice, Findings& findings) {
  findings.add({spec.where, fmt::format("wheel_on_rail.{}", key), std::move(problem), fmt::format("{}", got),
                std::move(allowed), std::move(advice)});
}

void complain(const WheelOnRailSpec& spec, const char* key, std::string problem, std::string allowed,
              std::string advice, Findings& findings) {
  findings.add({spec.where,
                fmt::format("wheel_on_rail.{}", key),
                std::move(problem),
                {},
                std::move(allowed),
                std::move(advice)});
}

void check_roller(const WheelOnRailSpec& spec, bool rolls, Findings& findings) {
  const RailPlaceSpec& rail = spec.rail_place;
  if (rail.roller_radius == 0) {
    if (rail.roller_velocity_pitch != 0)
      complain(spec, "rail_place.roller_velocity_pitch", "is that of a roller, and this is a rail", {},
               "Take it out, or give rail_place.roller_radius", findings);
    return;
  }
  if (rolls && rail.roller_velocity_pitch == 0)
    complain(spec, "rail_place.roller_velocity_pitch", "the rolling velocity is zero, but the case rolls",
             "not 0 rad/s", "Give it, or take tangential = \"shift\"", findings);
  if (spec.wheelset.speed != 0)
    complain(spec, "wheelset.speed", "a wheelset on rollers stays where it is", {},
             "Give rail_place.roller_velocity_pitch", findings);
  if (rail.inclination_angle != 0)
    complain(spec, "rail_place.inclination_angle", "a roller has none", {},
             "Take it out; rail_place.deviation_roll inclines its axle, too", findings);
  if (spec.curvature != 0) complain(spec, "curvature", "rollers make no curve", {}, "Take it out", findings);
}

bool check(const WheelOnRailSpec& spec, Findings& findings) {
  const std::size_t before = findings.all().size();
  const bool force = spec.vertical == VerticalControl::force;
  if (force && !(spec.vertical_force > 0))
    complain(spec, "vertical_force", "is needed", "> 0 N", "Give it, or vertical = \"position\"", findings);
  if (force && spec.vertical_force > 0 && spec.vertical_force < min_force)
    complain_of(spec, "vertical_force", "is too small to be found", spec.vertical_force,
                fmt::format("≥ {} N", min_force), {}, findings);
  if (!force && spec.vertical_force != 0)
    complain(spec, "vertical_force", "is found from the position and cannot be given, too", {},
             "Take it out, or vertical = \"force\"", findings);
  if (force && spec.wheelset.z != 0)
    complain(spec, "wheelset.z", "is found from the vertical force and cannot be given, too", {},
             "Take it out, or vertical = \"position\"", findings);
  const bool rolls = spec.tangential == TangentialKind::steady_rolling ||
                     spec.tangential == TangentialKind::transient_rolling;
  const bool roller = spec.rail_place.roller_radius > 0;
  if (rolls && !roller && spec.wheelset.speed == 0)
    complain(spec, "wheelset.speed", "the rolling velocity is zero, but the case rolls", "not 0 m/s",
             "Give it, or take tangential = \"shift\"", findings);
  check_roller(spec, rolls, findings);
  if (spec.step != 0 && spec.tangential != TangentialKind::transient_rolling)
    complain(spec, "step", "is the distance of a step of transient rolling, and this is none", {},
             "Take it out, or take tangential = \"transient_rolling\"", findings);
  if (spec.longitudinal == LongitudinalControl::pitch_velocity && spec.longitudinal_force != 0)
    complain(spec, "longitudinal_force", "is not used: the pitch velocity is given", {},
             "Take it out, or longitudinal = \"force\"", findings);
  if (spec.longitudinal == LongitudinalControl::force && spec.wheelset.velocity_pitch != 0)
    complain(spec, "wheelset.velocity_pitch", "is found from the longitudinal force and cannot be given, too",
             {}, "Take it out, or longitudinal = \"pitch_velocity\"", findings);
  if (spec.longitudinal == LongitudinalControl::force && !force)
    complain(spec, "longitudinal", "a longitudinal force can be given with the vertical force only", {}, {},
             findings);
  check_solution(spec, spec.tangential, spec.where, "wheel_on_rail", findings);
  check_bodies(spec, spec.tangential,
               {{"wheel_material", &spec.wheel_material}, {"rail_material", &spec.rail_material}}, spec.where,
               "wheel_on_rail", findings);
  for (const auto& [key, body] :
       {std::pair("wheel_material", &spec.wheel_material), std::pair("rail_material", &spec.rail_material)})
    if (has_two_moduli(*body))
      complain(spec, key, "has both shear_modulus and youngs_modulus", "one of them",
               "Leave one out: the other follows from poisson_ratio", findings);
  if (!spec.friction.over_inclination.empty() && spec.friction.law != FrictionKind::coulomb)
    complain(spec, "friction.over_inclination", "goes with constant friction only", {}, {}, findings);
  return findings.all().size() == before;
}

// Checks that need both the profile and the motion as solved.
void check_on_roller(const WheelOnRailSpec& spec, const ContactProblem& s, Findings& findings) {
  if (!s.rail_place.roller_radius) return;
  if (const double least = min_roller_radius(*s.rail); *s.rail_place.roller_radius <= least)
    complain_of(spec, "rail_place.roller_radius", "is not more than the profile lies below its z = 0",
                *s.rail_place.roller_radius, fmt::format("> {:.4g} m", least), {}, findings);
  if (turn_against_each_other(s))
    complain_of(spec, "wheelset.velocity_pitch",
                "wheel and roller turn against each other: their surfaces have no common rolling velocity",
                s.motion.velocity_pitch, {},
                "Give it the sign of rail_place.roller_velocity_pitch, or take tangential = \"shift\"",
                findings);
}

// A right-hand pair is solved as its mirror image: y, roll and yaw change their signs.
void place(const WheelOnRailSpec& spec, double mirror, ContactProblem& s) {
  const RailPlaceSpec& r = spec.rail_place;
  s.rail_place = {r.placing == Placing::gauge,
                  r.gauge,
                  r.gauge_depth,
                  mirror * r.y,
                  r.z,
                  r.inclination_angle,
                  mirror * r.deviation_y,
                  r.deviation_z,
                  mirror * r.deviation_roll,
                  mirror * r.velocity_y,
                  r.velocity_z,
                  mirror * r.velocity_roll};
  if (r.roller_radius > 0) s.rail_place.roller_radius = r.roller_radius;
  s.rail_place.roller_velocity_pitch = r.roller_velocity_pitch;
  const WheelPlaceSpec& w = spec.wheel_place;
  s.wheel_place.back_distance = w.back_to_back;
  s.wheel_place.back_position = w.back_position;
  s.wheel_place.nominal_radius = w.wheel_radius;
  if (!w.tape_circle.empty()) s.wheel_place.tape_circle = w.tape_circle.front();
  const WheelsetSpec& m = spec.wheelset;
  s.motion.s = m.s;
  s.motion.y = mirror * m.y;
  s.motion.z = m.z;
  s.motion.roll = mirror * m.roll;
  s.motion.pitch = m.pitch;
  s.motion.yaw = mirror * m.yaw;
  s.motion.velocity = Vec3(m.speed, mirror * m.velocity_y, m.velocity_z);
  s.motion.velocity_roll = mirror * m.velocity_roll;
  const double speed = m.speed + surface_speed(s.rail_place);
  s.motion.velocity_pitch = m.velocity_pitch != 0 ? m.velocity_pitch : speed / w.wheel_radius;
  s.motion.velocity_yaw = mirror * m.velocity_yaw;
  s.curvature = mirror * spec.curvature;
  if (const auto& springs = spec.rail_springs)
    s.springs =
        RailSprings{springs->stiffness_y, springs->stiffness_z, mirror * springs->force_y, springs->force_z};
}

void resolve(const WheelOnRailSpec& spec, ContactProblem& s) {
  const ResolutionSpec& e = spec.elements;
  s.resolution.dx = e.dx;
  s.resolution.ds = e.ds;
  s.resolution.most_elements = e.max_elements;
  s.resolution.combine_distance = e.combine_distance;
  s.resolution.separate_distance = e.separate_distance;
  if (e.turn_distance > 0) s.resolution.turn_distance = e.turn_distance;
  s.resolution.separate_angle = e.separate_angle;
  s.resolution.search = e.search;
  if (e.bilinear) s.element = contact::patch::ElementKind::bilinear;
  s.reference = {spec.reference.surface == ReferenceSurface::curved ? Surface::curved : Surface::plane,
                 spec.reference.position, spec.reference.angle, static_cast<int>(spec.reference.power)};
}

void set_friction(const FrictionSpec& spec, ContactProblem& s) {
  s.friction.clear();
  if (spec.over_inclination.empty()) s.friction.push_back({0, friction_laws(spec).front()});
  for (const auto& [inclination, coefficient] : spec.over_inclination) {
    FrictionSpec one = spec;
    one.coefficient = coefficient;
    s.friction.push_back({inclination, friction_laws(one).front()});
  }
  s.friction_memory = {spec.memory_distance, spec.memory_speed};
}

std::shared_ptr<const profile::Curve> curve_of(const document::Located<std::string>& name, profile::Kind kind,
                                               double smoothing, ProfileCache& cache, Findings& findings) {
  const auto found = cache.get(name.value, kind, {.smoothing = smoothing}, name.where, findings);
  if (!found) return nullptr;
  return {found, &found->curve};
}

}  // namespace

std::optional<WheelRailCase> wheel_rail_case(const WheelOnRailSpec& spec, ProfileCache& cache,
                                             Findings& findings) {
  WheelRailCase made;
  made.right_hand = spec.side == Side::right;
  ContactProblem& s = made.problem;
  const bool fine = check(spec, findings);
  s.wheel = curve_of(spec.wheel, profile::Kind::wheel, spec.smoothing, cache, findings);
  s.rail = curve_of(spec.rail, profile::Kind::rail, spec.smoothing, cache, findings);
  if (!fine || !s.wheel || !s.rail) return std::nullopt;
  place(spec, made.right_hand ? -1 : 1, s);
  s.vertical = spec.vertical;
  s.vertical_force = spec.vertical_force;
  s.longitudinal = spec.longitudinal;
  s.longitudinal_force = spec.longitudinal_force;
  s.tangential = spec.tangential;
  s.rolling_distance = spec.step;
  check_on_roller(spec, s, findings);
  s.wheel_material = material(spec.wheel_material);
  s.rail_material = material(spec.rail_material);
  set_friction(spec.friction, s);
  s.method = method(spec.method);
  s.solver.divide_steps = spec.long_steps == LongSteps::divide;
  s.layer_flexibility = spec.layer_flexibility;
  s.third_body = third_body(spec);
  s.heat = heat(spec, spec.wheel_material, spec.rail_material);
  made.extras = extras(spec.below, spec.stiffness, s.wheel_material, s.rail_material, spec.where,
                       "wheel_on_rail", findings);
  if (!findings.empty()) return std::nullopt;
  resolve(spec, s);
  return made;
}

}  // namespace flangeway::contact_case
