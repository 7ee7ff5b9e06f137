// Job arrays of Slurm, with programs in its place that record their calls.
#include "flangeway/campaign/slurm.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "flangeway/campaign/external_command.hpp"
#include "flangeway/campaign/file_lock.hpp"
#include "flangeway/campaign/folder.hpp"
#include "flangeway/document/read.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The section as read, and what is wrong with it.
SlurmSpec slurm(const std::string& keys, Findings& findings) {
  SlurmSpec spec;
  const auto file = document::Document::from_text(keys, "slurm.toml", findings);
  file.fill(spec, findings);
  check_slurm(spec, findings);
  return spec;
}
std::string wrong(const std::string& keys) {
  Findings findings;
  (void)slurm(keys, findings);
  return findings.text();
}
SlurmSpec good(const std::string& keys) {
  Findings findings;
  SlurmSpec spec = slurm(keys, findings);
  findings.throw_if_any();
  return spec;
}

TEST(Slurm, TheScriptSaysWhatTheSectionSays) {
  const std::string script = slurm_script(
      good("workers = 12\ncpus = 3\ntime = 90.5\nwarning = 20\nmemory = 2e9\npartition = \"short,long\"\n"
           "options = [\"--account=track\"]\ncommands = [\"module load hdf5\"]\n"),
      "/big disk/out", {"/home/a'b", {"/usr/bin/flangeway", "study", "my study.toml", "--worker"}});
  EXPECT_EQ(script,
            "#!/bin/bash\n"
            "#SBATCH --job-name=flangeway\n"
            "#SBATCH --array=1-12\n"
            "#SBATCH --ntasks=1\n"
            "#SBATCH --cpus-per-task=3\n"
            "#SBATCH --time=1:31\n"
            "#SBATCH --requeue\n"
            "#SBATCH --signal=B:TERM@20\n"
            "#SBATCH --mem=1953125K\n"
            "#SBATCH --partition=short,long\n"
            "#SBATCH --output=/dev/null\n"
            "#SBATCH --account=track\n"
            "exec >>'/big disk/out/slurm'/\"$SLURM_ARRAY_TASK_ID\".log 2>&1\n"
            "cd '/home/a'\\''b' || exit 1\n"
            "module load hdf5\n"
            "exec '/usr/bin/flangeway' 'study' 'my study.toml' '--worker'\n");
}

TEST(Slurm, WithoutKeysTheClusterDecides) {
  const std::string script = slurm_script(good(""), "/out", {"/home", {"flangeway"}});
  EXPECT_THAT(script, HasSubstr("#SBATCH --array=1-4\n"));
  EXPECT_THAT(script, HasSubstr("#SBATCH --time=60:00\n"));
  EXPECT_THAT(script, testing::Not(HasSubstr("--mem")));
  EXPECT_THAT(script, testing::Not(HasSubstr("--partition")));
}

TEST(Slurm, WrongKeysHaveTheirTexts) {
  EXPECT_EQ(wrong("workers = 0"),
            "slurm.toml:1:11: workers: is out of range (got 0; allowed a whole number from 1 to 10000).");
  EXPECT_EQ(wrong("cpus = 2000"),
            "slurm.toml:1:8: cpus: is out of range (got 2000; allowed a whole number from 1 to 1024).");
  EXPECT_EQ(wrong("time = 10\nwarning = 5"),
            "slurm.toml:1:8: time: is out of range (got 10; allowed a number from 60 to 2592000 in s).");
  EXPECT_EQ(wrong("memory = -1"),
            "slurm.toml:1:10: memory: is out of range (got -1; allowed a number from 0 to 1000000000000000 "
            "in byte).");
  EXPECT_EQ(
      wrong("nodes = 3"),
      "slurm.toml:1:9: nodes: is not a known key. Known here: workers, cpus, time, warning, memory, lease, "
      "partition, options or commands.");
  EXPECT_THAT(wrong("time = 60"),
              HasSubstr("slurm.warning: is not shorter than the time limit (got 60 s; allowed "
                        "less than 60 s)."));
  EXPECT_EQ(
      wrong("partition = \"a b\""),
      "slurm.toml:1:13: slurm.partition: is no name of a partition (got \"a b\"; allowed letters, digits, "
      "_ - . and ,).");
  EXPECT_EQ(wrong("options = [\"-A track\"]"),
            "slurm.toml:1:12: slurm.options[0]: is no option of sbatch (got \"-A track\"). Write it as "
            "--name=value.");
  EXPECT_EQ(wrong("options = [\"--array=1-3\"]"),
            "slurm.toml:1:12: slurm.options[0]: is an option that the script gives itself (got \"--array\"). "
            "Use the "
            "keys of slurm.");
}

// sbatch takes the beginning of a name for the name, and a line for several options.
TEST(Slurm, OptionsThatWorkersCannotHaveAreRefused) {
  const auto refused = [](const std::string& option) {
    const std::string text = wrong("options = [\"" + option + "\"]"),
                      begin = "slurm.toml:1:12: slurm.options[0]: ";
    return text.starts_with(begin) ? text.substr(begin.size()) : text;
  };
  for (const std::string own : {"--array", "--arr", "--sig", "--cpus", "--requeue", "--part"}) {
    EXPECT_EQ(refused(own + "=1"),
              "is an option that the script gives itself (got \"" + own + "\"). Use the keys of slurm.");
  }
  for (const std::string unfit : {"--wait", "--test-only", "--test", "--wrap", "--no-requeue", "--no-req",
                                  "--mem-per-cpu", "--mem-per-gpu"}) {
    EXPECT_EQ(refused(unfit), "does not go with workers of a study (got \"" + unfit + "\"). Leave it out.");
  }
  EXPECT_EQ(refused("--comment=a --array=1-3"),
            "is an option that the script gives itself (got \"--array\"). Use the keys of slurm.");
  EXPECT_EQ(refused("--comment=a -a1-3"),
            "is no option of sbatch (got \"-a1-3\"). Write it as --name=value.");
  for (const std::string good : {"--account=track", "--nice=5", "--ntasks-per-node=1", "--wait-all-nodes=1",
                                 "--nodelist n1", "--time-min=5"})
    EXPECT_EQ(refused(good), "");
}

// Programs with Slurm's names in a folder that PATH begins with.
class FakeSlurm : public testing::Test {
 protected:
  FakeSlurm() {
    ::setenv("PATH", (home_.path() / "bin").string().append(":/usr/bin:/bin").c_str(), 1);
    program("sbatch",
            "cp \"$2\" " + taken("script") + "; echo \"$1\" >" + taken("option") + "; echo '17;big'");
    program("squeue", "echo \"$@\" >" + taken("squeue"));
    program("scancel", "echo \"$@\" >" + taken("scancel"));
  }
  ~FakeSlurm() override { ::setenv("PATH", path_.c_str(), 1); }

  void program(const std::string& name, const std::string& body) const {
    const fs::path file = home_.write("bin/" + name, "#!/bin/sh\n" + body + "\n");
    fs::permissions(file, fs::perms::owner_all);
  }
  [[nodiscard]] std::string taken(const std::string& name) const { return (home_.path() / name).string(); }
  [[nodiscard]] std::string what(const std::string& name) const {
    return test::read_file(home_.path() / name);
  }
  std::optional<std::string> submit_it() {
    auto begun = StudyFolder::open(folder_, {"1", "", {}, "x", {}}, "", false, findings_);
    if (!begun) return std::nullopt;
    return submit(std::move(*begun), good("workers = 2"), {"/home", {"flangeway", "study"}}, findings_);
  }

  test::TemporaryFolder home_;
  std::string path_ = std::getenv("PATH");
  fs::path folder_ = home_.path() / "out";
  Findings findings_;
};

TEST_F(FakeSlurm, AnArrayIsSubmittedAndCancelled) {
  EXPECT_FALSE(submitted_job(folder_));
  EXPECT_EQ(submit_it(), "17");
  EXPECT_EQ(what("option"), "--parsable\n");
  EXPECT_EQ(what("script"), test::read_file(folder_ / "slurm.sh"));
  EXPECT_TRUE(fs::is_directory(folder_ / "slurm"));
  EXPECT_EQ(submitted_job(folder_), "17");
  EXPECT_EQ(cancel(folder_, findings_), "job array 17 cancelled; workers end and put their runs back");
  EXPECT_EQ(what("scancel"), "17\n");
  EXPECT_TRUE(StudyFolder::is_cancelled(folder_));
  EXPECT_EQ(submit_it(), "17");  // which takes the mark away
  EXPECT_FALSE(StudyFolder::is_cancelled(folder_));
  EXPECT_TRUE(findings_.empty());
}

TEST_F(FakeSlurm, AnArrayInTheQueueIsNotSubmittedAgain) {
  ASSERT_TRUE(submit_it());
  check_queue(folder_, findings_);
  EXPECT_TRUE(findings_.empty());  // squeue lists nothing: it has ended
  EXPECT_EQ(what("squeue"), "--noheader --jobs 17 --format=%i\n");
  program("squeue", "echo '17_[1-2]'");
  check_queue(folder_, findings_);
  EXPECT_EQ(findings_.text(), folder_.string() +
                                  ": has job array 17 in the queue. Wait until it has ended, or end it "
                                  "with --cancel.");
}

TEST_F(FakeSlurm, ARefusalLeavesNothing) {
  program("sbatch",
          "echo 'sbatch: error: invalid partition specified: fast' >&2\n"
          "echo 'sbatch: error: Batch job submission failed' >&2; exit 1");
  EXPECT_FALSE(submit_it());
  EXPECT_EQ(findings_.text(),
            "--on slurm: sbatch refuses the job array with exit code 1: sbatch: error: invalid partition "
            "specified: "
            "fast sbatch: error: Batch job submission failed. Nothing was submitted. Correct slurm in the "
            "study file.");
  EXPECT_FALSE(fs::exists(folder_ / "slurm.sh"));
  EXPECT_FALSE(fs::exists(folder_ / "slurm.json"));
}

TEST_F(FakeSlurm, AnAnswerThatIsNoNumberIsShown) {
  program("sbatch", "echo hello");
  EXPECT_FALSE(submit_it());
  EXPECT_EQ(
      findings_.text(),
      "--on slurm: sbatch accepts the job array but gives no number of it (got \"hello\"). Look for it with "
      "squeue, and end it with scancel before you submit again.");
  EXPECT_TRUE(fs::exists(folder_ / "slurm.sh"));  // its tasks may wait
  StudyFolder::remove_if_unused(folder_);
  EXPECT_TRUE(fs::exists(folder_ / "study.json"));
}

TEST_F(FakeSlurm, ABannerBeforeTheNumberIsPassedOver) {
  program("sbatch", "echo 'Welcome to cluster 9'; echo; echo '18;big'; echo");
  EXPECT_EQ(submit_it(), "18") << findings_.text();
}

TEST_F(FakeSlurm, ARefusalLeavesWhatWasSubmittedBefore) {
  ASSERT_TRUE(submit_it());
  (void)cancel(folder_, findings_);
  program("sbatch", "exit 1");
  EXPECT_FALSE(submit_it());
  EXPECT_EQ(submitted_job(folder_), "17");
  EXPECT_TRUE(StudyFolder::is_cancelled(folder_));
  StudyFolder::remove_if_unused(folder_);
  EXPECT_EQ(submitted_job(folder_), "17");
}

TEST_F(FakeSlurm, AQueueThatDoesNotAnswerIsNotEmpty) {
  ASSERT_TRUE(submit_it());
  program("squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
  EXPECT_FALSE(submit_it());
  EXPECT_EQ(findings_.text(),
            folder_.string() +
                ": has job array 17, and squeue fails with exit code 1: slurm_load_jobs error: "
                "Unable to contact slurm controller. Try again, or remove " +
                (folder_ / "slurm.json").string() + " if the array has ended.");
  EXPECT_EQ(submitted_job(folder_), "17");
  Findings none;
  program("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
  check_queue(folder_, none);
  EXPECT_TRUE(none.empty()) << none.text();
  fs::remove(home_.path() / "bin/squeue");
  ::setenv("PATH", (home_.path() / "bin").c_str(), 1);
  check_queue(folder_, none);
  EXPECT_EQ(none.text(), folder_.string() +
                             ": has job array 17, and there is no squeue in PATH. Try again, or remove " +
                             (folder_ / "slurm.json").string() + " if the array has ended.");
}

TEST_F(FakeSlurm, OneProcessSubmitsAtATime) {
  ASSERT_TRUE(submit_it());
  const auto other = FileLock::take(folder_ / "slurm.lock");
  ASSERT_TRUE(other);
  EXPECT_FALSE(submit_it());
  EXPECT_EQ(findings_.text(),
            folder_.string() + ": is being submitted by another flangeway study. Look with --status.");
  EXPECT_EQ(submitted_job(folder_), "17");
}

TEST_F(FakeSlurm, AMarkThatCannotBeWrittenDoesNotKeepTheArray) {
  ASSERT_TRUE(submit_it());
  fs::create_directories(folder_ / "cancelled/in_the_way");
  (void)cancel(folder_, findings_);
  EXPECT_EQ(findings_.text(), "--cancel: cannot write " + (folder_ / "cancelled").string() +
                                  ": Is a directory. Workers outside the job array go on.");
  EXPECT_EQ(what("scancel"), "17\n");
}

TEST_F(FakeSlurm, ACommandThatHangsIsEnded) {
  program("squeue", "echo begun; sleep 60");
  const auto began = std::chrono::steady_clock::now();
  const auto result = run_command({"squeue"}, std::chrono::milliseconds(200));
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
}

// Only a folder that holds nothing else.
TEST_F(FakeSlurm, AFolderThatIsUsedIsNotRemoved) {
  const auto begin = [this] {
    return StudyFolder::open(folder_, {"1", "", {}, "x", {}}, "", false, findings_);
  };
  {
    const auto used = begin();
    StudyFolder::remove_if_unused(folder_);
    EXPECT_TRUE(fs::exists(folder_ / "study.json"));
  }
  home_.write("out/runs/1.json", "{}");
  StudyFolder::remove_if_unused(folder_);
  EXPECT_TRUE(fs::exists(folder_ / "study.json"));
  fs::remove(folder_ / "runs/1.json");
  program("sbatch", "exit 1");
  EXPECT_FALSE(submit_it());
  StudyFolder::remove_if_unused(folder_);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(FakeSlurm, WhatIsNotInstalledIsSaid) {
  ASSERT_TRUE(submit_it());
  ::setenv("PATH", home_.path().c_str(), 1);
  check_queue(folder_, findings_);
  EXPECT_EQ(findings_.text(),
            "--on slurm: finds no sbatch in PATH. Submit on a machine of the cluster, or start "
            "workers with --worker.");
  Findings of_cancel;
  (void)cancel(folder_, of_cancel);
  EXPECT_EQ(of_cancel.text(),
            "--cancel: finds no scancel in PATH. Workers end by themselves within seconds. Try "
            "scancel again for those that wait.");
  EXPECT_TRUE(StudyFolder::is_cancelled(folder_));
}

TEST_F(FakeSlurm, ScancelMayFail) {
  ASSERT_TRUE(submit_it());
  program("scancel", "echo 'scancel: error: Unable to contact slurm controller' >&2; exit 3");
  (void)cancel(folder_, findings_);
  EXPECT_EQ(findings_.text(),
            "--cancel: scancel 17 fails with exit code 3: scancel: error: Unable to contact slurm "
            "controller. Workers "
            "end by themselves within seconds. Try scancel again for those that wait.");
  program("scancel",
          "echo 'scancel: error: Kill job error on job id 17: Invalid job id specified' >&2; exit 1");
  Findings none;
  EXPECT_EQ(cancel(folder_, none), "job array 17 has ended; workers of other kinds end, too");
  EXPECT_TRUE(none.empty());
}

TEST_F(FakeSlurm, WithoutAnArrayOnlyWorkersEnd) {
  fs::create_directories(folder_);
  EXPECT_EQ(cancel(folder_, findings_), "workers end and put their runs back");
  home_.write("out/slurm.json", "{\"job\": \"; rm -rf /\"}");
  EXPECT_FALSE(submitted_job(folder_));
}

// A file that no longer tells the number: no second array is submitted, and no other one cancelled.
TEST_F(FakeSlurm, ADamagedNumberOfTheArrayIsAFinding) {
  EXPECT_EQ(submit_it(), "17");
  std::string text = test::read_file(folder_ / "slurm.json");
  home_.write("out/slurm.json", text.replace(text.find("17"), 2, "18"));
  EXPECT_FALSE(submitted_job(folder_));
  const std::string damage =
      (folder_ / "slurm.json").string() +
      ": is damaged: it does not tell which job array was submitted. Look with squeue, end what goes on with "
      "scancel, and remove the file.";
  Findings of_queue, of_cancel;
  check_queue(folder_, of_queue);
  EXPECT_EQ(of_queue.text(), damage);
  (void)cancel(folder_, of_cancel);
  EXPECT_EQ(of_cancel.text(), damage);
}

}  // namespace
}  // namespace flangeway::campaign
