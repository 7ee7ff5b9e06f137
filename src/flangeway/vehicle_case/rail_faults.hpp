// Errors in the rails of a track, before a case runs on it.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::vehicle_case {

/// Adds the findings that a case on these rails has about their profiles, stations, gaps and check rails.
/// Layouts have been placed. Rails without a profile are left to the case.
void find_rail_faults(const track::TrackRailsSpec& rails, Findings& findings);

}  // namespace flangeway::vehicle_case
