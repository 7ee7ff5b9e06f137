// A wheel of two cones that meet in a ridge: on a circular rail it has two contacts with closed forms.
#pragma once

#include "flangeway/profile/pieces.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

/// The ridge is the origin; the profile falls by `slope` to both sides.
inline Profile roof_wheel(double slope) {
  return {Kind::wheel,
          "roof",
          curve_from_pieces(-60, {polynomial(0, {0, -slope}), polynomial(60, {0, slope})}),
          {},
          "",
          {},
          0};
}

}  // namespace flangeway::profile
