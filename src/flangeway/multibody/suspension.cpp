#include "flangeway/multibody/suspension.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/math/pair_table.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/poses.hpp"

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

using math::Batch;
using Mat3Batch = Packed<Batch, 3, 3>;
using PoseBatch = BasicPose<Batch>;
template <typename T>
using Turn = Packed<T, 3, 3>;

/// The poses of one end of four elements.
PoseBatch poses_of(const Pose* poses, const Indices& index) {
  PoseBatch batch;
  math::gather<BasicPose>({poses + index[0], poses + index[1], poses + index[2], poses + index[3]}, batch);
  return batch;
}

/// Adds forces and moments about the origins of the poses, one lane after the other: elements share bodies.
void add(Pose* poses, const Indices& index, const Vec3Batch& force, const Vec3Batch& moment) {
  static_assert(sizeof(Pose) == sizeof(BasicPose<double>) + 8 * sizeof(double));
  Batch front[] = {force[0], force[1], force[2], moment[0]}, back[] = {moment[1], moment[2], 0, 0};
  math::transpose(front);
  math::transpose(back);
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    double* sum = poses[index[lane]].force.data();
    (math::load(sum) + front[lane]).store(sum);
    (math::load(sum + 4) + back[lane]).store(sum + 4);
  }
}

/// Forces at arms from the origins of the poses.
void apply(Pose* poses, const Indices& index, const Vec3Batch& arm, const Vec3Batch& force) {
  add(poses, index, force, arm.cross(force));
}

/// The lines between two points: arms, unit vectors from i to j, lengths and their rates.
struct Lines {
  Vec3Batch arm_i, arm_j, direction;
  Batch length, rate;
  Lines(const PoseBatch& i, const PoseBatch& j, const Vec3Batch& point_i, const Vec3Batch& point_j)
      : arm_i(i.rotation * point_i), arm_j(j.rotation * point_j) {
    const Vec3Batch span = j.position + arm_j - i.position - arm_i;
    length = sqrt(span.squaredNorm());
    direction = span * (1 / select(length > 1e-12, length, Batch(1e-12)));
    rate = direction.dot(j.velocity + j.angular_velocity.cross(arm_j) - i.velocity -
                         i.angular_velocity.cross(arm_i));
  }
  void pull(Pose* poses, const ElementBatch& ends, const Batch& tension) const {
    const Vec3Batch force = tension * direction;
    apply(poses, ends.i, arm_i, force);
    apply(poses, ends.j, arm_j, -force);
  }
};

/// Where the points j are and move in the axes of the poses i, relative to the nominal points.
struct Offsets {
  Vec3Batch arm_i, arm_j;  // both to points j
  Vec3Batch deflection;    // axes of i
  Offsets(const PoseBatch& i, const PoseBatch& j, const Vec3Batch& point_i, const Vec3Batch& point_j)
      : arm_j(j.rotation * point_j) {
    arm_i = j.position + arm_j - i.position;
    deflection = i.rotation.transpose() * arm_i - point_i;
  }
  [[nodiscard]] Vec3Batch rate(const PoseBatch& i, const PoseBatch& j) const {
    const Vec3Batch apart =
        j.velocity + j.angular_velocity.cross(arm_j) - i.velocity - i.angular_velocity.cross(arm_i);
    return i.rotation.transpose() * apart;
  }
  /// `resistance` is the force on i, axes of i.
  void resist(Pose* poses, const ElementBatch& ends, const PoseBatch& i, const Vec3Batch& resistance) const {
    const Vec3Batch force = i.rotation * resistance;
    apply(poses, ends.i, arm_i, force);
    apply(poses, ends.j, arm_j, -force);
  }
};

struct Output {
  double* force;
  double* deflection;
  void put(std::size_t count, const Batch& f, const Batch& d) {
    for (std::size_t lane = 0; lane < count; ++lane) *force++ = f[lane], *deflection++ = d[lane];
  }
  void put(std::size_t count, const Vec3Batch& f, const Vec3Batch& d) {
    for (std::size_t lane = 0; lane < count; ++lane)
      for (int k = 0; k < 3; ++k) *force++ = f[k][lane], *deflection++ = d[k][lane];
  }
};

/// Where a law is a table, it takes the place of the linear one.
void read_tables(const Model& model, const AxialBatch& batch, const Batch& elongation, const Batch& rate,
                 Batch& spring, Batch& damper) {
  for (std::size_t lane = 0; lane < batch.count; ++lane) {
    const AxialElement& e = model.axial[batch.first + lane];
    if (e.spring.given()) spring.set(lane, interpolate(model, e.spring, elongation[lane]));
    if (e.damper.given()) damper.set(lane, interpolate(model, e.damper, rate[lane]));
  }
}

void add_axial(const Model& model, Workspace& w, Output& output) {
  Pose* const poses = w.poses.data();
  for (const AxialBatch& e : w.elements.axial) {
    const Lines lines(poses_of(poses, e.i), poses_of(poses, e.j), e.point_i, e.point_j);
    const Batch d = lines.length - e.length;
    Batch spring = e.stiffness * d, damper = e.damping * lines.rate;
    if (e.any_table) read_tables(model, e, d, lines.rate, spring, damper);
    const Batch tension = e.preload + spring + damper;
    lines.pull(poses, e, tension);
    output.put(e.count, tension, d);
  }
}

Batch at(const double* values, const Indices& index) {
  return {values[index[0]], values[index[1]], values[index[2]], values[index[3]]};
}

void add_series(Workspace& w, const double* auxiliary, double* rate, Output& output) {
  Pose* const poses = w.poses.data();
  for (const SeriesBatch& e : w.elements.series) {
    const Lines lines(poses_of(poses, e.i), poses_of(poses, e.j), e.point_i, e.point_j);
    const Batch d = lines.length - e.length;
    const Batch tension = e.stiffness * (d - at(auxiliary, e.auxiliary)), flow = tension / e.damping;
    for (std::size_t lane = 0; lane < e.count; ++lane) rate[e.auxiliary[lane]] = flow[lane];
    lines.pull(poses, e, tension);
    output.put(e.count, tension, d);
  }
}

/// Force of the dampers in series with a spring; sets the rates of their states.
Batch series_dampers(const ShearBatch::SeriesDampers& dampers, std::size_t count, const Batch& d,
                     const double* auxiliary, double* rate) {
  const Batch force = dampers.stiffness * (d - at(auxiliary, dampers.auxiliary));
  const Batch flow = force / dampers.damping;
  for (std::size_t lane = 0; lane < count; ++lane)
    if (dampers.given[lane]) rate[dampers.auxiliary[lane]] = flow[lane];
  return force;
}

void add_shear(Workspace& w, const double* auxiliary, double* rate, Output& output) {
  Pose* const poses = w.poses.data();
  for (const ShearBatch& e : w.elements.shear) {
    const PoseBatch i = poses_of(poses, e.i), j = poses_of(poses, e.j);
    const Offsets offsets(i, j, e.point_i, e.point_j);
    const Vec3Batch &d = offsets.deflection, speed = offsets.rate(i, j);
    Vec3Batch force = e.stiffness.cwiseProduct(d) + e.damping.cwiseProduct(speed) - e.preload;
    for (int k = 0; k < 3; ++k) {
      const ShearBatch::SeriesDampers& dampers = e.series[static_cast<std::size_t>(k)];
      if (dampers.any) force[k] += series_dampers(dampers, e.count, d[k], auxiliary, rate);
    }
    offsets.resist(poses, e, i, force);
    output.put(e.count, force, d);
  }
}

void add_torsion(Workspace& w, Output& output) {
  Pose* const poses = w.poses.data();
  for (const TorsionBatch& e : w.elements.torsion) {
    const PoseBatch i = poses_of(poses, e.i), j = poses_of(poses, e.j);
    const Mat3Batch r = i.rotation.transpose() * j.rotation;
    const Batch half = 0.5;
    const Vec3Batch chi = half * Vec3Batch{r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1)};
    Mat3Batch chi_rate = -half * r;  // χ̇ = chi_rate · relative velocity
    const Batch trace = half * (r(0, 0) + r(1, 1) + r(2, 2));
    for (int k = 0; k < 3; ++k) chi_rate(k, k) += trace;
    const Vec3Batch turning = i.rotation.transpose() * (j.angular_velocity - i.angular_velocity);
    const Vec3Batch rate = chi_rate * turning;
    const Vec3Batch resistance = e.stiffness.cwiseProduct(chi) + e.damping.cwiseProduct(rate) - e.preload;
    const Vec3Batch inner = chi_rate.transpose() * resistance, moment = i.rotation * inner;
    add(poses, e.i, Vec3Batch::Zero(), moment);
    add(poses, e.j, Vec3Batch::Zero(), -moment);
    output.put(e.count, resistance, chi);
  }
}

double stop_force(const Model& model, const BumpStopElement& e, double d) {
  const double penetration = std::abs(d) - e.clearance;
  const bool open = penetration <= model.table_points[e.table.first][0] || !(d > 0 ? e.positive : e.negative);
  return open ? 0 : std::copysign(interpolate(model, e.table, penetration), d);
}

void add_bump_stops(const Model& model, Workspace& w, Output& output) {
  Pose* const poses = w.poses.data();
  for (const BumpStopBatch& e : w.elements.bump_stops) {
    const PoseBatch i = poses_of(poses, e.i), j = poses_of(poses, e.j);
    const Offsets offsets(i, j, e.point_i, e.point_j);
    const Batch d = e.direction.dot(offsets.deflection);
    Batch force = 0;
    if (any(abs(d) > e.gap)) {
      for (std::size_t lane = 0; lane < e.count; ++lane)
        force.set(lane, stop_force(model, model.bump_stops[e.first + lane], d[lane]));
      offsets.resist(poses, e, i, force * e.direction);
    }
    output.put(e.count, force, d);
  }
}

/// Torque on a wheelset turns its spin; what is not along the axle goes to its frame like any moment.
void add_torque(const Model& model, Workspace& w, std::size_t pose, const Vec3& torque) {
  w.poses[pose].moment += torque;
  if (pose < model.body_count()) w.spin_torque[pose] += w.poses[pose].rotation.col(1).dot(torque);
}

/// Force and moment of a force at `arm` from the origin of the pose.
void apply(Pose& pose, const Vec3& arm, const Vec3& force) {
  pose.force += force;
  pose.moment += arm.cross(force);
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

void set_poses(const track::Frame& master, BodyBatch& batch, Workspace& w) {
  set_pose(master.position.cast<Batch>(), master.rotation.cast<Batch>(), batch);
  const auto& [k, l, m, n] = batch.bodies;
  math::scatter<BasicPose>(batch.pose, {&w.poses[k], &w.poses[l], &w.poses[m], &w.poses[n]});
  math::scatter<Turn>(batch.to_master, {&w.to_master[k], &w.to_master[l], &w.to_master[m], &w.to_master[n]});
}

/// The poses of track frames.
void set_ground_poses(const Model& model, const track::Frame& master, Workspace& w) {
  for (std::size_t k = 0; k < model.ground_bodies.size(); ++k) {
    const BodyState& b = w.bodies[model.ground_bodies[k]];
    const Packed<double, 3, 3>& turn = w.to_master[model.ground_bodies[k]];
    Pose& pose = w.poses[model.body_count() + k];
    pose.rotation = turn;
    pose.position = master.rotation.transpose() * (b.frame.position - master.position);
    pose.velocity = b.speed * turn.col(0);
    pose.angular_velocity = b.speed * (turn * b.frame.curvature);
  }
}

void set_poses(const Model& model, Workspace& w) {
  const track::Frame& master = w.bodies[model.reference_body].frame;
  for (BodyBatch& batch : w.batches) set_poses(master, batch, w);
  set_ground_poses(model, master, w);
  for (Pose& pose : w.poses) pose.force.setZero(), pose.moment.setZero();
  std::fill(w.spin_torque.begin(), w.spin_torque.end(), 0.0);
}

/// The generalised forces of four bodies.
void collect(const BodyBatch& batch, Workspace& w) {
  const Mat3Batch turn = batch.to_master.transpose();
  Vec3Batch force, moment;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const Pose& pose = w.poses[batch.bodies[lane]];
    for (int k = 0; k < 3; ++k) force[k].set(lane, pose.force[k]), moment[k].set(lane, pose.moment[k]);
  }
  Packed<Batch, 6> q = generalized_wrench<Batch>(batch.state, turn * force, turn * moment);
  q[4] = select(batch.wheelset > 0, at(w.spin_torque.data(), batch.bodies), q[4]);
  for (std::size_t lane = 0; lane < batch.count; ++lane)
    for (int k = 0; k < 6; ++k) w.bodies[batch.bodies[lane]].force[k] += q[k][lane];
}

void collect(const Model& model, Workspace& w) {
  for (const BodyBatch& batch : w.batches) collect(batch, w);
  // A track frame moves with s of its body alone.
  for (std::size_t k = 0; k < model.ground_bodies.size(); ++k) {
    BodyState& b = w.bodies[model.ground_bodies[k]];
    const Packed<double, 3, 3>& turn = w.to_master[model.ground_bodies[k]];
    const Pose& pose = w.poses[model.body_count() + k];
    b.force[0] += turn.col(0).dot(pose.force) + b.frame.curvature.dot(turn.transpose() * pose.moment);
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void evaluate_poses(const Model& model, Workspace& w) {
  set_poses(model, w);
}

FLANGEWAY_VECTORIZED
void evaluate_suspension(const Model& model, const double* y, Workspace& w, double* auxiliary_rate) {
  const double* auxiliary = y + model.auxiliary_offset();
  Output output{w.element_force.data(), w.element_deflection.data()};
  set_poses(model, w);
  add_axial(model, w, output);
  add_series(w, auxiliary, auxiliary_rate, output);
  add_shear(w, auxiliary, auxiliary_rate, output);
  add_torsion(w, output);
  add_bump_stops(model, w, output);
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
