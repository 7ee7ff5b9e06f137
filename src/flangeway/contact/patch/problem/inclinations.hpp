// Inclinations of a curved surface over the lateral position.
#pragma once

#include <array>
#include <vector>

namespace flangeway::contact::patch {

/// Place across in any unit, inclination in rad; places rise.
using Inclinations = std::vector<std::array<double, 2>>;

/// Linear between the points and beyond them; at least two.
[[nodiscard]] double inclination_at(const Inclinations& points, double place);

/// The straight line of least squares through the points, at the same places: a surface of constant
/// curvature. At least two places that differ.
[[nodiscard]] Inclinations straightened(const Inclinations& points);

}  // namespace flangeway::contact::patch
