// Bodies that bend: modes on top of the motion as a rigid body. Theory: docs/theory/flexible_bodies.md.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::multibody {

struct Model;
struct Workspace;

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

/// The shapes at a point, which is given from the centre of gravity; none where they are not known.
using ShapesAt = std::function<Shapes(const Vec3& point)>;

/// Lets the elements that end on the body act on its modes too. Preloads must be known. Returns the names of
/// elements that end where the body has no shapes.
[[nodiscard]] std::vector<std::string> add_flexible_body(Model& model, FlexibleBody body,
                                                         const ShapesAt& shapes_at);

/// The point with this pose; nullptr: the pose is another one.
[[nodiscard]] const FlexiblePoint* flexible_point(const Model& model, std::size_t pose);

/// Poses of the flexible points, after those of the bodies.
void set_flexible_poses(const Model& model, const double* auxiliary, Workspace& workspace);

/// Passes the forces on flexible points to the bodies, and sets the rates of the modes.
void load_flexible_bodies(const Model& model, const double* auxiliary, Workspace& workspace,
                          double* auxiliary_rate);

/// Σ φ q of a point, m.
[[nodiscard]] Vec3 displacement(const Model& model, std::size_t flexible, const Shapes& shapes,
                                const double* auxiliary);

struct ModalEnergy {
  double stored = 0, loss = 0;  ///< J, W
};
[[nodiscard]] ModalEnergy modal_energy(const Model& model, const double* auxiliary);

/// (β L) of mode n = 1, 2, … of a uniform beam free at both ends: the roots of cos(βL) cosh(βL) = 1.
[[nodiscard]] double free_beam_root(std::size_t n);

/// Its shape at `place` from −½ to ½ of the length, with ∫ φ² over the length equal to the length: the modal
/// mass is the mass of the beam.
[[nodiscard]] double free_beam_shape(std::size_t n, double place);

}  // namespace flangeway::multibody
