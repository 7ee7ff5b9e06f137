#include "flangeway/workbench/template.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/temporary_folder.hpp"

namespace flangeway::workbench {
namespace {

namespace fs = std::filesystem;

TEST(Templates, NameAllKindsOfVehicles) {
  std::vector<std::string> names;
  for (const Template& one : templates()) names.push_back(one.name);
  EXPECT_THAT(names, testing::ElementsAre("coach", "y25", "tram", "locomotive", "empty"));
  EXPECT_EQ(find_template("bus"), nullptr);
}

TEST(Templates, NoPlaceholderIsLeft) {
  for (const Template& one : templates())
    for (const auto& [file, text] : one.files)
      EXPECT_EQ(text.find('@'), std::string::npos) << one.name << file;
}

TEST(Templates, FillAnEmptyFolderOnly) {
  const test::TemporaryFolder folder;
  const Template& from = *find_template("empty");
  Findings findings;
  make_project(fs::path(folder.path()) / "new", from, findings);
  EXPECT_EQ(findings.text(), "");
  for (const auto& [file, text] : from.files)
    EXPECT_TRUE(fs::exists(fs::path(folder.path()) / "new" / file)) << file;
  make_project(fs::path(folder.path()) / "new", from, findings);
  EXPECT_THAT(findings.text(), testing::EndsWith("new: is not empty. Name a new folder or an empty one."));
}

TEST(Templates, AFileIsNoFolder) {
  const test::TemporaryFolder folder;
  const fs::path file = fs::path(folder.path()) / "file";
  std::ofstream(file) << "text";
  Findings findings;
  make_project(file, *find_template("coach"), findings);
  EXPECT_THAT(findings.text(), testing::EndsWith("file: is a file (allowed a folder, or a name for one)."));
}

}  // namespace
}  // namespace flangeway::workbench
