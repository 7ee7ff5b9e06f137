// A force and a torque that do not change in the axes of the body they act on.
#pragma once

#include "flangeway/multibody/elements/pose.hpp"
#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::multibody {

/// On pose i at point i, axes of i, and their reaction on pose j, if any. On a wheelset the y component of
/// the torque drives its spin (motor torque).
struct AppliedForce {
  std::size_t i = 0, j = no_index;
  Vec3 point_i = Vec3::Zero();
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

/// Calls act(pose, force, moment of the force about the origin of the pose, torque) for each pose it acts on.
/// T is double or an expression; `poses` holds poses over T.
template <typename T, typename Poses, typename Act>
void apply(const AppliedForce& e, const Poses& poses, const Act& act) {
  using Vector = Packed<T, 3>;
  const BasicPose<T>& i = poses[e.i];
  const Vector arm = i.rotation * e.point_i.cast<T>(), force = i.rotation * e.force.cast<T>(),
               torque = i.rotation * e.torque.cast<T>();
  act(e.i, force, Vector(arm.cross(force)), torque);
  if (e.j == no_index) return;
  const Vector arm_j = i.position + arm - poses[e.j].position, reaction = -force;
  act(e.j, reaction, Vector(arm_j.cross(reaction)), Vector(-torque));
}

}  // namespace flangeway::multibody
