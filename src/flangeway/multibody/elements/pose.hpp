// Position and motion of the ends of elements.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/math/types.hpp"

namespace flangeway::multibody {

using Indices = std::array<std::size_t, math::batch_size>;

/// Position and motion of a body or a track frame, seen from the master track frame.
template <typename T>
struct BasicPose {
  Packed<T, 3, 3> rotation;  ///< master ← attachment frame
  Packed<T, 3> position, velocity,
      angular_velocity;  ///< of the attachment frame, absolute, master components
};

}  // namespace flangeway::multibody
