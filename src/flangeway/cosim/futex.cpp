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
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds longest{50};  // docs/decisions/0014
  constexpr int looks = 64;                         // between two looks at the clock
  const auto started = Clock::now();
  do {
    for (int i = 0; i < looks; ++i) {
      if (word.load(std::memory_order_acquire) != old) return true;
      relax();
    }
  } while (Clock::now() - started < longest);
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
