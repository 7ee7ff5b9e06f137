// The two constraint methods for four wheelsets. Theory: docs/theory/kec.md, docs/theory/lookup.md.
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// With body, q, velocity and irregularity of the batch known: fills its constraints but for the directions,
/// and, in Scope::contacts, the list of contacts of each wheelset, with what the tables say of them. Sets
/// WheelsetResult::failure.
void kec_constraints(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace);
void lut_constraints(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace);

/// With the contacts placed: how their normal forces follow from the multipliers, and the directions of
/// these.
void kec_directions(WheelsetBatch& batch);
void lut_directions(const Model& model, WheelsetBatch& batch);

/// What only elastic contact sets.
inline void make_rigid(Contact& contact) {
  contact.elastic = false;
  contact.hertz_force = contact.stiffness = 0;
  contact.longitudinal = Vec3::UnitX();
}

/// Generalised force of a unit normal force at a contact: the direction of the constraint, which knows
/// lateral position, height and roll only. It does no work on spin and yaw, and none along the regular track.
template <typename T>
[[nodiscard]] inline Packed<T, 6> normal_direction(const BasicContactPlace<T>& contact) {
  const auto &arm = contact.arm, &n = contact.normal;
  Packed<T, 6> direction;
  direction << T(0), n.y(), n.z(), arm.y() * n.z() - arm.z() * n.y(), T(0), T(0);
  return direction;
}

}  // namespace flangeway::wheelrail
