// Bodies on their own track frames, as expressions. Theory: docs/theory/multibody.md. Private to the room.
#pragma once

#include <vector>

#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::case_codegen {

/// Where an attachment frame is and how it moves, seen from the master track frame, and what pulls at it.
struct Pose {
  Matrix rotation;                                         ///< master ← attachment
  Vector position, velocity, angular_velocity;             ///< master components
  Vector force = Vector::Zero(), moment = Vector::Zero();  ///< moment about the position
};

/// Of one body, in components of its track frame.
struct BodyMotion {
  Vector frame_position;          ///< of its track frame, global
  Matrix frame_rotation;          ///< track → global
  Vector curvature, position;     ///< κ̄; [0, y, z]
  Matrix intermediate, rotation;  ///< track ← intermediate, track ← body
  Vector velocity, angular_velocity, intermediate_angular_velocity;
  Vector velocity_s, roll_axis, pitch_axis;
  Expression speed;
  Matrix inertia;    ///< axes of the intermediate frame
  Matrix to_master;  ///< master ← own track frame
  Vector6 force;     ///< generalised
};

/// fw_bodies: generalised forces of weight, motion and suspension, masses, and what the contacts need, of all
/// bodies of a vehicle; rates of its auxiliary states.
[[nodiscard]] Function body_function(const multibody::Model& model);

/// Adds forces and moments of all elements to the poses, sets the rates of the auxiliary states. `spin`
/// collects the torque on the spin of each body.
void add_suspension(const multibody::Model& model, Symbols& symbols, std::vector<Pose>& poses,
                    std::vector<Expression>& spin, Targets& out);

[[nodiscard]] Vector cross(const Vector& a, const Vector& b);

}  // namespace flangeway::case_codegen
