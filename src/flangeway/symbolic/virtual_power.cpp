#include "flangeway/symbolic/virtual_power.hpp"

#include <array>

namespace flangeway::symbolic {

namespace {

// The coordinates whose velocities appear in a rate.
std::vector<std::size_t> moving_coordinates(const Frames& frames, const expression::Graph& graph,
                                            const Vector& rate) {
  std::vector<bool> present(graph.symbols(), false);
  for (const expression::Atom atom : expression::live_atoms(graph, rate.components)) {
    const expression::Node& node = graph.node(atom);
    if (node.operation == expression::Operation::symbol) present[node.left.bits()] = true;
  }
  std::vector<std::size_t> found;
  for (std::size_t j = 0; j < frames.coordinates().size(); ++j) {
    const Expression& v = frames.coordinates()[j].velocity;
    if (present[graph.node(v.in(*v.graph()).atom()).left.bits()]) found.push_back(j);
  }
  return found;
}

// Power of a force (or moment) in the virtual motion of one rate, coordinate by coordinate.
void add_power(Frames& frames, const Vector& rate, const Vector& force, std::vector<Expression>& power) {
  if (is_zero(rate) || is_zero(force)) return;
  const Vector acting = frames.in(force, rate.base);
  for (const std::size_t j : moving_coordinates(frames, frames.graph(), rate)) {
    expression::Derivative partial(frames.graph(),
                                   std::array{expression::Assignment{frames.coordinates()[j].velocity, 1}});
    Vector direction = rate;
    for (Expression& component : direction.components) component = partial(component);
    power[j] += dot(direction, acting);
  }
}

// Power of a moment, in the parent's components, at the joint of a base.
void add_joint_power(Frames& frames, Base base, const Vector& moment, std::vector<Expression>& power) {
  if (!frames.is_turn(base)) return add_power(frames, frames.joint_rate(base), moment, power);
  add_power(frames, {moment.base, frames.joint_rate(base).components}, moment, power);
}

}  // namespace

VirtualPower::VirtualPower(Frames& frames) : frames_(frames) {}

void VirtualPower::add_force(const Vector& force, Point at) {
  if (forces_.size() <= at.index) forces_.resize(frames_.points());
  forces_[at.index] = frames_.add_in(forces_[at.index], force, frames_.offset(at).base);
}

// A moment given in the parent's components stays there: a spin need not turn it forth and back.
void VirtualPower::add_moment(const Vector& moment, Base on) {
  const bool outer = frames_.is_turn(on) && moment.base == frames_.parent(on);
  std::vector<Vector>& moments = outer ? outer_moments_ : moments_;
  if (moments.size() <= on.index) moments.resize(frames_.bases());
  moments[on.index] = frames_.add_in(moments[on.index], moment, outer ? moment.base : on);
}

void VirtualPower::add_force_on_body(const Vector& force, Base body, Point reference, const Vector& arm) {
  add_force(force, reference);
  const auto [at, acting] = frames_.together(arm, force);
  add_moment(cross(at, acting), body);
}

namespace {

// Ixx = Izz and no products: the same in all bases that are turned about y.
bool is_round_about(std::size_t axis, const Matrix& inertia) {
  const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  const Expression zero = 0;
  return inertia[i][i] == inertia[j][j] && inertia[i][j] == zero && inertia[axis][i] == zero &&
         inertia[axis][j] == zero;
}

bool spins_about(const Components& rate, std::size_t axis) {
  const Expression zero = 0;
  return rate[(axis + 1) % 3] == zero && rate[(axis + 2) % 3] == zero && !(rate[axis] == zero);
}

// A round body that spins about its axis: its inertia needs no turn by the angle of the spin.
bool is_spinning_rotor(const Frames& frames, const Solid& solid) {
  if (!frames.is_turn(solid.base) || solid.inertia.base != solid.base) return false;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (spins_about(frames.joint_rate(solid.base).components, axis) &&
        is_round_about(axis, solid.inertia.components))
      return true;
  }
  return false;
}

// −(I α + ω × I ω) with all in one base.
Vector inertia_moment(const Tensor& inertia, const Vector& omega, const Vector& alpha) {
  return -(inertia * alpha + cross(omega, inertia * omega));
}

Vector rotor_moment(Frames& frames, const Solid& solid) {
  const Base outer = frames.parent(solid.base);
  const Vector spin{outer, frames.joint_rate(solid.base).components};
  const Vector turning = frames.in(frames.angular_velocity(outer), outer);
  const Vector alpha = frames.in(frames.angular_acceleration(outer), outer) + cross(turning, spin) +
                       frames.component_rate(spin);
  return inertia_moment({outer, solid.inertia.components}, turning + spin, alpha);
}

}  // namespace

void VirtualPower::add_solid(const Solid& solid, const Vector& gravity) {
  const Vector falling = frames_.add(frames_.acceleration(solid.centre), -gravity);
  add_force(-solid.mass * falling, solid.centre);
  if (is_spinning_rotor(frames_, solid)) return add_moment(rotor_moment(frames_, solid), solid.base);
  const Tensor inertia = frames_.in(solid.inertia, solid.base);
  const Vector omega = frames_.in(frames_.angular_velocity(solid.base), solid.base);
  const Vector alpha = frames_.in(frames_.angular_acceleration(solid.base), solid.base);
  add_moment(inertia_moment(inertia, omega, alpha), solid.base);
}

std::vector<Expression> VirtualPower::generalised_forces() const {
  std::vector<Expression> power(frames_.coordinates().size());
  std::vector<Vector> forces = forces_, moments = moments_, outer = outer_moments_;
  forces.resize(frames_.points());
  moments.resize(frames_.bases());
  outer.resize(frames_.bases());
  for (std::size_t i = forces.size(); i-- > 1;) {  // parents have lower numbers
    const Vector& offset = frames_.offset({i});
    if (is_zero(forces[i])) continue;
    const Vector acting = frames_.in(forces[i], offset.base);
    add_power(frames_, frames_.component_rate(offset), acting, power);
    Vector& moment = moments[offset.base.index];
    moment = frames_.in(moment, offset.base) + cross(offset, acting);
    const Point below = frames_.parent(Point{i});
    forces[below.index] = frames_.add_in(forces[below.index], acting, frames_.offset(below).base);
  }
  for (std::size_t i = moments.size(); i-- > 1;) {
    if (is_zero(moments[i]) && is_zero(outer[i])) continue;
    const Base below = frames_.parent(Base{i});
    const Vector acting = frames_.in(moments[i], below) + frames_.in(outer[i], below);
    add_joint_power(frames_, {i}, acting, power);
    moments[below.index] = frames_.add_in(moments[below.index], acting, below);
  }
  return power;
}

// The wrench goes down unchanged, so that its components in the bases on the way are shared with others'.
std::vector<Expression> generalised_forces_of(Frames& frames, const Wrench& wrench) {
  std::vector<Expression> power(frames.coordinates().size());
  std::vector<Vector> moments(frames.bases());
  for (Point p = wrench.at; p != Point{}; p = frames.parent(p)) {
    const Vector& offset = frames.offset(p);
    const Vector acting = frames.in(wrench.force, offset.base);
    add_power(frames, frames.component_rate(offset), acting, power);
    moments[offset.base.index] = frames.in(moments[offset.base.index], offset.base) + cross(offset, acting);
  }
  std::vector<Vector> passed(frames.bases());
  passed[wrench.on.index] = wrench.moment;
  for (std::size_t i = moments.size(); i-- > 1;) {
    if (is_zero(moments[i]) && is_zero(passed[i])) continue;
    const Base below = frames.parent(Base{i});
    const Vector acting = frames.in(moments[i], below) + frames.in(passed[i], below);
    add_joint_power(frames, {i}, acting, power);
    passed[below.index] = frames.add_in(passed[below.index], acting, below);
  }
  return power;
}

EquationsOfMotion VirtualPower::equations() const {
  EquationsOfMotion result;
  result.inverse_dynamics = generalised_forces();
  const std::vector<Coordinate>& coordinates = frames_.coordinates();
  const std::size_t n = coordinates.size();
  std::vector<expression::Assignment> rest;
  for (const Coordinate& q : coordinates) rest.emplace_back(q.acceleration, 0);
  expression::Substitution at_rest(frames_.graph(), rest);
  for (const Expression& power : result.inverse_dynamics) result.force.push_back(at_rest(power));
  result.mass.assign(n, std::vector<Expression>(n));
  for (std::size_t j = 0; j < n; ++j) {
    expression::Derivative partial(frames_.graph(),
                                   std::array{expression::Assignment{coordinates[j].acceleration, 1}});
    for (std::size_t i = 0; i <= j; ++i) {
      result.mass[i][j] = result.mass[j][i] = -partial(result.inverse_dynamics[i]);
    }
  }
  return result;
}

void add_spring_damper(Frames& frames, VirtualPower& power, Point a, Point b, const Expression& stiffness,
                       const Expression& damping, const Expression& free_length) {
  const Vector line = frames.position(a, b);
  const Expression length = norm(line);
  const auto [moving, along] = frames.together(frames.add(frames.velocity(b), -frames.velocity(a)), line);
  const Expression speed = dot(moving, along) / length;
  const Expression pull = stiffness * (length - free_length) + damping * speed;
  const Vector on_a = (pull / length) * line;
  power.add_force(on_a, a);
  power.add_force(-on_a, b);
}

void add_bushing(Frames& frames, VirtualPower& power, Base base, Point a, Point b,
                 const Components& stiffness, const Components& damping) {
  const Vector stretch = frames.in(frames.position(a, b), base);
  const Vector speed = frames.in(frames.relative_velocity(b, a, base), base);
  Vector on_a{base, {}};
  for (std::size_t i = 0; i < 3; ++i) {
    on_a.components[i] = stiffness[i] * stretch.components[i] + damping[i] * speed.components[i];
  }
  power.add_force(on_a, a);
  power.add_force(-on_a, b);
}

}  // namespace flangeway::symbolic
