// Bodies that bend: modes on top of the motion as a rigid body. Theory: docs/theory/flexible_bodies.md.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/multibody/flexible_motion.hpp"

namespace flangeway::multibody {

struct Model;
struct Workspace;

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

using ModalTurn = BasicModalTurn<double>;
[[nodiscard]] ModalTurn turn_of(const FlexibleBody& body, const Shapes& shapes, const double* auxiliary);

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
/// Its derivative over `place`.
[[nodiscard]] double free_beam_slope(std::size_t n, double place);

}  // namespace flangeway::multibody
