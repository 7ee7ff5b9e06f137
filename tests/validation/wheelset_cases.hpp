// Wheelsets with simple shapes, whose motion has a closed form.
#pragma once

#include <fmt/format.h>

#include "validation/case_runner.hpp"

namespace flangeway::validation {

inline constexpr double rolling_radius = 0.46, half_base = 0.75, rail_head = 0.3;  // m

/// A rail that is one arc, radius rail_head; its top at the origin.
inline std::string arc_rail_csv() {
  return "# z up\n" + profile_csv(-36, 36, 0.25, [](double y) {
           return std::sqrt(rail_head * rail_head * 1e6 - y * y) - rail_head * 1e3;
         });
}

/// A cone of the angle `delta` (rad).
inline std::string cone_csv(double delta) {
  return "# z up\n" + profile_csv(-60, 60, 0.25, [delta](double y) { return std::tan(delta) * y; });
}

/// A hollow tread: an arc of this radius (m), sloping by `delta` at the origin.
inline std::string hollow_csv(double radius, double delta) {
  const double r = radius * 1e3, middle = r * std::sin(delta), height = -r * std::cos(delta);
  return "# z up\n" + profile_csv(-40, 40, 0.25, [=](double y) {
           return height + std::sqrt(r * r - (y - middle) * (y - middle));
         });
}

/// Rails so placed that the contact of a centred wheelset, where the slope is delta, lies at half_base.
inline std::string track_toml(double delta, const std::string& segments) {
  return fmt::format(
      "name = \"test\"\n{}\n[rails]\nprofile = \"rail.csv\"\nlateral_position = {:.15g}\ninclination = 0\n",
      segments, half_base + rail_head * std::sin(delta));
}
inline std::string straight(double length) {
  return fmt::format("[[segments]]\nkind = \"straight\"\nlength = {}\n", length);
}

inline std::string wheelset_toml(double mass, double inertia, double spin_inertia, double gravity = 9.81) {
  return fmt::format(
      "name = \"test\"\ngravity = {}\n[[wheelsets]]\nname = \"wheelset\"\nmass = {}\ninertia = [{}, {}, "
      "{}]\nx = 0\nwheel_radius = {}\n"
      "wheel_profile = \"wheel.csv\"\nprofile_position = {}\n",
      gravity, mass, inertia, spin_inertia, inertia, rolling_radius, half_base);
}

}  // namespace flangeway::validation
