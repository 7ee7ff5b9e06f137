// How far a study is, from its folder alone.
#pragma once

#include <chrono>
#include <cmath>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "flangeway/campaign/folder.hpp"

namespace flangeway::campaign {

/// Runs that failed in the same way; numbers in the texts may differ.
struct FailureKind {
  std::string text;  ///< of the first of them
  std::size_t count;
  std::string run;  ///< the first of them
};

struct SlowRun {
  std::string run;
  double wall_time;  ///< s
};

struct WorkerStatus {
  std::string name;               ///< "node1.4711.8f3a"
  std::size_t done = 0;           ///< runs
  double busy = 0;                ///< s, wall time of these
  std::vector<std::string> runs;  ///< in hand
  double renewed = std::nan("");  ///< s since it last renewed a claim
};

struct StudyStatus {
  std::size_t runs = 0, completed = 0, derailed = 0, failed = 0;
  std::vector<std::string> claimed;   ///< "12 by node1.4711.8f3a"
  std::vector<std::string> damaged;   ///< runs whose summary is damaged or of another run; not done
  double rate = 0;                    ///< runs per second, of the last ones; 0: too few to tell
  double time_left = std::nan("");    ///< s at this rate
  std::vector<FailureKind> failures;  ///< most frequent first
  std::vector<SlowRun> slowest;       ///< ten at most
  std::vector<WorkerStatus> workers;
  bool cancelled = false;
  std::string job;  ///< of Slurm, or ""
  [[nodiscard]] std::size_t done() const { return completed + derailed + failed; }
};
/// Findings: those of check_format(). Summaries are read, but no recorded channels.
[[nodiscard]] StudyStatus status_of(const std::filesystem::path& folder, Findings& findings);

/// Lines for a terminal.
[[nodiscard]] std::string status_text(const StudyStatus& status);
[[nodiscard]] std::string status_json(const StudyStatus& status);

/// status.html: loads itself again as long as the study goes on.
/// One process at a time writes it. A page that cannot be written stays as it was: no study ends for it.
class StatusPage {
 public:
  /// Nothing while another process writes it.
  void write(const StudyFolder& folder);
  /// Unless any process wrote it within ten seconds, or within twenty times what that took. False: it was not
  /// written. A request to stop ends it without a page.
  bool write_if_old(const StudyFolder& folder, const std::stop_token& stop = {});
  /// Asks once a second; for a thread of its own, because a large folder takes minutes to read.
  void keep_young(const StudyFolder& folder, const std::stop_token& stop);

 private:
  enum class When { now, if_old };
  bool write(const StudyFolder& folder, When when, const std::stop_token& stop);
};

}  // namespace flangeway::campaign
