// Poses of four bodies in a master track frame. Internal to the room.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Frame of attachments: that of a wheelset does not spin.
template <typename Form>
[[nodiscard]] inline Form attached(const math::Batch::Mask& wheelset, const Form& intermediate,
                                   const Form& body) {
  return intermediate.binaryExpr(
      body, [&](const math::Batch& yes, const math::Batch& no) { return select(wheelset, yes, no); });
}

/// Position in the master frame of the four track frames [Yu2022, eq. 28]; rotation: global ← master.
inline void set_pose(const Packed<math::Batch, 3>& position, const Packed<math::Batch, 3, 3>& rotation,
                     BodyBatch& batch) {
  const BasicBodyState<math::Batch>& b = batch.state;
  const math::Batch::Mask wheelset = batch.wheelset > 0;
  const Packed<math::Batch, 3, 3> to_master = rotation.transpose();
  Packed<math::Batch, 3, 3>& turn = batch.to_master;
  turn = to_master * b.frame.rotation;
  BasicPose<math::Batch>& pose = batch.pose;
  pose.rotation = turn * attached(wheelset, b.intermediate, b.rotation);
  const Vec3Batch apart = b.frame.position - position;
  pose.position = to_master * apart + turn * b.position;
  pose.velocity = turn * b.velocity;
  pose.angular_velocity = turn * attached(wheelset, b.intermediate_angular_velocity, b.angular_velocity);
}

}  // namespace flangeway::multibody
