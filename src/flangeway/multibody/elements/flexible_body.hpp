// Flexible bodies in a model. Theory: docs/theory/flexible_bodies.md.
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

/// Effect of a mode on a point, axes of the body: displacement, and rotation in rad per unit of displacement.
struct Shape {
  Vec3 move = Vec3::Zero(), turn = Vec3::Zero();
};
using Shapes = std::vector<Shape>;  ///< of each mode

/// A place on a body, from its centre of gravity, and what its modes do there.
struct FlexiblePlace {
  Vec3 place = Vec3::Zero();
  Shapes shapes;
};

struct FlexibleBody {
  std::size_t body = 0;
  std::vector<BodyMode> modes;
  std::vector<FlexiblePlace> outline;  ///< for pictures of the bending
};

/// End of an element on a flexible body: a pose of its own at that point, among those of
/// Model::ground_bodies.
struct FlexiblePoint {
  std::size_t flexible = 0;  ///< in ElementLists::flexible_bodies
  std::size_t pose = 0;
  Vec3 place = Vec3::Zero();  ///< of the point while nothing bends, from the centre of gravity
  Shapes shapes;
};

/// A point whose displacement is recorded.
struct RecoveredPoint {
  std::string name;
  std::size_t flexible = 0;
  Shapes shapes;
};

}  // namespace flangeway::multibody
