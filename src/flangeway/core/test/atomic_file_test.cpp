#include "flangeway/core/atomic_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

std::size_t files_in(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(AtomicFile, ReplacesWhatWasThereAndLeavesNothingElse) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("a.txt", "old");
  write_file_atomically(file, "new");
  EXPECT_EQ(test::read_file(file), "new");
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, ReportsTheErrorOfTheSystem) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "missing" / "a.txt";
  try {
    write_file_atomically(file, "new");
    FAIL() << "nothing thrown";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.what(), "cannot write " + file.string() + ": No such file or directory");
  }
}

TEST(AtomicFile, RemovesWhatKilledProcessesHaveLeft) {
  const test::TemporaryFolder folder;
  const pid_t gone = fork();
  if (gone == 0) _exit(0);
  waitpid(gone, nullptr, 0);
  const std::string file = (folder.path() / "a.txt").string();
  folder.write("a.txt." + std::to_string(gone) + ".part", "half");
  for (const char* other : {"a.txt", "a.txt.part", "a.txt.1x.part", "b.txt.99.part"}) folder.write(other, "");
  folder.write("a.txt." + std::to_string(getpid()) + ".part", "being written");
  remove_abandoned_parts(file);
  EXPECT_FALSE(std::filesystem::exists(file + "." + std::to_string(gone) + ".part"));
  EXPECT_EQ(files_in(folder.path()), 5u);
  folder.write("a.txt." + std::to_string(gone) + ".0123456789abcdef.part", "half");
  folder.write("a.txt." + std::to_string(gone) + ".0123456789abcdeg.part", "of somebody else");
  remove_abandoned_parts(file);
  EXPECT_EQ(files_in(folder.path()), 6u);
}

// Whoever can write into the folder must not be able to say where the content goes.
TEST(AtomicFile, HasATemporaryNameThatNobodyKnows) {
  const std::filesystem::path file = "folder/a.txt";
  std::set<std::filesystem::path> names;
  for (int i = 0; i < 100; ++i) names.insert(part_of(file));
  EXPECT_EQ(names.size(), 100u);
  for (const std::filesystem::path& name : names) {
    EXPECT_EQ(name.parent_path(), "folder");
    EXPECT_THAT(name.filename().string(),
                testing::MatchesRegex("a\\.txt\\." + std::to_string(getpid()) + "\\.[0-9a-f]+\\.part"));
  }
}

TEST(AtomicFile, APartStaysUntilItIsLinkedOrRenamed) {
  const test::TemporaryFolder folder;
  const auto part = write_part(folder.path() / "a.txt", "new");
  EXPECT_EQ(test::read_file(part), "new");
  EXPECT_EQ(files_in(folder.path()), 1u);
  EXPECT_THROW((void)write_part(folder.path() / "missing" / "a.txt", "new"), std::system_error);
}

TEST(AtomicFile, TakesEveryNameThatTheSystemTakes) {
  const test::TemporaryFolder folder;
  const std::string longest(255, 'n');
  write_file_atomically(folder.path() / longest, "new");
  EXPECT_EQ(test::read_file(folder.path() / longest), "new");
  EXPECT_THROW(write_file_atomically(folder.path() / (longest + 'n'), "new"), std::system_error);
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(CheckPlace, ReportsTheErrorOfTheSystem) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("loop", folder.path() / "loop");
  const auto problem = [](const std::filesystem::path& file) {
    Findings findings;
    check_place(file, true, findings);
    return findings.text();
  };
  const std::string loop = (folder.path() / "loop").string(), inside = loop + "/a.txt",
                    too_long = (folder.path() / std::string(300, 'n')).string();
  for (const std::string& file : {loop, inside})
    EXPECT_EQ(problem(file),
              file + ": cannot be written: Too many levels of symbolic links. Give another name.");
  EXPECT_EQ(problem(too_long), too_long + ": cannot be written: File name too long. Give another name.");
  EXPECT_EQ(problem("/dev/../dev/results"),
            "/dev/../dev/results: is among the devices of the system. Write to another folder.");
}

// A folder in the way shows only when the file is renamed: the temporary file must go again.
TEST(AtomicFile, AFailureLeavesNoFileBehind) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "a.txt");
  EXPECT_THROW(write_file_atomically(folder.path() / "a.txt", "new"), std::system_error);
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(AtomicFile, WritesAllFilesOfAFolderOrNone) {
  const test::TemporaryFolder folder;
  const auto first = folder.write("a.txt", "old");
  EXPECT_THROW(write_files_atomically(folder.path(), {{"a.txt", "new"}, {"missing/b.txt", "new"}}),
               std::system_error);
  EXPECT_EQ(test::read_file(first), "old");
  EXPECT_EQ(files_in(folder.path()), 1u);
  write_files_atomically(folder.path(), {{"a.txt", "new"}, {"b.txt", "other"}});
  EXPECT_EQ(test::read_file(first), "new");
  EXPECT_EQ(test::read_file(folder.path() / "b.txt"), "other");
  EXPECT_EQ(files_in(folder.path()), 2u);
}

TEST(AtomicFile, ThreadsMayWriteDifferentFiles) {
  const test::TemporaryFolder folder;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int k = 0; k < 20; ++k)
        write_file_atomically(folder.path() / std::to_string(i),
                              std::string(1000, static_cast<char>('a' + i)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(test::read_file(folder.path() / std::to_string(i)),
              std::string(1000, static_cast<char>('a' + i)));
  }
  EXPECT_EQ(files_in(folder.path()), 4u);
}

}  // namespace
}  // namespace flangeway
