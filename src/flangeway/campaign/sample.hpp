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

/// The same for the design that the plan has.
[[nodiscard]] std::vector<std::vector<std::size_t>> place_design(const StudySpec& spec, Plan& plan);

/// Adds a run for each of these places, after the references.
void add_runs(const StudySpec& spec, const std::vector<std::vector<std::size_t>>& places, Plan& plan);

}  // namespace flangeway::campaign
