// The contact Jacobian of elastic contact: how its forces change with the motion of a wheelset. Co-simulation
// uses it between two steps of the track.
#pragma once

#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail {

/// −∂F/∂q (by indentation) and −∂F/∂q̇ (by creep) of the generalised force F of a wheelset's contacts.
/// Theory: docs/theory/cosimulation.md (3).
struct ContactAnswer {
  Mat6 stiffness = Mat6::Zero(), damping = Mat6::Zero();
};

/// Fills one entry of `out` for each wheelset, at the last evaluate(). `out` has the size of
/// Model::wheelsets.
void find_answers(const Model& model, const multibody::Workspace& bodies, const Workspace& workspace,
                  std::vector<ContactAnswer>& out);

/// Stiffness of the contacts of each wheel (left and right of each wheelset in turn) at the last evaluate(),
/// along the axes of its track frame, N/m: of their indentation, and `rate` (1/s) times their damping by
/// creep. Elastic contact; `out` has two entries for each wheelset.
void find_wheel_stiffness(const Model& model, const Workspace& workspace, double rate,
                          std::vector<Vec3>& out);

}  // namespace flangeway::wheelrail
