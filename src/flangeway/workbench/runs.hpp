// A queue of commands that run in processes of their own, with records that outlive the server.
#pragma once

#include <sys/types.h>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/workbench/events.hpp"
#include "flangeway/workbench/project.hpp"

namespace flangeway::workbench {

enum class RunState { waiting, running, done, failed, stopped };
[[nodiscard]] const char* name_of(RunState state);

struct Run {
  std::string name = {};           ///< begins with the time, so that names sort by it
  std::vector<std::string> words;  ///< verb and arguments
  RunState state = RunState::waiting;
  std::optional<int> exit_code;
  double queued = 0, started = 0, ended = 0;  ///< s since 1970, UTC; 0: not yet
  bool stop_asked = false;
  ::pid_t process = 0;
  /// Clock ticks since boot: tells a process from a later one of its number.
  std::uint64_t process_start = 0;
  Json progress;
  std::vector<std::string> lines;  ///< the last ones of its output
  std::size_t output_bytes = 0;    ///< that `lines` come from
};

/// Each run has a folder .flangeway/runs/ID with its record (run.json), its output, its progress and its exit
/// code, which the shell that starts it writes. So a server that begins anew knows runs of an earlier one,
/// and those that still run.
class Runs {
 public:
  /// `program`: this program. Reads the records that there are.
  Runs(Project& project, Events& events, std::string program, std::vector<std::string> verbs);

  /// Queues a command; throws Refusal where check_command() does.
  std::string add(std::vector<std::string> words);
  /// SIGINT: a run keeps its rows. A second one ends it at once. A waiting run is taken out.
  void stop(const std::string& id);
  /// Queues what continues a run that was stopped or failed; gives the id of the new run.
  std::string resume(const std::string& id);
  /// The newest first.
  [[nodiscard]] Json list() const;

  /// Starts what waits, looks after what runs, and tells the listeners. To be called about ten times a
  /// second.
  void advance();
  /// Stops all that run, and waits until their files are complete: at most `seconds`.
  void end(double seconds);

 private:
  struct Child;
  void load();
  void save(const Run& run) const;
  void start(Run& run);
  [[nodiscard]] bool look_at(Run& run);
  void look_at_output(Run& run) const;
  void look_at_end(Run& run);
  [[nodiscard]] bool is_alive(const Run& run) const;
  [[nodiscard]] Json json_of(const Run& run) const;
  [[nodiscard]] Run& find(const std::string& id);
  void drop_oldest();

  Project& project_;
  Events& events_;
  std::string program_;
  std::vector<std::string> verbs_;
  mutable std::mutex mutex_;
  std::map<std::string, Run> runs_;  // by id
};

}  // namespace flangeway::workbench
