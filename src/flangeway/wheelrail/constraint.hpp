// The two constraint methods, each filling a WheelsetState. Theory: docs/theory/kec.md,
// docs/theory/lookup.md.
#pragma once

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// What both methods need of one wheelset.
struct ConstraintInput {
  const Model& model;
  const Pair& pair;
  const track::Irregularity& irregularity;
  const double* q;
  const double* velocity;
  const multibody::BodyState& body;
};

void kec_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out);
void lut_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out);

/// Completes a contact from its values: arm, normal, lateral direction. Derivation:
/// docs/validation/wheelset.md.
void place_contact(const ConstraintInput& in, std::size_t side, Contact& contact);

/// Generalised force of a unit normal force at a contact: the direction of the constraint, which knows
/// lateral position, height and roll only. It does no work on spin and yaw, and none along the regular track.
[[nodiscard]] Vec6 normal_direction(const Contact& contact);

}  // namespace flangeway::wheelrail
