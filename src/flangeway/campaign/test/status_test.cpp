// The status of studies whose folders are made by hand.
#include "flangeway/campaign/status.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "flangeway/campaign/file_lock.hpp"
#include "flangeway/campaign/page.hpp"
#include "flangeway/campaign/study.hpp"
#include "flangeway/campaign/worker.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;

class Status : public testing::Test {
 protected:
  Status() {
    folder_.write("study.json",
                  R"({"format": "flangeway study", "format_version": 1, "version": "1", "commit": "",
                                    "settings": "x", "runs": 9, "references": 1, "inputs": []})");
    run("reference_1", R"("status": "completed", "wall_time": 50, "worker": "node1.7.a")", 40s);
    run("1", R"("status": "derailed", "wall_time": 2, "worker": "node1.7.a")", 30s);
    run("2",
        R"("status": "failed", "wall_time": 1, "worker": "node2.8.b", "failure": "axle 2 at t = 1.25e-3 s")",
        20s);
    run("10", R"("status": "failed", "wall_time": 3, "failure": "axle 1 at t = 7 s")", 10s);
    run("3", R"("status": "failed", "wall_time": 3, "failure": "overturned")", 0s);
    folder_.write("runs/4.json", "half of it");
    folder_.write("runs/4.claim", "node2.8.b 000000000001\n");
    folder_.write("runs/2.claim", "node1.7.a 000000000001\n");  // ended while it was claimed
  }
  void run(const std::string& name, const std::string& summary, std::chrono::seconds ago) const {
    const fs::path file = folder_.write("runs/" + name + ".json", "{" + summary + "}");
    fs::last_write_time(file, fs::file_time_type::clock::now() - ago);
  }
  [[nodiscard]] StudyStatus status() const {
    Findings findings;
    StudyStatus result = status_of(folder_.path(), findings);
    findings.throw_if_any();
    return result;
  }
  test::TemporaryFolder folder_;
};

TEST_F(Status, CountsCausesAndWorkersComeFromTheFolder) {
  const StudyStatus now = status();
  EXPECT_EQ(now.runs, 10u);
  EXPECT_EQ(now.completed, 1u);
  EXPECT_EQ(now.derailed, 1u);
  EXPECT_EQ(now.failed, 3u);
  EXPECT_THAT(now.claimed, testing::ElementsAre("4 by node2.8.b"));
  ASSERT_EQ(now.failures.size(), 2u);
  EXPECT_EQ(now.failures[0].count, 2u);
  EXPECT_EQ(now.failures[0].run, "2");  // the first by number
  EXPECT_EQ(now.failures[1].text, "overturned");
  EXPECT_EQ(now.slowest.front().run, "reference 1");
  ASSERT_EQ(now.workers.size(), 2u);
  EXPECT_EQ(now.workers[0].name, "node1.7.a");
  EXPECT_EQ(now.workers[0].done, 2u);
  EXPECT_EQ(now.workers[0].busy, 52);
  EXPECT_THAT(now.workers[1].runs, testing::ElementsAre("4"));
  // Four runs after the first one in 40 s, five are left. The test itself takes time, too.
  EXPECT_NEAR(now.rate, 0.1, 0.03);
  EXPECT_NEAR(now.time_left, 50, 20);
}

TEST_F(Status, TheTextSaysIt) {
  const std::string text = status_text(status());
  EXPECT_THAT(text, testing::StartsWith("5 of 10 runs done: 1 completed, 1 derailed, 3 failed; 1 in hand\n"));
  EXPECT_THAT(text, testing::ContainsRegex("[0-9.]+ runs per minute, [0-9]+ s left\n"));
  EXPECT_THAT(text,
              HasSubstr("failures by cause\n  2 × axle 2 at t = 1.25e-3 s (run 2)\n  1 × overturned (run 3)\n"
                        "slowest runs\n  run reference 1: 50 s\n"));
  EXPECT_THAT(
      text, HasSubstr("workers\n  node1.7.a: 2 runs done in 52 s\n  node2.8.b: 1 runs done in 1 s, run 4 in "
                      "hand, renewed "));
}

TEST_F(Status, JobAndCancellationAreSaid) {
  folder_.write("slurm.json", R"({"job": "17"})");
  folder_.write("cancelled", "");
  EXPECT_THAT(status_text(status()),
              HasSubstr("cancelled; workers end and none begins\njob array 17 of Slurm\n"));
  const auto json = nlohmann::json::parse(status_json(status()));
  EXPECT_EQ(json["job"], "17");
  EXPECT_EQ(json["cancelled"], true);
  EXPECT_EQ(json["waiting"], 4);
  EXPECT_EQ(json["failures"][0]["count"], 2);
}

TEST_F(Status, DamagedRunsAreNotDone) {
  folder_.write("study.json",
                seal_json(R"({"format": "flangeway study", "runs": 3, "run_identities": []})", {}));
  const std::string one = seal_json(R"({"status": "completed"})", {{"of", "run 1"}});
  folder_.write("runs/1.json", one);
  folder_.write("runs/2.json", one);
  const StudyStatus now = status();
  EXPECT_EQ(now.done(), 1u);
  EXPECT_THAT(now.damaged, testing::ElementsAre("2", "3", "4", "10", "reference 1"));
  EXPECT_THAT(status_text(now), HasSubstr("\ndamaged, or of another run, and to be done again: 2, 3, 4, 10, "
                                          "reference 1\n"));
}

TEST_F(Status, AFolderWithoutAStudyIsRefused) {
  const test::TemporaryFolder other;
  Findings findings;
  (void)status_of(other.path(), findings);
  EXPECT_EQ(findings.text(),
            other.path().string() + ": holds no study. Run the study, with --worker, --shard or neither.");
}

TEST_F(Status, AFolderOfALaterVersionIsRefused) {
  folder_.write("study.json", R"({"format": "flangeway study", "format_version": 2})");
  Findings findings;
  (void)status_of(folder_.path(), findings);
  const std::string text =
      folder_.path().string() +
      ": is in version 2 of the format of studies, and this program knows version 1. Use the "
      "program that wrote it.";
  EXPECT_EQ(findings.text(), text);
  Findings of_worker;
  EXPECT_FALSE(StudyFolder::join(folder_.path(), {"1", "", {}, "x", {}}, of_worker));
  EXPECT_EQ(of_worker.text(), text);
  folder_.write("study.json", "{}");  // of something else
  Findings of_other;
  (void)status_of(folder_.path(), of_other);
  EXPECT_EQ(of_other.text(),
            folder_.path().string() + ": holds no study. Run the study, with --worker, --shard or neither.");
}

TEST_F(Status, ThePageLoadsItselfAgainUntilAllIsDone) {
  const Identity identity{"1", "", {}, "x", {}};
  {
    Findings findings;
    const auto folder = StudyFolder::join(folder_.path(), identity, findings);
    ASSERT_TRUE(folder) << findings.text();
    StatusPage page;
    page.write(*folder);
    const std::string html = test::read_file(folder_.path() / "status.html");
    EXPECT_THAT(html, HasSubstr("<meta http-equiv=\"refresh\" content=\"10\">"));
    EXPECT_THAT(html, HasSubstr("2 × axle 2"));
    for (const char* name : {"4", "5", "6", "7", "8"}) run(name, R"("status": "completed")", 0s);
    EXPECT_FALSE(page.write_if_old(*folder));  // is young
    EXPECT_EQ(test::read_file(folder_.path() / "status.html"), html);
    page.write(*folder);
    EXPECT_THAT(test::read_file(folder_.path() / "status.html"), Not(HasSubstr("http-equiv")));
  }
}

// The time that another process needed for the page counts, not that of this one.
TEST_F(Status, APageThatTookLongIsWrittenSeldom) {
  Findings findings;
  const auto folder = StudyFolder::join(folder_.path(), {"1", "", {}, "x", {}}, findings);
  ASSERT_TRUE(folder) << findings.text();
  StatusPage page;
  page.write(*folder);
  const auto is_of = [&](std::chrono::seconds ago, const char* took) {
    folder_.write("status.lock", took);
    fs::last_write_time(folder_.path() / "status.html", fs::file_time_type::clock::now() - ago);
  };
  is_of(1200s, "60.5\n");
  EXPECT_FALSE(page.write_if_old(*folder));
  is_of(1220s, "60.5\n");
  EXPECT_TRUE(page.write_if_old(*folder));
  is_of(11s, "0.1\n");
  EXPECT_TRUE(page.write_if_old(*folder));
  is_of(11s, "0.1\n");
  {
    const auto other = FileLock::take(folder_.path() / "status.lock");
    ASSERT_TRUE(other);
    EXPECT_FALSE(page.write_if_old(*folder));  // another process writes it
  }
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(page.write_if_old(*folder, stop.get_token()));
  EXPECT_TRUE(page.write_if_old(*folder));
}

TEST_F(Status, APageThatCannotBeWrittenEndsNothing) {
  Findings findings;
  const auto folder = StudyFolder::join(folder_.path(), {"1", "", {}, "x", {}}, findings);
  ASSERT_TRUE(folder) << findings.text();
  fs::create_directories(folder_.path() / "status.html/in_the_way");
  EXPECT_NO_THROW(StatusPage().write(*folder));
  for (const auto& entry : fs::directory_iterator(folder_.path()))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(Status, ThePageHasTheNameOfTheFolder) {
  Findings findings;
  const auto folder = StudyFolder::join(folder_.path() / "", {"1", "", {}, "x", {}}, findings);
  ASSERT_TRUE(folder) << findings.text();
  StatusPage().write(*folder);
  EXPECT_THAT(test::read_file(folder_.path() / "status.html"),
              HasSubstr("<title>" + folder_.path().filename().string() + "</title>"));
}

// The command stands where the study was read from: relative files are found from there.
TEST(RepeatingCommand, HasAllSettings) {
  const test::TemporaryFolder folder;
  folder.write("worn.csv", "");
  Study study;
  study.spec.case_file.value = "it's.toml";
  const std::string file = (folder.path() / "study.toml").string();
  const campaign::Run run{
      "reference 2",
      {},
      {document::Assignment{"speed=20", {file}}, document::Assignment{"profiles.wheel=\"worn.csv\"", {file}},
       document::Assignment{"contact.method=\"kec\"", {file}}}};
  EXPECT_EQ(repeating_command(study, run),
            "flangeway run 'it'\\''s.toml' --set 'speed=20' --set 'profiles.wheel=\"" +
                (folder.path() / "worn.csv").string() +
                "\"' --set 'contact.method=\"kec\"' -o run_reference_2.h5");
}

}  // namespace
}  // namespace flangeway::campaign
