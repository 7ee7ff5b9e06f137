// One run of a study on the calling thread.
#pragma once

#include <atomic>
#include <optional>

#include "flangeway/campaign/study.hpp"

namespace flangeway::campaign {

/// Nothing if it was stopped. `fraction` goes from 0 to 1.
[[nodiscard]] std::optional<Outcome> run_case(const Case& one, const std::atomic<bool>& stop,
                                              std::atomic<double>& fraction);

/// Outcome of a run made elsewhere: no channels. A summary as in Outcome.
[[nodiscard]] Outcome outcome_without_run(std::string summary);

/// The case of run `i`, whose model alone was released. Throws BadInput if a file has changed
/// since.
[[nodiscard]] Case load_again(const Study& study, std::size_t i);

/// Loads run `i` if `one` has no model. Trials of an optimisation were not all checked before: one that its
/// case refuses is a failed trial, which is returned. Throws BadInput as load_again() in any other study, and
/// where the first trial, which was checked, is refused as well, so that a file must be at fault.
[[nodiscard]] std::optional<Outcome> load_where_missing(const Study& study, std::size_t i, Case& one);

}  // namespace flangeway::campaign
