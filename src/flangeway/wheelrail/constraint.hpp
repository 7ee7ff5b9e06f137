// The two constraint methods, each filling a WheelsetState. Theory: docs/theory/kec.md, docs/theory/lookup.md.
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

/// Completes a contact from its values: arm, normal, lateral direction. `roll` of the wheelset.
void place_contact(std::size_t side, double roll, Contact& contact);

/// Generalised force of a unit normal force at a contact.
[[nodiscard]] Vec6 normal_direction(const multibody::BodyState& body, const Contact& contact);

}  // namespace flangeway::wheelrail
