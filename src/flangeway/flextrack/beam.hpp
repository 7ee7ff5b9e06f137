// One beam element between two nodes. Theory: docs/theory/flexible_track.md (1)–(3).
#pragma once

#include "flangeway/math/types.hpp"
#include "flangeway/track/choices.hpp"

namespace flangeway::flextrack {

using Mat12 = Eigen::Matrix<double, 12, 12>;
using Mat6x12 = Eigen::Matrix<double, 6, 12>;

/// Unknowns of a node: displacement x, y, z (m), rotation about x, y, z (rad).
inline constexpr int node_unknowns = 6;

/// A beam's section and material. Axes of the section: y lateral, z upright.
struct Section {
  double youngs_modulus = 0, shear_modulus = 0;      ///< Pa
  double area = 0;                                   ///< m²
  double torsion_constant = 0;                       ///< m⁴, of GJ
  double inertia_vertical = 0, inertia_lateral = 0;  ///< m⁴, of vertical and of lateral bending
  double density = 0;                                ///< kg/m³
  double rayleigh_mass = 0, rayleigh_stiffness = 0;  ///< 1/s, s: C = mass M + stiffness K
  double shear_coefficient = 0.4;                    ///< share of the area in shear; Timoshenko only
};

struct Beam {
  Section section;
  track::BeamTheory theory = track::BeamTheory::euler_bernoulli;
  double length = 1;  ///< m
};

/// Displacement and rotation of the section at ξ = 0 … 1 from the 12 unknowns of the ends; axes of the beam.
[[nodiscard]] Mat6x12 shape_functions(const Beam& beam, double xi);
/// 12 × 12, axes of the beam.
[[nodiscard]] Mat12 stiffness(const Beam& beam);
[[nodiscard]] Mat12 consistent_mass(const Beam& beam);

}  // namespace flangeway::flextrack
