// How elastic contact answers at once to the motion of a wheelset: for a vehicle in a program of its own.
#pragma once

#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail {

/// −∂F/∂q and −∂F/∂q̇ of the generalised force F of a wheelset's contacts: of their indentation and of creep.
/// Theory: docs/theory/cosimulation.md (3).
struct ContactAnswer {
  Mat6 stiffness = Mat6::Zero(), damping = Mat6::Zero();
};

/// Of every wheelset at the last evaluate(); elastic contact. Size of `out`: that of Model::wheelsets.
void find_answers(const Model& model, const multibody::Workspace& bodies, const Workspace& workspace,
                  std::vector<ContactAnswer>& out);

}  // namespace flangeway::wheelrail
