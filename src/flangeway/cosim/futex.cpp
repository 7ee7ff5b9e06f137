#include "flangeway/cosim/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

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

bool spin(const std::atomic<std::uint32_t>& word, std::uint32_t old) {
  // Some microseconds. Longer is worse where other programs want the processor too: who has spun is served
  // after who has slept (docs/decisions/0014-co-simulation-over-a-mapped-file.md).
  constexpr int looks = 64;
  for (int i = 0; i < looks; ++i) {
    if (word.load(std::memory_order_acquire) != old) return true;
    relax();
  }
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
