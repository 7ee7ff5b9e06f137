// Joints as expressions. Theory: docs/theory/joints.md. Private to the room.
#pragma once

#include "flangeway/case_codegen/body_equations.hpp"

namespace flangeway::case_codegen {

/// A row of a joint, in the order of generated code: group after group of the joints that depend on each
/// other.
struct JointRowPlace {
  std::size_t joint = 0, row = 0;  ///< in Model::joints, among all rows of the model
};
[[nodiscard]] std::vector<JointRowPlace> joint_rows(const multibody::Model& model);

/// Residuals, rates, their rates for q̈ = 0 and Jacobians of all rows.
void add_joints(const multibody::Model& model, Symbols& symbols, const std::vector<BodyMotion>& motions,
                const std::vector<Pose>& poses, Targets& out);

/// Reaction of each joint on its first body, after a step: names as those of the channels of a run, and
/// values.
[[nodiscard]] std::vector<std::string> joint_reaction_names(const multibody::Model& model);
void add_joint_reactions(const multibody::Model& model, Symbols& symbols, const std::vector<Pose>& poses,
                         Targets& out);

/// Groups of rows, and which bodies each row holds, as C code.
[[nodiscard]] std::string joints_code(const multibody::Model& model);
/// Entries of the matrices of all groups.
[[nodiscard]] std::size_t joint_entries(const multibody::Model& model);

}  // namespace flangeway::case_codegen
