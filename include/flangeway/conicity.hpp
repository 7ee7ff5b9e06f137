// Equivalent conicity of a wheelset (EN 15302).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "flangeway/contact_geometry.hpp"

namespace flangeway {

/// tan γe at one amplitude.
struct Conicity {
  double amplitude = 0;             ///< m
  std::optional<double> nonlinear;  ///< by the wavelength of the free motion; none if nothing drives it back
  double regression = 0;            ///< half the slope of the straight line through the radius difference
  double harmonic = 0;              ///< by harmonic linearisation
};

/// One for each amplitude in m. Throws InputError for amplitudes that are not positive or that leave the
/// range of the radius difference.
[[nodiscard]] std::vector<Conicity> equivalent_conicity(const RadiusDifference& difference,
                                                        std::span<const double> amplitudes);

}  // namespace flangeway
