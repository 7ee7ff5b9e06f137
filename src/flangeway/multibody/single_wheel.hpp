// Wheelsets that have one wheel. Theory: docs/theory/single_wheels.md.
#pragma once

#include <algorithm>
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

/// The side of the one wheel that a carrier has.
[[nodiscard]] inline std::size_t side_of_wheel(const Body& carrier) {
  return has_wheel(carrier, 0) ? 0 : 1;
}

/// The first carrier of one wheel; null: there is none.
[[nodiscard]] inline const Body* first_carrier(const Model& model) {
  const auto found = std::find_if(model.bodies.begin(), model.bodies.end(), carries_one_wheel);
  return found == model.bodies.end() ? nullptr : &*found;
}

}  // namespace flangeway::multibody
