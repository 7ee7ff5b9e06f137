// Out-of-round wheels and rail surfaces of a case.
#pragma once

#include "flangeway/track/model.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// Running surfaces of the wheels on this track. Findings: surfaces that do not fit the wheels, the contact
/// method or the coupling. Files of measured wheels are added to `sources`.
[[nodiscard]] wheelrail::RunningSurfaces compile_surfaces(const CaseSpec& spec,
                                                          const vehicle::VehicleModel& vehicle,
                                                          const track::TrackModel& track,
                                                          std::vector<SourceFile>& sources,
                                                          Findings& findings);
/// Those of the wheels.
[[nodiscard]] std::vector<ShortFeature> short_features(const CaseSpec& spec,
                                                       const vehicle::VehicleModel& vehicle);

}  // namespace flangeway::vehicle_case
