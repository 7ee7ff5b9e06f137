#include "flangeway/case_codegen/body_equations.hpp"

#include <fmt/format.h>

#include "flangeway/case_codegen/axle_equations.hpp"
#include "flangeway/case_codegen/joint_equations.hpp"
#include "flangeway/case_codegen/parameter_equations.hpp"
#include "flangeway/expression/rewrite.hpp"
#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::case_codegen {

using expression::Derivative;
using multibody::Body;

namespace {

enum Channel { centre_x, centre_y, centre_z, heading, slope, cant };

/// The symbols of a body: its coordinates, velocities, and the course of the centreline at its s.
struct BodySymbols {
  Vector6 q, v;
  Packed<Expression, 6> course, course_rate, course_second;  // by arc length
};

BodySymbols symbols_of(Symbols& s, std::size_t body) {
  BodySymbols b;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    b.q[k] = s.at(fmt::format("q[{}]", 6 * body + i));
    b.v[k] = s.at(fmt::format("v[{}]", 6 * body + i));
    b.course[k] = s.at(fmt::format("w->course[{}][{}]", body, i));
    b.course_rate[k] = s.at(fmt::format("w->course[{}][{}]", body, 6 + i));
    b.course_second[k] = s.at(fmt::format("w->course[{}][{}]", body, 12 + i));
  }
  return b;
}

/// d/dt of what depends on place and velocities, for q̈ = 0.
Derivative time_derivative(Symbols& s, const BodySymbols& b) {
  std::vector<expression::Assignment> rates;
  for (Eigen::Index k = 0; k < 6; ++k) {
    if (!b.q[k].is_number()) rates.emplace_back(b.q[k], b.v[k]);
    rates.emplace_back(b.course[k], b.course_rate[k] * b.v[0]);
    rates.emplace_back(b.course_rate[k], b.course_second[k] * b.v[0]);
  }
  return {s.graph(), rates};
}

Vector derivative_of(Derivative& along, const Vector& x) {
  return {along(x[0]), along(x[1]), along(x[2])};
}

// docs/theory/track.md (1), (3)
void set_frame(const BodySymbols& b, BodyMotion& m) {
  const Expression sp = sin(b.course[heading]), cp = cos(b.course[heading]), st = sin(b.course[slope]),
                   ct = cos(b.course[slope]), sc = sin(b.course[cant]), cc = cos(b.course[cant]);
  m.frame.position = {b.course[centre_x], b.course[centre_y], b.course[centre_z]};
  m.frame.rotation << ct * cp, sc * st * cp - cc * sp, sc * sp + cc * st * cp,  //
      ct * sp, cc * cp + sc * st * sp, cc * st * sp - sc * cp,                  //
      -st, sc * ct, cc * ct;
  const Expression &turn = b.course_rate[heading], &pitch = b.course_rate[slope], &roll = b.course_rate[cant];
  m.frame.curvature = {roll - turn * st, pitch * cc + turn * ct * sc, turn * ct * cc - pitch * sc};
}

void set_orientation(const BodySymbols& b, const Body& body, BodyMotion& m) {
  const Expression sr = sin(b.q[3]), cr = cos(b.q[3]), sy = sin(b.q[5]), cy = cos(b.q[5]);
  m.roll_axis = {cy, sy, 0};
  m.pitch_axis = {-sy * cr, cy * cr, sr};
  const Vector up{sy * sr, -cy * sr, cr};
  m.intermediate.col(0) = m.roll_axis;
  m.intermediate.col(1) = m.pitch_axis;
  m.intermediate.col(2) = up;
  m.inertia = constant<3, 3>(body.inertia);
  m.rotation = m.intermediate;
  if (body.wheelset) return;  // what of it spins is round
  const Expression sp = sin(b.q[4]), cp = cos(b.q[4]);
  m.rotation.col(0) = cp * m.roll_axis - sp * up;
  m.rotation.col(2) = sp * m.roll_axis + cp * up;
  Matrix pitch;
  pitch << cp, 0, sp, 0, 1, 0, -sp, 0, cp;
  m.inertia = pitch * m.inertia * pitch.transpose();
}

void set_velocities(const BodySymbols& b, BodyMotion& m) {
  const Vector& k = m.frame.curvature;
  const Expression &y = b.q[1], &z = b.q[2];
  m.position = {0, y, z};
  m.speed = b.v[0];
  m.velocity_s = {1 + k[1] * z - k[2] * y, -k[0] * z, k[0] * y};
  m.velocity = b.v[0] * m.velocity_s + Vector{0, b.v[1], b.v[2]};
  m.intermediate_angular_velocity = b.v[0] * k + b.v[3] * m.roll_axis + Vector{0, 0, b.v[5]};
  m.angular_velocity = m.intermediate_angular_velocity + b.v[4] * m.pitch_axis;
}

/// For q̈ = 0: v̇ + ṡκ̄ × v and the same of ω.
void set_accelerations(Symbols& s, const BodySymbols& b, bool wheelset, BodyMotion& m) {
  Derivative along = time_derivative(s, b);
  const Vector turning = b.v[0] * m.frame.curvature;
  const auto rate = [&](const Vector& x) -> Vector { return derivative_of(along, x) + cross(turning, x); };
  m.acceleration = rate(m.velocity);
  m.body_angular_acceleration = rate(m.angular_velocity);
  m.angular_acceleration = wheelset ? rate(m.intermediate_angular_velocity) : m.body_angular_acceleration;
}

/// Weight and quadratic velocity terms: −m (v̇ − g), −(I α + ω × I ω) for q̈ = 0.
Vector6 weight_and_motion(const BodySymbols& b, const Body& body, double gravity, const BodyMotion& m) {
  const Vector alpha = m.intermediate.transpose() * m.body_angular_acceleration,
               omega = m.intermediate.transpose() * m.angular_velocity;
  const Vector weight = Expression(-gravity) * m.frame.rotation.row(2).transpose();
  Vector torque = m.inertia * alpha + cross(omega, Vector(m.inertia * omega));
  const double still = body.wheelset ? body.inertia(0, 0) - body.inertia(2, 2) : 0;
  if (still != 0) torque += Vector(still * b.v[4] * Vector{omega[2], 0, omega[0]});
  const Vector force = Expression(body.mass) * (weight - m.acceleration), moment = -(m.intermediate * torque);
  return multibody::generalized_wrench<Expression>(m, force, moment);
}

/// The mass matrix is an arrow: what s couples with, and the inverse of the rotational block.
void set_mass(const std::string& to, const Body& body, const Expression& roll, const BodyMotion& m,
              Targets& out) {
  const Expression mass = body.mass;
  const Vector yaw_axis{0, sin(roll), cos(roll)}, k = m.intermediate.transpose() * m.frame.curvature;
  const Vector iw = m.inertia * yaw_axis, ik = m.inertia * k;
  const Expression yaw = yaw_axis.dot(iw);
  const Matrix& i = m.inertia;
  const Expression c00 = i(1, 1) * yaw - iw[1] * iw[1], c01 = iw[0] * iw[1] - i(0, 1) * yaw,
                   c02 = i(0, 1) * iw[1] - i(1, 1) * iw[0], c11 = i(0, 0) * yaw - iw[0] * iw[0],
                   c12 = i(0, 1) * iw[0] - i(0, 0) * iw[1], c22 = i(0, 0) * i(1, 1) - i(0, 1) * i(0, 1);
  const Expression scale = 1 / (i(0, 0) * c00 + i(0, 1) * c01 + iw[0] * c02);
  const Packed<Expression, 6> inverse{c00 * scale, c01 * scale, c02 * scale,
                                      c11 * scale, c12 * scale, c22 * scale};
  const Vector coupling{ik[0], ik[1], yaw_axis.dot(ik)};
  const Vector turned{inverse[0] * coupling[0] + inverse[1] * coupling[1] + inverse[2] * coupling[2],
                      inverse[1] * coupling[0] + inverse[3] * coupling[1] + inverse[4] * coupling[2],
                      inverse[2] * coupling[0] + inverse[4] * coupling[1] + inverse[5] * coupling[2]};
  const Expression mass_ss = mass * m.velocity_s.dot(m.velocity_s) + k.dot(ik);
  const Expression by_y = mass * m.velocity_s[1], by_z = mass * m.velocity_s[2];
  out.set(to + "mass", Packed<Expression, 4>{mass_ss, i(0, 0), i(1, 1), yaw});
  out.set(to + "coupling", Packed<Expression, 5>{by_y, by_z, coupling[0], coupling[1], coupling[2]});
  out.set(to + "inverse", inverse);
  out.set(to + "schur", mass_ss - (by_y * m.velocity_s[1] + by_z * m.velocity_s[2]) - coupling.dot(turned));
}

void set_for_contact(const std::string& to, const BodyMotion& m, Targets& out) {
  out.set(to + "velocity", m.velocity);
  out.set(to + "angular_velocity", m.angular_velocity);
  out.set(to + "velocity_s", m.velocity_s);
  out.set(to + "curvature", m.frame.curvature);
  out.set(to + "roll_axis", m.roll_axis);
  out.set(to + "pitch_axis", m.pitch_axis);
}

/// Seen from the track frame of the reference body, so that forces come from differences of nearby places.
Pose pose_of(const BodyMotion& master, bool wheelset, const BodyMotion& m) {
  Pose pose;
  const Matrix to_master = master.frame.rotation.transpose();
  pose.rotation = m.to_master * (wheelset ? m.intermediate : m.rotation);
  pose.position = to_master * Vector(m.frame.position - master.frame.position) + m.to_master * m.position;
  pose.velocity = m.to_master * m.velocity;
  pose.angular_velocity = m.to_master * (wheelset ? m.intermediate_angular_velocity : m.angular_velocity);
  return pose;
}

Pose ground_pose(const BodyMotion& master, const BodyMotion& m, bool stands) {
  Pose pose;
  pose.rotation = m.to_master;
  pose.position = master.frame.rotation.transpose() * Vector(m.frame.position - master.frame.position);
  const Expression speed = stands ? Expression(0) : m.speed;
  pose.velocity = speed * m.to_master.col(0);
  pose.angular_velocity = speed * (m.to_master * m.frame.curvature);
  return pose;
}

class Vehicle {
 public:
  Vehicle(const multibody::Model& model, Symbols& symbols) : model_(model), s_(symbols) {
    for (std::size_t i = 0; i < model.body_count(); ++i) {
      const BodySymbols b = symbols_of(s_, i);
      BodyMotion m;
      set_frame(b, m);
      set_orientation(b, model.bodies[i], m);
      set_velocities(b, m);
      set_accelerations(s_, b, model.bodies[i].wheelset, m);
      m.force = weight_and_motion(b, model.bodies[i], model.gravity, m);
      symbols_.push_back(b);
      motions_.push_back(m);
    }
  }

  Targets equations(const InputList& inputs) {
    Targets out;
    std::vector<Pose> poses = all_poses();
    std::vector<Expression> spin(model_.body_count());
    set_flexible_poses(model_, s_, poses);
    add_suspension(model_, inputs.commands, s_, poses, spin, out);
    load_flexible_bodies(model_, s_, poses, out);
    for (std::size_t i = 0; i < motions_.size(); ++i) collect_body(i, poses[i], spin[i]);
    for (std::size_t k = 0; k < model_.ground_bodies.size(); ++k)
      if (!multibody::is_standing(model_, k))
        collect_ground(motions_[model_.ground_bodies[k]], poses[model_.body_count() + k]);
    if (inputs.forces.count > 0) load_bodies(inputs.forces.first);
    for (std::size_t i = 0; i < motions_.size(); ++i) set_outputs(i, out);
    for (const multibody::AxleTwist& twist : model_.axle_twists)
      out.set(fmt::format("w->body[{}].twist_rate", twist.body), twist_rate(twist, s_));
    return out;
  }

  Targets joints() {
    Targets out;
    const std::vector<Pose> poses = all_poses();
    add_joints(model_, s_, motions_, poses, out);
    return out;
  }

  Targets joint_reactions() {
    Targets out;
    add_joint_reactions(model_, s_, all_poses(), out);
    return out;
  }

 private:
  std::vector<Pose> all_poses() {
    const BodyMotion master = motions_[model_.reference_body];
    std::vector<Pose> poses;
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      motions_[i].to_master = i == model_.reference_body
                                  ? constant<3, 3>(Mat3(Mat3::Identity()))
                                  : Matrix(master.frame.rotation.transpose() * motions_[i].frame.rotation);
      poses.push_back(pose_of(master, model_.bodies[i].wheelset, motions_[i]));
    }
    for (std::size_t k = 0; k < model_.ground_bodies.size(); ++k)
      poses.push_back(
          ground_pose(master, motions_[model_.ground_bodies[k]], multibody::is_standing(model_, k)));
    return poses;
  }

  void collect_body(std::size_t i, const Pose& pose, const Expression& spin) {
    BodyMotion& m = motions_[i];
    const Matrix turn = m.to_master.transpose();
    Vector6 q = multibody::generalized_wrench<Expression>(m, turn * pose.force, turn * pose.moment);
    if (model_.bodies[i].wheelset) q[4] = spin;
    const Vector motor = s_.at(fmt::format("w->traction[{}]", i)) * m.pitch_axis;
    m.force += q + multibody::generalized_wrench<Expression>(m, Vector::Zero(), motor);
  }

  /// Forces at the centres of gravity and moments, in the axes of the track frames.
  void load_bodies(std::size_t first_input) {
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      const std::size_t first = first_input + force_inputs * i;
      const auto vector = [&](std::size_t from) {
        return Vector{input_at(s_, from), input_at(s_, from + 1), input_at(s_, from + 2)};
      };
      motions_[i].force +=
          multibody::generalized_wrench<Expression>(motions_[i], vector(first), vector(first + 3));
    }
  }

  static void collect_ground(BodyMotion& m, const Pose& pose) {
    const Vector moment = m.to_master.transpose() * pose.moment;
    m.force[0] += m.to_master.col(0).dot(pose.force) + m.frame.curvature.dot(moment);
  }

  void set_outputs(std::size_t i, Targets& out) const {
    const std::string to = fmt::format("w->body[{}].", i);
    out.set(to + "force", motions_[i].force);
    set_mass(to, model_.bodies[i], symbols_[i].q[3], motions_[i], out);
    if (model_.bodies[i].wheelset) set_for_contact(to, motions_[i], out);
  }

  const multibody::Model& model_;
  Symbols& s_;
  std::vector<BodySymbols> symbols_;
  std::vector<BodyMotion> motions_;
};

}  // namespace

Expression input_at(Symbols& symbols, std::size_t input) {
  return symbols.at(fmt::format("w->inputs[{}]", input));
}

Function body_function(const multibody::Model& model, const InputList& inputs,
                       const std::vector<ParameterKey>& parameters, Findings& findings) {
  Symbols symbols;
  std::vector<Expression> variables;  // the first symbols, so that their numbers are known
  for (std::size_t i = 0; i < parameters.size(); ++i)
    variables.push_back(symbols.at(fmt::format("w->parameters[{}]", i)));
  const auto equations = [&](const multibody::Model& one) { return Vehicle(one, symbols).equations(inputs); };
  Targets out = equations(model);
  if (!parameters.empty())
    out = with_parameters(out, equations, parameters, variables, symbols.graph(), findings);
  return function("fw_bodies",
                  "void fw_bodies(const double *q, const double *v, const double *auxiliary, double "
                  "*auxiliary_rate, fw_workspace *w)",
                  symbols, out);
}

Function joint_function(const multibody::Model& model) {
  Symbols symbols;
  const Targets out = Vehicle(model, symbols).joints();
  return function("fw_joints", "void fw_joints(const double *q, const double *v, fw_workspace *w)", symbols,
                  out);
}

Function joint_reaction_function(const multibody::Model& model) {
  Symbols symbols;
  const Targets out = Vehicle(model, symbols).joint_reactions();
  return function("fw_joint_reactions",
                  "void fw_joint_reactions(const double *q, const double *reaction, const fw_workspace "
                  "*w, double *values)",
                  symbols, out);
}

}  // namespace flangeway::case_codegen
