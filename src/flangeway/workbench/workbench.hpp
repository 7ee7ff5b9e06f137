// A project that is served: its files, its runs and who listens to them.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "flangeway/workbench/events.hpp"
#include "flangeway/workbench/project.hpp"
#include "flangeway/workbench/result_slices.hpp"
#include "flangeway/workbench/runs.hpp"
#include "flangeway/workbench/tree.hpp"

namespace flangeway::workbench {

/// A verb of the command line, for forms and for runs.
struct VerbFacts {
  std::string name;
  std::string json;  ///< its description as JSON
};

class Workbench {
 public:
  /// `program` runs the verbs.
  Workbench(const std::filesystem::path& folder, std::vector<VerbFacts> verbs, const std::string& program);

  Project project;
  Tree tree;
  Events events;
  ResultFiles results;
  std::vector<VerbFacts> verbs;
  Runs runs;

  /// Tells the listeners which files have changed since the last call.
  void look_for_changes();
  /// Compares inputs of results whose staleness is not known with the files, for a short time, and tells the
  /// listeners of those that are known then.
  void look_for_stale_results();
  /// Somebody listens, or has requested the tree within the last minute.
  [[nodiscard]] bool is_watched() const;
  void note_watcher();
  /// Inputs of a result that have changed: a list, or null before they were compared.
  [[nodiscard]] Json stale(const TreeEntry& entry) const;

 private:
  /// Inputs of a result at one state of the project's files.
  struct Staleness {
    FileStamp stamp;
    std::string inputs;  ///< hash over all files that could be inputs
    Json list;
  };
  [[nodiscard]] std::map<std::string, std::string> current_versions();

  std::map<std::string, std::string> versions_;     // by path, at the last look
  std::atomic<std::int64_t> watched_ = -1'000'000;  // s of a clock that never goes back
  mutable std::mutex stale_mutex_;
  std::map<std::string, Staleness> stale_;  // by path
};

}  // namespace flangeway::workbench
