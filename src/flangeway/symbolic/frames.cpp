#include "flangeway/symbolic/frames.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace flangeway::symbolic {

Frames::Frames(expression::Graph& graph) : graph_(&graph) {
  bases_.push_back({"inertial", {}, 0, identity(), {}, false, Vector{}, Vector{}});
  points_.push_back({"origin", {}, 0, {}, Vector{}, Vector{}});
}

Coordinate Frames::coordinate(const std::string& name) {
  coordinates_.push_back({symbol(*graph_, name), symbol(*graph_, "d" + name), symbol(*graph_, "dd" + name)});
  time_derivative_.reset();
  return coordinates_.back();
}

Expression Frames::parameter(const std::string& name) {
  return symbol(*graph_, name);
}

expression::Derivative& Frames::time_derivative() {
  if (!time_derivative_) {
    std::vector<expression::Assignment> rates;
    for (const Coordinate& q : coordinates_) {
      rates.emplace_back(q.position, q.velocity);
      rates.emplace_back(q.velocity, q.acceleration);
    }
    time_derivative_.emplace(*graph_, rates);
  }
  return *time_derivative_;
}

void Frames::check(Base base) const {
  if (base.index >= bases_.size()) throw std::invalid_argument("a base is named that does not exist");
}

void Frames::check(Point point) const {
  if (point.index >= points_.size()) throw std::invalid_argument("a point is named that does not exist");
}

Base Frames::add_base(const std::string& name, Base parent, const Matrix& to_parent,
                      const Components& joint_rate) {
  check(parent);
  const Base self{bases_.size()};
  bases_.push_back(
      {name, parent, bases_[parent.index].depth + 1, to_parent, {self, joint_rate}, false, {}, {}});
  return self;
}

Base Frames::turn(const std::string& name, Base parent, const std::array<double, 3>& axis,
                  const Expression& angle) {
  const double length = std::hypot(axis[0], axis[1], axis[2]);
  if (!(length > 0))
    throw std::invalid_argument(fmt::format("base {}: its axis of rotation has no length", name));
  const std::array<double, 3> unit{axis[0] / length, axis[1] / length, axis[2] / length};
  const Expression speed = rate(angle);
  const Base turned = add_base(name, parent, rotation_about(unit, angle),
                               {unit[0] * speed, unit[1] * speed, unit[2] * speed});
  bases_[turned.index].is_turn = true;
  return turned;
}

// [ω]× = Rᵀ Ṙ in the turned base.
Base Frames::base(const std::string& name, Base parent, const Matrix& rotation) {
  const auto skew = [&](std::size_t i, std::size_t j) {
    Expression sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += rotation[k][i] * rate(rotation[k][j]);
    return sum;
  };
  return add_base(name, parent, rotation, {skew(2, 1), skew(0, 2), skew(1, 0)});
}

Point Frames::point(const std::string& name, Point parent, const Vector& offset) {
  check(parent);
  check(offset.base);
  points_.push_back({name, parent, points_[parent.index].depth + 1, offset, {}, {}});
  return {points_.size() - 1};
}

Vector Frames::to_parent(const Vector& a) const {
  const BaseNode& node = bases_[a.base.index];
  return {node.parent, node.to_parent * a.components};
}

Vector Frames::to_child(const Vector& a, Base child) const {
  return {child, transposed(bases_[child.index].to_parent) * a.components};
}

// Step by step through the tree: the steps are sparse, and what lies on a common path is shared.
Vector Frames::in(const Vector& a, Base base) {
  check(base);
  if (is_zero(a)) return {base, {}};
  Vector up = a;
  std::vector<Base> down;
  Base target = base;
  while (up.base != target) {
    if (bases_[up.base.index].depth >= bases_[target.index].depth) {
      up = to_parent(up);
    } else {
      down.push_back(target);
      target = parent(target);
    }
  }
  for (; !down.empty(); down.pop_back()) up = to_child(up, down.back());
  return up;
}

Tensor Frames::in(const Tensor& a, Base base) {
  if (a.base == base) return a;
  const Matrix turn = rotation(a.base, base);
  return {base, turn * a.components * transposed(turn)};
}

Matrix Frames::rotation(Base base, Base in_base) {
  Matrix columns;
  for (std::size_t j = 0; j < 3; ++j) {
    Components axis;
    axis[j] = 1;
    columns[j] = in(Vector{base, axis}, in_base).components;
  }
  return transposed(columns);
}

std::pair<Vector, Vector> Frames::together(const Vector& a, const Vector& b) {
  if (a.base == b.base) return {a, b};
  if (is_zero(a)) return {{b.base, {}}, b};
  if (is_zero(b)) return {a, {a.base, {}}};
  const bool a_deeper = bases_[a.base.index].depth > bases_[b.base.index].depth;
  return a_deeper ? std::pair{a, in(b, a.base)} : std::pair{in(a, b.base), b};
}

Vector Frames::add(const Vector& a, const Vector& b) {
  const auto [u, v] = together(a, b);
  return u + v;
}

Vector Frames::position(Point from, Point to) {
  check(from);
  check(to);
  Vector forward{}, backward{};
  while (from != to) {
    if (points_[to.index].depth >= points_[from.index].depth) {
      forward = add(forward, points_[to.index].offset);
      to = parent(to);
    } else {
      backward = add(backward, points_[from.index].offset);
      from = parent(from);
    }
  }
  return add(forward, -backward);
}

Vector Frames::component_rate(const Vector& a) {
  return {a.base, {rate(a.components[0]), rate(a.components[1]), rate(a.components[2])}};
}

Vector Frames::rate(const Vector& a) {
  const Vector turning = in(angular_velocity(a.base), a.base);
  return component_rate(a) + cross(turning, a);
}

const Vector& Frames::angular_velocity(Base base) {
  check(base);
  if (!bases_[base.index].velocity) {
    const Vector carried = in(angular_velocity(parent(base)), base);
    bases_[base.index].velocity = carried + bases_[base.index].joint_rate;
  }
  return *bases_[base.index].velocity;
}

// α = α_parent + ω_parent × ω_joint + the joint's own; all in this base, where the joint rate is written.
const Vector& Frames::angular_acceleration(Base base) {
  check(base);
  if (!bases_[base.index].acceleration) {
    const Vector joint = bases_[base.index].joint_rate;
    const Vector carried = in(angular_acceleration(parent(base)), base);
    const Vector turning = in(angular_velocity(parent(base)), base);
    bases_[base.index].acceleration = carried + cross(turning, joint) + component_rate(joint);
  }
  return *bases_[base.index].acceleration;
}

const Vector& Frames::velocity(Point point) {
  check(point);
  if (!points_[point.index].velocity) {
    const Vector own = rate(points_[point.index].offset);
    points_[point.index].velocity = add(velocity(parent(point)), own);
  }
  return *points_[point.index].velocity;
}

// r̈ = α × r + ω × (ω × r) + 2 ω × ṙ + r̈ in the base of the offset.
const Vector& Frames::acceleration(Point point) {
  check(point);
  if (!points_[point.index].acceleration) {
    const Vector r = points_[point.index].offset;
    const Vector omega = in(angular_velocity(r.base), r.base),
                 alpha = in(angular_acceleration(r.base), r.base);
    const Vector moving = component_rate(r);
    const Vector own =
        cross(alpha, r) + cross(omega, cross(omega, r) + Expression(2) * moving) + component_rate(moving);
    points_[point.index].acceleration = add(acceleration(parent(point)), own);
  }
  return *points_[point.index].acceleration;
}

Vector Frames::relative_angular_velocity(Base base, Base observer) {
  return add(angular_velocity(base), -angular_velocity(observer));
}

Vector Frames::relative_velocity(Point point, Point observer, Base base) {
  const Vector difference = add(velocity(point), -velocity(observer));
  const auto [turning, arm] = together(angular_velocity(base), position(observer, point));
  return add(difference, -cross(turning, arm));
}

// Subtracts the acceleration of the observer, of its rotation and of Coriolis.
Vector Frames::relative_acceleration(Point point, Point observer, Base base) {
  const Vector arm = position(observer, point), moving = relative_velocity(point, observer, base);
  const Vector& turning = angular_velocity(base);
  const auto across = [&](const Vector& a, const Vector& b) {
    const auto [x, y] = together(a, b);
    return cross(x, y);
  };
  const Vector swept = add(across(turning, arm), Expression(2) * moving);
  const Vector carried = add(across(angular_acceleration(base), arm), across(turning, swept));
  return add(add(acceleration(point), -acceleration(observer)), -carried);
}

// ω_rel as the observer sees it change: its rate against the ground without the observer's turn.
Vector Frames::relative_angular_acceleration(Base base, Base observer) {
  const Vector difference = add(angular_acceleration(base), -angular_acceleration(observer));
  const auto [turning, relative] =
      together(angular_velocity(observer), relative_angular_velocity(base, observer));
  return add(difference, -cross(turning, relative));
}

}  // namespace flangeway::symbolic
