// Wheelsets that have one wheel. Theory: docs/theory/single_wheels.md.
#pragma once

#include <cstddef>

#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

/// A wheelset that stands beside the middle of the track is the carrier of one wheel, which is below it.
[[nodiscard]] inline bool carries_one_wheel(const Body& body) {
  return body.wheelset && body.initial(1) != 0;
}

/// `side`: 0 left, 1 right.
[[nodiscard]] inline bool has_wheel(const Body& wheelset, std::size_t side) {
  return !carries_one_wheel(wheelset) || (side == 0) == (wheelset.initial(1) > 0);
}

}  // namespace flangeway::multibody
