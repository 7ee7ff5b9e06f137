// Coordinates that joints make depend on the others. Theory: docs/theory/joints.md, "Drift".
#pragma once

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Scratch of the elimination, for the largest group.
struct PartitionWorkspace {
  std::vector<double> matrix;         ///< rows × 6 per body
  std::vector<unsigned char> chosen;  ///< coordinate of the vehicle: is dependent
};
[[nodiscard]] PartitionWorkspace make_partition_workspace(const Model& model);

/// After evaluate_joints(): as many coordinates as there are rows, those that the rows determine best, of
/// bodies without wheels if these suffice; never a prescribed one. Sets the responses R to 1 for
/// them and 0 for all others, so that a solution moves them alone. Allocates nothing.
void choose_dependent(const Model& model, PartitionWorkspace& partition, JointWorkspace& joints);
/// Sets the responses for the coordinates that were chosen before.
void take_dependent(const PartitionWorkspace& partition, JointWorkspace& joints);

}  // namespace flangeway::multibody
