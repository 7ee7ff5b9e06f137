// Reads result files, also of interrupted runs and of runs in progress.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/channel.hpp"

namespace flangeway {

/// Rows first, first + every, … below `end`.
struct Rows {
  std::size_t first = 0;
  std::size_t end = std::numeric_limits<std::size_t>::max();  ///< cut to the number of rows
  std::size_t every = 1;                                      ///< > 0
};

class Results {
 public:
  /// Throws InputError where the file is missing, damaged or not a result file.
  [[nodiscard]] static Results open(const std::filesystem::path& file);

  [[nodiscard]] const std::vector<Channel>& channels() const;  ///< in the order of the run
  [[nodiscard]] bool has(std::string_view channel) const;
  [[nodiscard]] std::size_t rows() const;  ///< that every channel had when the file was opened
  /// One channel over time, SI, one number a row. Throws InputError for an unknown channel (it names the
  /// nearest) and for damaged data.
  [[nodiscard]] std::vector<double> read(std::string_view channel, const Rows& rows = {}) const;

  /// "running" (also of an interrupted run), "completed", "derailed" or "stopped".
  [[nodiscard]] std::string status() const;
  /// The summary of the run as JSON; "{}" before its end.
  [[nodiscard]] const std::string& summary_json() const;
  /// Version and command that made the file: "Flangeway 0.1.0 (commit): flangeway run …".
  [[nodiscard]] std::string made_by() const;
  /// The whole case as text, after all settings.
  [[nodiscard]] const std::string& settings() const;

  struct Data;
  /// For the library itself.
  explicit Results(std::shared_ptr<const Data> data);

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace flangeway
