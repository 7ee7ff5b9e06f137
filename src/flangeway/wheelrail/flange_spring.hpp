// The spring of an elastic flange beside the constraints of a lookup table.
#pragma once

#include <cmath>

#include "flangeway/wheelrail/model.hpp"

namespace flangeway::wheelrail {

/// N/m^1.5: as the settings give it, or that of Hertz's contact, whose approach under 1 N is `approach` in m.
[[nodiscard]] inline double flange_spring(const Settings& settings, double approach) {
  return settings.flange_stiffness > 0 ? settings.flange_stiffness : std::pow(approach, -1.5);
}

}  // namespace flangeway::wheelrail
