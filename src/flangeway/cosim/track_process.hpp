// The process of the track as that of the vehicle sees it, which has started it.
#pragma once

#include <sys/types.h>

#include <optional>

namespace flangeway::cosim {

/// The track's process, a child of this one. It closes the exchange before it ends.
class TrackProcess {
 public:
  explicit TrackProcess(pid_t process) : process_(process) {}
  TrackProcess(const TrackProcess&) = delete;
  TrackProcess& operator=(const TrackProcess&) = delete;
  /// Ends a process that does not end of itself within two seconds: it is stalled.
  ~TrackProcess();

  [[nodiscard]] bool ended();
  /// The exit code with which it reported an error, if it has.
  [[nodiscard]] std::optional<int> failure();

 private:
  [[nodiscard]] bool ends_soon();

  pid_t process_;
  int status_ = 0;
  bool ended_ = false;
};

}  // namespace flangeway::cosim
