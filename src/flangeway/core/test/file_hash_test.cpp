#include "flangeway/core/file_hash.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/utf8.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

TEST(FileHash, IsOfTheBytesInEveryEncoding) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "case.toml").string();
  using std::string_literals::operator""s;
  for (const std::string& bytes :
       {"speed = 20\n"s, "\xEF\xBB\xBFspeed = 20\n"s, "\xFF\xFEs\0=\0\x31\0"s, "\xFE\xFF\0s\0=\0\x31"s,
        "s\0=\0\x31\0\n\0"s, "\0s\0=\0\x31\0\n"s, "a"s, ""s}) {
    std::ofstream(file, std::ios::binary) << bytes;
    EXPECT_EQ(file_hash(file, plain_utf8(bytes)), sha256(bytes)) << bytes;
    EXPECT_TRUE(is_hash_of(sha256(bytes), bytes)) << bytes;
    EXPECT_TRUE(is_hash_of(sha256(plain_utf8(bytes)), bytes)) << bytes;  // of an earlier version
    EXPECT_FALSE(is_hash_of(sha256(bytes + "x"), bytes)) << bytes;
  }
}

TEST(FileHash, IsOfTheTextWhereTheFileIsAnotherByNow) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "case.toml").string();
  EXPECT_EQ(file_hash(file, "speed = 20\n"), sha256("speed = 20\n"));  // is away
  EXPECT_EQ(file_hash(folder.path(), "speed = 20\n"), sha256("speed = 20\n"));
  std::ofstream(file, std::ios::binary) << "\xEF\xBB\xBFspeed = 30\n";
  EXPECT_EQ(file_hash(file, "speed = 20\n"), sha256("speed = 20\n"));
}

}  // namespace
}  // namespace flangeway
