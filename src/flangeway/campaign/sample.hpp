// Chooses the runs of a study from its axes, where they are not all combinations.
#pragma once

#include "flangeway/campaign/plan.hpp"

namespace flangeway::campaign {

/// Number of runs without references.
[[nodiscard]] double run_count(const StudySpec& spec, const Plan& plan);

/// Findings: what makes no sample of these axes.
void check_sample(const StudySpec& spec, const Plan& plan, Findings& findings);

/// Draws the design of the plan and the points of axes with distributions. The point of each run on each
/// axis.
[[nodiscard]] std::vector<std::vector<std::size_t>> draw_sample(const StudySpec& spec, Plan& plan);

}  // namespace flangeway::campaign
