// Bodies on their own track frames, as expressions. Theory: docs/theory/multibody.md. Private to the room.
#pragma once

#include <vector>

#include "flangeway/case_codegen/case_inputs.hpp"
#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::case_codegen {

/// Position of an attachment frame and the load on it; master components.
struct Pose : multibody::BasicPose<Expression> {
  Vector force = Vector::Zero(), moment = Vector::Zero();  ///< moment about the position
};

struct BodyMotion : multibody::BasicBodyState<Expression> {
  Matrix inertia;    ///< axes of the intermediate frame
  Matrix to_master;  ///< master ← own track frame
  /// For q̈ = 0, track components: of the origin, of the body, and of the frame that elements and joints hold,
  /// which does not spin with a wheelset.
  Vector acceleration, body_angular_acceleration, angular_acceleration;
};

/// fw_bodies: generalised forces of weight, motion and suspension, masses, and what the contacts need, of all
/// bodies of a vehicle; rates of its auxiliary states.
/// Keys that are parameters enter in proportion, else they are findings about `--parameters`.
[[nodiscard]] Function body_function(const multibody::Model& model, const InputList& inputs,
                                     const std::vector<ParameterKey>& parameters, Findings& findings);
/// fw_joints: the rows of all joints.
[[nodiscard]] Function joint_function(const multibody::Model& model);
/// fw_joint_reactions: what all joints do to their first bodies.
[[nodiscard]] Function joint_reaction_function(const multibody::Model& model);

/// Adds forces and moments of all elements to the poses, sets the rates of the auxiliary states. `spin`
/// collects the torque on the spin of each body.
void add_suspension(const multibody::Model& model, const InputRange& commands, Symbols& symbols,
                    std::vector<Pose>& poses, std::vector<Expression>& spin, Targets& out);
/// The input of this number in generated code.
[[nodiscard]] Expression input_at(Symbols& symbols, std::size_t input);

/// Poses of points of bodies that bend, from those of the bodies.
void set_flexible_poses(const multibody::Model& model, Symbols& symbols, std::vector<Pose>& poses);
/// Passes what acts on these points to the bodies, sets the rates of their modes.
void load_flexible_bodies(const multibody::Model& model, Symbols& symbols, std::vector<Pose>& poses,
                          Targets& out);

}  // namespace flangeway::case_codegen
