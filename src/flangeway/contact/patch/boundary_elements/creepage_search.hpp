// Finds the creepages of prescribed forces one direction after the other. Internal to the room.
#pragma once

#include "flangeway/contact/patch/boundary_elements/tangential_solver.hpp"

namespace flangeway::contact::patch {

/// The same result as solve_tangential() where that does not converge: solutions with given creepages, which
/// bracket the forces. Patches of few elements, where one that changes its state carries much of the force,
/// and patches that slide nearly everywhere need it. Many times as dear.
TangentialResult search_creepages(const TangentialInput& input, Convolver& convolver, TangentialWork& work,
                                  double* tractions);

}  // namespace flangeway::contact::patch
