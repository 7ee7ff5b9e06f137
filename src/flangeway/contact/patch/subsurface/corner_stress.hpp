// What a rectangle of constant tractions causes inside a half-space: functions of its corners.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/contact/patch/subsurface/subsurface.hpp"

namespace flangeway::contact::patch {

inline constexpr std::size_t stress_components = 9;  // xx, yy, zz, xy, xz, yz, and 2G times ux, uy, uz
inline constexpr std::size_t traction_sources = 3;   // pressure, traction along x, traction along y

using Stress = std::array<double, stress_components>;
using StressKernels = std::array<Stress, traction_sources>;

/// 2π times the stress up to a corner (x, y) ≠ 0 at depth z ≥ 0, from unit pressure and unit tractions: the
/// point solutions of Boussinesq and Cerruti [Johnson1985, ch. 3] integrated over x and y
/// (docs/theory/halfspace.md, eq. 6 and 7).
[[nodiscard]] StressKernels corner_stress(double x, double y, double z, double poisson);

/// In a body: 2 (side = −1) is the mirror image of 1 (side = 1), z → −z.
[[nodiscard]] inline PointStress in_body(const Stress& s, const Material& body, double side) {
  const double soft = 1 / (2 * body.shear_modulus());
  return {s[0], s[1], s[2], s[3], side * s[4], side * s[5], soft * s[6], soft * s[7], side * soft * s[8]};
}

}  // namespace flangeway::contact::patch
