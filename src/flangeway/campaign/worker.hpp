// Processes that share the runs of a study: on one machine, or on many with a shared folder.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/study.hpp"

namespace flangeway::campaign {

/// Part `index` (from 1) of `count`: the runs index, index + count, …
struct Shard {
  std::size_t index = 1, count = 1;
};
/// "2/8"; nothing if it is no part.
[[nodiscard]] std::optional<Shard> parse_shard(const std::string& text);

struct WorkerOptions {
  std::size_t jobs = 1;  ///< runs at a time
  /// A run that another worker has claimed is taken over when its claim has not been renewed for so long.
  std::chrono::milliseconds lease = std::chrono::seconds(60);
  std::optional<Shard> shard;      ///< only these runs, without claims
  std::vector<std::string> names;  ///< only these runs, without claims; empty: all
  std::string owner = {};          ///< name of the worker; empty: a new one
  /// Called about every 50 ms; false ends the work in order: runs in hand are put back.
  std::function<bool(const StudyProgress&)> progress;
};

/// Runs what no one has done, until all is done that the options name. Writes runs only, and no tables. The
/// number of runs that it did. Throws BadInput if a case can no longer be read, and std::system_error if the
/// disk refuses.
[[nodiscard]] std::size_t work(const Study& study, const StudyFolder& folder, const WorkerOptions& options);

/// The run of this place in the plan, on the calling thread and without a folder. Throws BadInput if a file
/// is not what `inputs` say. `goes_on` is called repeatedly; nothing once it returns false.
[[nodiscard]] std::optional<Outcome> run_alone(const Study& study, std::size_t run,
                                               const std::vector<InputHash>& inputs,
                                               const std::function<bool()>& goes_on);

/// How a study is read: from its file alone, and with all cases checked.
struct StudyReader {
  std::function<std::optional<Study>(const document::Document&, Findings&)> read = read_study;
  std::function<std::optional<Study>(const document::Document&, std::size_t, Findings&)> load = load_study;
};

/// Opens the folder together with other workers. The first one checks all cases and begins the folder;
/// `study` has them then. Findings as of load_study() and StudyFolder::open().
[[nodiscard]] std::optional<StudyFolder> join_study(const StudyReader& reader, const document::Document& file,
                                                    const std::filesystem::path& folder,
                                                    const std::string& command_line, std::size_t jobs,
                                                    std::optional<Study>& study, Findings& findings);

/// Names of runs that are not done, in the order of the plan.
[[nodiscard]] std::vector<std::string> open_runs(const Study& study, const StudyFolder& folder);

/// The results that are there as a table; also writes results.csv and results.h5.
[[nodiscard]] Table collect(const Study& study, const StudyFolder& folder);

}  // namespace flangeway::campaign
