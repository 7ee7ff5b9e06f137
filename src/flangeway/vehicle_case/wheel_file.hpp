// Reads a recording of the radius around a wheel.
//
//   # comment
//   angle [deg], radius_deviation [mm]
//   position [m], radius_deviation [um]
//
// Fields are separated by commas, semicolons or tabs. Both columns name their units in brackets: angle deg or
// rad, position and radius_deviation m, mm or um. Rows go once around the wheel, the last one beside the
// first.
#pragma once

#include <optional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/math/cubic_spline.hpp"

namespace flangeway::vehicle_case {

/// Radius deviation in m over the angle in rad, -π … 3π; the row at angle or position 0 is the angle 0.
[[nodiscard]] std::optional<math::CubicSpline> parse_wheel(const std::string& text,
                                                           const std::string& file_name, double radius,
                                                           Findings& findings);

}  // namespace flangeway::vehicle_case
