#include "flangeway/multibody/kinematics.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/sin_cos.hpp"

namespace flangeway::multibody {

namespace {

/// Axes and rotations for roll φ, pitch θ, yaw ψ; the pitch axis is the y axis of the intermediate frame.
void set_orientation(const SinCos& roll, const SinCos& pitch, const SinCos& yaw, BodyState& b) {
  b.roll_axis = {yaw.cosine, yaw.sine, 0};
  b.pitch_axis = {-yaw.sine * roll.cosine, yaw.cosine * roll.cosine, roll.sine};
  const Vec3 up{yaw.sine * roll.sine, -yaw.cosine * roll.sine, roll.cosine};
  b.intermediate.col(0) = b.roll_axis;
  b.intermediate.col(1) = b.pitch_axis;
  b.intermediate.col(2) = up;
  b.rotation.col(0) = pitch.cosine * b.roll_axis - pitch.sine * up;
  b.rotation.col(1) = b.pitch_axis;
  b.rotation.col(2) = pitch.sine * b.roll_axis + pitch.cosine * up;
}

void set_velocities(const double* v, BodyState& b) {
  const Vec3& k = b.frame.curvature;
  const double y = b.position.y(), z = b.position.z();
  b.speed = v[0];
  b.velocity_s = {1 + k.y() * z - k.z() * y, -k.x() * z, k.x() * y};
  b.velocity = v[0] * b.velocity_s + Vec3{0, v[1], v[2]};
  b.intermediate_angular_velocity = v[0] * k + v[3] * b.roll_axis + Vec3{0, 0, v[5]};
  b.angular_velocity = b.intermediate_angular_velocity + v[4] * b.pitch_axis;
}

/// Inertia in axes of the intermediate frame, Ry(θ) I Ry(θ)ᵀ.
Mat3 intermediate_inertia(const Mat3& inertia, const SinCos& pitch) {
  const double c = pitch.cosine, s = pitch.sine;
  const double a = inertia(0, 0), b = inertia(2, 2), p = inertia(0, 2);
  const double xx = c * c * a + 2 * s * c * p + s * s * b;
  const double zz = s * s * a - 2 * s * c * p + c * c * b;
  const double xz = s * c * (b - a) + (c * c - s * s) * p;
  const double xy = c * inertia(0, 1) + s * inertia(1, 2);
  const double yz = c * inertia(1, 2) - s * inertia(0, 1);
  return Mat3{{xx, xy, xz}, {xy, inertia(1, 1), yz}, {xz, yz, zz}};
}

/// Inverse of a symmetric positive definite 3×3 by cofactors.
Mat3 symmetric_inverse(const Mat3& m) {
  const double c00 = m(1, 1) * m(2, 2) - m(1, 2) * m(1, 2);
  const double c01 = m(0, 2) * m(1, 2) - m(0, 1) * m(2, 2);
  const double c02 = m(0, 1) * m(1, 2) - m(0, 2) * m(1, 1);
  const double scale = 1 / (m(0, 0) * c00 + m(0, 1) * c01 + m(0, 2) * c02);
  const double c11 = m(0, 0) * m(2, 2) - m(0, 2) * m(0, 2);
  const double c12 = m(0, 1) * m(0, 2) - m(0, 0) * m(1, 2);
  const double c22 = m(0, 0) * m(1, 1) - m(0, 1) * m(0, 1);
  return Mat3{{c00 * scale, c01 * scale, c02 * scale},
              {c01 * scale, c11 * scale, c12 * scale},
              {c02 * scale, c12 * scale, c22 * scale}};
}

void set_mass(double mass, const Mat3& inertia, const SinCos& roll, BodyState& b) {
  const Vec3 w{0, roll.sine, roll.cosine};  // yaw axis in the intermediate frame
  const Vec3 k = b.intermediate.transpose() * b.frame.curvature;
  const Vec3 iw = inertia * w, ik = inertia * k;
  b.mass = mass;
  b.mass_ss = mass * b.velocity_s.squaredNorm() + k.dot(ik);
  b.coupling_yz = mass * Vec2{b.velocity_s.y(), b.velocity_s.z()};
  b.coupling_rotation = {ik.x(), ik.y(), w.dot(ik)};
  b.rotational_mass = Mat3{{inertia(0, 0), inertia(0, 1), iw.x()},
                           {inertia(0, 1), inertia(1, 1), iw.y()},
                           {iw.x(), iw.y(), w.dot(iw)}};
  b.rotational_inverse = symmetric_inverse(b.rotational_mass);
  b.schur = b.mass_ss - b.coupling_yz.squaredNorm() / mass -
            b.coupling_rotation.dot(b.rotational_inverse * b.coupling_rotation);
}

/// Accelerations for q̈ = 0: of the origin and of the angular velocity, track components.
struct Bias {
  Vec3 linear, angular;
};

Bias quadratic_velocity(const BodyState& b, const double* v) {
  const Vec3 turning = v[0] * b.frame.curvature;  // angular velocity of the track frame
  const Vec3 relative{0, v[1], v[2]};
  const Vec3 bend = v[0] * v[0] * b.frame.curvature_rate;
  const Vec3 yaw{0, 0, v[5]};
  const Vec3 roll = v[3] * b.roll_axis;
  const Vec3 relative_turning = b.angular_velocity - turning;
  return {bend.cross(b.position) + turning.cross(relative) + turning.cross(b.velocity),
          bend + yaw.cross(roll) + v[4] * (yaw + roll).cross(b.pitch_axis) + turning.cross(relative_turning)};
}

void set_force(double gravity, const Mat3& inertia, const double* v, BodyState& b) {
  const Bias bias = quadratic_velocity(b, v);
  const Vec3 weight = -gravity * b.frame.rotation.row(2).transpose();
  const Vec3 alpha = b.intermediate.transpose() * bias.angular;
  const Vec3 omega = b.intermediate.transpose() * b.angular_velocity;
  const Vec3 torque = inertia * alpha + omega.cross(inertia * omega);
  b.force = generalized_force(b, b.mass * (weight - bias.linear), -(b.intermediate * torque));
}

}  // namespace

void evaluate_body(const Body& body, const track::TrackModel& track, double gravity, const double* q,
                   const double* velocity, BodyState& out) {
  track::evaluate_frame(track, q[0], out.frame);
  out.position = {0, q[1], q[2]};
  const SinCos roll = sin_cos(q[3]), pitch = sin_cos(q[4]), yaw = sin_cos(q[5]);
  set_orientation(roll, pitch, yaw, out);
  set_velocities(velocity, out);
  const Mat3 inertia = intermediate_inertia(body.inertia, pitch);
  set_mass(body.mass, inertia, roll, out);
  set_force(gravity, inertia, velocity, out);
}

FLANGEWAY_VECTORIZED
void evaluate_kinematics(const Model& model, const track::TrackModel& track, const double* y,
                         Workspace& workspace) {
  const double* velocity = y + model.velocity_offset();
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    BodyState& state = workspace.bodies[b];
    evaluate_body(model.bodies[b], track, model.gravity, y + 6 * b, velocity + 6 * b, state);
    state.speed_prescribed = b == model.driven_body;
    state.prescribed_acceleration = workspace.prescribed_acceleration;
  }
}

Eigen::Matrix<double, 3, 6> rotation_jacobian(const BodyState& b) {
  Eigen::Matrix<double, 3, 6> jacobian = Eigen::Matrix<double, 3, 6>::Zero();
  jacobian.col(0) = b.frame.curvature;
  jacobian.col(3) = b.roll_axis;
  jacobian.col(4) = b.pitch_axis;
  jacobian(2, 5) = 1;
  return jacobian;
}

Eigen::Matrix<double, 3, 6> point_jacobian(const BodyState& b, const Vec3& arm) {
  Eigen::Matrix<double, 3, 6> jacobian;
  jacobian.col(0) = b.velocity_s + b.frame.curvature.cross(arm);
  jacobian.col(1) = Vec3::UnitY();
  jacobian.col(2) = Vec3::UnitZ();
  jacobian.col(3) = b.roll_axis.cross(arm);
  jacobian.col(4) = b.pitch_axis.cross(arm);
  jacobian.col(5) = Vec3{-arm.y(), arm.x(), 0};
  return jacobian;
}

Vec3 point_acceleration(const BodyState& b, const double* velocity, const Vec6& acceleration,
                        const Vec3& arm) {
  const Bias bias = quadratic_velocity(b, velocity);
  return point_jacobian(b, arm) * acceleration + bias.linear + bias.angular.cross(arm) +
         b.angular_velocity.cross(b.angular_velocity.cross(arm));
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

namespace {

/// The five equations besides s for a given q̈_s.
Vec6 solve_given_s(const BodyState& b, const Vec6& rhs, double acceleration_s) {
  Vec6 x;
  x[0] = acceleration_s;
  x.segment<2>(1) = (rhs.segment<2>(1) - acceleration_s * b.coupling_yz) / b.mass;
  x.tail<3>() = b.rotational_inverse * (rhs.tail<3>() - acceleration_s * b.coupling_rotation);
  return x;
}

Vec6 solve_free(const BodyState& b, const Vec6& rhs) {
  const double reduced = rhs[0] - b.coupling_yz.dot(rhs.segment<2>(1)) / b.mass -
                         b.coupling_rotation.dot(b.rotational_inverse * rhs.tail<3>());
  return solve_given_s(b, rhs, reduced / b.schur);
}

}  // namespace

Vec6 solve_mass(const BodyState& b, const Vec6& rhs) {
  return b.speed_prescribed ? solve_given_s(b, rhs, b.prescribed_acceleration) : solve_free(b, rhs);
}

Vec6 solve_mass_column(const BodyState& b, const Vec6& column) {
  return b.speed_prescribed ? solve_given_s(b, column, 0) : solve_free(b, column);
}

double traction_force(const BodyState& b, const Vec6& rhs, const Vec6& acceleration) {
  return b.mass_ss * acceleration[0] + b.coupling_yz.dot(acceleration.segment<2>(1)) +
         b.coupling_rotation.dot(acceleration.tail<3>()) - rhs[0];
}

double kinetic_energy(const BodyState& b, const double* velocity) {
  const Eigen::Map<const Vec6> v(velocity);
  return 0.5 * v.dot(mass_matrix(b) * v);
}

}  // namespace flangeway::multibody
