// The derivatives of the tangential forces of a patch with respect to its creepages.
#pragma once

#include "flangeway/contact/patch/solve.hpp"

namespace flangeway::contact::patch {

/// Derivatives of the forces on body 1 (N) and of the moment (N m) with the creepages (of a shift: m) and the
/// spin (1/m; of a shift: rad).
struct TangentialStiffness {
  double x_by_x = 0, x_by_y = 0, x_by_spin = 0;
  double y_by_x = 0, y_by_y = 0, y_by_spin = 0;
  double moment_by_x = 0, moment_by_y = 0, moment_by_spin = 0;
};

/// By central differences around a solution, pressures held: six tangential problems. The steps are 1e-3 of
/// the creepage that would slide the patch if nothing slipped before. `previous` as in solve. Zero without
/// contact or friction.
[[nodiscard]] TangentialStiffness tangential_stiffness(const Problem& problem, const Tractions* previous,
                                                       const Solution& solution, Workspace& workspace);

}  // namespace flangeway::contact::patch
