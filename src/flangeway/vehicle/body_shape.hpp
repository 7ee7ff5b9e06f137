// Shapes of bodies from files, placed on their bodies.
#pragma once

#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/model.hpp"
#include "flangeway/vehicle/shape_file.hpp"
#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

struct BodyShape {
  std::size_t body = 0;  ///< in multibody::Model::bodies
  std::string file;
  TriangleMesh mesh;  ///< m, from the centre of gravity of the body, in its axes
  Vec3 low, high;     ///< corners of its box, in the same axes
};

/// Edges of the homogeneous box with the mass and the moments of inertia of a body: Ixx = m (b² + c²)/12 and
/// so on. A body that no box has (a thin one) gets short edges.
[[nodiscard]] Vec3 equivalent_box(const multibody::Body& body);

/// Places the shapes of the file on their bodies. Sizes that no vehicle has are findings; those that do not
/// fit the moments of inertia, and places far from the centre of gravity, are notes.
void add_shapes(const VehicleSpec& spec, const multibody::Model& model, std::vector<BodyShape>& shapes,
                Findings& findings);

}  // namespace flangeway::vehicle
