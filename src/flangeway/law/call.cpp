#include "flangeway/law/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace flangeway::law {
namespace {

constexpr double tick_length = 0.02;      // s
constexpr double stuck_after_limits = 2;  // time limits after which a call is taken for stuck

// The call that a thread is in.
struct CallSlot {
  std::atomic<const Law*> law{nullptr};
  std::atomic<std::int64_t> start{0};  // tick
  std::atomic<std::int64_t> limit{0};  // tick after which it is taken for stuck
  bool busy = false;                   // read by its own thread only
};

// A thread that counts ticks, so that a call costs no look at the clock. It lives as long as the process.
class CallWatch {
 public:
  static CallWatch& instance() {
    static CallWatch& the_watch = *new CallWatch;
    return the_watch;
  }
  void start() {
    const std::lock_guard lock(mutex_);
    if (runs_) return;
    runs_ = true;
    std::thread([this] { run(); }).detach();
  }
  CallSlot& new_slot() {
    const std::lock_guard lock(mutex_);
    return *slots_.emplace_back(new CallSlot);
  }
  [[nodiscard]] std::int64_t tick() const { return tick_.load(std::memory_order_relaxed); }
  void set_end(void (*end)(const std::string&)) { end_ = end; }

 private:
  // A process that was stopped for a while has not let its laws work: a step counts five ticks at most.
  [[noreturn]] void run() {
    using Clock = std::chrono::steady_clock;
    constexpr double max_ticks = 5;
    double ticks = 0;
    for (Clock::time_point before = Clock::now();;) {
      std::this_thread::sleep_for(std::chrono::duration<double>(tick_length));
      const Clock::time_point now = Clock::now();
      ticks += std::min(std::chrono::duration<double>(now - before).count() / tick_length, max_ticks);
      before = now;
      tick_.store(static_cast<std::int64_t>(ticks), std::memory_order_relaxed);
      if (end_ != nullptr) end_stuck_calls();
    }
  }
  // A law that is taken out of its slot cannot be freed: the thread in the call waits when it returns.
  void end_stuck_calls() {
    const std::lock_guard lock(mutex_);
    for (CallSlot* slot : slots_) {
      if (tick() <= slot->limit.load()) continue;
      const Law* law = slot->law.exchange(nullptr);
      if (law == nullptr) continue;
      const double seconds = tick_length * static_cast<double>(tick() - slot->start.load());
      if (seconds > stuck_after_limits * law->time_limit)
        end_(
            fmt::format("the {} {} has not returned for {:.3g} s, and its time_limit is {:g} s. Correct the "
                        "law, or raise time_limit",
                        text_of(law->kind), law->name, seconds, law->time_limit));
      slot->law.store(law);
    }
  }

  std::mutex mutex_;
  bool runs_ = false;
  std::vector<CallSlot*> slots_;  // of all threads that have called a law
  std::atomic<std::int64_t> tick_{0};
  std::atomic<void (*)(const std::string&)> end_{nullptr};
};

thread_local CallSlot* own_slot = nullptr;
thread_local int forbidden = 0;

int evaluate_safely(const Law& law, std::size_t count, const double* in, double* out,
                    int derivatives) noexcept {
  try {
    return law.evaluate(law.parameters.data(), count, in, out, derivatives);
  } catch (const std::exception& thrown) {
    law.faults->note_exception(thrown.what());
  } catch (...) {
    law.faults->note_exception("not derived from std::exception");
  }
  return threw_exception;
}

int finish(const Law& law, CallSlot& slot, int code) {
  const Law* expected = &law;
  while (!slot.law.compare_exchange_weak(expected, nullptr)) expected = &law;  // the watch looks at it
  slot.busy = false;
  const double seconds = tick_length * static_cast<double>(CallWatch::instance().tick() - slot.start.load());
  if (seconds <= law.time_limit) return code;
  law.faults->note_time(seconds);
  return was_late;
}

}  // namespace

void CallFaults::note_exception(std::string text) {
  const std::lock_guard lock(mutex_);
  exception_ = std::move(text);
}

void CallFaults::note_time(double seconds) {
  const std::lock_guard lock(mutex_);
  seconds_ = seconds;
  late_ = true;
}

std::string CallFaults::describe(int code, double time_limit) const {
  const std::lock_guard lock(mutex_);
  if (code == was_late)
    return fmt::format("took {:.3g} s, longer than its time_limit of {:g} s,", seconds_, time_limit);
  return fmt::format("threw an exception, \"{}\",", exception_);
}

std::shared_ptr<CallFaults> Law::make_faults() {
  return std::make_shared<CallFaults>();
}

int call(const Law& law, std::size_t count, const double* in, double* out, int derivatives) noexcept {
  if (law.faults->was_late_before()) return was_late;
  if (own_slot == nullptr) own_slot = &CallWatch::instance().new_slot();
  CallSlot& slot = *own_slot;
  if (slot.busy) return evaluate_safely(law, count, in, out, derivatives);  // a law that runs a case
  slot.busy = true;
  const std::int64_t now = CallWatch::instance().tick();
  slot.start.store(now, std::memory_order_relaxed);
  slot.limit.store(now + static_cast<std::int64_t>(stuck_after_limits * law.time_limit / tick_length),
                   std::memory_order_relaxed);
  slot.law.store(&law, std::memory_order_release);
  return finish(law, slot, evaluate_safely(law, count, in, out, derivatives));
}

void watch_calls() {
  CallWatch::instance().start();
}

void end_process_when_stuck(void (*end)(const std::string& message)) {
  CallWatch::instance().set_end(end);
}

void refuse_if_forbidden() {
  if (forbidden > 0) throw NotLoaded();
}

LoadingForbidden::LoadingForbidden() {
  ++forbidden;
}

LoadingForbidden::~LoadingForbidden() {
  --forbidden;
}

}  // namespace flangeway::law
