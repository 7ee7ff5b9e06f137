#include "flangeway/symbolic_model/wheel_contact.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace flangeway::symbolic_model {

using expression::Assignment;
using expression::Derivative;
using symbolic::Components;
using symbolic::Vector;

namespace {

CubicSymbols cubic_symbols(symbolic::Frames& frames, const std::string& name, const Expression& start) {
  return {frames.parameter("a_" + name), frames.parameter("b_" + name), frames.parameter("c_" + name),
          frames.parameter("d_" + name), start};
}

Expression value_of(const CubicSymbols& cubic, const Expression& u) {
  const Expression s = u - cubic.start;
  return cubic.d + s * (cubic.c + s * (cubic.b + s * cubic.a));
}

Components along(Derivative& derivative, const Components& x) {
  return {derivative(x[0]), derivative(x[1]), derivative(x[2])};
}

// A point of a surface with two directions in its plane, of any length, and their product.
struct Surface {
  Vector place, tangent_1, tangent_2, normal;
};

Surface surface(const Vector& place, const Vector& tangent_1, const Vector& tangent_2) {
  return {place, tangent_1, tangent_2, cross(tangent_1, tangent_2)};
}

// [Ros2017, section 3.1]: the course of the rail's base with a cross section square to its plan, turned by
// the camber. Where the course bends to the left, what lies to the left of it is shorter.
Surface rail_surface(const WheelContact& wheel, symbolic::Frames& frames, bool has_camber) {
  const Expression &u = wheel.coordinates[2], &s = wheel.coordinates[3];
  Derivative along_s(frames.graph(), std::array{Assignment{s, 1}});
  Derivative along_u(frames.graph(), std::array{Assignment{u, 1}});
  const Expression x = value_of(wheel.course[0], s), y = value_of(wheel.course[1], s),
                   z = value_of(wheel.course[2], s), height = value_of(wheel.rail, u);
  const Expression dx = along_s(x), dy = along_s(y);
  Expression across = u, up = height;
  if (has_camber) {
    const Expression c = cos(value_of(wheel.course[3], s)), n = sin(value_of(wheel.course[3], s));
    across = c * u - n * height;
    up = n * u + c * height;
  }
  const Expression inverse = 1 / sqrt(dx * dx + dy * dy);
  const Expression ex = inverse * dx, ey = inverse * dy;
  const Expression bend = (ex * along_s(dy) - ey * along_s(dx)) * inverse;  // angle of the plan per s
  const Expression ds = 1 / inverse - across * bend, da = along_s(across), dh = along_u(across);
  return surface({{}, {x - across * ey, y + across * ex, z + up}},
                 {{}, {ds * ex - da * ey, ds * ey + da * ex, along_s(z) + along_s(up)}},
                 {{}, {-dh * ey, dh * ex, along_u(up)}});
}

// Measured from the centre of the wheel, in the base of the axle.
Surface tread_surface(const WheelContact& wheel, symbolic::Frames& frames, Base axle) {
  const Expression &angle = wheel.coordinates[0], &u = wheel.coordinates[1];
  const Expression height = value_of(wheel.wheel, u), c = cos(angle), s = sin(angle);
  Derivative along_u(frames.graph(), std::array{Assignment{u, 1}});
  const Expression slope = along_u(height);
  return surface({axle, {-height * s, u, height * c}}, {axle, {c, 0, s}}, {axle, {-slope * s, 1, slope * c}});
}

// From the leaf to the root, so that each change of base carries all that lies beyond it.
Vector place_of(symbolic::Frames& frames, Point point) {
  Vector place;
  for (; point != Point{}; point = frames.parent(point)) {
    const Vector& offset = frames.offset(point);
    place = is_zero(place) ? offset : frames.add_in(place, offset, offset.base);
  }
  return frames.in(place, Base{});
}

// Takes the accelerations of all coordinates as zero, those of the contact too.
class AtRest {
 public:
  explicit AtRest(symbolic::Frames& frames) : substitution_(frames.graph(), zeros(frames)) {}
  Vector operator()(Vector a) {
    for (Expression& component : a.components) component = substitution_(component);
    return a;
  }

 private:
  static std::vector<Assignment> zeros(const symbolic::Frames& frames) {
    std::vector<Assignment> all;
    for (const symbolic::Coordinate& q : frames.coordinates()) all.emplace_back(q.acceleration, 0);
    return all;
  }
  expression::Substitution substitution_;
};

struct Placement {
  Base body, axle;
  Point centre;
};

Derivative contact_rate(const WheelContact& wheel, symbolic::Frames& frames) {
  std::vector<Assignment> rates;
  for (std::size_t i = 0; i < 4; ++i) rates.emplace_back(wheel.coordinates[i], wheel.rates[i]);
  return {frames.graph(), rates};
}

// The surfaces touch and are tangent [Ros2017, section 3.2].
void add_constraints(WheelContact& wheel, symbolic::Frames& frames, const Surface& rail, const Surface& tread,
                     const Placement& at) {
  const Vector arm = frames.in(tread.place, Base{});
  const Vector centre = place_of(frames, at.centre);
  const Vector gap = centre + arm - rail.place;
  wheel.start_place = centre.components[0];
  const Vector normal = frames.in(rail.normal, at.axle);
  wheel.normal_residual = dot(rail.normal, gap) / norm(rail.normal);
  wheel.tangent_residual = {dot(rail.tangent_1, gap), dot(rail.tangent_2, gap), dot(normal, tread.tangent_1),
                            dot(normal, tread.tangent_2)};
  for (std::size_t j = 0; j < 4; ++j) {
    Derivative partial(frames.graph(), std::array{Assignment{wheel.coordinates[j], 1}});
    for (std::size_t i = 0; i < 4; ++i) wheel.tangent_jacobian[i][j] = partial(wheel.tangent_residual[i]);
  }
}

// Rates of the constraints while the contact coordinates rest, and γ: the normal constraint does not change
// with the contact coordinates as long as the tangent ones hold, nor does the velocity have a part along the
// normal.
void add_rates(WheelContact& wheel, symbolic::Frames& frames, const Surface& rail, const Surface& tread,
               const Placement& at, AtRest& at_rest) {
  Derivative rate = contact_rate(wheel, frames);
  const Vector omega = frames.in(frames.angular_velocity(at.axle), at.axle);
  const Vector alpha = at_rest(frames.in(frames.angular_acceleration(at.axle), at.axle));
  const Vector& arm = tread.place;
  const Vector velocity = frames.in(frames.velocity(at.centre), at.axle) + cross(omega, arm);
  const Vector arm_rate{arm.base, along(rate, arm.components)};
  const Vector centre_acceleration = at_rest(frames.in(frames.acceleration(at.centre), at.axle));
  const Vector acceleration =
      centre_acceleration + cross(alpha, arm) + cross(omega, cross(omega, arm) + arm_rate);
  const Vector normal = frames.in(rail.normal, at.axle);
  const Vector normal_rate = frames.in(Vector{{}, along(rate, rail.normal.components)}, at.axle);
  wheel.normal_side = -(dot(normal, acceleration) + dot(normal_rate, velocity)) / norm(rail.normal);
  wheel.tangent_rate = {
      dot(frames.in(rail.tangent_1, at.axle), velocity), dot(frames.in(rail.tangent_2, at.axle), velocity),
      dot(normal, cross(omega, tread.tangent_1)), dot(normal, cross(omega, tread.tangent_2))};
}

void add_wrenches(WheelContact& wheel, symbolic::Frames& frames, const Surface& rail, const Surface& tread,
                  const Placement& at) {
  const auto rows = [&](const Vector& force, const Vector& moment, Base on) {
    const Vector acting = frames.in(force, at.axle);
    return generalised_forces_of(frames, {force, at.centre, cross(tread.place, acting) + moment, on});
  };
  const Vector none{at.axle, {}};
  const Vector normal = (1 / norm(rail.normal)) * rail.normal;
  const Vector forwards = (1 / norm(rail.tangent_1)) * rail.tangent_1;
  wheel.normal = normal.components;
  wheel.forwards = forwards.components;
  wheel.normal_row = rows(normal, none, at.axle);
  wheel.creep_rows[0] = rows(forwards, none, at.body);
  wheel.creep_rows[1] = rows(cross(normal, forwards), none, at.body);
  wheel.creep_rows[2] = generalised_forces_of(frames, {{}, at.centre, frames.in(normal, at.axle), at.body});
}

// Curvatures of both surfaces, summed, and the speed of rolling [Ros2017, section 3.4].
void add_patch(WheelContact& wheel, symbolic::Frames& frames, const Surface& rail, const Surface& tread,
               const Placement& at) {
  const Expression &u = wheel.coordinates[1], &v = wheel.coordinates[2], &s = wheel.coordinates[3];
  const auto curvature = [](const Expression& z, const Expression& x) {
    const Expression slope = derivative(z, x);
    const Expression stretch = 1 + slope * slope;
    return derivative(slope, x) / (stretch * sqrt(stretch));
  };
  const Vector normal = (1 / norm(rail.normal)) * rail.normal;
  const Expression lateral = frames.in(normal, at.axle).components[1], radius = abs(value_of(wheel.wheel, u));
  Derivative along_rail(frames.graph(), std::array{Assignment{s, 1}});
  const Vector bend{{}, along(along_rail, rail.tangent_1.components)};
  wheel.curvature_along =
      sqrt(1 - lateral * lateral) / radius - dot(bend, normal) / dot(rail.tangent_1, rail.tangent_1);
  wheel.curvature_across = curvature(value_of(wheel.wheel, u), u) - curvature(value_of(wheel.rail, v), v);
  const Vector spin{at.axle,
                    frames.parent(at.body) == at.axle ? frames.joint_rate(at.body).components : Components{}};
  const Vector turning = frames.in(frames.angular_velocity(at.axle), at.axle) + spin;
  wheel.speed =
      0.5 * (norm(frames.in(frames.velocity(at.centre), at.axle)) + norm(cross(turning, tread.place)));
}

WheelContact new_contact(const WheelSpec& spec, symbolic::Frames& frames) {
  WheelContact wheel;
  wheel.name = spec.name.value;
  wheel.side = spec.side;
  const std::array kinds{"angle", "u_wheel", "u_rail", "s_rail"};
  for (std::size_t i = 0; i < 4; ++i) {
    wheel.coordinates[i] = frames.parameter(fmt::format("{}_{}", wheel.name, kinds[i]));
    wheel.rates[i] = frames.parameter(fmt::format("d{}_{}", wheel.name, kinds[i]));
  }
  wheel.wheel = cubic_symbols(frames, wheel.name + "_wheel", frames.parameter(wheel.name + "_wheel"));
  wheel.rail = cubic_symbols(frames, wheel.name + "_rail", frames.parameter(wheel.name + "_rail"));
  const Expression start = frames.parameter(wheel.name + "_course");
  for (std::size_t i = 0; i < rail_functions; ++i)
    wheel.course[i] = cubic_symbols(frames, fmt::format("{}_course{}", wheel.name, i), start);
  return wheel;
}

bool has_camber(const TrackSpec& track) {
  return std::any_of(track.sections.begin(), track.sections.end(),
                     [](const SectionSpec& section) { return section.camber.value != "0"; });
}

Placement placement(const WheelSpec& spec, std::size_t index, Names& names, symbolic::Frames& frames) {
  const Placement at{names.base(spec.body, key_of("wheels", index, "body")),
                     names.base(spec.axle, key_of("wheels", index, "axle")),
                     names.point(spec.centre, key_of("wheels", index, "centre"))};
  if (at.body != at.axle && frames.parent(at.body) != at.axle && names.findings().empty())
    names.refuse(spec.body, key_of("wheels", index, "body"), "is not turned against the axle's base alone");
  return at;
}

}  // namespace

void add_wheels(const ModelSpec& spec, Names& names, Model& model) {
  if (!spec.wheels.empty() && (!spec.contact || !spec.track)) {
    names.refuse(spec.wheels.front().name, "wheels", "needs what the wheels run on",
                 "Add the tables contact and track");
    return;
  }
  AtRest at_rest(model.frames);
  for (std::size_t i = 0; i < spec.wheels.size(); ++i) {
    const Placement at = placement(spec.wheels[i], i, names, model.frames);
    if (!names.findings().empty()) continue;
    WheelContact wheel = new_contact(spec.wheels[i], model.frames);
    const Surface rail = rail_surface(wheel, model.frames, has_camber(*spec.track));
    const Surface tread = tread_surface(wheel, model.frames, at.axle);
    add_constraints(wheel, model.frames, rail, tread, at);
    add_rates(wheel, model.frames, rail, tread, at, at_rest);
    add_wrenches(wheel, model.frames, rail, tread, at);
    add_patch(wheel, model.frames, rail, tread, at);
    model.wheels.push_back(std::move(wheel));
  }
}

}  // namespace flangeway::symbolic_model
