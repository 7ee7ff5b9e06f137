// Requirements on a case that is to run steadily at a constant speed.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

/// Whether the section of any rail varies along the track, or a rail has gaps, or there are check rails.
[[nodiscard]] bool rails_vary(const vehicle_case::CaseModel& model);

/// Findings: what keeps a case from running at one speed without end, with all forces constant, on track
/// without irregularities. Those of the track are not looked at: who looks for steady running leaves them
/// out.
void check_steady_running(const vehicle_case::CaseModel& model, Findings& findings);

/// The same for those who look for it on the track of the case itself, which must have no irregularities.
void check_steady_running_on_track(const vehicle_case::CaseModel& model, Findings& findings);

/// The course of a track without irregularities.
struct EvenTrack {
  double curvature = 0, cant = 0;  ///< 1/m, left positive; m, right rail above left
  double distance = 0;             ///< m, that the vehicle runs
};
/// The case on this track with its own rails, with room before and behind the vehicle, wheelsets in the
/// middle, at constant speed.
[[nodiscard]] vehicle_case::CaseModel on_even_track(const vehicle_case::CaseModel& model,
                                                    const EvenTrack& even);

}  // namespace flangeway::simulate
