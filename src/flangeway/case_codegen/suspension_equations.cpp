// The elements of a suspension as expressions. Theory: docs/theory/suspension.md.
#include <fmt/format.h>

#include "flangeway/case_codegen/body_equations.hpp"
#include "flangeway/expression/conditional.hpp"

namespace flangeway::case_codegen {

using multibody::Model;
using multibody::no_index;

namespace {

using expression::select_positive;

/// Piecewise linear, the end pieces continued: each bend adds its change of slope beyond it.
Expression law(const Model& model, const multibody::Table& table, const Expression& argument) {
  const Expression x = table.odd ? abs(argument) : argument;
  const auto point = [&](std::size_t i) { return model.table_points[table.first + i]; };
  Expression y = point(0)[1];
  double before = 0;
  for (std::size_t i = 0; i + 1 < table.count; ++i) {
    const double slope = (point(i + 1)[1] - point(i)[1]) / (point(i + 1)[0] - point(i)[0]);
    const Expression beyond = x - point(i)[0];
    y += i == 0 ? slope * beyond : (slope - before) * select_positive(beyond, beyond, 0);
    before = slope;
  }
  return table.odd ? select_positive(argument, y, select_positive(-argument, -y, 0)) : y;
}

class Suspension {
 public:
  Suspension(const Model& model, Symbols& symbols, std::vector<Pose>& poses, std::vector<Expression>& spin,
             Targets& out)
      : model_(model), s_(symbols), poses_(poses), spin_(spin), out_(out) {}

  void add() {
    for (const auto& e : model_.axial) add_axial(e);
    for (const auto& e : model_.series) add_series(e);
    for (const auto& e : model_.shear) add_shear(e);
    for (const auto& e : model_.torsion) add_torsion(e);
    for (const auto& e : model_.bump_stops) add_bump_stop(e);
    for (const auto& e : model_.constants) add_constant(e);
  }

 private:
  struct Line {
    Vector arm_i, arm_j, direction;
    Expression length, rate;
  };
  /// Where the point j is and moves in the axes of i, relative to its nominal place.
  struct Offset {
    Vector arm_i, arm_j, deflection, rate;
  };

  template <typename Element>
  Line line(const Element& e) {
    const Pose &i = poses_[e.i], &j = poses_[e.j];
    Line line;
    line.arm_i = i.rotation * constant<3, 1>(e.point_i);
    line.arm_j = j.rotation * constant<3, 1>(e.point_j);
    const Vector span = j.position + line.arm_j - i.position - line.arm_i;
    line.length = sqrt(span.dot(span) + 1e-24);  // points that meet have no direction, and need none
    line.direction = (1 / line.length) * span;
    line.rate = line.direction.dot(Vector(j.velocity + cross(j.angular_velocity, line.arm_j) - i.velocity -
                                          cross(i.angular_velocity, line.arm_i)));
    return line;
  }

  template <typename Element>
  Offset offset(const Element& e) {
    const Pose &i = poses_[e.i], &j = poses_[e.j];
    Offset o;
    o.arm_j = j.rotation * constant<3, 1>(e.point_j);
    o.arm_i = j.position + o.arm_j - i.position;
    o.deflection = i.rotation.transpose() * o.arm_i - constant<3, 1>(e.point_i);
    o.rate = i.rotation.transpose() * Vector(j.velocity + cross(j.angular_velocity, o.arm_j) - i.velocity -
                                             cross(i.angular_velocity, o.arm_i));
    return o;
  }

  void apply(std::size_t pose, const Vector& arm, const Vector& force) {
    poses_[pose].force += force;
    poses_[pose].moment += cross(arm, force);
  }
  template <typename Element>
  void pull(const Element& e, const Line& line, const Expression& tension) {
    const Vector force = tension * line.direction;
    apply(e.i, line.arm_i, force);
    apply(e.j, line.arm_j, -force);
  }
  /// `resistance` is the force on i, axes of i.
  template <typename Element>
  void resist(const Element& e, const Offset& o, const Vector& resistance) {
    const Vector force = poses_[e.i].rotation * resistance;
    apply(e.i, o.arm_i, force);
    apply(e.j, o.arm_j, -force);
  }

  /// A spring in series with a damper, whose elongation is a state.
  Expression relax(double stiffness, double damping, std::size_t auxiliary, const Expression& d) {
    const Expression force = stiffness * (d - s_.at(fmt::format("auxiliary[{}]", auxiliary)));
    out_.set(fmt::format("auxiliary_rate[{}]", auxiliary), force / damping);
    return force;
  }

  void add_axial(const multibody::AxialElement& e) {
    const Line line = this->line(e);
    const Expression d = line.length - e.length;
    const Expression spring = e.spring.given() ? law(model_, e.spring, d) : e.stiffness * d;
    const Expression damper = e.damper.given() ? law(model_, e.damper, line.rate) : e.damping * line.rate;
    pull(e, line, e.preload + spring + damper);
  }

  void add_series(const multibody::SeriesElement& e) {
    const Line line = this->line(e);
    pull(e, line, relax(e.stiffness, e.damping, e.auxiliary, line.length - e.length));
  }

  void add_shear(const multibody::ShearElement& e) {
    const Offset o = offset(e);
    Vector resistance;
    for (Eigen::Index k = 0; k < 3; ++k) {
      resistance[k] = e.stiffness[k] * o.deflection[k] + e.damping[k] * o.rate[k] - e.preload[k];
      const auto& damper = e.series[static_cast<std::size_t>(k)];
      if (damper.auxiliary != no_index)
        resistance[k] += relax(damper.stiffness, damper.damping, damper.auxiliary, o.deflection[k]);
    }
    resist(e, o, resistance);
  }

  void add_torsion(const multibody::TorsionElement& e) {
    Pose &i = poses_[e.i], &j = poses_[e.j];
    const Matrix r = i.rotation.transpose() * j.rotation;
    const Expression half = 0.5;
    const Vector chi{half * (r(2, 1) - r(1, 2)), half * (r(0, 2) - r(2, 0)), half * (r(1, 0) - r(0, 1))};
    Matrix chi_rate = -half * r;  // χ̇ = chi_rate · relative velocity
    for (Eigen::Index k = 0; k < 3; ++k) chi_rate(k, k) += half * (r(0, 0) + r(1, 1) + r(2, 2));
    const Vector turning = i.rotation.transpose() * Vector(j.angular_velocity - i.angular_velocity);
    const Vector rate = chi_rate * turning;
    Vector resistance;
    for (Eigen::Index k = 0; k < 3; ++k)
      resistance[k] = e.stiffness[k] * chi[k] + e.damping[k] * rate[k] - e.preload[k];
    const Vector moment = i.rotation * Vector(chi_rate.transpose() * resistance);
    i.moment += moment;
    j.moment -= moment;
  }

  void add_bump_stop(const multibody::BumpStopElement& e) {
    const Offset o = offset(e);
    const Expression d = constant<3, 1>(e.direction).dot(o.deflection), penetration = abs(d) - e.clearance;
    const Expression push = law(model_, e.table, penetration);
    const Expression force =
        select_positive(d, e.positive ? push : 0, select_positive(-d, e.negative ? -push : 0, 0));
    const Expression start = model_.table_points[e.table.first][0];
    resist(e, o, select_positive(penetration - start, force, 0) * constant<3, 1>(e.direction));
  }

  void add_constant(const multibody::ConstantElement& e) {
    const Matrix turn = poses_[e.i].rotation;
    const Vector arm = turn * constant<3, 1>(e.point_i), force = turn * constant<3, 1>(e.force),
                 torque = turn * constant<3, 1>(e.torque);
    apply(e.i, arm, force);
    add_torque(e.i, torque);
    if (e.j == no_index) return;
    apply(e.j, poses_[e.i].position + arm - poses_[e.j].position, -force);
    add_torque(e.j, -torque);
  }
  /// On a wheelset it turns the spin.
  void add_torque(std::size_t pose, const Vector& torque) {
    poses_[pose].moment += torque;
    if (pose < model_.body_count()) spin_[pose] += poses_[pose].rotation.col(1).dot(torque);
  }

  const Model& model_;
  Symbols& s_;
  std::vector<Pose>& poses_;
  std::vector<Expression>& spin_;
  Targets& out_;
};

}  // namespace

void add_suspension(const Model& model, Symbols& symbols, std::vector<Pose>& poses,
                    std::vector<Expression>& spin, Targets& out) {
  Suspension(model, symbols, poses, spin, out).add();
}

}  // namespace flangeway::case_codegen
