// The friction surfaces of all elements, as an evaluation finds them. Theory: docs/theory/friction.md.
#pragma once

#include <vector>

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// By auxiliary states; 0 for states that are no places of surfaces. Empty where no element can have a
/// surface.
struct Surfaces {
  std::vector<double> force;  ///< friction, N or Nm
  std::vector<double> place;  ///< where the surface comes to rest under the present motion, m or rad
};

/// After evaluate_suspension().
[[nodiscard]] const Surfaces& surfaces_of(const Workspace& workspace);

/// Energy dissipated by the surfaces between two instants, J: friction that changes linearly with the way.
[[nodiscard]] double slip_work(const Surfaces& from, const Surfaces& to);

}  // namespace flangeway::multibody
