// Decides which regions of interpenetration form one patch and where it is anchored. Internal to the room.
#pragma once

#include <vector>

#include "flangeway/geometry/spatial/regions.hpp"
#include "flangeway/wheel_on_rail/placing.hpp"

namespace flangeway::wheel_on_rail {

/// Where a patch is anchored: a point of the rail and an angle.
struct Anchor {
  double x = 0;         ///< m, track; on a roller along its circumference, from its top
  double pitch = 0;     ///< rad, on a roller: the same as an angle about its axle
  double y = 0, z = 0;  ///< m, track; on a roller in axes that are turned by the pitch
  double rail_s = 0;
  double angle = 0;  ///< rad
};

/// One patch before it has a grid.
struct Plan {
  std::size_t first = 0, last = 0;   ///< regions first … last
  geometry::spatial::Region extent;  ///< of them together; on a roller its x, too, along the circumference
  Anchor anchor;
  std::vector<double> borders;  ///< between its parts: arc lengths on the rail, m
  std::vector<double> factors;  ///< how much the parts on both sides of a border feel each other, 0 … 1
};

/// Regions go from the flange to the field side; so do the plans.
void make_plans(const ContactProblem& problem, const Placement& placement,
                const std::vector<geometry::spatial::Region>& regions, std::vector<Plan>& plans);

/// Moves the anchor by less than an element, so that its grid and the grid of a patch of the instant before
/// share their elements.
void align(const Placement& placement, double dx, double ds, double before_x, double before_rail_s,
           Anchor& anchor);

/// How much regions at distance d (m) along the rail, whose angles differ by `angle` (rad), feel each other
/// within one patch, 0 … 1.
[[nodiscard]] double interaction(const Resolution& resolution, double distance, double angle);

}  // namespace flangeway::wheel_on_rail
