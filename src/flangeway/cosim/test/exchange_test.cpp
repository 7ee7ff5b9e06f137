// Two sides at one file: messages, and all that can be wrong with the file or with the other side.
#include "flangeway/cosim/exchange.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include "support/temporary_folder.hpp"

namespace flangeway::cosim {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

const Agreement one_case{"one case", 3, 6};

class ExchangeTest : public testing::Test {
 protected:
  ExchangeTest() { chmod(folder_.path().c_str(), S_IRWXU); }

  std::optional<Exchange> join(Side side, const Agreement& agreement = one_case) {
    findings_ = {};
    return Exchange::join(folder_.path(), side, agreement, findings_, note_);
  }
  // Message to a side that cannot join.
  std::string refusal(Side side = Side::vehicle, const Agreement& agreement = one_case) {
    EXPECT_FALSE(join(side, agreement).has_value());
    return findings_.text();
  }
  [[nodiscard]] std::string file() const { return folder_.path() / "exchange"; }

  // A process that takes the seat of the track, and then does something else.
  template <typename Then>
  pid_t track_process(const Then& then) {
    const pid_t process = fork();
    if (process == 0) {
      std::optional<Exchange> exchange = join(Side::track);
      then(*exchange);
      _exit(0);
    }
    return process;
  }
  // A file as a run leaves it that is killed.
  void leave_file() {
    const pid_t process = track_process([](Exchange&) { _exit(0); });
    waitpid(process, nullptr, 0);
  }
  void put(std::size_t offset, std::uint32_t value) const {
    std::fstream out(file(), std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(static_cast<std::streamoff>(offset));
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  static std::string no_hindrance() { return {}; }

  test::TemporaryFolder folder_;
  Findings findings_;
  std::string note_;
};

TEST_F(ExchangeTest, MessagesCrossInBothDirections) {
  std::optional<Exchange> vehicle = join(Side::vehicle), track = join(Side::track);
  ASSERT_TRUE(vehicle && track) << findings_.text();
  track->announce_ready();
  EXPECT_TRUE(vehicle->wait_for_other(1, no_hindrance));
  std::thread answers([&] {
    while (track->receive(5)) {
      std::vector<std::byte> twice(track->incoming().begin(), track->incoming().end());
      twice.insert(twice.end(), track->incoming().begin(), track->incoming().end());
      track->send(twice);
    }
  });
  for (std::size_t n = 0; n < 1000; ++n) {
    const std::vector<std::byte> message(n % 4, static_cast<std::byte>(n));
    vehicle->send(message);
    ASSERT_TRUE(vehicle->receive(5)) << vehicle->problem();
    ASSERT_THAT(vehicle->incoming(),
                testing::ElementsAreArray(std::vector<std::byte>(2 * (n % 4), static_cast<std::byte>(n))));
  }
  vehicle->close("");
  answers.join();
  EXPECT_TRUE(track->finished());
  EXPECT_EQ(track->problem(), "");
}

// Another process may have written any length.
TEST_F(ExchangeTest, AMessageIsNoLongerThanAgreed) {
  std::optional<Exchange> vehicle = join(Side::vehicle), track = join(Side::track);
  put(sizeof(Header), 0x7fffffff);
  EXPECT_EQ(track->incoming().size(), one_case.request_bytes);
}

TEST_F(ExchangeTest, TheFileIsForItsOwnerAndGoesWithTheRun) {
  std::optional<Exchange> vehicle = join(Side::vehicle);
  struct stat at {};
  ASSERT_EQ(stat(file().c_str(), &at), 0);
  EXPECT_EQ(at.st_mode & 0777U, 0600U);
  EXPECT_EQ(static_cast<std::size_t>(at.st_size), file_size(one_case));
  vehicle->close("");
  EXPECT_NE(stat(file().c_str(), &at), 0);
}

TEST_F(ExchangeTest, ReceivesTheReasonOfASideThatEnds) {
  std::optional<Exchange> vehicle = join(Side::vehicle), track = join(Side::track);
  track->close("it was interrupted");
  EXPECT_FALSE(vehicle->receive(5));
  EXPECT_FALSE(vehicle->finished());
  EXPECT_THAT(vehicle->problem(),
              MatchesRegex("the track side .process [0-9]+. has ended: it was interrupted"));
}

TEST_F(ExchangeTest, DetectsAKilledSideAtOnce) {
  std::optional<Exchange> vehicle = join(Side::vehicle);
  const pid_t process = track_process([](Exchange& exchange) {
    exchange.announce_ready();
    pause();
  });
  ASSERT_TRUE(vehicle->wait_for_other(10, no_hindrance)) << vehicle->problem();
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  EXPECT_FALSE(vehicle->receive(60));
  EXPECT_THAT(vehicle->problem(),
              MatchesRegex("the track side .process [0-9]+. has ended without a message"));
}

// It had joined, and was still preparing its side.
TEST_F(ExchangeTest, DetectsASideThatIsKilledBeforeItIsReady) {
  std::optional<Exchange> vehicle = join(Side::vehicle);
  leave_file();
  const auto started = std::chrono::steady_clock::now();
  EXPECT_FALSE(vehicle->wait_for_other(60, no_hindrance));
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(5));
  EXPECT_THAT(vehicle->problem(), MatchesRegex("the track side .process [0-9]+. has ended before the run"));
}

TEST_F(ExchangeTest, ASideThatStallsIsGivenUp) {
  std::optional<Exchange> vehicle = join(Side::vehicle), track = join(Side::track);
  EXPECT_FALSE(vehicle->receive(0.1));
  EXPECT_THAT(vehicle->problem(), MatchesRegex("the track side .process [0-9]+. has not answered for 0.1 s"));
}

TEST_F(ExchangeTest, NobodyComes) {
  std::optional<Exchange> vehicle = join(Side::vehicle);
  EXPECT_FALSE(vehicle->wait_for_other(0.1, no_hindrance));
  EXPECT_EQ(vehicle->problem(),
            "no track side came within 0.1 s. Start it with --side track, the same case "
            "and the same --exchange");
  EXPECT_FALSE(vehicle->wait_for_other(5, [] { return std::string("it cannot"); }));
  EXPECT_EQ(vehicle->problem(), "it cannot");
}

TEST_F(ExchangeTest, AFileOfACrashedRunIsReplaced) {
  leave_file();
  EXPECT_TRUE(join(Side::vehicle).has_value()) << findings_.text();
  EXPECT_EQ(note_, file() + ": was left by a run that did not end in order; it is replaced");
}

TEST_F(ExchangeTest, ALiveRunKeepsItsFile) {
  const std::optional<Exchange> vehicle = join(Side::vehicle);
  EXPECT_EQ(refusal(), file() + ": is used by another run: process " + std::to_string(getpid()) +
                           " is its vehicle side. Wait for its end, or give --exchange another folder.");
}

TEST_F(ExchangeTest, TruncatedTooLargeForeign) {
  leave_file();
  const std::string whole = std::to_string(file_size(one_case));
  std::filesystem::resize_file(file(), file_size(one_case) - 8);
  EXPECT_EQ(refusal(), file() + ": is truncated (got " + std::to_string(file_size(one_case) - 8) +
                           " bytes; allowed " + whole + " bytes). If no run uses it, remove it.");
  std::filesystem::resize_file(file(), 5);
  EXPECT_THAT(refusal(), HasSubstr(": is truncated (got 5 bytes;"));
  std::filesystem::remove(file());
  leave_file();
  std::filesystem::resize_file(file(), file_size(one_case) + 1);
  EXPECT_EQ(refusal(), file() + ": is too large (got " + std::to_string(file_size(one_case) + 1) +
                           " bytes; allowed " + whole + " bytes). If no run uses it, remove it.");
  put(0, 0);
  EXPECT_EQ(refusal(), file() + ": is not an exchange of flangeway cosim. If no run uses it, remove it.");
}

TEST_F(ExchangeTest, AnotherVersionIsRefusedAndTheOneThatWaitsHearsOfIt) {
  std::optional<Exchange> track = join(Side::track);
  put(offsetof(Header, version), 7);
  EXPECT_EQ(refusal(), file() +
                           ": was written by another version of the exchange (got 7; allowed 5). Start both "
                           "sides from the same program, or remove the file.");
  EXPECT_FALSE(track->wait_for_other(60, no_hindrance));
  EXPECT_EQ(track->problem(),
            "a vehicle side with version 5 of the exchange tried to join, but this one has version 7. "
            "Start both sides from the same program");
}

TEST_F(ExchangeTest, AnotherCaseIsRefusedAndTheOneThatWaitsHearsOfIt) {
  std::optional<Exchange> track = join(Side::track);
  EXPECT_EQ(refusal(Side::vehicle, {"another case", 3, 6}),
            file() +
                ": belongs to a run of another case. Give both sides the same case file and the same "
                "--set.");
  EXPECT_FALSE(track->wait_for_other(60, no_hindrance));
  EXPECT_EQ(track->problem(),
            "a vehicle side with another case tried to join. Give both sides the same case file and the same "
            "--set");
  EXPECT_EQ(refusal(Side::vehicle, {"one case", 3, 7}),
            file() + ": has messages of another size (got " + std::to_string(file_size(one_case)) +
                " bytes; allowed " + std::to_string(file_size(one_case) + 1) +
                " bytes). Start both sides from the same program.");
}

// One that was killed, not one that waits.
TEST_F(ExchangeTest, AFileThatAnotherCaseOrVersionHasLeftIsReplaced) {
  const std::string replaced = file() + ": was left by a run that did not end in order; it is replaced";
  for (const Agreement& other : {Agreement{"another case", 3, 6}, Agreement{"one case", 3, 7}}) {
    leave_file();
    EXPECT_TRUE(join(Side::vehicle, other).has_value()) << findings_.text();
    EXPECT_EQ(std::exchange(note_, ""), replaced);
  }
  leave_file();
  put(offsetof(Header, version), 7);
  EXPECT_TRUE(join(Side::vehicle).has_value()) << findings_.text();
  EXPECT_EQ(note_, replaced);
}

TEST_F(ExchangeTest, RefusesDevicesAndFoldersAtOnce) {
  const std::string text = file() + ": is not a file. Remove it.";
  ASSERT_EQ(mkfifo(file().c_str(), 0600), 0);
  EXPECT_EQ(refusal(), text);
}

TEST_F(ExchangeTest, TheTrackSideKeepsItsSeatToo) {
  const std::optional<Exchange> track = join(Side::track);
  EXPECT_EQ(refusal(Side::track), file() + ": is used by another run: process " + std::to_string(getpid()) +
                                      " is its track side. Wait for its end, or give --exchange another "
                                      "folder.");
}

TEST_F(ExchangeTest, ReportsASideThatLeavesWithoutClose) {
  std::optional<Exchange> vehicle = join(Side::vehicle), track = join(Side::track);
  track.reset();
  EXPECT_FALSE(vehicle->receive(5));
  EXPECT_THAT(vehicle->problem(), HasSubstr(" has ended: it ended early"));
}

// Pages that are not there would end the program that writes to them; here a limit of the process stands for
// a full disk.
TEST_F(ExchangeTest, ADiskWithoutRoomIsRefusedAndLeavesNothing) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit little{16, before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  const std::string told = refusal();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(told, file() + ": cannot be made: File too large. Give --exchange a folder where " +
                      std::to_string(file_size(one_case)) + " bytes are free.");
  EXPECT_FALSE(std::filesystem::exists(file()));
  EXPECT_TRUE(join(Side::vehicle).has_value());
}

TEST_F(ExchangeTest, FoldersThatAreNotPrivate) {
  chmod(folder_.path().c_str(), 0755);
  EXPECT_EQ(refusal(),
            folder_.path().string() + ": can be used by others. Take another folder, or chmod go-rwx it.");
  const std::filesystem::path below = folder_.path() / "no" / "folder";
  EXPECT_FALSE(Exchange::join(below, Side::track, one_case, findings_ = {}, note_).has_value());
  EXPECT_EQ(findings_.text(), below.string() +
                                  ": cannot be made: No such file or directory. Give --exchange a "
                                  "folder whose parent is there.");
  chmod(folder_.path().c_str(), S_IRWXU);
  folder_.write("text", "");
  EXPECT_FALSE(
      Exchange::join(folder_.path() / "text", Side::track, one_case, findings_ = {}, note_).has_value());
  EXPECT_EQ(findings_.text(),
            (folder_.path() / "text").string() + ": is not a folder. Give --exchange a folder.");
  leave_file();
  chmod(file().c_str(), 0644);
  EXPECT_EQ(refusal(), file() + ": can be used by others. Take another folder, or chmod go-rwx it.");
}

}  // namespace
}  // namespace flangeway::cosim
