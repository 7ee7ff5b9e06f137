#include "flangeway/multibody/suspension.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/differential_valves.hpp"
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

void add_elements(const double* auxiliary, double* auxiliary_rate, Workspace& w) {
  ElementBatches& elements = *w.elements;
  ElementSums sums{.poses = w.poses.data(),
                   .state = auxiliary,
                   .rate = auxiliary_rate,
                   .surface_force = elements.surfaces.force.data(),
                   .surface_place = elements.surfaces.place.data(),
                   .first_force = w.element_force.data(),
                   .force = w.element_force.data(),
                   .deflection = w.element_deflection.data(),
                   .energy = {}};
  for (const auto& add : elements.present) add(elements, sums);
  elements.energy = {sum(sums.energy.stored), sum(sums.energy.loss), sum(sums.energy.supplied),
                     sum(sums.energy.drive)};
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
  FLANGEWAY_ASSERT(w.poses.size() == model.pose_count(),
                   "make_workspace() has made the workspace for this model");
  set_poses(model, w);
}

FLANGEWAY_VECTORIZED
void evaluate_suspension(const Model& model, const double* y, Workspace& w, double* auxiliary_rate) {
  FLANGEWAY_ASSERT(w.poses.size() == model.pose_count(),
                   "make_workspace() has made the workspace for this model");
  const double* auxiliary = y + model.auxiliary_offset();
  set_poses(model, w);
  set_flexible_poses(model, auxiliary, w);
  add_elements(auxiliary, auxiliary_rate, w);
  exchange_gas(model, auxiliary, w, auxiliary_rate);
  add_applied_forces(model, w);
  load_flexible_bodies(model, auxiliary, w, auxiliary_rate);
  collect(model, w);
}

}  // namespace flangeway::multibody
