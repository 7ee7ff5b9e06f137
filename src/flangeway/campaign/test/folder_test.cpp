#include "flangeway/campaign/folder.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "flangeway/core/json_seal.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

class StudyFolderTest : public testing::Test {
 protected:
  std::optional<StudyFolder> open(bool force = false) {
    problem_.clear();
    Findings findings;
    auto folder = StudyFolder::open(path(), identity_, "flangeway study x.toml", force, findings);
    if (!findings.empty()) problem_ = findings.text().substr(path().string().size());
    return folder;
  }
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "results"; }

  test::TemporaryFolder folder_;
  Identity identity_{"0.1.0", "abc", {{"models/a.toml", "11"}, {"models/b.toml", "22"}}, "33"};
  const campaign::Run run_{"reference 1", {}, {}};
  const Outcome outcome_{R"({"status": "completed"})", {{"t", "a.y"}, {"s", "m"}, {{0, 1}, {2, 3}}}};
  std::string problem_;
};

TEST_F(StudyFolderTest, KeepsWhatWasWritten) {
  {
    const auto folder = open();
    ASSERT_TRUE(folder) << problem_;
    EXPECT_FALSE(folder->read(run_));
    folder->write(run_, outcome_);
  }
  const auto folder = open();
  ASSERT_TRUE(folder) << problem_;
  const auto back = folder->read(run_);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->summary, "{\"status\": \"completed\"\n}\n");
  EXPECT_EQ(back->trace.columns, outcome_.trace.columns);
}

// Remains of a killed run: the trace without the summary, half-written files; and a file damaged by hand.
TEST_F(StudyFolderTest, ARunThatIsNotWholeRunsAgain) {
  const auto file = [&](const char* name) { return path() / "runs" / name; };
  {
    const auto folder = open();
    folder->write(run_, outcome_);
    std::filesystem::remove(file("reference_1.json"));
    EXPECT_FALSE(folder->read(run_));
    folder->write(run_, outcome_);
    folder_.write(file("reference_1.csv"), "t [s],a.y [m]\n0,1");
    EXPECT_FALSE(folder->read(run_));
    folder->write(run_, outcome_);
    folder_.write(file("reference_1.json"), R"({"status": "comp)");
    EXPECT_FALSE(folder->read(run_));
    folder_.write(file("1.csv.123.part"), "t");
  }
  ASSERT_TRUE(open());
  EXPECT_FALSE(std::filesystem::exists(file("1.csv.123.part")));
}

TEST_F(StudyFolderTest, AWorkerThatBeginsItKeepsFilesOfOtherMachines) {
  ASSERT_TRUE(open());
  const std::vector<std::string> names{"study.json.1.0.part", "runs/1.csv.1.part", "runs/1.claim"};
  for (const std::string& name : names) folder_.write(path() / name, "x");
  Findings findings;
  EXPECT_TRUE(StudyFolder::begin(path(), identity_, "flangeway study x.toml --worker", findings));
  for (const std::string& name : names) EXPECT_TRUE(std::filesystem::exists(path() / name)) << name;
  ASSERT_TRUE(open());
  for (const std::string& name : names) EXPECT_FALSE(std::filesystem::exists(path() / name)) << name;
}

// Files of a run that were changed, or are those of another run or study: they do not count.
TEST_F(StudyFolderTest, OnlyTheFilesThatWereWrittenForARunCount) {
  const campaign::Run six{"6", {}, {}}, seven{"7", {}, {}};
  const auto file = [&](const char* name) { return path() / "runs" / name; };
  const auto copy = [](const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
  };
  const auto note = [&](const StudyFolder& folder) {
    EXPECT_FALSE(folder.read(seven));
    const std::string text = folder.notes().empty() ? "" : folder.notes().back();
    return text.substr(std::min(text.size(), path().string().size()));
  };
  const std::string end = "; it does not count, and run 7 is done again";
  open()->write(six, outcome_);
  open()->write(seven, outcome_);
  EXPECT_TRUE(open()->notes().empty());
  copy(file("6.json"), file("7.json"));
  copy(file("6.csv"), file("7.csv"));
  EXPECT_EQ(note(*open()), "/runs/7.json: is the result of run 6, not of run 7" + end);

  open()->write(seven, outcome_);
  std::string text = test::read_file(file("7.json"));
  folder_.write(file("7.json"), text.replace(text.find("completed"), 9, "derailed "));
  EXPECT_EQ(note(*open()), "/runs/7.json: is damaged: its checksum is wrong" + end);
  folder_.write(file("7.json"), R"({"status": "completed"})");
  EXPECT_EQ(note(*open()), "/runs/7.json: has no checksum, as those that this program writes have" + end);

  open()->write(seven, outcome_);
  folder_.write(file("7.csv"), "t [s],a.y [m]\n0,2\n1,4\n");  // one digit
  EXPECT_EQ(note(*open()),
            "/runs/7.json: does not belong to " + file("7.csv").string() + ", which was changed" + end);

  // The same run of a study that reads another file.
  identity_.inputs[0].sha256 = "12";
  Findings findings;
  const auto other = StudyFolder::open(folder_.path() / "other", identity_, "", false, findings);
  ASSERT_TRUE(other) << findings.text();
  other->write(seven, outcome_);
  EXPECT_TRUE(other->read(seven));
  identity_.inputs[0].sha256 = "11";
  for (const char* name : {"7.json", "7.csv"}) copy(other->path() / "runs" / name, file(name));
  EXPECT_EQ(note(*open()), "/runs/7.json: is the result of a run of another study" + end);
  const auto folder = open();
  folder->publish(seven, outcome_, "me");
  EXPECT_TRUE(folder->read(seven));
}

// Runs that are added to a study may read further files: those that were done before still count.
TEST_F(StudyFolderTest, RunsOfAStudyThatGrewStillCount) {
  open()->write(run_, outcome_);
  identity_.earlier = {identity_.settings};
  identity_.settings = "34";
  identity_.inputs.push_back({"models/c.toml", "44"});
  EXPECT_TRUE(open()->read(run_));
  Findings findings;
  Identity of_worker = identity_;  // who has read no inputs
  of_worker.inputs.clear();
  const campaign::Run added{"2", {}, {}};
  StudyFolder::join(path(), of_worker, findings)->write(added, outcome_);
  const auto folder = open();
  EXPECT_TRUE(folder->read(run_));
  EXPECT_TRUE(folder->read(added));
  EXPECT_TRUE(folder->notes().empty());
}

TEST_F(StudyFolderTest, ADamagedManifestIsRefused) {
  open()->write(run_, outcome_);
  std::string text = test::read_file(path() / "study.json");
  folder_.write(path() / "study.json", text.replace(text.find("models/a"), 8, "models/x"));
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_,
            ": contains a study.json that is damaged: its checksum is wrong or missing. Give another folder, "
            "or --force to "
            "begin anew.");
  Findings findings;
  check_format(path(), findings);
  EXPECT_EQ(findings.text().substr(path().string().size()),
            ": contains a study.json that is damaged: its checksum is wrong or missing. Copy it again, or "
            "begin the study "
            "anew.");
}

TEST_F(StudyFolderTest, AManifestWhoseSealIsCutOutIsRefused) {
  open()->write(run_, outcome_);
  const std::string text = unseal_json(test::read_file(path() / "study.json")).text;
  folder_.write(path() / "study.json", text);
  EXPECT_FALSE(open());
  EXPECT_THAT(problem_, testing::HasSubstr("its checksum is wrong or missing"));
}

TEST_F(StudyFolderTest, RefusesResultsOfAnotherStudyAndSaysWhy) {
  open()->write(run_, outcome_);
  const Identity old = identity_;
  const std::string end = ". Give another folder, or --force to begin anew.";
  identity_.inputs[1].sha256 = "23";
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_, ": holds results of another study: models/b.toml is not what it was" + end);
  identity_ = old;
  identity_.inputs.pop_back();
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_, ": holds results of another study: it reads other files" + end);
  identity_ = old;
  identity_.settings = "34";
  EXPECT_FALSE(open());
  EXPECT_EQ(
      problem_,
      ": holds results of another study: its runs have other settings, or other channels are recorded" + end);
  identity_ = old;
  identity_.commit = "abd";
  EXPECT_FALSE(open());
  EXPECT_EQ(
      problem_,
      ": holds results of another study: they come from flangeway 0.1.0 (abc), and this is 0.1.0 (abd)" +
          end);
  identity_ = old;
  identity_.inputs[0].path = "../models/a.toml";  // the same file seen from another folder
  const auto same = open();
  ASSERT_TRUE(same) << problem_;
  EXPECT_TRUE(same->read(run_));
}

TEST_F(StudyFolderTest, ForceBeginsAnew) {
  open()->write(run_, outcome_);
  folder_.write(path() / "notes.txt", "mine");
  identity_.settings = "34";
  const auto folder = open(true);
  ASSERT_TRUE(folder) << problem_;
  EXPECT_FALSE(folder->read(run_));
  EXPECT_TRUE(std::filesystem::exists(path() / "notes.txt"));
}

TEST_F(StudyFolderTest, RefusesWhatIsNoFolderOfAStudy) {
  folder_.write("results", "a file");
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_, ": is not a folder. Give the name of a folder.");
  std::filesystem::remove(path());
  folder_.write(path() / "thesis.tex", "mine");
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_, ": has other files in it. Give a new folder, or --force to add the results to them.");
  folder_.write(path() / "study.json", "{}");
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_,
            ": contains a study.json that cannot be read. Give another folder, or --force to begin anew.");
}

TEST_F(StudyFolderTest, SaysWhyAFolderCannotBeLookedInto) {
  std::filesystem::create_symlink("results", path());
  Findings findings;
  check_format(path(), findings);
  EXPECT_EQ(findings.text(), path().string() + ": cannot be read: Too many levels of symbolic links.");
}

TEST_F(StudyFolderTest, IsUsedByOneProcessAtATime) {
  const auto first = open();
  EXPECT_FALSE(open());
  EXPECT_EQ(problem_,
            ": is in use by another flangeway study. Wait until that one has ended, or give another folder.");
}

}  // namespace
}  // namespace flangeway::campaign
