// Checks that coupling, contact and steps of a case fit together.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// The case has a flexible track, in its own process or in a second one.
[[nodiscard]] bool track_yields(const CaseSpec& spec);
void check_coupling(const CaseSpec& spec, Findings& findings);
/// Finds where the mesh of the case cannot have the structure.
void check_mesh(const CaseSpec& spec, const flextrack::Structure& structure, Findings& findings);
/// The longest step that the coupling allows, s; infinity without one.
[[nodiscard]] double longest_step(const CaseSpec& spec);
/// In two processes no step of the vehicle is longer than the track's.
void limit_steps(CaseSpec& spec);
/// Gives each wheelset a track of this kind, whose states follow those of the vehicle.
[[nodiscard]] MassSpringRails put_on_rails(flextrack::MassSpringTrack track, vehicle::VehicleModel& vehicle);
/// Finds that the case is for two processes, where there is one only.
void check_one_process(const CaseModel& model, Findings& findings);
/// Finds that it is not.
void check_two_processes(const CaseModel& model, Findings& findings);

}  // namespace flangeway::vehicle_case
