// The parts of the constraint methods. Theory: docs/theory/kec.md, docs/theory/lookup.md.
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// How much of a wheelset is evaluated: the projection needs no contacts.
enum class Scope { constraints, contacts };

/// The part of a constraint method that is its own, for four wheelsets at once.
struct ConstraintFunctions {
  /// With body, q, velocity and irregularity of the batch known: fills its constraints but for the
  /// directions, and, in Scope::contacts, the list of contacts of each wheelset, with their table values.
  /// Sets WheelsetResult::failure.
  void (*constrain)(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace);
  /// With the contacts placed: how their normal forces follow from the multipliers, and the directions of
  /// these.
  void (*direct)(const Model& model, WheelsetBatch& batch);
  bool elastic_flanges;  ///< contacts may have normal forces of their own, beside the multipliers
};

/// Clears the fields that elastic contact alone sets.
inline void make_rigid(Contact& contact) {
  contact.elastic = false;
  contact.hertz_force = contact.stiffness = contact.rail_speed = 0;
  contact.pressure_ratio = 1;
  contact.longitudinal = Vec3::UnitX();
}

}  // namespace flangeway::wheelrail
