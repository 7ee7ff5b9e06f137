#include "flangeway/campaign/parallel.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace flangeway::campaign {
namespace {

class Crew {
 public:
  Crew(std::size_t count, const std::function<void(std::size_t)>& work) : count_(count), work_(work) {}

  void run(std::size_t jobs, const std::function<void()>& meanwhile) {
    std::vector<std::thread> threads;
    busy_ = std::min(std::max<std::size_t>(jobs, 1), count_);
    for (std::size_t i = 0, all = busy_; i < all; ++i) threads.emplace_back([this] { work_on(); });
    wait(meanwhile);
    for (std::thread& thread : threads) thread.join();
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

void for_each(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
              const std::function<void()>& meanwhile) {
  Crew(count, work).run(jobs, meanwhile);
}

}  // namespace flangeway::campaign
