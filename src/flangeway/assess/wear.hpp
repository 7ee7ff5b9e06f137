// Wear of wheels and rails.
#pragma once

#include <cmath>

namespace flangeway::assess {

/// Wear number Tγ of a contact in N: energy that creep dissipates per distance, J/m. Forces in N and Nm,
/// creepages without unit and spin in 1/m, all as components in the contact plane. [Pearce1991]
[[nodiscard]] inline double wear_number(double force_x, double force_y, double creepage_x, double creepage_y,
                                        double spin_moment = 0, double spin = 0) {
  return std::abs(force_x * creepage_x) + std::abs(force_y * creepage_y) + std::abs(spin_moment * spin);
}

}  // namespace flangeway::assess
