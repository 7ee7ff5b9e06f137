// Contact candidates of a wheel from one evaluation to the next.
#pragma once

#include "flangeway/wheelrail/search/depth_profile.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

inline constexpr double reach = 4e-3;  ///< m, peaks with gaps up to this are followed

/// Brings all candidates to their peaks, and leaves out those that have no rail any more.
void follow_all(const Shape& shape, const Placement& place, ContactCandidates& candidates);

/// The candidates of a wheel where it is placed, from those of the last step, and the depth of the wheel
/// around them.
void find_candidates(const Shape& shape, const ContactCandidates& committed, WheelResult& wheel,
                     DepthProfile& profile);

}  // namespace flangeway::wheelrail::elastic
