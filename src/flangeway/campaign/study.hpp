// Runs a study from its file to its results.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/scores.hpp"
#include "flangeway/campaign/table.hpp"

namespace flangeway::campaign {

/// A study with all its cases checked, ready to run.
struct Study {
  StudySpec spec;
  Plan plan;
  std::vector<Case> cases;  ///< empty where only the file was read
  Identity identity;
  std::shared_ptr<wheelrail::PairTables> tables;
};

/// Checks everything: the study file, each case that it makes, plots and tables. nullopt if there is any
/// finding.
[[nodiscard]] std::optional<Study> load_study(const document::Document& file, std::size_t jobs,
                                              Findings& findings);

/// Checks the study file alone: for a process that draws runs from a study which another one has checked.
[[nodiscard]] std::optional<Study> read_study(const document::Document& file, Findings& findings);

struct StudyProgress {
  std::size_t done = 0, total = 0, failed = 0;  ///< runs
  double fraction = 0;                          ///< of what this process has to do
};

struct StudyOptions {
  std::size_t jobs = 1;  ///< runs at a time
  /// Called about every 50 ms; false ends the study in order: runs in hand are given up.
  std::function<bool(const StudyProgress&)> progress;
};

/// Runs what is not done yet, each run on one thread. Each finished run is on the disk before the next begins
/// on its thread, so that the study can go on after being killed; results.csv follows about every second and
/// at the end. A failed run is a result. Throws std::system_error if the disk refuses. Models are given up as
/// their runs end.
[[nodiscard]] Table run_study(Study& study, const StudyFolder& folder, const StudyOptions& options);

}  // namespace flangeway::campaign
