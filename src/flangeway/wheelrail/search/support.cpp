#include "flangeway/wheelrail/search/support.hpp"

#include <cmath>

#include "flangeway/wheelrail/search/depth_profile.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// The peak that a falling wheel meets first.
std::optional<Support> first_peak(const Shape& shape, Placement& place) {
  constexpr double furthest = 0.04;  // [m]
  std::optional<Support> first;
  for (place.on_rail = 0; place.on_rail < rail_count(shape); ++place.on_rail) {
    ContactCandidates peaks;
    search(shape, place, furthest, peaks);
    for (std::size_t i = 0; i < peaks.count; ++i) {
      ContactCandidate& peak = peaks.at[i];
      if (!follow(shape, place, peak)) continue;
      const double rise = peak.depth / peak.normal.z();
      if (!first || rise > first->height) first = Support{rise, peak};
    }
  }
  return first;
}

}  // namespace

std::optional<Support> support_at(const Shape& shape, double s, double y) {
  constexpr int max_iterations = 20;
  constexpr double min_height = -0.03, exact = 1e-9;  // [m]
  Placement place;
  place.y = y;
  place.z = shape.radius;
  place.s = s;
  for (int i = 0; i < max_iterations; ++i) {
    auto first = first_peak(shape, place);
    if (!first || place.z - shape.radius + first->height < min_height) return std::nullopt;
    place.z += first->height;
    if (std::abs(first->height) > exact && i + 1 < max_iterations) continue;
    first->height = place.z - shape.radius;
    return first;
  }
  return std::nullopt;
}

}  // namespace flangeway::wheelrail::elastic
