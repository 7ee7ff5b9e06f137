// The folder of a study: its files, and the runs that are complete.
//
//   study.json            identity of the results: hashes of inputs and settings, program, command line
//   runs/12.json          summary of run 12: written when the run is complete, never changed
//   runs/12.csv           its recorded channels, written before the summary
//   results.csv           a line for each complete run, in the order of the plan
//   study.html            the page
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/cases.hpp"
#include "flangeway/campaign/trace.hpp"

namespace flangeway::campaign {

/// A file that went into a study.
struct InputHash {
  std::string path, sha256;
};

/// What results must have in common to belong together.
struct Identity {
  std::string version, commit;    ///< of the program
  std::vector<InputHash> inputs;  ///< sorted by path, each once
  std::string settings;  ///< hash of all that is set in the runs, in their order, and of what is recorded
  /// The same of the first run, the first two runs, …: results of a study that these runs were added to.
  std::vector<std::string> earlier = {};
};
/// Without inputs.
[[nodiscard]] Identity identity_of(const StudySpec& spec, const Plan& plan);
/// Adds the files that a case was read from.
void add_inputs(const vehicle_case::CaseModel& model, Identity& identity);

/// What is kept of a finished run.
struct Outcome {
  std::string summary;  ///< JSON: that of `flangeway run --json`, with status "failed" for a failure
  Trace trace;
};

class StudyFolder {
 public:
  /// Makes the folder, or opens one that holds results of the same study. Findings: it cannot be made, holds
  /// results of another study or other files (unless `force`, which removes those results), or is in use by
  /// another process.
  [[nodiscard]] static std::optional<StudyFolder> open(const std::filesystem::path& folder,
                                                       const Identity& identity,
                                                       const std::string& command_line, bool force,
                                                       Findings& findings);
  StudyFolder(StudyFolder&&) noexcept;
  StudyFolder& operator=(StudyFolder&&) = delete;
  ~StudyFolder();

  /// A run that was finished before; nothing if it has to run, or its files were damaged.
  [[nodiscard]] std::optional<Outcome> read(const Run& run) const;
  /// Throws std::system_error if the disk refuses. Threads may write different runs at once.
  void write(const Run& run, const Outcome& outcome) const;
  void write(const std::string& name, std::string_view content) const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  StudyFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  [[nodiscard]] std::filesystem::path file_of(const Run& run, const char* ending) const;
  std::filesystem::path path_;
  int lock_;
};

}  // namespace flangeway::campaign
