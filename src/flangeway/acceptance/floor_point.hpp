// A place of a body where accelerations are judged.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::acceptance {

/// A point fixed to a body, in its axes from its centre of gravity, m.
struct FloorPoint {
  std::string body;
  std::array<double, 3> position{};
};
/// "carbody:8,0,-0.9".
[[nodiscard]] std::optional<FloorPoint> parse_floor_point(const std::string& text, Findings& findings);
/// Those of them that are points.
[[nodiscard]] std::vector<FloorPoint> parse_floor_points(const std::vector<std::string>& texts,
                                                         Findings& findings);

/// Bodies and accelerometers whose name contains "bogie" belong to a bogie, all others to a vehicle body.
[[nodiscard]] bool is_bogie(const std::string& name);

}  // namespace flangeway::acceptance
