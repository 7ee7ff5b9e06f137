// Folders of studies that other versions of the program have written.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/campaign/folder.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

// A copy of the kept folder, with the identity that it was written with.
struct Kept {
  test::TemporaryFolder home;
  std::filesystem::path path = home.path() / "study";
  Identity identity;

  Kept() {
    std::filesystem::copy(FLANGEWAY_SOURCE_DIR "/tests/data/study_version_1", path,
                          std::filesystem::copy_options::recursive);
    const auto json = nlohmann::json::parse(test::read_file(path / "study.json"));
    identity = {json.at("version"), json.at("commit"), {}, json.at("settings")};
    for (const auto& input : json.at("inputs"))
      identity.inputs.push_back({input.at("path"), input.at("sha256")});
  }
};

TEST(StudyFormat, AFolderOfVersionOneStillOpens) {
  const Kept kept;
  Findings findings;
  const auto folder = StudyFolder::open(kept.path, kept.identity, "", false, findings);
  ASSERT_TRUE(folder) << findings.text();
  const auto outcome = folder->read({"1", {}, {}});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->trace.names, (std::vector<std::string>{"t", "wheelset.y"}));
  EXPECT_EQ(outcome->trace.columns.front().size(), 1u);
  EXPECT_EQ(nlohmann::json::parse(outcome->summary).at("steps"), 5);
  EXPECT_EQ(
      folder->notes(),
      std::vector<std::string>{kept.path.string() + ": its runs have no checksums, as an earlier program has "
                                                    "begun it; damage to them is not noticed"});
}

TEST(StudyFormat, ALaterVersionIsNamedAndStays) {
  const Kept kept;
  auto json = nlohmann::json::parse(test::read_file(kept.path / "study.json"));
  json["format_version"] = 2;
  kept.home.write("study/study.json", json.dump());
  Findings findings;
  EXPECT_FALSE(StudyFolder::open(kept.path, kept.identity, "", false, findings));
  EXPECT_EQ(findings.text(),
            kept.path.string() +
                ": is in version 2 of the format of studies, and this program knows version 1. Use "
                "the program that wrote it, give another folder, or --force to begin anew.");
  EXPECT_TRUE(std::filesystem::exists(kept.path / "runs" / "1.json"));
}

}  // namespace
}  // namespace flangeway::campaign
