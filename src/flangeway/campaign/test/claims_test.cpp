// Claims on a shared folder, and results that several processes write.
#include "flangeway/campaign/claims.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "flangeway/campaign/file_lock.hpp"
#include "flangeway/campaign/folder.hpp"
#include "flangeway/campaign/worker.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

using namespace std::chrono_literals;

TEST(Claims, OneOfManyWins) {
  const test::TemporaryFolder folder;
  for (int round = 0; round < 50; ++round) {
    const std::string name = std::to_string(round);
    std::atomic<int> winners = 0, ready = 0;
    std::vector<std::unique_ptr<Claims>> all;
    for (int i = 0; i < 4; ++i) all.push_back(std::make_unique<Claims>(folder.path(), 60s));
    std::vector<std::thread> threads;
    for (const auto& claims : all) {
      threads.emplace_back([&] {
        ++ready;
        while (ready < 4) std::this_thread::yield();
        if (claims->take(name)) ++winners;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(winners, 1);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    ADD_FAILURE() << "left behind: " << entry.path();
}

// A worker that has died renews nothing: its claim is taken over after the lease, and not before.
TEST(Claims, OfALostWorkerAreTakenOver) {
  const test::TemporaryFolder folder;
  Claims lost(folder.path(), 400ms), other(folder.path(), 400ms), third(folder.path(), 400ms);
  ASSERT_TRUE(lost.take("1"));
  EXPECT_FALSE(other.take("1"));
  EXPECT_FALSE(other.take("1"));  // at once: no lease has passed
  std::this_thread::sleep_for(450ms);
  EXPECT_FALSE(third.take("1"));  // has only now begun to watch
  EXPECT_TRUE(other.take("1"));
  lost.give_back("1");  // wakes up again: must not give back what is another's
  EXPECT_FALSE(third.take("1"));
  other.give_back("1");
  EXPECT_TRUE(third.take("1"));
}

TEST(Claims, ThatAreRenewedStay) {
  const test::TemporaryFolder folder;
  Claims slow(folder.path(), 200ms), other(folder.path(), 200ms);
  ASSERT_TRUE(slow.take("1"));
  for (int i = 0; i < 30; ++i) {
    std::this_thread::sleep_for(20ms);
    slow.renew();
    EXPECT_FALSE(other.take("1"));
  }
}

// Files of a machine whose clock is ten minutes ahead or behind: only the watcher's own time counts.
TEST(Claims, ClocksOfMachinesDoNotCount) {
  const test::TemporaryFolder folder;
  for (const auto skew : {-10min, 10min}) {
    Claims far(folder.path(), 150ms), patient(folder.path(), 60s), other(folder.path(), 150ms);
    ASSERT_TRUE(far.take("1"));
    const auto file = folder.path() / "1.claim";
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + skew);
    EXPECT_FALSE(patient.take("1"));
    EXPECT_FALSE(other.take("1"));
    std::this_thread::sleep_for(200ms);
    EXPECT_FALSE(patient.take("1"));
    EXPECT_TRUE(other.take("1"));
  }
}

// Whoever can write into the folder must not be able to choose which file is overwritten.
TEST(Claims, AndLocksFollowNoLinks) {
  const test::TemporaryFolder folder;
  const auto victim = folder.write("victim", "kept");
  for (const char* name : {"1.claim", "page.lock"})
    std::filesystem::create_symlink(victim, folder.path() / name);
  EXPECT_THROW((void)FileLock::take(folder.path() / "page.lock"), std::system_error);
  Claims claims(folder.path(), 0ms);
  EXPECT_FALSE(claims.take("1"));
  std::this_thread::sleep_for(10ms);
  EXPECT_TRUE(claims.take("1"));  // as one of a worker that is lost
  EXPECT_FALSE(std::filesystem::is_symlink(folder.path() / "1.claim"));
  claims.renew();
  EXPECT_EQ(test::read_file(victim), "kept");
}

TEST(Publish, TheFirstResultStays) {
  const test::TemporaryFolder place;
  Findings findings;
  const auto folder = StudyFolder::open(place.path() / "out", {}, "", false, findings);
  const campaign::Run run{"reference 1", {}, {}};
  const Trace trace{{"t", "y"}, {"s", "m"}, {{0, 1}, {2, 3}}};
  folder->publish(run, {R"({"wall_time": 1})", trace}, "a");
  folder->publish(run, {R"({"wall_time": 2})", trace}, "b");
  EXPECT_EQ(folder->read(run)->summary, "{\"wall_time\": 1\n}\n");
  // A file damaged on disk is not a result.
  place.write("out/runs/reference_1.json", "{\"wall");
  folder->publish(run, {R"({"wall_time": 3})", trace}, "b");
  EXPECT_EQ(folder->read(run)->summary, "{\"wall_time\": 3\n}\n");
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(place.path() / "out/runs"))
    files += entry.exists();
  EXPECT_EQ(files, 2);
}

TEST(Shard, IsAPartOfAWhole) {
  ASSERT_TRUE(parse_shard("2/8"));
  EXPECT_EQ(parse_shard("2/8")->index, 2u);
  EXPECT_EQ(parse_shard("2/8")->count, 8u);
  for (const char* wrong : {"", "2", "2/", "/8", "0/8", "9/8", "2/8x", "-1/8", "2 /8"})
    EXPECT_FALSE(parse_shard(wrong)) << wrong;
}

}  // namespace
}  // namespace flangeway::campaign
