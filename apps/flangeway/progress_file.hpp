// Progress for other programs, in the file that the environment variable FLANGEWAY_PROGRESS names.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace flangeway::app {

/// Writes one line of JSON, {"fraction", "time", "rate", "left", "text"}, in place of the last one, at most
/// five times a second: share that is done, simulated time (s, or null), simulated seconds per second (or
/// null), and seconds left (null before anything is done). Silent where the variable is not set or the file
/// cannot be opened.
class ProgressFile {
 public:
  ProgressFile();
  ~ProgressFile();
  ProgressFile(const ProgressFile&) = delete;
  ProgressFile& operator=(const ProgressFile&) = delete;
  [[nodiscard]] bool is_open() const { return file_ >= 0; }
  /// `elapsed` in s since the work began.
  void write(double fraction, std::optional<double> simulated, std::string_view text, double elapsed);

 private:
  using Clock = std::chrono::steady_clock;
  int file_ = -1;
  std::optional<Clock::time_point> written_;
};

}  // namespace flangeway::app
