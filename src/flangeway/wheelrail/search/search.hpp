// Search for the points where a wheel is near a rail: docs/theory/elastic.md.
// Left-hand coordinates; the right side is the mirror image.
#pragma once

#include <array>

#include "flangeway/wheelrail/search/shape.hpp"

namespace flangeway::wheelrail::elastic {

/// The rail near the wheelset, in the wheelset's track frame: at x its section stands at y + y_slope x +
/// ½ y_bend x², z alike, turned by roll about its reference point.
struct RailLine {
  double y = 0, z = 0, roll = 0;    ///< m, m, rad: of the section beside the wheelset's centre
  double y_slope = 0, z_slope = 0;  ///< 1
  double y_bend = 0, z_bend = 0;    ///< 1/m, with the curvature of the track
};

struct Placement {
  Mat3 axes = Mat3::Identity();  ///< track ← wheelset, without the spin
  double y = 0, z = 0;           ///< m, the wheelset's centre
  RailLine rail;
  double s = 0;             ///< m, of the wheelset on the track: for rails that vary
  double roller_ahead = 0;  ///< m, of the axle of a roller from the wheelset's centre
  std::size_t on_rail = 0;  ///< which rail of this side, index in Shape::varying
};

/// A place where a wheel is deepest in its rail, or nearest to it, among its neighbours.
struct ContactCandidate {
  std::size_t on_rail = 0;         ///< as in Placement
  double wheel_s = 0, rail_s = 0;  ///< arc lengths
  double depth = 0;                ///< m, interpenetration along the normal; negative: a gap
  Vec3 arm = Vec3::Zero();         ///< m, of the wheel's point from the wheelset's centre, track axes
  Vec3 normal = Vec3::UnitZ();     ///< of the rail, upwards
  // of a peak that carries load
  bool pressed = false;
  double rate = 0;          ///< m/s, of indentation
  double impact_speed = 0;  ///< m/s, at which it began to press; 0: not yet
};

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ContactCandidate> state) {
  codec(state.on_rail, state.wheel_s, state.rail_s, state.depth, state.arm, state.normal, state.pressed,
        state.rate, state.impact_speed);
}

/// From the flange to the field side.
inline constexpr std::size_t max_candidates = 8;
struct ContactCandidates {
  std::size_t count = 0;
  std::array<ContactCandidate, max_candidates> at;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ContactCandidates> state) {
  codec(state.count, state.at);
}

/// Adds a candidate behind the others; if there are too many, the shallowest is left out.
void add_candidate(const ContactCandidate& candidate, ContactCandidates& candidates);

/// Looks at the whole of both profiles: the deepest peaks, with gaps of `reach` (m) at most, not polished. Of
/// a rail that varies it takes the section beside the wheelset. Of the wheel's samples one in `every`: peaks
/// that are found from fewer are less near to where they are.
void search(const Shape& shape, const Placement& place, double reach, ContactCandidates& candidates,
            std::size_t every = 1);

/// Whether a wheel in the middle of the track, lowered, meets the rail on its tread.
[[nodiscard]] bool touches_centred(const Shape& shape);

}  // namespace flangeway::wheelrail::elastic
