#include "flangeway/core/parallel.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <vector>

namespace flangeway {
namespace {

void pause(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(ForEachIndex, DoesEachOnce) {
  for (const std::size_t jobs : {1u, 2u, 7u, 100u}) {
    std::vector<std::atomic<int>> done(50);
    for_each_index(done.size(), jobs, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
  for_each_index(0, 4, [](std::size_t) { FAIL(); });
}

TEST(ForEachIndex, UsesTheRequestedNumberOfThreads) {
  std::atomic<int> busy = 0, most = 0;
  for_each_index(12, 3, [&](std::size_t) {
    const int now = ++busy;
    for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
    }
    for (int waited = 0; most < 3 && waited < 10000; ++waited)
      pause(1);  // for threads that are slow to begin
    --busy;
  });
  EXPECT_EQ(most, 3);
}

// So short that threads meet at the counter all the time.
TEST(ForEachIndex, DoesEachOnceWhereThreadsMeet) {
  std::vector<std::atomic<int>> done(300000);
  for_each_index(done.size(), 4, [&](std::size_t i) { ++done[i]; });
  std::size_t not_once = 0;
  for (const auto& times : done) not_once += times == 1 ? 0u : 1u;
  EXPECT_EQ(not_once, 0u);
}

// As where runs with patches on several threads are parts of a study.
TEST(ForEachIndex, CallsWithinCallsEnd) {
  for (const std::size_t jobs : {1u, 2u, 5u}) {
    std::atomic<int> done = 0, most = 0, busy = 0;
    for_each_index(2 * jobs, jobs, [&](std::size_t) {
      for_each_index(6, 3, [&](std::size_t) {
        const int now = ++busy;
        for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
        }
        for (int waited = 0; most < 2 && waited < 10000; ++waited) pause(1);  // for threads that begin slowly
        --busy, ++done;
      });
    });
    EXPECT_EQ(done, 12 * static_cast<int>(jobs));
    EXPECT_GT(most, 1) << "the inner calls had one thread only";
  }
}

// Threads of this process.
std::size_t thread_count() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

// A pool once kept hundreds of threads after runs that solved their patches on two at a time.
TEST(ForEachIndex, LeavesNoThreadBehind) {
  const std::size_t before = thread_count();
  for (int call = 0; call < 30; ++call) for_each_index(4, 2, [](std::size_t) {});
  EXPECT_LE(thread_count(),
            before + 2);  // threads of the last call may still be listed
}

// Sanitizers need address space of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Bytes of address space that this process uses.
rlim_t address_space() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

// With fewer threads than requested all is done all the same, in a process of its own.
TEST(ForEachIndexDeathTest, WorksOnTheThreadsThatThereAre) {
  const auto with_one_thread = [] {
    // A stack that fits into the address space once, and no second time.
    const rlim_t stack = rlim_t{1} << 30;
    rlimit limit{stack, stack};
    setrlimit(RLIMIT_STACK, &limit);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    pthread_setattr_default_np(&attributes);
    rlimit space{};
    getrlimit(RLIMIT_AS, &space);
    space.rlim_cur = address_space() + stack + stack / 2;
    setrlimit(RLIMIT_AS, &space);
    std::atomic<int> done = 0;
    for_each_index(20, 4, [&](std::size_t) { ++done; });
    std::_Exit(done == 20 ? 7 : 8);
  };
  EXPECT_EXIT(with_one_thread(), testing::ExitedWithCode(7), "");
}
#endif

TEST(ForEachIndex, OneThreadGoesInOrder) {
  std::vector<std::size_t> order;
  for_each_index(5, 1, [&](std::size_t i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(ForEachIndex, AFailureEndsTheWorkAndIsThrownAgain) {
  std::atomic<int> calls = 0;
  const auto work = [&](std::size_t i) {
    ++calls;
    if (i == 2) throw std::runtime_error("the disk is full");
    pause(1);
  };
  EXPECT_THROW(for_each_index(1000, 2, work), std::runtime_error);
  EXPECT_LT(calls, 500);  // some more are begun where the failing thread has to wait for a processor
}

TEST(ForEachIndex, CallsMeanwhileOnTheCallingThread) {
  const auto here = std::this_thread::get_id();
  int calls = 0;
  for_each_index(
      4, 2, [](std::size_t) { pause(120); },
      [&] {
        EXPECT_EQ(std::this_thread::get_id(), here);
        ++calls;
      });
  EXPECT_GE(calls, 2);
  const auto fails = [] { throw std::runtime_error("no"); };
  EXPECT_THROW(for_each_index(
                   2, 2, [](std::size_t) { pause(120); }, fails),
               std::runtime_error);
}

}  // namespace
}  // namespace flangeway
