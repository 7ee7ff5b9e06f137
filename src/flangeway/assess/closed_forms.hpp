// Static tests of a vehicle in closed form, for a vehicle of two bogies with linear springs.
// Derivation: docs/theory/quasi_static.md.
#pragma once

namespace flangeway::assess {

/// Flexibility coefficient [UIC505-5] of a body of weight W (N) whose centre of gravity lies `height` (m)
/// above the roll centre of a suspension with roll stiffness c (Nm/rad), for small angles: W h/(c − W h).
/// Negative or infinite where the suspension cannot hold the body upright.
[[nodiscard]] inline double flexibility_coefficient(double weight, double height, double roll_stiffness) {
  return weight * height / (roll_stiffness - weight * height);
}

/// Change of each wheel force (N) on track whose cross slope changes by `twist` (rad) from one bogie to the
/// other, under a rigid body: c T/2 / (n b). `roll_stiffness`: of each bogie between wheels and body, Nm/rad;
/// `axles`: of each bogie; `base`: distance of the contacts of a wheelset, m.
[[nodiscard]] inline double twist_unloading(double roll_stiffness, double twist, double axles, double base) {
  return roll_stiffness * twist / 2 / (axles * base);
}

}  // namespace flangeway::assess
