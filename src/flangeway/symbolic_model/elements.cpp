#include "flangeway/symbolic_model/elements.hpp"

namespace flangeway::symbolic_model {

using symbolic::Components;
using symbolic::Vector;

namespace {

void add_solids(const ModelSpec& spec, Names& names, System& system) {
  symbolic::Frames& frames = system.frames;
  for (std::size_t i = 0; i < spec.solids.size(); ++i) {
    const SolidSpec& solid = spec.solids[i];
    const Base base = names.base(solid.base, key_of("solids", i, "base"));
    const Point centre = names.point(solid.centre, key_of("solids", i, "centre"));
    const Expression mass = names.expression(solid.mass, key_of("solids", i, "mass"));
    const Components d = names.components(solid.inertia, key_of("solids", i, "inertia"));
    const Components p = names.components(solid.products, key_of("solids", i, "products"));
    const symbolic::Tensor inertia{base, {{{d[0], p[0], p[1]}, {p[0], d[1], p[2]}, {p[1], p[2], d[2]}}}};
    system.power.add_solid({solid.name.value, base, centre, mass, inertia}, {{}, {0, 0, -spec.gravity}});
    const Vector v = frames.velocity(centre), w = frames.in(frames.angular_velocity(base), base);
    system.kinetic += 0.5 * (mass * dot(v, v) + dot(w, inertia * w));
    const Vector place = frames.in(frames.position({}, centre), Base{});
    system.potential += mass * spec.gravity * place.components[2];
  }
}

void add_springs(const ModelSpec& spec, Names& names, System& system) {
  for (std::size_t i = 0; i < spec.springs.size(); ++i) {
    const SpringSpec& spring = spec.springs[i];
    const Point a = names.point(spring.a, key_of("springs", i, "a")),
                b = names.point(spring.b, key_of("springs", i, "b"));
    const Expression k = names.expression(spring.stiffness, key_of("springs", i, "stiffness"));
    const Expression c = names.expression(spring.damping, key_of("springs", i, "damping"));
    const Expression length = names.expression(spring.length, key_of("springs", i, "length"));
    if (is_zero(system.frames.position(a, b))) {
      names.refuse(spring.b, key_of("springs", i, "b"),
                   "is always where a is, so that the line has no direction",
                   "Use a bushing for elements without length");
      continue;
    }
    add_spring_damper(system.frames, system.power, a, b, k, c, length);
    const Expression stretch = norm(system.frames.position(a, b)) - length;
    system.potential += 0.5 * k * stretch * stretch;
  }
}

void add_bushings(const ModelSpec& spec, Names& names, System& system) {
  for (std::size_t i = 0; i < spec.bushings.size(); ++i) {
    const BushingSpec& bushing = spec.bushings[i];
    const Base base = names.base(bushing.base, key_of("bushings", i, "base"));
    const Point a = names.point(bushing.a, key_of("bushings", i, "a")),
                b = names.point(bushing.b, key_of("bushings", i, "b"));
    const Components k = names.components(bushing.stiffness, key_of("bushings", i, "stiffness"));
    const Components c = names.components(bushing.damping, key_of("bushings", i, "damping"));
    add_bushing(system.frames, system.power, base, a, b, k, c);
    const Vector stretch = system.frames.in(system.frames.position(a, b), base);
    for (std::size_t j = 0; j < 3; ++j)
      system.potential += 0.5 * k[j] * stretch.components[j] * stretch.components[j];
  }
}

// Moment on base a: stiffness · angle about the axis and damping · the turning of b as seen from a.
void add_rotational_bushings(const ModelSpec& spec, Names& names, System& system) {
  for (std::size_t i = 0; i < spec.rotational_bushings.size(); ++i) {
    const RotationalBushingSpec& bushing = spec.rotational_bushings[i];
    const auto key = [i](const char* name) { return key_of("rotational_bushings", i, name); };
    const Base a = names.base(bushing.a, key("a")), b = names.base(bushing.b, key("b"));
    const Base base = names.base(bushing.base, key("base"));
    const Expression k = names.expression(bushing.stiffness, key("stiffness"));
    const Expression c = names.expression(bushing.damping, key("damping"));
    const Expression angle = names.expression(bushing.angle, key("angle"));
    const Vector axis{base, {bushing.axis[0], bushing.axis[1], bushing.axis[2]}};
    const Vector turning = system.frames.in(system.frames.relative_angular_velocity(b, a), base);
    const Vector moment = (k * angle) * axis + c * turning;
    system.power.add_moment(moment, a);
    system.power.add_moment(-moment, b);
    system.potential += 0.5 * k * angle * angle;
  }
}

struct GearWheel {
  Base base;
  Point centre;
  Expression angle, radius;
};

GearWheel gear_wheel(const GearWheelSpec& spec, Names& names, const std::string& key) {
  return {names.base(spec.base, key + ".base"), names.point(spec.centre, key + ".centre"),
          names.expression(spec.angle, key + ".angle"), names.expression(spec.radius, key + ".radius")};
}

// The teeth meet between the centres; their force opposes what the two turn towards each other.
void add_gears(const ModelSpec& spec, Names& names, System& system) {
  symbolic::Frames& frames = system.frames;
  for (std::size_t i = 0; i < spec.gears.size(); ++i) {
    const GearSpec& gear = spec.gears[i];
    const GearWheel first = gear_wheel(gear.first, names, key_of("gears", i, "first"));
    const GearWheel second = gear_wheel(gear.second, names, key_of("gears", i, "second"));
    const Base base = names.base(gear.base, key_of("gears", i, "base"));
    const Expression k = names.expression(gear.stiffness, key_of("gears", i, "stiffness"));
    const Expression c = names.expression(gear.damping, key_of("gears", i, "damping"));
    const Expression whole = first.radius + second.radius;
    if (whole == Expression(0)) {
      names.refuse(gear.first.radius, key_of("gears", i, "first.radius"), "leaves the pair without radius");
      continue;
    }
    const Expression u = first.radius * first.angle + second.radius * second.angle;
    const Vector line{base, {gear.line[0], gear.line[1], gear.line[2]}};
    const Vector force = (k * u + c * frames.rate(u)) * line;
    const Vector between = frames.in(frames.position(first.centre, second.centre), base);
    system.power.add_force_on_body(force, first.base, first.centre, (first.radius / whole) * between);
    system.power.add_force_on_body(-force, second.base, second.centre, -(second.radius / whole) * between);
    system.potential += 0.5 * k * u * u;
  }
}

void add_torques(const ModelSpec& spec, Names& names, System& system) {
  for (std::size_t i = 0; i < spec.torques.size(); ++i) {
    const TorqueSpec& torque = spec.torques[i];
    const Base on = names.base(torque.on, key_of("torques", i, "on"));
    const Base against = names.base(torque.against, key_of("torques", i, "against"));
    const Base base = names.base(torque.base, key_of("torques", i, "base"));
    const Expression size = names.expression(torque.torque, key_of("torques", i, "torque"));
    const Vector moment = size * Vector{base, {torque.axis[0], torque.axis[1], torque.axis[2]}};
    system.power.add_moment(moment, on);
    system.power.add_moment(-moment, against);
  }
}

}  // namespace

void add_elements(const ModelSpec& spec, Names& names, System& system) {
  add_solids(spec, names, system);
  add_springs(spec, names, system);
  add_bushings(spec, names, system);
  add_rotational_bushings(spec, names, system);
  add_gears(spec, names, system);
  add_torques(spec, names, system);
}

}  // namespace flangeway::symbolic_model
