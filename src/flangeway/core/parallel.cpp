#include "flangeway/core/parallel.hpp"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

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

// Held while tasks are handed over, so that the threads see the writes of the calling thread, tasks included.
// The library ensures that as well, but the thread sanitizer cannot see into the library.
std::mutex handing_over;

// More than anybody asks for, once for the whole program. The library's own limit is one thread less than
// there are cores, because it counts the calling thread, which waits here; and with a limit for each call,
// one within another would wait for threads that all wait themselves. Threads are made where they are needed.
void allow_enough_threads() {
  static const tbb::global_control enough(tbb::global_control::max_allowed_parallelism, 4096);
}

}  // namespace

void on_threads(std::size_t count, const std::function<void()>& work,
                const std::function<void()>& meanwhile) {
  allow_enough_threads();
  tbb::task_arena arena(static_cast<int>(count), 0);
  std::mutex mutex;
  std::condition_variable ended;
  std::size_t left = count;
  std::unique_lock all_handed_over(handing_over);
  for (std::size_t i = 0; i < count; ++i) {
    arena.enqueue([&] {
      handing_over.lock();
      handing_over.unlock();
      work();
      const std::lock_guard lock(mutex);
      --left;
      ended.notify_one();
    });
  }
  all_handed_over.unlock();
  meanwhile();
  std::unique_lock lock(mutex);
  ended.wait(lock, [&] { return left == 0; });
}

void for_each_index(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
                    const std::function<void()>& meanwhile) {
  if (count > 0) Indices(count, work).run(jobs, meanwhile);
}

}  // namespace flangeway
