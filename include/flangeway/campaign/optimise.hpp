// An optimisation: a study whose runs are chosen from the results of those before. Theory:
// docs/theory/optimisation.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/study.hpp"

namespace flangeway::campaign {

/// What came of one run.
struct Trial {
  std::size_t row = 0;             ///< of the table
  std::vector<double> objectives;  ///< in the order of the file
  std::vector<double> violations;  ///< by how much each constraint is missed; 0 where it is kept
  std::string problem;             ///< why there are no objectives, or ""
};
/// A trial for each row.
[[nodiscard]] std::vector<Trial> trials_of(const OptimiseSpec& spec, const Table& table);
/// Those that keep all constraints and that no other one beats, best first in the first objective.
[[nodiscard]] std::vector<Trial> front_of(const OptimiseSpec& spec, const std::vector<Trial>& trials);

/// As load_study(), of a file with the section optimise. The plan has the first batch only.
[[nodiscard]] std::optional<Study> load_optimisation(const document::Document& file, std::size_t jobs,
                                                     Findings& findings);

/// As run_study(), batch after batch. What was run before is read from the folder: the same results give the
/// same next batch.
[[nodiscard]] Table optimise(Study& study, const StudyFolder& folder, const StudyOptions& options);

/// front.csv: the rows of the front.
[[nodiscard]] std::string front_csv(const Study& study, const Table& table);
/// An object for each trial of the front: its run, its point on each axis, its objectives.
[[nodiscard]] std::string front_json(const Study& study, const Table& table);
/// Plots of the objectives whose points lead to their runs, and what the runs of the front are.
[[nodiscard]] std::string front_html(const Study& study, const StudyFolder& folder, const Table& table);

}  // namespace flangeway::campaign
