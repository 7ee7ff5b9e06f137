// A power cut must not find a name that leads to content which has not reached the disk. A killed process
// shows nothing of it, so the test records the system calls.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdarg>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "flangeway/core/atomic_file.hpp"
#include "support/temporary_folder.hpp"

namespace {

struct Call {
  std::string what, file;
  long size = 0;
};
std::vector<Call>* heard = nullptr;
std::string link_in_the_way;  // where a link leads that stands under the name of the next new file

long size_of(const char* file) {
  struct stat at {};
  return ::stat(file, &at) == 0 ? static_cast<long>(at.st_size) : -1;
}

}  // namespace

// The program's own functions come before those of the C library.
extern "C" int open(const char* file, int flags, ...) {
  if (!link_in_the_way.empty() && ::symlink(link_in_the_way.c_str(), file) != 0)
    ADD_FAILURE() << "no link at " << file;
  std::va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, file, flags, mode));
}

extern "C" int fsync(int descriptor) {
  if (heard != nullptr) {
    std::array<char, 512> name{};
    const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
    if (::readlink(link.c_str(), name.data(), name.size() - 1) > 0)
      heard->push_back({"fsync", name.data(), size_of(name.data())});
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (heard != nullptr) heard->push_back({"rename", from, size_of(from)});
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

namespace flangeway {
namespace {

// Temporary files are made new: neither a file nor a link that somebody has planted under its name.
TEST(AtomicFile, OpensNothingThatIsThere) {
  const test::TemporaryFolder folder;
  const auto victim = folder.write("victim", "untouched");
  std::vector<Call> calls;
  heard = &calls;
  link_in_the_way = victim.string();
  EXPECT_THROW(write_file_atomically(folder.path() / "a.txt", "new"), std::system_error);
  link_in_the_way.clear();
  heard = nullptr;
  EXPECT_EQ(test::read_file(victim), "untouched");
}

TEST(AtomicFile, ContentIsOnTheDiskBeforeItHasTheName) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("a.txt", "old");
  const std::string content(100000, 'n');
  std::vector<Call> calls;
  heard = &calls;
  write_file_atomically(file, content);
  heard = nullptr;
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].what, "fsync");
  EXPECT_EQ(calls[1].what, "rename");
  for (const Call& call : calls) {
    EXPECT_TRUE(call.file.ends_with(".part")) << call.file;
    EXPECT_EQ(call.size, 100000) << call.what;
  }
  EXPECT_EQ(test::read_file(file), content);
}

}  // namespace
}  // namespace flangeway
