#include "flangeway/cosim/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <ctime>

namespace flangeway::cosim {
namespace {

long futex(const std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
           const timespec* timeout) {
  return syscall(SYS_futex, &word, operation, value, timeout, nullptr, 0);
}

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

// A processor that was idle wakes up late, and who has spun is served after who has slept where other
// programs want the processor too (docs/decisions/0014-co-simulation-over-a-mapped-file.md).
bool Spin::wait(const std::atomic<std::uint32_t>& word, std::uint32_t old) {
  constexpr unsigned trials = 256;  // waits until a long one is tried again
  if (++waits_ % trials == 0) patience_ = most;
  const auto end = std::chrono::steady_clock::now() + patience_;
  do {
    if (word.load(std::memory_order_acquire) != old) {
      patience_ = std::min(most, 2 * patience_);
      return true;
    }
    relax();
  } while (std::chrono::steady_clock::now() < end);
  patience_ = std::max(least, patience_ / 2);
  return false;
}

void sleep_on(const std::atomic<std::uint32_t>& word, std::uint32_t old, std::chrono::milliseconds longest) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longest);
  const timespec timeout{seconds.count(), std::chrono::nanoseconds(longest - seconds).count()};
  (void)futex(word, FUTEX_WAIT, old, &timeout);
}

void wake(std::atomic<std::uint32_t>& word) {
  (void)futex(word, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace flangeway::cosim
