#include "flangeway/workbench/project.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <set>
#include <thread>

#include "flangeway/workbench/tree.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::workbench {
namespace {

namespace fs = std::filesystem;

// Status of the refusal of `call`; 200: it was not refused.
template <typename Call>
int status_of(const Call& call) {
  try {
    call();
  } catch (const Refusal& refusal) {
    return refusal.status();
  }
  return 200;
}

TEST(SafePath, RefusesWhatCouldLeaveTheFolder) {
  using namespace std::string_literals;
  for (const std::string& path : {""s, "/"s, "/etc/passwd"s, ".."s, "../a"s, "a/../b"s, "a//b"s, "a/"s,
                                  "./a"s, "a/."s, ".hidden"s, "a/.b"s, "a\0b"s, "a\nb"s, "\xff"s,
                                  std::string(1025, 'a'), std::string(256, 'a'), ".flangeway/bin/x"s})
    EXPECT_EQ(status_of([&] { (void)safe_path(path); }), 400) << path;
  EXPECT_EQ(safe_path("a/b c/ü.toml").parts.size(), 3u);
  EXPECT_EQ(page_path(".flangeway/pages/a.html").parts.size(), 3u);
  EXPECT_EQ(status_of([] { (void)page_path(".flangeway/pages/../bin"); }), 400);
}

class ProjectTest : public testing::Test {
 protected:
  void SetUp() override {
    folder.write("project/cases/a.toml", "speed = 1\n");
    folder.write("outside.toml", "secret = 1\n");
    fs::create_symlink(folder.path() / "outside.toml", root / "link.toml");
    fs::create_directory_symlink(folder.path(), root / "linked");
    ::mkfifo((root / "pipe.toml").c_str(), 0600);
  }
  test::TemporaryFolder folder;
  fs::path root = folder.path() / "project";
};

TEST_F(ProjectTest, FollowsNoLinksAndWaitsForNoPipe) {
  Project project(root);
  for (const char* path : {"link.toml", "linked/outside.toml", "pipe.toml", "cases"})
    EXPECT_EQ(status_of([&] { (void)project.read(path); }), 403) << path;
  EXPECT_EQ(status_of([&] { (void)project.save("linked/new.toml", "x", std::nullopt); }), 403);
  EXPECT_EQ(status_of([&] { (void)project.save("link.toml", "x", std::nullopt); }), 409);
  EXPECT_EQ(status_of([&] { project.rename("cases/a.toml", "linked/a.toml"); }), 403);
  EXPECT_EQ(status_of([&] { (void)project.read("missing.toml"); }), 404);
  EXPECT_EQ(test::read_file(folder.path() / "outside.toml"), "secret = 1\n");
  Tree tree(project);
  std::vector<std::string> paths;
  for (const TreeEntry& entry : tree.list()) paths.push_back(entry.path);
  EXPECT_THAT(paths, testing::ElementsAre("cases", "cases/a.toml"));
}

TEST_F(ProjectTest, ASaveNamesTheVersionItWasMadeFrom) {
  Project project(root);
  const Json read = project.read("cases/a.toml");
  EXPECT_EQ(read["kind"], "case");
  const std::string version = read["version"];
  const std::string next = project.save("cases/a.toml", "speed = 2\n", version);
  try {
    (void)project.save("cases/a.toml", "speed = 3\n", version);
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status(), 409);
    EXPECT_EQ(refusal.json()["text"], "speed = 2\n");
    EXPECT_EQ(refusal.json()["version"], next);
  }
  EXPECT_EQ(status_of([&] { (void)project.save("cases/a.toml", "x = 1", std::nullopt); }), 409);
  EXPECT_EQ(test::read_file(root / "cases/a.toml"), "speed = 2\n");
  (void)project.save("new/folder/b.toml", "name = \"b\"\n", std::nullopt);
  EXPECT_EQ(test::read_file(root / "new/folder/b.toml"), "name = \"b\"\n");
}

TEST_F(ProjectTest, RenamesDuplicatesAndKeepsWhatIsDeleted) {
  Project project(root);
  project.duplicate("cases/a.toml", "cases/b.toml");
  EXPECT_EQ(status_of([&] { project.duplicate("cases/a.toml", "cases/b.toml"); }), 409);
  EXPECT_EQ(status_of([&] { project.rename("cases/a.toml", "cases/b.toml"); }), 409);
  project.rename("cases/a.toml", "cases/c.toml");
  const std::string bin = project.remove("cases/c.toml");
  EXPECT_EQ(test::read_file(root / bin), "speed = 1\n");
  EXPECT_FALSE(fs::exists(root / "cases/c.toml"));
  EXPECT_EQ(test::read_file(root / "cases/b.toml"), "speed = 1\n");
}

TEST_F(ProjectTest, AnUploadIsWholeOrAbsent) {
  Project project(root);
  EXPECT_EQ(status_of([&] {
              project.upload("data.csv", [](const auto& put) {
                put("half");
                return false;
              });
            }),
            400);
  EXPECT_FALSE(fs::exists(root / "data.csv"));
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(root)) ++entries;
  project.upload("data.csv", [](const auto& put) {
    put("1,2");
    put("\n");
    return true;
  });
  EXPECT_EQ(test::read_file(root / "data.csv"), "1,2\n");
  std::size_t now = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(root)) ++now;
  EXPECT_LE(now, entries + 2);  // the file, and the hidden folder of the lock
}

// Each thread adds its line as an editor would: it reads, saves, and begins again where somebody was faster.
TEST_F(ProjectTest, HundredConcurrentEditsLoseNothing) {
  constexpr int writers = 10, edits = 10;
  Project first(root), second(root);  // as two servers on one folder
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer) {
    threads.emplace_back([&, writer] {
      Project& project = writer % 2 == 0 ? first : second;
      for (int edit = 0; edit < edits; ++edit) {
        int status = 409;
        while (status == 409) {
          const Json read = project.read("cases/a.toml");
          const std::string text =
              read["text"].get<std::string>() + "# " + std::to_string(writer * edits + edit) + "\n";
          status = status_of(
              [&] { (void)project.save("cases/a.toml", text, read["version"].get<std::string>()); });
        }
        EXPECT_EQ(status, 200);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::ifstream file(root / "cases/a.toml");
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.insert(line);
  EXPECT_EQ(lines.size(), 1u + writers * edits);
}

TEST(Project, AMissingFolderIsAFinding) {
  EXPECT_THAT([] { Project project("/nowhere/at/all"); },
              testing::ThrowsMessage<BadInput>(testing::StartsWith("/nowhere/at/all: cannot be used: ")));
}

}  // namespace
}  // namespace flangeway::workbench
