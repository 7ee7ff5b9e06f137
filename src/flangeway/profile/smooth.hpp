// A smoothing spline for measured profiles. Internal to the room.
#pragma once

#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::profile {

/// The points moved onto the curve f that minimises Σ wᵢ |xᵢ − f(sᵢ)|² + λ ∫|f''|² ds over the chord length
/// s. Each part between two breaks (indices of points, ascending) is smoothed on its own; parts of fewer than
/// 4 points stay. Same unit for points and wavelength. By method:
///   wavelength        w makes the sum an integral, λ = (amount/2π)⁴: waviness of wavelength `amount` is
///   halved, of
///                     wavelength L multiplied by 1/(1 + (amount/L)⁴)
///   weight            w = 1, λ = amount
///   third_derivative  w as the first, cubic B-splines with knots every amount/4, (amount/2π)⁶ ∫|f'''|² ds in
///   place of
///                     the second term: the factor is 1/(1 + (amount/L)⁶)
[[nodiscard]] std::vector<Vec2> smoothed(const std::vector<Vec2>& points,
                                         const std::vector<std::size_t>& breaks, double amount,
                                         SmoothingMethod method = SmoothingMethod::wavelength);

}  // namespace flangeway::profile
