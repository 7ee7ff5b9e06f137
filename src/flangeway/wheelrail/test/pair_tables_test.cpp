#include "flangeway/wheelrail/pair_tables.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

namespace flangeway::wheelrail {
namespace {

PairTable some_pair() {
  return {std::make_shared<Pair>(), ""};
}

// Eight threads ask for two tables over and over: each is built once, and all get the same object.
TEST(PairTables, BuildsEachTableOnce) {
  PairTables tables;
  std::atomic<int> built = 0;
  const auto build = [&] {
    ++built;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return some_pair();
  };
  const Pair* first = tables.get("a", build).pair.get();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 100; ++k) {
        if (tables.get("a", build).pair.get() != first) ++wrong;
        if (tables.get("b", build).pair.get() == first) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(built, 2);
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(tables.size(), 2u);
}

TEST(PairTables, AFailureIsTheAnswerForAllWhoAsk) {
  PairTables tables;
  const auto build = []() -> PairTable { throw std::runtime_error("no memory"); };
  EXPECT_THROW((void)tables.get("a", build), std::runtime_error);
  EXPECT_THROW((void)tables.get("a", some_pair), std::runtime_error);
  EXPECT_EQ(tables.get("b", some_pair).failure, "");
}

}  // namespace
}  // namespace flangeway::wheelrail
