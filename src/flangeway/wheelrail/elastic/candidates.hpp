// Contact candidates of a wheel from one evaluation to the next.
#pragma once

#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

inline constexpr double reach = 4e-3;  ///< m, peaks with gaps up to this are followed

/// Keeps the candidates that can be brought onto a common normal and, unless `inactive_too`, those too far
/// from the rail to matter. False if a peak near the rail was lost.
bool refine_all(const Shape& shape, const Placement& place, bool inactive_too, ContactCandidates& candidates);

/// The candidates of a wheel where it is placed, from those of the last step.
void find_candidates(const Shape& shape, const ContactCandidates& committed, WheelResult& wheel);

}  // namespace flangeway::wheelrail::elastic
