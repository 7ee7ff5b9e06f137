// What a model says of bodies that bend. Theory: docs/theory/flexible_bodies.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::multibody {

/// Its coordinate q obeys m (q'' + 2 ζ ω q' + ω² q) = Σ φ · F − held_load.
struct BodyMode {
  double mass = 0;       ///< m, kg
  double frequency = 0;  ///< ω, rad/s
  double damping = 0;    ///< ζ
  double held_load = 0;  ///< of the nominal state, which the shape of the body belongs to, N
  std::size_t coordinate = no_index, rate = no_index;  ///< auxiliary states
};

struct FlexibleBody {
  std::size_t body = 0;
  std::vector<BodyMode> modes;
};

/// Displacement of a point in each mode, axes of the body.
using Shapes = std::vector<Vec3>;

/// Where an element ends on a flexible body: a pose of its own, among those of Model::ground_bodies.
struct FlexiblePoint {
  std::size_t flexible = 0;  ///< in ElementLists::flexible_bodies
  std::size_t pose = 0;
  Shapes shapes;
};

/// A point whose displacement is recorded.
struct RecoveredPoint {
  std::string name;
  std::size_t flexible = 0;
  Shapes shapes;
};

}  // namespace flangeway::multibody
