// Groups of jointed bodies that are alike, four side by side, as a step evaluates them.
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// The first batches of bodies belong to it: those of the first batch of groups in the order of
/// JointBatch::bodies, then those of the next.
[[nodiscard]] JointWorkspace make_joint_workspace(const Model& model);

}  // namespace flangeway::multibody
