// Tests of the test support: a guard that detects nothing would let every test pass.
#include <gtest/gtest.h>
#include <csignal>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "support/allocation_guard.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

// Hides a pointer from the optimiser, which may drop an allocation that nobody looks at.
void keep(const void* pointer) {
  asm volatile("" : : "g"(pointer) : "memory");
}

TEST(AllocationGuard, CountsNothingWhereNothingIsAllocated) {
  std::vector<double> ready(100);
  const AllocationGuard guard;
  for (double& x : ready) x += 1;
  keep(ready.data());
  EXPECT_EQ(guard.count(), 0u);
}

TEST(AllocationGuard, CountsEachWayToAllocate) {
  const AllocationGuard guard;
  const auto number = std::make_unique<double>(1);
  keep(number.get());
  EXPECT_EQ(guard.count(), 1u);
  void* block = std::malloc(16);
  keep(block);
  EXPECT_EQ(guard.count(), 2u);
  std::free(block);
  block = std::calloc(2, 16);
  keep(block);
  EXPECT_EQ(guard.count(), 3u);
  std::free(block);
  block = std::aligned_alloc(64, 128);
  keep(block);
  EXPECT_EQ(guard.count(), 4u);
  std::free(block);
  std::vector<int> grows;
  for (int i = 0; i < 100; ++i) grows.push_back(i);
  EXPECT_GT(guard.count(), 4u);
}

TEST(AllocationGuard, LeavesOtherThreadsOut) {
  std::thread other;
  const AllocationGuard before;
  other = std::thread([] { keep(std::make_unique<std::vector<int>>(1000).get()); });
  const std::size_t for_the_start = before.count();
  other.join();
  EXPECT_EQ(before.count(), for_the_start);
}

TEST(TemporaryFolder, IsThereAndThenGone) {
  std::filesystem::path was;
  {
    const TemporaryFolder folder;
    was = folder.path();
    EXPECT_EQ(read_file(folder.write("a/b.txt", "text\n")), "text\n");
  }
  EXPECT_FALSE(std::filesystem::exists(was));
}

TEST(RunProgram, GivesBothStreamsAndTheExitCode) {
  const ProgramResult result = run_program({"sh", "-c", "echo out; echo error >&2; exit 3"});
  EXPECT_EQ(result.out, "out\n");
  EXPECT_EQ(result.error, "error\n");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_FALSE(result.timed_out);
}

TEST(RunProgram, ReadsMoreThanAPipeHolds) {
  const ProgramResult result =
      run_program({"sh", "-c", "head -c 300000 /dev/zero; head -c 200000 /dev/zero >&2"});
  EXPECT_EQ(result.out.size(), 300000u);
  EXPECT_EQ(result.error.size(), 200000u);
}

TEST(RunProgram, RunsInTheFolderAsked) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_program({"pwd", "-P"}, {.folder = folder.path()}).out,
            std::filesystem::canonical(folder.path()).string() + "\n");
}

TEST(RunProgram, KillsAProgramThatHangs) {
  const ProgramResult result = run_program({"sleep", "60"}, {.time_limit = std::chrono::milliseconds(50)});
  EXPECT_TRUE(result.timed_out);
  EXPECT_EQ(result.exit_code, 128 + 9);
}

TEST(RunProgram, InterruptsLikeCtrlC) {
  const ProgramResult result = run_program({"sleep", "60"}, {.signal = SIGINT});
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.exit_code, 128 + 2);
}

TEST(RunProgram, SendsItsSignalWhenTheEventHasCome) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_program({"sh", "-c", "touch begun; exec sleep 60"},
                  {.folder = folder.path(), .signal = SIGTERM, .signal_when = [&](int) {
                     return std::filesystem::exists(folder.path() / "begun");
                   }});
  EXPECT_EQ(result.exit_code, 128 + SIGTERM);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "begun"));
}

TEST(RunProgram, SaysWhenThereIsNoSuchProgram) {
  EXPECT_THROW((void)run_program({"flangeway-no-such-program"}), std::system_error);
}

}  // namespace
}  // namespace flangeway::test
