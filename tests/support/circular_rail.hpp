// A rail head that is one arc: what touches it, and where, has closed forms.
#pragma once

#include "flangeway/profile/pieces.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

/// The top is the origin, y goes from −half_width to half_width; 0 < half_width < radius, m.
inline Profile circular_rail(double radius, double half_width) {
  const double r = 1e3 * radius, w = 1e3 * half_width;
  return {Kind::rail, "circular_rail", curve_from_pieces(-w, {lower_arc(w, 0, r, r)}), {}, "", {}, 0};
}

}  // namespace flangeway::profile
