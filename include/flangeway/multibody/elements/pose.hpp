// Where the ends of elements are, and how they move.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/math/types.hpp"

namespace flangeway::multibody {

using Indices = std::array<std::size_t, math::batch_size>;

/// Where a body, or a track frame, is and how it moves, seen from the master track frame.
template <typename T>
struct BasicPose {
  Packed<T, 3, 3> rotation;  ///< master ← attachment frame
  Packed<T, 3> position, velocity,
      angular_velocity;  ///< of the attachment frame, absolute, master components
};

}  // namespace flangeway::multibody
