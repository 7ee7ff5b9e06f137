// The depth of a wheel in its rail along the wheel's profile: docs/theory/elastic.md (3)–(5). Left-hand
// coordinates.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/wheelrail/search/search.hpp"

namespace flangeway::wheelrail::elastic {

/// One sample of the wheel's profile, at the point of its circle that is deepest in the rail. Not set at
/// first: an evaluation has room for many of them and uses few.
struct DepthPoint {
  std::size_t sample;  ///< index in ProfileTable::samples of the wheel
  double depth;        ///< m, below the rail's surface along its normal
  double rail_s;       ///< m, arc length of the foot on the rail
  Vec3 arm;            ///< m, from the wheelset's centre, track axes
  Vec3 normal;         ///< of the rail's surface at the foot, upwards: −∂depth/∂(place of the point)
};

/// Points of the wheel near the rail, from the flange to the field side. Consecutive points are neighbours
/// unless their samples say otherwise.
inline constexpr std::size_t max_depth_points = 256;
struct DepthProfile {
  std::size_t count = 0;
  std::array<DepthPoint, max_depth_points> at;
};

/// Moves a candidate uphill to the deepest sample nearby; false if it has no rail below it there.
bool follow(const Shape& shape, const Placement& place, ContactCandidate& candidate);

/// Outcome of add_region for a candidate.
enum class Region {
  added,
  known,  ///< its points are of a region that the profile has
  gap,    ///< it is not that deep, and has been moved uphill
  lost    ///< no rail below it
};

/// Adds the points around a candidate, as deep as −`margin` at least and behind those that the profile has.
/// The candidate's place is where the search begins; the points do not depend on it within their region.
Region add_region(const Shape& shape, const Placement& place, double margin, ContactCandidate& candidate,
                  DepthProfile& profile);

/// The deepest point of a parabola through three samples, or the sample `k` itself at an end of a region.
struct Vertex {
  double depth = 0;
  double offset = 0;  ///< from the sample, in samples, −½ … ½
};
[[nodiscard]] Vertex vertex_at(const DepthProfile& profile, std::size_t k);

}  // namespace flangeway::wheelrail::elastic
