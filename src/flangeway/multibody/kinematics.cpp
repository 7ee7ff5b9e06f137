#include "flangeway/multibody/kinematics.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_functions.hpp"
#include "flangeway/multibody/acceleration_bias.hpp"

namespace flangeway::multibody {

namespace {

// T is double, or a Batch of four bodies.
template <typename T>
using Vec = Packed<T, 3>;
template <typename T>
using Mat = Packed<T, 3, 3>;
template <typename T>
using State = BasicBodyState<T>;
template <typename T>
using Angle = BasicSinCos<T>;

/// Axes and rotations for roll φ, pitch θ, yaw ψ; the pitch axis is the y axis of the intermediate frame.
template <typename T>
void set_orientation(const Angle<T>& roll, const Angle<T>& pitch, const Angle<T>& yaw, State<T>& b) {
  b.roll_axis = {yaw.cosine, yaw.sine, T(0)};
  b.pitch_axis = {-yaw.sine * roll.cosine, yaw.cosine * roll.cosine, roll.sine};
  const Vec<T> up{yaw.sine * roll.sine, -yaw.cosine * roll.sine, roll.cosine};
  b.intermediate.col(0) = b.roll_axis;
  b.intermediate.col(1) = b.pitch_axis;
  b.intermediate.col(2) = up;
  b.rotation.col(0) = pitch.cosine * b.roll_axis - pitch.sine * up;
  b.rotation.col(1) = b.pitch_axis;
  b.rotation.col(2) = pitch.sine * b.roll_axis + pitch.cosine * up;
}

template <typename T>
void set_velocities(const std::array<T, 6>& v, State<T>& b) {
  const Vec<T>& k = b.frame.curvature;
  const T &y = b.position.y(), &z = b.position.z();
  b.speed = v[0];
  b.velocity_s = {1 + k.y() * z - k.z() * y, -k.x() * z, k.x() * y};
  b.velocity = v[0] * b.velocity_s + Vec<T>{T(0), v[1], v[2]};
  b.intermediate_angular_velocity = v[0] * k + v[3] * b.roll_axis + Vec<T>{T(0), T(0), v[5]};
  b.angular_velocity = b.intermediate_angular_velocity + v[4] * b.pitch_axis;
}

/// Inertia in axes of the intermediate frame, Ry(θ) I Ry(θ)ᵀ.
template <typename T>
Mat<T> intermediate_inertia(const Mat<T>& inertia, const Angle<T>& pitch) {
  const T &c = pitch.cosine, &s = pitch.sine;
  const T &a = inertia(0, 0), &b = inertia(2, 2), &p = inertia(0, 2);
  const T xx = c * c * a + 2 * s * c * p + s * s * b;
  const T zz = s * s * a - 2 * s * c * p + c * c * b;
  const T xz = s * c * (b - a) + (c * c - s * s) * p;
  const T xy = c * inertia(0, 1) + s * inertia(1, 2);
  const T yz = c * inertia(1, 2) - s * inertia(0, 1);
  return Mat<T>{{xx, xy, xz}, {xy, inertia(1, 1), yz}, {xz, yz, zz}};
}

/// Inverse of a symmetric positive definite 3×3 by cofactors.
template <typename T>
Mat<T> symmetric_inverse(const Mat<T>& m) {
  const T c00 = m(1, 1) * m(2, 2) - m(1, 2) * m(1, 2);
  const T c01 = m(0, 2) * m(1, 2) - m(0, 1) * m(2, 2);
  const T c02 = m(0, 1) * m(1, 2) - m(0, 2) * m(1, 1);
  const T scale = 1 / (m(0, 0) * c00 + m(0, 1) * c01 + m(0, 2) * c02);
  const T c11 = m(0, 0) * m(2, 2) - m(0, 2) * m(0, 2);
  const T c12 = m(0, 1) * m(0, 2) - m(0, 0) * m(1, 2);
  const T c22 = m(0, 0) * m(1, 1) - m(0, 1) * m(0, 1);
  return Mat<T>{{c00 * scale, c01 * scale, c02 * scale},
                {c01 * scale, c11 * scale, c12 * scale},
                {c02 * scale, c12 * scale, c22 * scale}};
}

template <typename T>
void set_mass(const T& mass, const Mat<T>& inertia, const Angle<T>& roll, State<T>& b) {
  const Vec<T> w{T(0), roll.sine, roll.cosine};  // yaw axis in the intermediate frame
  const Vec<T> k = b.intermediate.transpose() * b.frame.curvature;
  const Vec<T> iw = inertia * w, ik = inertia * k;
  b.mass = mass;
  b.mass_ss = mass * b.velocity_s.squaredNorm() + k.dot(ik);
  b.coupling_yz = {mass * b.velocity_s.y(), mass * b.velocity_s.z()};
  b.coupling_rotation = {ik.x(), ik.y(), w.dot(ik)};
  b.rotational_mass = Mat<T>{{inertia(0, 0), inertia(0, 1), iw.x()},
                             {inertia(0, 1), inertia(1, 1), iw.y()},
                             {iw.x(), iw.y(), w.dot(iw)}};
  b.rotational_inverse = symmetric_inverse(b.rotational_mass);
  b.schur = b.mass_ss - b.coupling_yz.squaredNorm() / mass -
            b.coupling_rotation.dot(b.rotational_inverse * b.coupling_rotation);
}

/// `still`: Ixx − Izz of what does not spin, which `inertia` contains. docs/theory/multibody.md (10)
template <typename T>
void set_force(double gravity, const Mat<T>& inertia, const T& still, const std::array<T, 6>& v,
               State<T>& b) {
  const Bias<T> bias = quadratic_velocity(b, v);
  const Vec<T> weight = T(-gravity) * b.frame.rotation.row(2).transpose();
  const Vec<T> alpha = b.intermediate.transpose() * bias.angular;
  const Vec<T> omega = b.intermediate.transpose() * b.angular_velocity;
  const Vec<T> of_still = (still * v[4]) * Vec<T>{omega.z(), T(0), omega.x()};
  const Vec<T> torque = inertia * alpha + omega.cross(inertia * omega) + of_still;
  const Vec<T> force = b.mass * (weight - bias.linear), moment = -(b.intermediate * torque);
  b.force << b.velocity_s.dot(force) + b.frame.curvature.dot(moment), force.y(), force.z(),
      b.roll_axis.dot(moment), b.pitch_axis.dot(moment), moment.z();
}

/// Rates of roll, pitch and yaw.
template <typename T>
using Angles = std::array<Angle<T>, 3>;

/// The frame is known.
template <typename T>
Angles<T> set_motion(const std::array<T, 6>& q, const std::array<T, 6>& velocity, State<T>& out) {
  out.position = {T(0), q[1], q[2]};
  const Angles<T> angles{sin_cos(q[3]), sin_cos(q[4]), sin_cos(q[5])};
  set_orientation(angles[0], angles[1], angles[2], out);
  set_velocities(velocity, out);
  return angles;
}

template <typename T>
void set_state(const T& mass, const Mat<T>& inertia, const T& still, double gravity,
               const std::array<T, 6>& q, const std::array<T, 6>& velocity, State<T>& out) {
  const Angles<T> angles = set_motion(q, velocity, out);
  Mat<T> turned = intermediate_inertia(inertia, angles[1]);
  turned(0, 0) = turned(0, 0) + T(0.5) * still;
  turned(2, 2) = turned(2, 2) - T(0.5) * still;
  set_mass(mass, turned, angles[0], out);
  set_force(gravity, turned, still, velocity, out);
}

}  // namespace

FLANGEWAY_VECTORIZED
void evaluate_kinematics(const Model& model, const track::TrackModel& track, const double* y,
                         Workspace& workspace) {
  FLANGEWAY_ASSERT(workspace.bodies.size() == model.body_count(),
                   "make_workspace() has made the workspace for this model");
  const double* velocity = y + model.velocity_offset();
  std::vector<BodyState>& bodies = workspace.bodies;
  for (BodyBatch& batch : workspace.batches) {
    const auto& [a, b, c, d] = batch.bodies;
    const auto q = six(y, batch.bodies);
    BasicBodyState<math::Batch>& state = batch.state;
    track::evaluate_frame(track, q[0], state.frame);
    batch.velocity = six(velocity, batch.bodies);
    set_state(batch.mass, batch.inertia, batch.still_inertia, model.gravity, q, batch.velocity, state);
    math::scatter<BasicBodyState>(state, {&bodies[a], &bodies[b], &bodies[c], &bodies[d]});
  }
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    bodies[b].speed_prescribed = b == model.driven_body;
    bodies[b].prescribed_acceleration = workspace.prescribed_acceleration;
  }
  for (const AxleTwist& twist : model.axle_twists)
    bodies[twist.body].twist_rate = y[model.auxiliary_offset() + twist.rate];
}

FLANGEWAY_VECTORIZED
void evaluate_motion(const Model& model, const track::TrackModel& track, const double* y, BodyBatch& batch) {
  const auto q = six(y, batch.bodies);
  batch.velocity = six(y + model.velocity_offset(), batch.bodies);
  track::evaluate_frame(track, q[0], batch.state.frame);
  (void)set_motion(q, batch.velocity, batch.state);
}

Mat6 mass_matrix(const BodyState& b) {
  Mat6 m = Mat6::Zero();
  m(0, 0) = b.mass_ss;
  m.block<1, 2>(0, 1) = b.coupling_yz.transpose();
  m.block<2, 1>(1, 0) = b.coupling_yz;
  m.block<1, 3>(0, 3) = b.coupling_rotation.transpose();
  m.block<3, 1>(3, 0) = b.coupling_rotation;
  m(1, 1) = m(2, 2) = b.mass;
  m.block<3, 3>(3, 3) = b.rotational_mass;
  return m;
}

double kinetic_energy(const BodyState& b, const double* velocity) {
  const Eigen::Map<const Vec6> v(velocity);
  return 0.5 * v.dot(mass_matrix(b) * v);
}

}  // namespace flangeway::multibody
