// Trials of an optimisation whose runs are made elsewhere: one process asks for trials, any other one tells
// their results.
//
// asked.json of the folder has the requested trials. A result that is told becomes the run of its trial in
// the folder, so that it counts for the next batch as a run of ours does.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/optimise.hpp"

namespace flangeway::campaign {

struct Asked {
  std::vector<std::size_t> runs;     ///< places in the plan of the trials that are given out now
  std::vector<std::size_t> waiting;  ///< numbers of trials that were given out before and have no result
};

/// Gives out up to `count` trials of the first batch that is not done, each of them once. Adds the batches to
/// the plan. Findings: another process asks or tells all the time.
[[nodiscard]] Asked ask(Study& study, const StudyFolder& folder, std::size_t count, Findings& findings);

/// Objects {"trial", "axes", "command"}: number, value on each axis, a command that makes the run with
/// Flangeway.
[[nodiscard]] std::string trials_json(const Study& study, const std::vector<std::size_t>& runs);
/// A line for each, after `trial` and the names of the axes.
[[nodiscard]] std::string trials_csv(const Study& study, const std::vector<std::size_t>& runs);

/// Puts the result of a trial into the folder, and writes the tables and the page of all trials with a
/// result, which it returns. `said`: COLUMN=VALUE for each objective and constraint that is no axis, or
/// failure=TEXT alone. Adds the batches to the plan. Findings: another process asks or tells all the time, a
/// trial that is unknown or has a result, and incomplete or wrong words; then nothing is written.
[[nodiscard]] std::optional<Table> tell(Study& study, const StudyFolder& folder, const std::string& trial,
                                        const std::vector<std::string>& said, const std::string& command_line,
                                        Findings& findings);

}  // namespace flangeway::campaign
