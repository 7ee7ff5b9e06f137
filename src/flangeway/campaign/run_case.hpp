// One run of a study on the calling thread.
#pragma once

#include <atomic>
#include <optional>

#include "flangeway/campaign/study.hpp"

namespace flangeway::campaign {

/// Nothing if it was stopped. `fraction` goes from 0 to 1.
[[nodiscard]] std::optional<Outcome> run_case(const Case& one, const std::atomic<bool>& stop,
                                              std::atomic<double>& fraction);

/// Of a run that could not begin.
[[nodiscard]] Outcome failed_outcome(const std::string& why);

/// The case of run `i`, of which only the model was given up. Throws BadInput if a file is no longer what it
/// was.
[[nodiscard]] Case load_again(const Study& study, std::size_t i);

}  // namespace flangeway::campaign
