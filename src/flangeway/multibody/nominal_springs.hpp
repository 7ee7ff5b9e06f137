// Springs and loads in the nominal position, as rows of linear algebra. Private to the room.
#pragma once

#include <vector>

#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// One direction of an element. `row` is the change of its deflection with small displacements of all bodies,
/// 6 columns (translation, rotation) per body: −rowᵀ · resistance acts on the bodies.
struct NominalSpring {
  Eigen::RowVectorXd row;
  double stiffness = 0;       ///< against slow motion: what relaxes has relaxed
  double resistance = 0;      ///< at zero deflection, N or Nm
  double* preload = nullptr;  ///< in the model, where it is to be set; else null
  double* given = nullptr;    ///< in the model, where the vehicle file gives it; else null
  double sign = 1;            ///< of the preload in the resistance
};

/// First directions of all elements first.
[[nodiscard]] std::vector<NominalSpring> nominal_springs(Model& model);

/// Weights and applied forces, 6 per body.
[[nodiscard]] Eigen::VectorXd nominal_load(const Model& model);

/// Values of all auxiliary states, under the present preloads.
void set_relaxation_rates(Model& model);

/// Offset of the origin of a pose, from the vehicle's reference; the axes of all poses are parallel.
[[nodiscard]] Vec3 nominal_position(const Model& model, std::size_t pose);

}  // namespace flangeway::multibody
