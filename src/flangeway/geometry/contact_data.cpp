#include "flangeway/geometry/contact_data.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/profile/curve.hpp"

namespace flangeway::geometry {

double lateral_curvature(const Side& side, const Touch& touch, double window) {
  if (touch.lateral_curvature > 0) return touch.lateral_curvature;
  return profile::smoothed_curvature(side.wheel, touch.wheel_s, window) -
         profile::smoothed_curvature(side.rail, touch.rail_s, window);
}

ContactValues contact_values(const Side& side, const Touch& touch, double roll,
                             const PatchSettings& settings) {
  const double c = std::cos(roll), s = std::sin(roll);
  ContactValues values{};
  values[wheel_y] = c * touch.arm.x() + s * touch.arm.y();
  values[wheel_z] = -s * touch.arm.x() + c * touch.arm.y();
  values[wheel_angle] = touch.angle - roll;
  // A wheel is a surface of revolution: its second principal radius is the distance to the axle along the
  // normal.
  const double rolling = std::cos(values[wheel_angle]) / -values[wheel_z];
  const double lateral =
      std::max(lateral_curvature(side, touch, settings.curvature_window), min_lateral_curvature);
  const contact::UnitPatch patch =
      contact::unit_patch(std::max(rolling, 0.05), lateral, settings.wheel, settings.rail);
  values[patch_a] = patch.a;
  values[patch_b] = patch.b;
  values[patch_approach] = patch.approach;
  values[c11] = patch.c11;
  values[c22] = patch.c22;
  values[c23] = patch.c23;
  values[c33] = patch.c33;
  values[wheel_profile_y] = side.wheel.point(touch.wheel_s).x();
  values[rail_profile_y] = lateral_in_rail_profile(side, side.rail.point(touch.rail_s));
  return values;
}

}  // namespace flangeway::geometry
