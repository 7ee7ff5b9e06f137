// The extremes of a coordinate over a closed orbit.
#pragma once

#include <array>

#include "flangeway/stability/orbit.hpp"

namespace flangeway::stability {

struct Peak {
  double time = 0, value = 0;  ///< time: share of the period, 0 … 1
};

/// The highest and the lowest value of the component of the states at `place`.
[[nodiscard]] std::array<Peak, 2> peaks_of(const Orbit& orbit, Eigen::Index place);

}  // namespace flangeway::stability
