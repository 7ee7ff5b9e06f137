#include "flangeway/contact_case/run.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>

#include "flangeway/core/parallel.hpp"

namespace flangeway::contact_case {
namespace {

// Hands out cases in the order of the input as soon as what they go on from is done, and takes the results
// back. The results do not depend on who computes which case: a case sees its own sequence only.
class Scheduler {
 public:
  Scheduler(const Batch& batch, const RunOptions& options)
      : batch_(batch), options_(options), state_(batch.entries.size(), State::waiting) {
    for (std::size_t i = 0; i < batch.entries.size(); ++i)
      if (batch.entries[i].after > 0)
        has_successor_[static_cast<std::size_t>(batch.entries[i].after) - 1] = true;
    const auto sequences = std::count_if(batch.entries.begin(), batch.entries.end(),
                                         [](const Batch::Entry& entry) { return entry.after == 0; });
    at_once_ = std::clamp(static_cast<unsigned>(sequences), 1u, std::max(1u, options_.threads));
  }

  std::size_t run() {
    const auto stopping_at_failure = [this](void (Scheduler::*part)()) {
      try {
        (this->*part)();
      } catch (...) {
        fail(std::current_exception());
      }
    };
    on_threads(
        at_once_, [&] { stopping_at_failure(&Scheduler::work); },
        [&] { stopping_at_failure(&Scheduler::deliver); });
    if (failure_) std::rethrow_exception(failure_);
    return delivered_;
  }

 private:
  enum class State : std::uint8_t { waiting, running, done };

  void work() {
    Workspaces workspaces{
        .threads = std::max(1u, options_.threads / at_once_), .patch = {}, .wheel_rail = {}};
    while (const auto index = take()) {
      std::unique_ptr<SequenceState> sequence = chain_for(*index);
      CaseResult result = run_case(batch_, *index, *sequence, options_.wanted, workspaces);
      give_back(*index, std::move(result), std::move(sequence));
    }
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    stopped_ = true;
    changed_.notify_all();
  }

  // Far ahead of what has been delivered nothing is begun: results wait in memory.
  [[nodiscard]] std::size_t horizon() const {
    return std::min(batch_.entries.size(), delivered_ + 8 * std::size_t{options_.threads});
  }

  [[nodiscard]] bool ready(std::size_t index) const {
    const int after = batch_.entries[index].after;
    return state_[index] == State::waiting &&
           (after == 0 || state_[static_cast<std::size_t>(after) - 1] == State::done);
  }

  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    while (!stopped_ && first_waiting_ < batch_.entries.size()) {
      for (std::size_t i = first_waiting_; i < horizon(); ++i)
        if (ready(i)) {
          state_[i] = State::running;
          while (first_waiting_ < state_.size() && state_[first_waiting_] != State::waiting) ++first_waiting_;
          return i;
        }
      changed_.wait(lock);
    }
    return std::nullopt;
  }

  std::unique_ptr<SequenceState> chain_for(std::size_t index) {
    const std::lock_guard lock(mutex_);
    const int after = batch_.entries[index].after;
    if (after > 0)
      if (const auto found = chains_.find(static_cast<std::size_t>(after) - 1); found != chains_.end()) {
        std::unique_ptr<SequenceState> sequence = std::move(found->second);
        chains_.erase(found);
        return sequence;
      }
    return std::make_unique<SequenceState>();
  }

  void give_back(std::size_t index, CaseResult result, std::unique_ptr<SequenceState> sequence) {
    const std::lock_guard lock(mutex_);
    state_[index] = State::done;
    results_.emplace(index, std::move(result));
    if (has_successor_.contains(index)) chains_.emplace(index, std::move(sequence));
    changed_.notify_all();
  }

  // In the thread of the caller.
  void deliver() {
    std::unique_lock lock(mutex_);
    while (delivered_ < batch_.entries.size() && !stopped_) {
      const auto found = results_.find(delivered_);
      if (found == results_.end()) {
        changed_.wait_for(lock, std::chrono::milliseconds(100));
      } else {
        const CaseResult result = std::move(found->second);
        results_.erase(found);
        lock.unlock();
        const bool go_on = !options_.deliver || options_.deliver(result);
        lock.lock();
        ++delivered_;
        if (!go_on) stopped_ = true;
      }
      if (options_.interrupted && options_.interrupted()) stopped_ = true;
      changed_.notify_all();
    }
    stopped_ = true;
    changed_.notify_all();
  }

  const Batch& batch_;
  const RunOptions& options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<State> state_;
  std::map<std::size_t, CaseResult> results_;                     // done, not yet delivered
  std::map<std::size_t, std::unique_ptr<SequenceState>> chains_;  // by the case that they come from
  std::map<std::size_t, bool> has_successor_;
  std::size_t first_waiting_ = 0, delivered_ = 0;
  unsigned at_once_ = 1;  // so many cases, at most, are computed at the same time
  bool stopped_ = false;
  std::exception_ptr failure_;
};

}  // namespace

std::size_t run(const Batch& batch, const RunOptions& options) {
  return Scheduler(batch, options).run();
}

}  // namespace flangeway::contact_case
