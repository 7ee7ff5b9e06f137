// Contact candidates of a wheel from one evaluation to the next.
#pragma once

#include "flangeway/wheelrail/model.hpp"
#include "flangeway/wheelrail/search/depth_profile.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

inline constexpr double reach = 4e-3;  ///< m, peaks with gaps up to this are followed

/// The shape of a wheel that is not there has no profile.
[[nodiscard]] inline bool has_wheel(const Shape& shape) {
  return !shape.wheel.samples.empty();
}

/// How far a wheel stands outside the place of its rail, m.
[[nodiscard]] inline double beside_rail(const Shape& shape, const Placement& place) {
  return place.y + shape.wheel_lateral - shape.rail_reference.x() - place.rail.y;
}

/// Candidates that were found anew keep what those before knew of them.
void inherit(const ContactCandidates& before, ContactCandidates& candidates);

/// Brings all candidates to their peaks, and leaves out those that have no rail any more.
void follow_all(const Shape& shape, const Placement& place, ContactCandidates& candidates);

/// Adds the candidates of a wheel on the rail of its placement, from those of the last step, and makes the
/// depth of the wheel around them.
void find_candidates(const Shape& shape, const ContactCandidates& committed, Look look, WheelResult& wheel,
                     DepthProfile& profile);

}  // namespace flangeway::wheelrail::elastic
