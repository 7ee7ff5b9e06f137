// Waits for a number that another process changes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace flangeway::cosim {

/// Waits without giving the processor away, as long as that has been worth it: up to 100 µs where the other
/// side answers in that time, down to 1 µs where it does not (it lacks a processor, or computes longer).
class Spin {
 public:
  /// True as soon as `word` is not `old`.
  [[nodiscard]] bool wait(const std::atomic<std::uint32_t>& word, std::uint32_t old);

 private:
  static constexpr std::chrono::nanoseconds most{100'000}, least{1'000};
  std::chrono::nanoseconds patience_ = most;
  unsigned waits_ = 0;
};
/// Sleeps until it is woken, `word` is not `old` any more, or the time is over.
void sleep_on(const std::atomic<std::uint32_t>& word, std::uint32_t old, std::chrono::milliseconds longest);
void wake(std::atomic<std::uint32_t>& word);

}  // namespace flangeway::cosim
