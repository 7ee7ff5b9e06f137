// Smoothing spline for measured profiles: internal to the room.
#pragma once

#include <vector>

#include "flangeway/math/types.hpp"

namespace flangeway::profile {

/// The points moved onto the curve f that minimises ∫|x − f|² ds + λ ∫|f''|² ds over the chord length s, with
/// λ = (wavelength/2π)⁴: waviness of this wavelength is halved, of wavelength L multiplied by 1/(1 +
/// (wavelength/L)⁴). Each part between two breaks (indices of points, ascending) is smoothed on its own;
/// parts of fewer than 4 points stay. Same unit for points and wavelength.
[[nodiscard]] std::vector<Vec2> smoothed(const std::vector<Vec2>& points,
                                         const std::vector<std::size_t>& breaks, double wavelength);

}  // namespace flangeway::profile
