// A roller rig in a case: its compatible features, and its model.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/rails.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

void check_roller_rig(const CaseSpec& spec, Findings& findings);

/// Rollers take profiles, gauge and inclination from a track that is straight, level and even.
void check_track_of_rollers(const CaseSpec& spec, const track::TrackModel& track, const CaseRails& rails,
                            Findings& findings);

/// After compile_drive(). Rollers that turn freely add their states to those of the vehicle.
[[nodiscard]] RollerRig put_on_rollers(const RollerRigSpec& spec, vehicle::VehicleModel& vehicle);

}  // namespace flangeway::vehicle_case
