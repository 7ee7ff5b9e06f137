// A tree of bases and a tree of points with their kinematics [Ros2017, section 2.3]. Theory:
// docs/theory/symbolic.md.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/expression/rewrite.hpp"
#include "flangeway/symbolic/vector.hpp"

namespace flangeway::symbolic {

/// A generalised coordinate with its velocity and acceleration: three symbols.
struct Coordinate {
  Expression position, velocity, acceleration;
};

/// Bases and points with arbitrary parametrisation, and the operators between them. Every result is computed
/// once along the trees and kept, so that elements with a common path share their expressions.
class Frames {
 public:
  explicit Frames(expression::Graph& graph);

  [[nodiscard]] expression::Graph& graph() { return *graph_; }
  Coordinate coordinate(const std::string& name);
  /// A constant of time.
  Expression parameter(const std::string& name);
  [[nodiscard]] const std::vector<Coordinate>& coordinates() const { return coordinates_; }

  /// A base turned against `parent` by `angle` about `axis`: not zero, of any length, the same in both bases.
  Base turn(const std::string& name, Base parent, const std::array<double, 3>& axis, const Expression& angle);
  /// A base against `parent` by a rotation matrix that turns its components into those of the parent.
  Base base(const std::string& name, Base parent, const Matrix& rotation);
  /// A point at `offset` from `parent`, in any base.
  Point point(const std::string& name, Point parent, const Vector& offset);

  /// The same vector in another base.
  [[nodiscard]] Vector in(const Vector& a, Base base);
  [[nodiscard]] Tensor in(const Tensor& a, Base base);
  /// Two vectors in one base, the deeper of theirs.
  [[nodiscard]] std::pair<Vector, Vector> together(const Vector& a, const Vector& b);
  [[nodiscard]] Vector add(const Vector& a, const Vector& b);
  [[nodiscard]] Vector add_in(const Vector& a, const Vector& b, Base base) {
    return in(a, base) + in(b, base);
  }
  /// Turns components of `base` into those of `in`.
  [[nodiscard]] Matrix rotation(Base base, Base in);

  /// From one point to another.
  [[nodiscard]] Vector position(Point from, Point to);
  /// Against the inertial frame.
  [[nodiscard]] const Vector& velocity(Point point);
  [[nodiscard]] const Vector& acceleration(Point point);
  [[nodiscard]] const Vector& angular_velocity(Base base);
  [[nodiscard]] const Vector& angular_acceleration(Base base);
  /// Velocity of a point as seen by an observer that moves with `observer` and turns with `base`.
  [[nodiscard]] Vector relative_velocity(Point point, Point observer, Base base);
  [[nodiscard]] Vector relative_acceleration(Point point, Point observer, Base base);
  [[nodiscard]] Vector relative_angular_velocity(Base base, Base observer);
  [[nodiscard]] Vector relative_angular_acceleration(Base base, Base observer);

  /// d/dt of an expression, by q̇ = v and v̇ = a.
  [[nodiscard]] Expression rate(const Expression& x) { return time_derivative()(x); }
  /// d/dt of a vector as seen from its own base; and as seen from the inertial one.
  [[nodiscard]] Vector component_rate(const Vector& a);
  [[nodiscard]] Vector rate(const Vector& a);

  [[nodiscard]] std::size_t bases() const { return bases_.size(); }
  [[nodiscard]] std::size_t points() const { return points_.size(); }
  [[nodiscard]] Base parent(Base base) const { return bases_[base.index].parent; }
  [[nodiscard]] Point parent(Point point) const { return points_[point.index].parent; }
  [[nodiscard]] const std::string& name(Base base) const { return bases_[base.index].name; }
  [[nodiscard]] const std::string& name(Point point) const { return points_[point.index].name; }
  /// Angular velocity against the parent base, in this base.
  [[nodiscard]] const Vector& joint_rate(Base base) const { return bases_[base.index].joint_rate; }
  /// Made by turn(): its joint rate has the same components in the parent base.
  [[nodiscard]] bool is_turn(Base base) const { return bases_[base.index].is_turn; }
  [[nodiscard]] const Vector& offset(Point point) const { return points_[point.index].offset; }

 private:
  struct BaseNode {
    std::string name;
    Base parent;
    std::size_t depth = 0;
    Matrix to_parent;
    Vector joint_rate;
    bool is_turn = false;
    std::optional<Vector> velocity, acceleration;
  };
  struct PointNode {
    std::string name;
    Point parent;
    std::size_t depth = 0;
    Vector offset;
    std::optional<Vector> velocity, acceleration;
  };

  Base add_base(const std::string& name, Base parent, const Matrix& to_parent, const Components& joint_rate);
  void check(Base base) const;
  void check(Point point) const;
  [[nodiscard]] Vector to_parent(const Vector& a) const;
  [[nodiscard]] Vector to_child(const Vector& a, Base child) const;
  [[nodiscard]] expression::Derivative& time_derivative();

  expression::Graph* graph_;
  std::vector<Coordinate> coordinates_;
  std::vector<BaseNode> bases_;
  std::vector<PointNode> points_;
  std::optional<expression::Derivative> time_derivative_;
};

}  // namespace flangeway::symbolic
