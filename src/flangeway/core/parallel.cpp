#include "flangeway/core/parallel.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "flangeway/core/assertion.hpp"

namespace flangeway {
namespace {

class Indices {
 public:
  Indices(std::size_t count, const std::function<void(std::size_t)>& work) : count_(count), work_(work) {}

  void run(std::size_t jobs, const std::function<void()>& meanwhile) {
    busy_ = std::min(std::max<std::size_t>(jobs, 1), count_);
    on_threads(
        busy_, [this] { work_on(); }, [&] { wait(meanwhile); });
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void work_on() {
    for (std::size_t i = next(); i < count_; i = next()) {
      try {
        work_(i);
      } catch (...) {
        fail(std::current_exception());
      }
    }
    const std::lock_guard lock(mutex_);
    --busy_;
    changed_.notify_one();
  }

  std::size_t next() {
    const std::lock_guard lock(mutex_);
    return failure_ ? count_ : std::min(next_++, count_);
  }

  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }

  void wait(const std::function<void()>& meanwhile) {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, std::chrono::milliseconds(50), [this] { return busy_ == 0; })) {
      if (!meanwhile) continue;
      lock.unlock();
      try {
        meanwhile();
      } catch (...) {
        fail(std::current_exception());
      }
      lock.lock();
    }
  }

  const std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0, busy_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void on_threads(std::size_t count, const std::function<void()>& work,
                const std::function<void()>& meanwhile) {
  FLANGEWAY_ASSERT(count >= 1, "there is a thread that works");
  std::promise<std::size_t> calls_left;
  std::vector<std::jthread> threads;
  threads.reserve(count);
  threads.emplace_back([&work, left = calls_left.get_future()]() mutable {
    work();
    for (std::size_t calls = left.get(); calls > 0; --calls) work();
  });
  try {
    while (threads.size() < count) threads.emplace_back(std::cref(work));
  } catch (const std::system_error&) {  // the system gives no more threads: the first one makes the other
                                        // calls, too
  }
  calls_left.set_value(count - threads.size());
  meanwhile();
}

void for_each_index(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
                    const std::function<void()>& meanwhile) {
  if (count > 0) Indices(count, work).run(jobs, meanwhile);
}

}  // namespace flangeway
