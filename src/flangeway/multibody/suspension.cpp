#include "flangeway/multibody/suspension.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/pair_table.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::multibody {

namespace {

constexpr auto continued = math::TableEnds::continued;

math::PairTable points(const Model& model, const Table& table) {
  return {model.table_points.data() + table.first, table.count};
}

}  // namespace

double interpolate(const Model& model, const Table& table, double x) {
  const double value = math::table_value(points(model, table), table.odd ? std::abs(x) : x, continued);
  return table.odd && x < 0 ? -value : value;
}

namespace {

/// Force and moment of a force at `arm` from the origin of the pose.
inline void apply(Pose& pose, const Vec3& arm, const Vec3& force) {
  pose.force += force;
  pose.moment += arm.cross(force);
}

/// The line between two points: arms, unit vector from i to j, length and its rate.
struct Line {
  Vec3 arm_i, arm_j, direction;
  double length, rate;
  Line(const Pose& i, const Pose& j, const Vec3& point_i, const Vec3& point_j)
      : arm_i(i.rotation * point_i), arm_j(j.rotation * point_j) {
    const Vec3 span = j.position + arm_j - i.position - arm_i;
    length = std::sqrt(span.squaredNorm());
    direction = span / std::max(length, 1e-12);
    rate = direction.dot(j.velocity + j.angular_velocity.cross(arm_j) - i.velocity -
                         i.angular_velocity.cross(arm_i));
  }
  void pull(Pose& i, Pose& j, double tension) const {
    const Vec3 force = tension * direction;
    apply(i, arm_i, force);
    apply(j, arm_j, -force);
  }
};

/// Where point j is and moves in the axes of pose i, relative to the nominal point.
struct Offset {
  Vec3 arm_i, arm_j;  // both to point j
  Vec3 deflection;    // axes of i
  Offset(const Pose& i, const Pose& j, const Vec3& point_i, const Vec3& point_j)
      : arm_j(j.rotation * point_j) {
    arm_i = j.position + arm_j - i.position;
    deflection = i.rotation.transpose() * arm_i - point_i;
  }
  [[nodiscard]] Vec3 rate(const Pose& i, const Pose& j) const {
    return i.rotation.transpose() *
           (j.velocity + j.angular_velocity.cross(arm_j) - i.velocity - i.angular_velocity.cross(arm_i));
  }
  /// `resistance` is the force on i, axes of i.
  void resist(Pose& i, Pose& j, const Vec3& resistance) const {
    const Vec3 force = i.rotation * resistance;
    apply(i, arm_i, force);
    apply(j, arm_j, -force);
  }
};

struct Output {
  double* force;
  double* deflection;
  void put(double f, double d) {
    *force++ = f;
    *deflection++ = d;
  }
  void put(const Vec3& f, const Vec3& d) {
    for (int k = 0; k < 3; ++k) put(f[k], d[k]);
  }
};

void add_axial(const Model& model, Pose* poses, Output& output) {
  for (const AxialElement& e : model.axial) {
    Pose &i = poses[e.i], &j = poses[e.j];
    const Line line(i, j, e.point_i, e.point_j);
    const double d = line.length - e.length;
    const double spring = e.spring.given() ? interpolate(model, e.spring, d) : e.stiffness * d;
    const double damper = e.damper.given() ? interpolate(model, e.damper, line.rate) : e.damping * line.rate;
    const double tension = e.preload + spring + damper;
    line.pull(i, j, tension);
    output.put(tension, d);
  }
}

void add_series(const Model& model, Pose* poses, const double* auxiliary, double* rate, Output& output) {
  for (const SeriesElement& e : model.series) {
    Pose &i = poses[e.i], &j = poses[e.j];
    const Line line(i, j, e.point_i, e.point_j);
    const double d = line.length - e.length;
    const double tension = e.stiffness * (d - auxiliary[e.auxiliary]);
    rate[e.auxiliary] = tension / e.damping;
    line.pull(i, j, tension);
    output.put(tension, d);
  }
}

/// Force of the dampers in series with a spring; sets the rates of their states.
Vec3 series_dampers(const ShearElement& e, const Vec3& d, const double* auxiliary, double* rate) {
  Vec3 force = Vec3::Zero();
  for (int k = 0; k < 3; ++k) {
    const ShearElement::SeriesDamper& damper = e.series[static_cast<std::size_t>(k)];
    if (damper.auxiliary == no_index) continue;
    force[k] = damper.stiffness * (d[k] - auxiliary[damper.auxiliary]);
    rate[damper.auxiliary] = force[k] / damper.damping;
  }
  return force;
}

void add_shear(const Model& model, Pose* poses, const double* auxiliary, double* rate, Output& output) {
  for (const ShearElement& e : model.shear) {
    Pose &i = poses[e.i], &j = poses[e.j];
    const Offset offset(i, j, e.point_i, e.point_j);
    const Vec3& d = offset.deflection;
    Vec3 force = e.stiffness.cwiseProduct(d) + e.damping.cwiseProduct(offset.rate(i, j)) - e.preload;
    if (e.any_series) force += series_dampers(e, d, auxiliary, rate);
    offset.resist(i, j, force);
    output.put(force, d);
  }
}

void add_torsion(const Model& model, Pose* poses, Output& output) {
  for (const TorsionElement& e : model.torsion) {
    Pose &i = poses[e.i], &j = poses[e.j];
    const Mat3 r = i.rotation.transpose() * j.rotation;
    const Vec3 chi = 0.5 * Vec3{r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
    const Mat3 chi_rate = 0.5 * (r.trace() * Mat3::Identity() - r);  // χ̇ = chi_rate · relative velocity
    const Vec3 rate = chi_rate * (i.rotation.transpose() * (j.angular_velocity - i.angular_velocity));
    const Vec3 resistance = e.stiffness.cwiseProduct(chi) + e.damping.cwiseProduct(rate) - e.preload;
    const Vec3 moment = i.rotation * (chi_rate.transpose() * resistance);
    i.moment += moment;
    j.moment -= moment;
    output.put(resistance, chi);
  }
}

double stop_force(const Model& model, const BumpStopElement& e, double d) {
  const double penetration = std::abs(d) - e.clearance;
  const bool open = penetration <= model.table_points[e.table.first][0] || !(d > 0 ? e.positive : e.negative);
  return open ? 0 : std::copysign(interpolate(model, e.table, penetration), d);
}

void add_bump_stops(const Model& model, Pose* poses, Output& output) {
  for (const BumpStopElement& e : model.bump_stops) {
    Pose &i = poses[e.i], &j = poses[e.j];
    const Offset offset(i, j, e.point_i, e.point_j);
    const double d = e.direction.dot(offset.deflection);
    const double force = stop_force(model, e, d);
    if (force != 0) offset.resist(i, j, force * e.direction);
    output.put(force, d);
  }
}

/// Torque on a wheelset turns its spin; what is not along the axle goes to its frame like any moment.
void add_torque(const Model& model, Workspace& w, std::size_t pose, const Vec3& torque) {
  w.poses[pose].moment += torque;
  if (pose < model.body_count()) w.spin_torque[pose] += w.poses[pose].rotation.col(1).dot(torque);
}

void add_constants(const Model& model, Workspace& w) {
  for (const ConstantElement& e : model.constants) {
    Pose& i = w.poses[e.i];
    const Vec3 arm = i.rotation * e.point_i, force = i.rotation * e.force, torque = i.rotation * e.torque;
    apply(i, arm, force);
    add_torque(model, w, e.i, torque);
    if (e.j == no_index) continue;
    apply(w.poses[e.j], i.position + arm - w.poses[e.j].position, -force);
    add_torque(model, w, e.j, -torque);
  }
}

void set_pose(const Mat3& turn, const Mat3& rotation, const Vec3& position, const Vec3& velocity,
              const Vec3& angular_velocity, Pose& pose) {
  pose.rotation = turn * rotation;
  pose.position = position;
  pose.velocity = turn * velocity;
  pose.angular_velocity = turn * angular_velocity;
  pose.force.setZero();
  pose.moment.setZero();
}

/// Position of a track frame in the master frame [Yu2022, eq. 28].
Vec3 origin_in_master(const track::Frame& master, const track::Frame& frame) {
  return master.rotation.transpose() * (frame.position - master.position);
}

void set_poses(const Model& model, Workspace& w) {
  const track::Frame& master = w.bodies[model.reference_body].frame;
  for (std::size_t k = 0; k < model.body_count(); ++k) {
    const BodyState& b = w.bodies[k];
    Mat3& turn = w.to_master[k];
    turn = master.rotation.transpose() * b.frame.rotation;
    const bool wheelset = model.bodies[k].wheelset;
    set_pose(turn, wheelset ? b.intermediate : b.rotation,
             origin_in_master(master, b.frame) + turn * b.position, b.velocity,
             wheelset ? b.intermediate_angular_velocity : b.angular_velocity, w.poses[k]);
    w.spin_torque[k] = 0;
  }
  for (std::size_t k = 0; k < model.ground_bodies.size(); ++k) {
    const std::size_t body = model.ground_bodies[k];
    const BodyState& b = w.bodies[body];
    set_pose(w.to_master[body], Mat3::Identity(), origin_in_master(master, b.frame), {b.speed, 0, 0},
             b.speed * b.frame.curvature, w.poses[model.body_count() + k]);
  }
}

void collect(const Model& model, Workspace& w) {
  for (std::size_t k = 0; k < model.body_count(); ++k) {
    const Mat3& turn = w.to_master[k];
    Vec6 q = generalized_force(w.bodies[k], turn.transpose() * w.poses[k].force,
                               turn.transpose() * w.poses[k].moment);
    if (model.bodies[k].wheelset) q[4] = w.spin_torque[k];
    w.bodies[k].force += q;
  }
  // A track frame moves with s of its body alone.
  for (std::size_t k = 0; k < model.ground_bodies.size(); ++k) {
    BodyState& b = w.bodies[model.ground_bodies[k]];
    const Mat3& turn = w.to_master[model.ground_bodies[k]];
    const Pose& pose = w.poses[model.body_count() + k];
    b.force[0] += (turn.transpose() * pose.force).x() + b.frame.curvature.dot(turn.transpose() * pose.moment);
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void evaluate_suspension(const Model& model, const double* y, Workspace& w, double* auxiliary_rate) {
  const double* auxiliary = y + model.auxiliary_offset();
  Output output{w.element_force.data(), w.element_deflection.data()};
  set_poses(model, w);
  add_axial(model, w.poses.data(), output);
  add_series(model, w.poses.data(), auxiliary, auxiliary_rate, output);
  add_shear(model, w.poses.data(), auxiliary, auxiliary_rate, output);
  add_torsion(model, w.poses.data(), output);
  add_bump_stops(model, w.poses.data(), output);
  add_constants(model, w);
  collect(model, w);
}

namespace {

/// ∫ f dx from 0 to x.
double integral(const Model& model, const Table& table, double x) {
  return math::table_integral(points(model, table), 0, table.odd ? std::abs(x) : x, continued);
}

double stop_energy(const Model& model, const BumpStopElement& e, double d) {
  if (stop_force(model, e, d) == 0) return 0;
  const double start = model.table_points[e.table.first][0];
  return integral(model, e.table, std::abs(d) - e.clearance) - integral(model, e.table, start);
}

double shear_energy(const ShearElement& e, const Vec3& d, const double* auxiliary) {
  double energy = 0.5 * d.dot(e.stiffness.cwiseProduct(d)) - e.preload.dot(d);
  for (int k = 0; k < 3; ++k) {
    const ShearElement::SeriesDamper& damper = e.series[static_cast<std::size_t>(k)];
    if (damper.auxiliary == no_index) continue;
    const double stretch = d[k] - auxiliary[damper.auxiliary];
    energy += 0.5 * damper.stiffness * stretch * stretch;
  }
  return energy;
}

}  // namespace

double elastic_energy(const Model& model, const double* y, const Workspace& w) {
  const double* auxiliary = y + model.auxiliary_offset();
  const double* d = w.element_deflection.data();
  double energy = 0;
  for (const AxialElement& e : model.axial) {
    const double x = *d++;
    energy += e.preload * x + (e.spring.given() ? integral(model, e.spring, x) : 0.5 * e.stiffness * x * x);
  }
  for (const SeriesElement& e : model.series) {
    const double stretch = *d++ - auxiliary[e.auxiliary];
    energy += 0.5 * e.stiffness * stretch * stretch;
  }
  for (const ShearElement& e : model.shear) {
    energy += shear_energy(e, Eigen::Map<const Vec3>(d), auxiliary);
    d += 3;
  }
  for (const TorsionElement& e : model.torsion) {
    const Eigen::Map<const Vec3> chi(d);
    energy += 0.5 * chi.dot(e.stiffness.cwiseProduct(chi)) - e.preload.dot(chi);
    d += 3;
  }
  for (const BumpStopElement& e : model.bump_stops) energy += stop_energy(model, e, *d++);
  return energy;
}

}  // namespace flangeway::multibody
