// Pieces of vehicle files: a wheelset with S1002 like that of the Manchester wagon, and axleboxes on it.
#pragma once

#include <fmt/format.h>

#include <string>

namespace flangeway::test {

/// `inertia` about the x and z axes, kg m²; x in m.
inline std::string wheelset_text(double mass, double inertia = 1120, const std::string& name = "wheelset",
                                 double x = 0) {
  return fmt::format(R"([[wheelsets]]
name = "{0}"
x = {1:.3f}
mass = {2}
inertia = [{3}, 112.0, {3}]
wheel_radius = 0.457
wheel_profile = "s1002"
profile_position = 0.7515
)",
                     name, x, mass, inertia);
}

/// "axlebox_left" or "axlebox_right", 1 m from the middle on "bearing_left" or "bearing_right"; `inertia`
/// about its three axes, kg m².
inline std::string axlebox_text(const std::string& side, double mass, const std::string& inertia) {
  return fmt::format(R"([[bodies]]
name = "axlebox_{0}"
mass = {2}
inertia = {3}
position = [0.0, {1}, 0.457]
[[revolute_joints]]
name = "bearing_{0}"
body_i = "wheelset"
body_j = "axlebox_{0}"
position = [0.0, {1}, 0.457]
)",
                     side, side == "left" ? 1.0 : -1.0, mass, inertia);
}

}  // namespace flangeway::test
