// Calls of laws that may throw, answer late or never return. Private to the room.
#pragma once

#include <atomic>
#include <mutex>
#include <string>

#include "flangeway/law/law.hpp"

namespace flangeway::law {

/// Written by the thread that calls the law, read by the one that reports the failure.
class CallFaults {
 public:
  void note_exception(std::string text);
  void note_time(double seconds);
  /// Whether a call has been late: a step that is tried again must not wait once more.
  [[nodiscard]] bool was_late_before() const { return late_.load(std::memory_order_relaxed); }
  /// "threw an exception, …" or "took 12 s, longer than …": `code` is threw_exception or was_late.
  [[nodiscard]] std::string describe(int code, double time_limit) const;

 private:
  mutable std::mutex mutex_;
  std::string exception_;
  double seconds_ = 0;
  std::atomic<bool> late_{false};
};

/// Begins to watch how long calls last, once in a process.
void watch_calls();

/// Throws NotLoaded in the scope of a LoadingForbidden.
void refuse_if_forbidden();

}  // namespace flangeway::law
