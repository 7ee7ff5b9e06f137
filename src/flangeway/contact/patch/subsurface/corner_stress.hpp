// Effect of a rectangle of constant tractions inside a half-space: functions of its corners.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "flangeway/contact/patch/subsurface/subsurface.hpp"
#include "flangeway/math/batch_functions.hpp"

namespace flangeway::contact::patch {

inline constexpr std::size_t stress_components = 9;  // xx, yy, zz, xy, xz, yz, and 2G times ux, uy, uz
inline constexpr std::size_t traction_sources = 3;   // pressure, traction along x, traction along y

/// Values at one position, or at a batch of them.
template <typename Scalar>
using BasicStress = std::array<Scalar, stress_components>;
template <typename Scalar>
using BasicStressKernels = std::array<BasicStress<Scalar>, traction_sources>;
using Stress = BasicStress<double>;
using StressKernels = BasicStressKernels<double>;

/// 2π times the stress up to a corner (x, y) ≠ 0 at depth z ≥ 0, from unit pressure and unit tractions: the
/// point solutions of Boussinesq and Cerruti [Johnson1985, ch. 3] integrated over x and y
/// (docs/theory/halfspace.md, eq. 6 and 7).
template <bool displacements = true, typename Scalar>
[[nodiscard]] BasicStressKernels<Scalar> corner_stress(const Scalar& x, const Scalar& y, double z,
                                                       double poisson) {
  using std::asinh, std::atan, std::atan2, std::log, std::sqrt;
  const auto moved = [](const auto& displacement) -> Scalar {
    if constexpr (displacements) return displacement();
    return Scalar(0.0);
  };
  const double zz = z * z, soft = 1 - 2 * poisson;
  const Scalar xx = x * x, yy = y * y, xz = xx + zz, yz = yy + zz;
  const Scalar rho = sqrt(xx + yz), product = x * y * z / rho;
  const Scalar log_y = asinh(y / sqrt(xz)), log_x = asinh(x / sqrt(yz)), log_z = log(rho + z);
  // atan(y/x) − atan(yz/(xρ)), and the same with x and y exchanged.
  const Scalar solid = atan2(x * y, z * rho), turn = x * y * (xx + yy) / (rho + z);
  const Scalar turn_x = atan(turn / (xx * rho + yy * z)), turn_y = atan(turn / (yy * rho + xx * z));
  const auto tilt_x = [&] { return soft * (y * log_z + z * log_y + x * turn_x); };
  const auto tilt_y = [&] { return soft * (x * log_z + z * log_x + y * turn_y); };
  const auto inverse = [&] { return x * log_y + y * log_x - z * solid; };  // of 1/ρ
  const Scalar flat_x = x / (rho + z), flat_y = y / (rho + z), level = z / rho;
  const auto across = [&] { return -rho + soft * (rho - z * log_z); };
  const BasicStress<Scalar> pressure{soft * (solid - turn_x) - solid + product / xz,
                                     soft * (solid - turn_y) - solid + product / yz,
                                     -solid - product / xz - product / yz,
                                     -soft * log_z - level,
                                     zz * y / (xz * rho),
                                     zz * x / (yz * rho),
                                     moved([&] { return -z * log_y - tilt_x(); }),
                                     moved([&] { return -z * log_x - tilt_y(); }),
                                     moved([&] { return z * solid + 2 * (1 - poisson) * inverse(); })};
  const BasicStress<Scalar> along_x{
      2 * log_y + xx * y / (xz * rho) - soft * flat_y,
      log_y - y / rho + soft * (flat_y - log_y),
      zz * y / (xz * rho),
      log_x - x / rho + soft * flat_x,
      product / xz - solid,
      -level,
      moved([&] { return inverse() + y * log_x - z * solid + soft * (x * log_y - z * turn_x); }),
      moved(across),
      moved([&] { return -z * log_y + tilt_x(); })};
  const BasicStress<Scalar> along_y{
      log_x - x / rho + soft * (flat_x - log_x),
      2 * log_x + yy * x / (yz * rho) - soft * flat_x,
      zz * x / (yz * rho),
      log_y - y / rho + soft * flat_y,
      -level,
      product / yz - solid,
      moved(across),
      moved([&] { return inverse() + x * log_y - z * solid + soft * (y * log_x - z * turn_y); }),
      moved([&] { return -z * log_x + tilt_y(); })};
  return {pressure, along_x, along_y};
}

/// In a body: 2 (side = −1) is the mirror image of 1 (side = 1), z → −z.
[[nodiscard]] inline PointStress in_body(const Stress& s, const Material& body, double side) {
  const double soft = 1 / (2 * body.shear_modulus());
  return {s[0], s[1], s[2], s[3], side * s[4], side * s[5], soft * s[6], soft * s[7], side * soft * s[8]};
}

}  // namespace flangeway::contact::patch
