#include "flangeway/geometry/kec.hpp"

namespace flangeway::geometry {
namespace {

constexpr double half_width = 0.05;  // [m] of s: no wheelset moves further between its rails
constexpr std::size_t cone_cells = 20;

KecProfile make_cone(const Side& side, const Touch& touch, const KecSettings& settings) {
  const ContactValues centred = contact_values(side, touch, 0, settings.patch);
  constexpr double step = 2 * half_width / static_cast<double>(cone_cells);
  std::vector<std::vector<double>> values(contact_channels);
  for (std::size_t n = 0; n <= cone_cells; ++n) {
    const double s = -half_width + step * static_cast<double>(n);
    ContactValues at = centred;
    at[wheel_y] = side.wheel_lateral;
    at[wheel_z] = -(side.radius - settings.conicity * s);
    at[wheel_angle] = 0;
    for (std::size_t c = 0; c < contact_channels; ++c) values[c].push_back(at[c]);
  }
  KecProfile profile;
  profile.transition_length = profile.load_transition_length = settings.transition_length;
  profile.linear_roll = settings.linear_roll;
  profile.knife_lateral = side.wheel_lateral;
  profile.radius_zero = side.radius;
  profile.radius = math::UniformSpline(-half_width, step, {std::vector<double>(cone_cells + 1, 0.0)});
  profile.branches = {{-half_width, half_width, false, math::UniformSpline(-half_width, step, values)}};
  profile.flange_start = profile.climb_end = -half_width;
  return profile;
}

}  // namespace

// docs/theory/kec.md, linear contact geometry
KecProfiles make_cones(const WheelsetGeometry& geometry, const KecSettings& settings) {
  const Position centred = PositionSearch(geometry).at_shift(0, 0);
  if (!centred.found) return {};
  return {make_cone(geometry.left, centred.left, settings),
          make_cone(geometry.right, centred.right, settings)};
}

}  // namespace flangeway::geometry
