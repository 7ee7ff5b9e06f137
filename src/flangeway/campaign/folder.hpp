// The folder of a study: its files, and the runs that are complete.
//
//   study.json            identity of the results: hashes of inputs and settings, number of runs, program,
//                         command line; sealed
//   runs/12.json          summary of run 12: written when the run is complete, never changed; sealed with the
//                         run that it is of, the study and the hash of runs/12.csv (core/json_seal.hpp)
//   runs/12.csv           its recorded channels, written before the summary
//   results.csv           a line for each complete run, in the order of the plan
//   results.h5            the same as HDF5
//   study.html            the page
//   status.html           how far the study is, while it goes on
//   slurm.sh, slurm.json  the job array that was submitted, and its number
//   slurm/3.log           output of its third worker
//   asked.json            requested trials, whose runs are made elsewhere
//   asked.lock            locked while a trial is requested or its result is told
//   cancelled             is there when workers have to end
//   slurm.lock            locked while an array is submitted
//   status.lock           locked while status.html is written; how long that took, in s
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "flangeway/campaign/cases.hpp"
#include "flangeway/campaign/trace.hpp"
#include "flangeway/core/json_seal.hpp"

namespace flangeway::campaign {

/// Findings: the folder holds no study, or one in a later version of the format.
void check_format(const std::filesystem::path& folder, Findings& findings);

inline constexpr const char* cancel_mark = "cancelled";

/// A file that went into a study.
struct InputHash {
  std::string path, sha256;
};

/// Properties that results must share to belong together.
struct Identity {
  std::string version, commit;    ///< of the program
  std::vector<InputHash> inputs;  ///< sorted by path, each once
  std::string settings;  ///< hash of all that is set in the runs, in their order, and of what is recorded
  /// The same of the first run, the first two runs, …: results of a study that these runs were added to.
  std::vector<std::string> earlier = {};
  /// Runs of the grid, and before it: for readers of the folder without the file of the study.
  std::size_t runs = 0, references = 0;
  std::string recorded = {};  ///< hash of what is recorded of every run
  bool judged = false;        ///< the records of the runs are those of what rules judge, not rows
};
/// Without inputs.
[[nodiscard]] Identity identity_of(const StudySpec& spec, const Plan& plan);
/// Adds the files that a case was read from.
void add_inputs(const vehicle_case::CaseModel& model, Identity& identity);

/// Stored results of a finished run.
struct Outcome {
  std::string summary;  ///< JSON: that of `flangeway run --json`, with status "failed" for a failure
  Trace trace;
};

/// Throws BadInput if a file of the case is not what it was when the study began.
void check_inputs(const std::vector<InputHash>& begun, const vehicle_case::CaseModel& model);

class StudyFolder {
 public:
  /// Makes the folder, or opens one that holds results of the same study. Findings: it cannot be made, holds
  /// results of another study or other files (unless `force`, which removes those results), or is in use by
  /// another process.
  [[nodiscard]] static std::optional<StudyFolder> open(const std::filesystem::path& folder,
                                                       const Identity& identity,
                                                       const std::string& command_line, bool force,
                                                       Findings& findings);
  /// Likewise for a worker that finds no study there. Workers of other machines may do the same at the same
  /// moment, as locks of a folder on NFS hold on one machine only: their files stay.
  [[nodiscard]] static std::optional<StudyFolder> begin(const std::filesystem::path& folder,
                                                        const Identity& identity,
                                                        const std::string& command_line, Findings& findings);
  /// Opens a folder that was begun, together with other processes that do the same. Findings: it holds no
  /// study or another one, or is in use by a process that has it alone.
  [[nodiscard]] static std::optional<StudyFolder> join(const std::filesystem::path& folder,
                                                       const Identity& identity, Findings& findings);
  /// Whether the folder holds a study of the same settings and program; its inputs are not compared.
  [[nodiscard]] static bool has_begun(const std::filesystem::path& folder, const Identity& identity);
  [[nodiscard]] static bool is_in_use(const std::filesystem::path& folder);
  /// Workers end, and none begins, until the study is submitted or run again.
  [[nodiscard]] static bool is_cancelled(const std::filesystem::path& folder);
  /// Whether the mark was there when the folder was opened; open() removes it.
  [[nodiscard]] bool was_cancelled() const { return was_cancelled_; }
  /// Removes a folder that was begun and holds nothing else, unless another process uses it.
  static void remove_if_unused(const std::filesystem::path& folder);
  StudyFolder(StudyFolder&&) noexcept;
  StudyFolder& operator=(StudyFolder&&) = delete;
  ~StudyFolder();

  /// A run that was finished before; nothing if it has to run. Files that are damaged or belong to another
  /// run or study give nothing either, and a note. Threads may read at once.
  [[nodiscard]] std::optional<Outcome> read(const Run& run) const;
  /// Files that read() has refused so far, a line for each; and that the runs of an earlier program have
  /// no checksums.
  [[nodiscard]] std::vector<std::string> notes() const;
  /// Throws std::system_error if the disk refuses. Threads may write different runs at once.
  void write(const Run& run, const Outcome& outcome) const;
  void write(const std::string& name, std::string_view content) const;

  /// As write() of a run, where several processes may do the same run: the first result stays. `owner` is a
  /// name that no other process has.
  void publish(const Run& run, const Outcome& outcome, const std::string& owner) const;
  /// As the free function, of the inputs() of the folder.
  void check_inputs(const vehicle_case::CaseModel& model) const;
  /// The files that the study was read from when it began.
  [[nodiscard]] std::vector<InputHash> inputs() const;
  /// Who has claimed a run, or "".
  [[nodiscard]] std::string claimed_by(const Run& run) const;
  /// Beginning of the names of a run's files: "reference_1".
  [[nodiscard]] static std::string stem_of(const Run& run);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  StudyFolder(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  static std::optional<StudyFolder> open_or_make(const std::filesystem::path& folder,
                                                 const Identity& identity, const std::string& command_line,
                                                 bool force, Findings& findings);
  [[nodiscard]] std::filesystem::path file_of(const Run& run, const char* ending) const;
  void know(std::string run_identity, std::optional<std::vector<std::string>> known);
  void note(std::string text) const;
  [[nodiscard]] std::string sealed(const Run& run, const Outcome& outcome, const std::string& channels) const;
  [[nodiscard]] std::string problem_of(const Run& run, const SealedJson& summary,
                                       const std::string& channels) const;

  struct Notes {
    std::mutex mutex;
    std::set<std::string> texts;
  };
  std::filesystem::path path_;
  int lock_;
  bool was_cancelled_ = false;
  std::string run_identity_;                                // of runs that are written now
  std::optional<std::vector<std::string>> run_identities_;  // that runs may have; nothing: they have no seals
  std::unique_ptr<Notes> notes_ = std::make_unique<Notes>();
};

}  // namespace flangeway::campaign
