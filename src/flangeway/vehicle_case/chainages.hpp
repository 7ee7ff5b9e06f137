// Positions of a case that are given by chainage.
#pragma once

#include "flangeway/track/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// Puts the positions of initial.chainage, contact.friction.stations[].chainage and output.track_chainages
/// into initial.s, contact.friction.stations[].s and output.track_places.
void settle_chainages(CaseSpec& spec, const track::TrackModel& track, Findings& findings);

}  // namespace flangeway::vehicle_case
