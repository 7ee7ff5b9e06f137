#include "flangeway/results/writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <limits>

#include "flangeway/results/reader.hpp"
#include "support/allocation_guard.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using WriterTest = InFolder;

Reader open(const std::string& path) {
  Findings findings;
  std::optional<Reader> reader = Reader::open(path, findings);
  if (!reader) throw BadInput(findings);
  return std::move(*reader);
}

/// Error reported by create().
std::string refused(const std::string& path, const std::vector<Channel>& channels, bool force = false) {
  Findings findings;
  EXPECT_FALSE(Writer::create(path, channels, {}, force, findings).has_value());
  return findings.text();
}

TEST_F(WriterTest, RoundTripOverSeveralChunks) {
  const std::size_t rows = 2 * Writer::chunk_rows + 17;
  Writer writer = create(path());
  ASSERT_TRUE(append(writer, 0, rows));
  EXPECT_EQ(writer.rows(), rows);
  ASSERT_TRUE(writer.finish(Status::derailed, R"({"steps": 7})"));
  const Reader reader = open(path());
  EXPECT_EQ(reader.status(), Status::derailed);
  EXPECT_EQ(reader.summary_json(), R"({"steps": 7})");
  ASSERT_EQ(reader.rows(), rows);
  const auto time = reader.read("t");
  const auto force = reader.read("wheelset1.left.Q");
  for (std::size_t i = 0; i < rows; ++i) {
    ASSERT_EQ(time[i], row(i)[0]);
    ASSERT_EQ(force[i], row(i)[2]);
  }
}

TEST_F(WriterTest, ProvenanceAndChannelsRoundTrip) {
  const Provenance given{"1.2.3",
                         "abc123",
                         "flangeway run käse.toml",
                         "2024-05-06T07:08:09Z",
                         {{"case.toml", std::string(64, 'a')}, {"track.toml", std::string(64, 'b')}},
                         "kec",
                         "rk4, step 0.001 s",
                         std::string(100000, '#') + "\nspeed = 1\n"};
  Writer writer = create(path(), given);
  ASSERT_TRUE(writer.finish(Status::completed, "{}"));
  const Reader reader = open(path());
  const Provenance& read = reader.provenance();
  EXPECT_EQ(read.version, given.version);
  EXPECT_EQ(read.commit, given.commit);
  EXPECT_EQ(read.command_line, given.command_line);
  EXPECT_EQ(read.started, given.started);
  ASSERT_EQ(read.inputs.size(), 2u);
  EXPECT_EQ(read.inputs[1].path, "track.toml");
  EXPECT_EQ(read.inputs[1].sha256, std::string(64, 'b'));
  EXPECT_EQ(read.method, given.method);
  EXPECT_EQ(read.integrator, given.integrator);
  EXPECT_EQ(read.settings, given.settings);
  ASSERT_EQ(reader.channels().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(reader.channels()[i].name, three_channels()[i].name);
    EXPECT_EQ(reader.channels()[i].unit, three_channels()[i].unit);
    EXPECT_EQ(reader.channels()[i].frame, three_channels()[i].frame);
    EXPECT_EQ(reader.channels()[i].description, three_channels()[i].description);
  }
}

TEST_F(WriterTest, StartIsFilledInAsUtc) {
  create(path()).finish(Status::completed, "{}");
  const std::string started = open(path()).provenance().started;
  ASSERT_EQ(started.size(), 20u) << started;
  EXPECT_EQ(started[10], 'T');
  EXPECT_EQ(started[19], 'Z');
}

TEST_F(WriterTest, ExistingFileIsKeptUnlessForced) {
  Writer writer = create(path());
  ASSERT_TRUE(append(writer, 0, 5));
  ASSERT_TRUE(writer.finish(Status::completed, "{}"));
  EXPECT_EQ(refused(path(), three_channels()),
            path() + ": exists already. Give another name, or --force to overwrite it.");
  EXPECT_EQ(open(path()).rows(), 5u);
  const Reader old = open(path());
  Findings findings;
  std::optional<Writer> forced = Writer::create(path(), three_channels(), {}, true, findings);
  ASSERT_TRUE(forced.has_value()) << findings.text();
  EXPECT_EQ(open(path()).rows(), 0u);
  EXPECT_EQ(old.read("t").size(), 5u) << "who reads the old file keeps it";
}

TEST_F(WriterTest, RefusedPlacesAndNames) {
  EXPECT_EQ(refused(path("no/run.h5"), three_channels()),
            path("no/run.h5") + ": its folder does not exist. Make the folder first.");
  EXPECT_EQ(refused(folder_.path().string(), three_channels(), true),
            folder_.path().string() + ": is a folder. Give the name of a file.");
  EXPECT_EQ(refused(path(), {}), path() + ": would have no channel.");
  EXPECT_EQ(refused(path(), {{"a/b", "", "", ""}, {"t", "", "", ""}, {"t", "", "", ""}}),
            path() + ": channel 'a/b': is no name of a channel (allowed text without '/').\n" + path() +
                ": channel 't': is there twice. Give every channel its own name.");
  EXPECT_EQ(refused(path(), {{"*", "", "", ""}, {"a,b", "", "", ""}}),
            path() + ": channel '*': is no name of a channel: it contains '*'. Give it another name.\n" +
                path() + ": channel 'a,b': is no name of a channel: it contains ','. Give it another name.");
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(WriterTest, FolderThatRefusesFilesLeavesNothing) {
  const std::string file = "/proc/flangeway.h5";
  if (!std::filesystem::is_directory("/proc")) GTEST_SKIP() << "no /proc";
  EXPECT_EQ(refused(file, three_channels()),
            file + ": cannot be created (No such file or directory). Write to another folder.");
}

TEST_F(WriterTest, NumberThatIsNotFiniteEndsTheRecording) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const std::string file = path(std::isnan(bad) ? "nan.h5" : "inf.h5");
    Writer writer = create(file);
    ASSERT_TRUE(append(writer, 0, 3));
    auto wrong = row(3);
    wrong[2] = bad;
    EXPECT_FALSE(writer.append(wrong.data()));
    EXPECT_EQ(writer.problem(), file + ": channel wheelset1.left.Q is " + (std::isnan(bad) ? "nan" : "inf") +
                                    " in row 3; 3 rows are kept");
    EXPECT_FALSE(writer.append(row(3).data())) << "no row after a hole";
    EXPECT_TRUE(writer.finish(Status::stopped, "{}"));
    const Reader reader = open(file);
    EXPECT_EQ(reader.rows(), 3u);
    EXPECT_EQ(reader.status(), Status::stopped);
  }
}

TEST_F(WriterTest, AppendAllocatesNothing) {
  Writer writer = create(path());
  const auto one = row(1);
  const test::AllocationGuard guard;
  // One row less than a chunk: HDF5 itself allocates when it writes.
  for (std::size_t i = 1; i < Writer::chunk_rows; ++i) ASSERT_TRUE(writer.append(one.data()));
  EXPECT_EQ(guard.count(), 0u);
}

/// Fills the file until it may not grow any more; exit code 0 if all went in order.
int write_until_full(Writer& writer, const std::array<double, 3>& row, std::string& problem) {
  for (std::size_t i = 0; i < 1000000; ++i) {
    if (writer.append(row.data())) continue;
    problem = writer.problem();
    return writer.finish(Status::stopped, R"({"failure": "disk full"})") ? 1 : 0;
  }
  return 2;
}

TEST_F(WriterTest, FullDiskIsReportedOnceAndKeepsWrittenRows) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{2000000, 2000000};  // stands for the size of the disk
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Writer writer = create(path());
    std::string problem;
    const int code = write_until_full(writer, row(1), problem);
    const std::string begin = path() + ": cannot be written (File too large); ";
    const bool told = problem.starts_with(begin) && problem.ends_with(" rows are kept");
    ::_exit(code != 0 ? code : told ? 0 : 3);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const Reader reader = open(path());
  EXPECT_GT(reader.rows(), 10 * Writer::chunk_rows);
  EXPECT_EQ(reader.rows() % Writer::chunk_rows, 0u);
  EXPECT_EQ(reader.status(), Status::stopped);
  EXPECT_EQ(reader.summary_json(), R"({"failure": "disk full"})");
  for (const double q : reader.read("wheelset1.left.Q")) ASSERT_EQ(q, row(1)[2]);
}

}  // namespace
}  // namespace flangeway::results
