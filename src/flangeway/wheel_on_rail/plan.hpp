// Decides which regions of interpenetration form one patch and where it is anchored. Internal to the room.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/regions.hpp"
#include "flangeway/wheel_on_rail/placing.hpp"

namespace flangeway::wheel_on_rail {

/// Reference of a patch: a point of the rail and an angle.
struct Anchor {
  double x = 0;         ///< m, track; on a roller along its circumference, from its top
  double pitch = 0;     ///< rad, on a roller: the same as an angle about its axle
  double y = 0, z = 0;  ///< m, track; on a roller in axes that are turned by the pitch
  double rail_s = 0;
  double angle = 0;  ///< rad
};

/// One patch before it has a grid.
struct Plan {
  geometry::spatial::Region extent;  ///< all of it; on a roller its x, too, along the circumference
  /// Its parts, from the flange outwards; they influence each other less than in one half-space.
  std::vector<geometry::spatial::Region> parts;
  std::vector<double> factors;  ///< how much a part and the next one feel each other, 0 … 1
  /// Reference points and angles of its regions, each times the weight of its region.
  geometry::spatial::Moments reference;
  double first_angle = 0, last_angle = 0;  ///< rad, of the first and the last of its regions
  Anchor anchor;
  std::shared_ptr<const geometry::spatial::Rail> rail;  ///< one that varies: at the anchor; else null
};

/// The placement as a plan sees it.
[[nodiscard]] Placement seen_by(const Plan& plan, const Placement& placement);

/// Regions in any order; plans go from the flange to the field side.
void make_plans(const ContactProblem& problem, const Placement& placement,
                const std::vector<geometry::spatial::Region>& regions, std::vector<Plan>& plans);

/// How much regions at distance d (m), whose angles differ by `angle` (rad), feel each other within one
/// patch, 0 … 1.
[[nodiscard]] double interaction(const Resolution& resolution, double distance, double angle);

}  // namespace flangeway::wheel_on_rail
