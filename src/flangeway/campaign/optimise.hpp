// An optimisation: a study whose runs are chosen from the results of those before. Theory:
// docs/theory/optimisation.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/page.hpp"
#include "flangeway/campaign/worker.hpp"

namespace flangeway::campaign {

/// Outcome of one run.
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

/// As study_reader.read and load, of a file with the section optimise. The plan has the first batch only.
[[nodiscard]] StudyReader optimisation_reader(TrialValues values);

/// As run_study(), batch after batch. What was run before is read from the folder: the same results give the
/// same next batch.
[[nodiscard]] Table optimise(Study& study, const StudyFolder& folder, const StudyOptions& options);

/// As work(), batch after batch, together with other workers, which all derive the same batches.
[[nodiscard]] std::size_t work_on_optimisation(Study& study, const StudyFolder& folder,
                                               const WorkerOptions& options);

/// Adds the batches to the plan that follow from the results in the folder, until one is not done. The table
/// if all trials are done.
[[nodiscard]] std::optional<Table> add_known_batches(Study& study, const StudyFolder& folder);

/// front.csv: the rows of the front.
[[nodiscard]] std::string front_csv(const Study& study, const Table& table);
/// An object for each trial of the front: its run, its point on each axis, its objectives.
[[nodiscard]] std::string front_json(const Study& study, const Table& table);
/// Plots of the objectives whose points lead to their runs, and what the runs of the front are.
[[nodiscard]] std::string front_html(const Study& study, const StudyFolder& folder, const Table& table);

}  // namespace flangeway::campaign
