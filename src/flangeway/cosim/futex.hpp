// Waiting for a number that another process changes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace flangeway::cosim {

/// Looks for some microseconds without giving the processor away; true as soon as `word` is not `old`.
[[nodiscard]] bool spin(const std::atomic<std::uint32_t>& word, std::uint32_t old);
/// Sleeps until it is woken, `word` is not `old` any more, or the time is over.
void sleep_on(const std::atomic<std::uint32_t>& word, std::uint32_t old, std::chrono::milliseconds longest);
void wake(std::atomic<std::uint32_t>& word);

}  // namespace flangeway::cosim
