#include "flangeway/multibody/suspension.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/flexible.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/poses.hpp"

namespace flangeway::multibody {

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

/// Adds to both ends.
void add(Pose* poses, const Indices& i, const Indices& j, const Wrenches<Batch>& wrenches) {
  add(poses, i, wrenches.force, wrenches.moment_i);
  add(poses, j, -wrenches.force, wrenches.moment_j);
}

Batch at(const double* values, const Indices& index) {
  return {values[index[0]], values[index[1]], values[index[2]], values[index[3]]};
}

/// Where the output goes: components of one element after the other.
struct Output {
  const double* first;  // force of the first element
  double* force;
  double* deflection;
  template <std::size_t Components>
  void put(std::size_t count, const std::array<Batch, Components>& f,
           const std::array<Batch, Components>& d) {
    for (std::size_t lane = 0; lane < count; ++lane)
      for (std::size_t k = 0; k < Components; ++k) *force++ = f[k][lane], *deflection++ = d[k][lane];
  }
};

template <typename Element>
constexpr bool can_be_idle = requires(const Element& e) {
  &Element::template is_idle<Batch>;
};

/// Auxiliary states of four elements, and their rates.
struct Auxiliary {
  const double* state;
  double* rate;
};

/// What four elements of one kind add.
template <template <typename> class Kind>
void add_four(const ElementBatch<Kind>& e, Pose* poses, const Auxiliary& auxiliary, Output& output) {
  using Law = Kind<Batch>;
  using Motion = typename Law::template Motion<Batch>;
  const PoseBatch i = poses_of(poses, e.i), j = poses_of(poses, e.j);
  const Motion motion(e.law, i, j);
  Deformation<Batch, Motion::components, Law::states, inputs_of<Law>> deformation{
      motion.deflection, motion.rate, {}, {}, {}};
  if constexpr (can_be_idle<Law>) {
    if (e.law.is_idle(e.curves, deformation)) {
      output.put(e.count, std::array<Batch, Motion::components>{}, motion.deflection);
      return;
    }
  }
  for_each_index<Law::states>([&](std::size_t k) {
    deformation.has[k] = e.states[k].any;
    if (e.states[k].any) deformation.state[k] = at(auxiliary.state, e.states[k].index);
  });
  for_each_index<inputs_of<Law>>([&](std::size_t k) {
    deformation.input[k] = e.sources[k].given * at(output.first, e.sources[k].output);
  });
  auto response = e.law.respond(e.curves, deformation);
  output.put(e.count, response.force, motion.deflection);
  for_each_index<Law::states>([&](std::size_t k) {
    if (!e.states[k].any) return;
    for (std::size_t lane = 0; lane < e.count; ++lane)
      if (e.states[k].given[lane]) auxiliary.rate[e.states[k].index[lane]] = response.state_rate[k][lane];
  });
  if (e.count < math::batch_size)
    for (Batch& force : response.force) force *= e.present;
  add(poses, e.i, e.j, motion.resist(response.force));
}

void add_elements(Workspace& w, const Auxiliary& auxiliary) {
  Output output{w.element_force.data(), w.element_force.data(), w.element_deflection.data()};
  const auto each = [&](const auto& batches) {
    for (const auto& batch : batches) add_four(batch, w.poses.data(), auxiliary, output);
  };
  std::apply([&](const auto&... lists) { (each(lists), ...); }, w.elements->kinds);
}

/// Torque on a wheelset turns its spin; what is not along the axle goes to its frame like any moment.
void add_applied_forces(const Model& model, Workspace& w) {
  for (const AppliedForce& e : model.lists->applied_forces) {
    apply<double>(e, w.poses,
                  [&](std::size_t pose, const auto& force, const auto& moment, const auto& torque) {
                    w.poses[pose].force += force;
                    w.poses[pose].moment += moment;
                    w.poses[pose].moment += torque;
                    if (pose < model.body_count())
                      w.spin_torque[pose] += w.poses[pose].rotation.col(1).dot(torque);
                  });
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
    const double speed = is_standing(model, k) ? 0 : b.speed;
    pose.velocity = speed * turn.col(0);
    pose.angular_velocity = speed * (turn * b.frame.curvature);
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
    if (is_standing(model, k)) continue;
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
  set_poses(model, w);
  set_flexible_poses(model, auxiliary, w);
  add_elements(w, {auxiliary, auxiliary_rate});
  add_applied_forces(model, w);
  load_flexible_bodies(model, auxiliary, w, auxiliary_rate);
  collect(model, w);
}

}  // namespace flangeway::multibody
