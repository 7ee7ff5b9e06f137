// News of a project for everybody who listens.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/workbench/refusal.hpp"

namespace flangeway::workbench {

/// A listener that is slow misses old events, and gets `project` without paths instead.
class Events {
 public:
  void send(const std::string& name, const Json& data);
  /// Ends all waits, now and later.
  void close();
  [[nodiscard]] bool is_closed() const;

  /// A listener's place in the stream.
  [[nodiscard]] std::uint64_t last() const;
  /// The events after `seen`, as text of a stream of server-sent events, and moves `seen`. Waits for one;
  /// empty where none came in time or the stream is closed.
  [[nodiscard]] std::string wait(std::uint64_t& seen, int milliseconds);

  /// Counts listeners; false: there are too many.
  [[nodiscard]] bool enter();
  void leave();
  [[nodiscard]] bool has_listeners() const;

 private:
  static constexpr std::size_t kept_events = 256, max_listeners = 16;
  mutable std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::string> texts_;  // the last one has number last_
  std::uint64_t last_ = 0;
  std::size_t listeners_ = 0;
  bool closed_ = false;
};

}  // namespace flangeway::workbench
