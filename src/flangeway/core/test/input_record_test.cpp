#include "flangeway/core/input_record.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace flangeway {
namespace {

class InputRecordTest : public testing::Test {
 protected:
  InputRecordTest() {
    std::string name = testing::TempDir() + "inputs-XXXXXX";
    folder_ = mkdtemp(name.data());
    std::ofstream(folder_ / "read.toml") << "a = 1";
    std::ofstream(folder_ / "other.toml") << "a = 1";
  }
  ~InputRecordTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(InputRecordTest, KnowsAFileUnderEveryName) {
  const InputRecord inputs;
  note_input(folder_ / "read.toml");
  std::filesystem::create_symlink(folder_ / "read.toml", folder_ / "soft");
  std::filesystem::create_hard_link(folder_ / "read.toml", folder_ / "hard");
  for (const char* name : {"read.toml", "./read.toml", "soft", "hard"})
    EXPECT_TRUE(is_noted_input(folder_ / name)) << name;
  EXPECT_FALSE(is_noted_input(folder_ / "other.toml"));
  EXPECT_FALSE(is_noted_input(folder_ / "missing.toml"));
}

TEST_F(InputRecordTest, TellsInputsFromOutputs) {
  const InputRecord record;
  note_input(folder_ / "read.toml");
  note_output(folder_ / "other.toml");
  EXPECT_FALSE(is_noted_output(folder_ / "read.toml"));
  EXPECT_FALSE(is_noted_input(folder_ / "other.toml"));
  EXPECT_TRUE(is_noted_output(folder_ / "./other.toml"));
}

TEST_F(InputRecordTest, FindsOneFileBehindTwoNames) {
  std::filesystem::create_symlink("new", folder_ / "soft");
  std::filesystem::create_symlink("loop", folder_ / "loop");
  EXPECT_TRUE(is_same_file(folder_ / "new", folder_ / "soft"));
  EXPECT_TRUE(is_same_file(folder_ / "none/new", folder_ / "./none/new"));
  EXPECT_TRUE(is_same_file(folder_ / "loop", folder_ / "loop"));
  EXPECT_FALSE(is_same_file(folder_ / "loop", folder_ / "soft"));
  EXPECT_FALSE(is_same_file(folder_ / "read.toml", folder_ / "other.toml"));
  EXPECT_FALSE(is_same_file("", ""));
}

TEST_F(InputRecordTest, TakesNoNotesBeforeAndAfter) {
  note_input(folder_ / "read.toml");
  {
    const InputRecord inputs;
    EXPECT_FALSE(is_noted_input(folder_ / "read.toml"));
    note_input(folder_ / "read.toml");
  }
  EXPECT_FALSE(is_noted_input(folder_ / "read.toml"));
}

}  // namespace
}  // namespace flangeway
