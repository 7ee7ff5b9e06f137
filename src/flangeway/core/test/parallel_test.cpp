#include "flangeway/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
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
  EXPECT_LT(calls, 20);
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
