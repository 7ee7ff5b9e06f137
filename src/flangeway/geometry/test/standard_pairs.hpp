// Standard wheels on standard rails.
#pragma once

#include "flangeway/geometry/pair.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::geometry {

inline WheelsetGeometry pair_of(const char* wheel_name, const char* rail_name, double lw, double r0,
                                RailPlacement placement) {
  const auto wheel = *profile::standard_profile(wheel_name), rail = *profile::standard_profile(rail_name);
  return make_geometry(wheel, wheel, rail, rail, lw, r0, placement);
}

/// S1002 on LB-140-AREA [Escalona2021, Table 4].
inline WheelsetGeometry paper_pair() {
  return pair_of("s1002", "140re", 0.7515, 0.457, {.lateral = 0.7555});
}

}  // namespace flangeway::geometry
