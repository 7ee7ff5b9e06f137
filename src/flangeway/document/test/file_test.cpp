#include "flangeway/document/file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "flangeway/document/read.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::document {
namespace {

struct Body {
  double mass = 0;
};
void describe(Visitor& v, Body& spec) {
  v.number("mass", spec.mass, {.presence = Presence::required}, "mass");
}

std::string findings_of_file(const std::filesystem::path& file) {
  Findings findings;
  const Document document = Document::from_file(file, findings);
  Body body;
  document.fill(body, findings);  // no findings on the keys of a file that could not be read
  return findings.text();
}

TEST(ReadFile, WhatCannotBeReadIsOneFinding) {
  const test::TemporaryFolder folder;
  const std::string missing = (folder.path() / "missing.toml").string();
  EXPECT_EQ(findings_of_file(missing), missing + ": does not exist. Check the name and the folder.");
  EXPECT_EQ(findings_of_file(folder.path()), folder.path().string() + ": is a folder (allowed a file).");
  const std::string empty = folder.write("empty.toml", " \n\n").string();
  EXPECT_EQ(findings_of_file(empty), empty + ": is empty.");
  EXPECT_EQ(findings_of_file("/dev/zero"), "/dev/zero: is a device (allowed a file).");
}

TEST(ReadFile, AForbiddenFileIsAFinding) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("secret.toml", "mass = 1\n");
  std::filesystem::permissions(file, std::filesystem::perms::none);
  EXPECT_EQ(findings_of_file(file), file.string() + ": cannot be read: Permission denied.");
}

TEST(ReadFile, TheLimitIsTheLargestSizeAllowed) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("four", "1234");
  Findings findings;
  EXPECT_EQ(read_file(file, 4, findings), "1234");
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(read_file(file, 3, findings), std::nullopt);
  EXPECT_EQ(findings.text(), file.string() + ": is too big (allowed at most 3 bytes).");
}

TEST(ReadFile, AFileThatIsTooBigIsNotRead) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.write("huge", "");
  std::filesystem::resize_file(file, std::uintmax_t{1} << 36);  // which takes no space
  Findings findings;
  EXPECT_EQ(read_bytes(file, std::size_t{1} << 30, findings), std::nullopt);
  EXPECT_EQ(findings.text(), file.string() + ": is too big (allowed at most 1073741824 bytes).");
}

TEST(ReadFile, Utf16AndTheMarkOfUtf8BecomePlainUtf8) {
  using namespace std::literals;
  const test::TemporaryFolder folder;
  Findings findings;
  for (const std::string& content :
       {std::string("\xFF\xFEm\0\xE9\0"sv), std::string("\0m\0\xE9"sv), std::string("\xEF\xBB\xBFmé"sv)}) {
    const std::filesystem::path file = folder.write("a.txt", content);
    EXPECT_EQ(read_file(file, 100, findings), "mé");
    EXPECT_EQ(read_bytes(file, 100, findings), content);
  }
  EXPECT_EQ(findings.text(), "");
}

TEST(ReadFile, BrokenUtf16IsNamed) {
  using namespace std::literals;
  const test::TemporaryFolder folder;
  const std::string file = folder.write("a.toml", std::string("\xFF\xFEm\0="sv)).string();
  EXPECT_EQ(findings_of_file(file), file + ": is UTF-16 text with a broken character. Save it as UTF-8.");
}

TEST(ReadFile, KeepsTheBytesForTheHash) {
  const test::TemporaryFolder folder;
  Findings findings;
  const Document document = Document::from_file(folder.write("a.toml", "# é\r\nmass = 1\r\n"), findings);
  EXPECT_EQ(document.text(), "# é\r\nmass = 1\r\n");
  EXPECT_EQ(document.file_name(), (folder.path() / "a.toml").string());
  EXPECT_EQ(findings.text(), "");
}

TEST(Locate, CountsLinesAndCodePointsFromOne) {
  const std::string text = "ab\né€x\n";
  EXPECT_EQ(locate(text, 0, "f").line, 1);
  EXPECT_EQ(locate(text, 0, "f").column, 1);
  EXPECT_EQ(locate(text, 8, "f").line, 2);
  EXPECT_EQ(locate(text, 8, "f").column, 3);
  EXPECT_EQ(locate(text, text.size(), "f").line, 3);
}

}  // namespace
}  // namespace flangeway::document
