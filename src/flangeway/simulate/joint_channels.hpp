// The channels of joints, for runs and for generated code.
#pragma once

#include "flangeway/multibody/joints.hpp"

namespace flangeway::simulate {

/// A joint has the entries that its type has. {} is the name of its first body.
struct JointEntry {
  const char *name, *unit, *text;
  bool (*exists)(multibody::JointType);
  bool is_moment;
  int axis;

  template <typename T>
  [[nodiscard]] const T& value(const multibody::BasicJointReaction<T>& reaction) const {
    return (is_moment ? reaction.moment : reaction.force)[axis];
  }
};

inline constexpr bool is_link(multibody::JointType type) {
  return type == multibody::JointType::link;
}
inline constexpr bool is_gear(multibody::JointType type) {
  return type == multibody::JointType::gear;
}
inline constexpr bool has_force(multibody::JointType type) {
  return !is_link(type) && !is_gear(type);
}
inline constexpr bool has_moment(multibody::JointType type) {
  return has_force(type) && type != multibody::JointType::spherical;
}

/// Load of a joint on its first body, in that body's axes.
inline constexpr JointEntry joint_channels[] = {
    {".force", "N", "tension of the rigid link", is_link, false, 0},
    {".moment", "Nm", "torque of the gear on {}", is_gear, true, 1},
    {".force.x", "N", "force of the joint on {}", has_force, false, 0},
    {".force.y", "N", "force of the joint on {}", has_force, false, 1},
    {".force.z", "N", "force of the joint on {}", has_force, false, 2},
    {".moment.x", "Nm", "moment of the joint on {}", has_moment, true, 0},
    {".moment.y", "Nm", "moment of the joint on {}", has_moment, true, 1},
    {".moment.z", "Nm", "moment of the joint on {}", has_moment, true, 2},
};

}  // namespace flangeway::simulate
