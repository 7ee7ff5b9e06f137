// A profile that loses material along its normals. Theory: docs/theory/wear_laws.md, "Profiles that evolve".
#pragma once

#include <vector>

#include "flangeway/damage/section.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::evolution {

/// Points along a profile, 0.25 mm apart: the state of a wheel or a rail.
[[nodiscard]] std::vector<Vec2> points_along(const profile::Curve& profile);

/// The depths of bins of the width `bin` (m), smoothed by a bell of the standard deviation `deviation` (m;
/// 0: as they are). The sum stays the same.
[[nodiscard]] std::vector<double> smoothed(const std::vector<double>& depths, double bin, double deviation);

/// The points of a wheel or a rail after it has lost the `depths` of bins of the width `bin` over its arc
/// length. The area between both polygons is the sum of the depths times the width to rounding.
[[nodiscard]] std::vector<Vec2> worn(profile::Kind kind, const std::vector<Vec2>& points,
                                     const std::vector<double>& depths, double bin);

/// Area in m² that a wheel or a rail has lost between two states with the same number of points.
[[nodiscard]] double area_between(profile::Kind kind, const std::vector<Vec2>& before,
                                  const std::vector<Vec2>& after);

/// Depth in m of a hollow tread: how far the tread lies above (at a smaller radius than) any part of it
/// farther to the field side. 0 for a tread that is not hollow.
[[nodiscard]] double hollow_depth(const std::vector<Vec2>& wheel);

/// How much radius (m) a wheel loses when it gets the profile `first` again: the least by which `first` has
/// to rise until no material is missing.
[[nodiscard]] double radius_lost_by_reprofiling(const std::vector<Vec2>& first,
                                                const std::vector<Vec2>& worn_wheel);

}  // namespace flangeway::evolution
