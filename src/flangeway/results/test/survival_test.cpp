// A result is readable while it is written and after the run was killed at any moment.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <thread>

#include "flangeway/results/reader.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using namespace std::chrono_literals;

/// 60 channels, all with the number of the row, and two arrays with the number of the record.
constexpr std::size_t width = 60;

class SurvivalTest : public InFolder {
 protected:
  [[nodiscard]] std::optional<Writer> wide() const {
    std::vector<Channel> channels;
    for (std::size_t i = 0; i < width; ++i) channels.push_back({fmt::format("c{}", i), "m", "", ""});
    Findings findings;
    return Writer::create(path(), channels, {}, true, findings,
                          {"", {}, {{"t", "s", "", "", {}}, {"z", "m", "", "", {2, 50}}}});
  }
  static bool append(Writer& writer, std::size_t row) {
    const std::vector<double> numbers(width, static_cast<double>(row));
    return writer.append(numbers.data()) &&
           writer.append_deformed_track(std::vector<double>(101, static_cast<double>(row)).data());
  }
  /// Writes and flushes without end, ten rows at a time, so that a reader of all rows keeps up.
  [[noreturn]] void write_for_ever() const {
    std::optional<Writer> writer = wide();
    for (std::size_t i = 0;; ++i) {
      if (!append(*writer, i) || (i % 10 == 0 && !writer->flush())) ::_exit(1);
    }
  }
  /// Every row that the reader counts is right in every channel; the number of rows.
  [[nodiscard]] std::size_t check() const {
    Findings findings;
    const std::optional<Reader> reader = Reader::open(path(), findings);
    if (!reader) {
      ADD_FAILURE() << findings.text();
      return 0;
    }
    EXPECT_EQ(reader->status(), Status::running);
    EXPECT_EQ(reader->channels().size(), width);
    for (const Channel& channel : reader->channels()) {
      const std::vector<double> numbers = reader->read(channel.name);
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] == static_cast<double>(i)) continue;
        ADD_FAILURE() << channel.name << " row " << i << " of " << numbers.size() << " is " << numbers[i];
        return 0;
      }
    }
    check_records(*reader);
    return reader->rows();
  }
  static void check_records(const Reader& reader) {
    const std::size_t records = reader.deformed_track_records();
    const std::vector<double> t = reader.read_deformed_track("t"), z = reader.read_deformed_track("z");
    for (std::size_t i = 0; i < records; ++i) {
      const auto expected = static_cast<double>(i);
      if (t[i] == expected && z[100 * i] == expected && z[100 * i + 99] == expected) continue;
      ADD_FAILURE() << "record " << i << " of " << records << " is " << t[i];
      return;
    }
  }
  /// Until another process has written some; for half a minute at most.
  void wait_for_rows() const {
    const auto end = std::chrono::steady_clock::now() + 30s;
    while (std::chrono::steady_clock::now() < end && !HasFailure()) {
      if (std::filesystem::exists(path()) && check() > 0) return;
      std::this_thread::sleep_for(1ms);
    }
  }
};

TEST_F(SurvivalTest, AnotherHandleReadsFlushedRows) {
  std::optional<Writer> writer = wide();
  EXPECT_EQ(check(), 0u);
  std::size_t row = 0;
  for (const std::size_t rows : {10u, 11u, 1024u, 1030u, 5000u}) {
    while (row < rows) ASSERT_TRUE(append(*writer, row++));
    ASSERT_TRUE(writer->flush());
    EXPECT_EQ(check(), rows);
  }
}

TEST_F(SurvivalTest, RowsReachTheDiskAfterASecondWithoutAFullChunk) {
  std::optional<Writer> writer = wide();
  ASSERT_TRUE(append(*writer, 0));
  EXPECT_EQ(check(), 0u);
  std::this_thread::sleep_for(1050ms);
  ASSERT_TRUE(append(*writer, 1));
  EXPECT_EQ(check(), 2u);
}

TEST_F(SurvivalTest, RowsWaitAsLongAsAllowed) {
  std::optional<Writer> writer = wide();
  writer->set_flush_interval(3600);
  ASSERT_TRUE(append(*writer, 0));
  std::this_thread::sleep_for(1050ms);
  ASSERT_TRUE(append(*writer, 1));
  EXPECT_EQ(check(), 0u);
  writer->set_flush_interval(0);
  ASSERT_TRUE(append(*writer, 2));
  EXPECT_EQ(check(), 3u);
}

TEST_F(SurvivalTest, WriterThatIsDroppedKeepsItsRows) {
  {
    std::optional<Writer> writer = wide();
    for (std::size_t i = 0; i < 20; ++i) ASSERT_TRUE(append(*writer, i));
  }
  EXPECT_EQ(check(), 20u);
}

TEST_F(SurvivalTest, ReadableAfterAKillAtAnyMoment) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> microseconds(20000, 60000);
  std::size_t total = 0;
  for (int round = 0; round < FLANGEWAY_KILLS; ++round) {
    std::filesystem::remove(path());
    const pid_t child = ::fork();
    if (child == 0) write_for_ever();
    // Every other time it is killed while it opens the file, or on a busy machine before; the others have
    // rows.
    if (round % 2 == 0) wait_for_rows();
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random)));
    ::kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    if (std::filesystem::exists(path())) total += check();
  }
  EXPECT_GT(total, 1000u);
}

TEST_F(SurvivalTest, ReadableFromOutsideAtAnyMoment) {
  const pid_t child = ::fork();
  if (child == 0) write_for_ever();
  wait_for_rows();
  std::size_t most = 0;  // in the middle of a flush a look may find fewer rows than the one before
  const auto end = std::chrono::steady_clock::now() + 1s;
  const auto latest = end + 1min;
  const auto goes_on = [&] {
    const auto now = std::chrono::steady_clock::now();
    return !HasFailure() && (now < end || (most == 0 && now < latest));
  };
  while (goes_on()) most = std::max(most, check());
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_GT(most, 0u);
}

}  // namespace
}  // namespace flangeway::results
