#include "flangeway/results/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "flangeway/results/reader.hpp"
#include "flangeway/results/writer.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using ::testing::HasSubstr;

class Checkpoints : public InFolder {
 protected:
  [[nodiscard]] Writer create() {
    Findings findings;
    std::optional<Writer> writer =
        Writer::create(path_, three_channels(), {}, true, findings, {}, CheckpointOrigin{"/cases", {"a=1"}});
    findings.throw_if_any();
    return std::move(*writer);
  }
  [[nodiscard]] Writer resume(const Checkpoint& checkpoint) {
    Findings findings;
    std::optional<Writer> writer = Writer::resume(path_, three_channels(), checkpoint, findings);
    findings.throw_if_any();
    return std::move(*writer);
  }
  static void append(Writer& writer, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const auto x = static_cast<double>(i);
      const double row[] = {x, 2 * x, 3 * x};
      ASSERT_TRUE(writer.append(row));
    }
  }
  static std::vector<std::byte> bytes(std::size_t size, int value) {
    return std::vector<std::byte>(size, static_cast<std::byte>(value));
  }
  [[nodiscard]] StoredCheckpoint read() const {
    Findings findings;
    std::optional<StoredCheckpoint> stored = read_checkpoint(path_, findings);
    findings.throw_if_any();
    return std::move(*stored);
  }
  [[nodiscard]] std::string refusal() const {
    Findings findings;
    EXPECT_FALSE(read_checkpoint(path_, findings));
    return findings.empty() ? "" : findings.all().front().text();
  }
  // Overwrites one byte of a slot.
  void damage(const char* slot, hsize_t place) {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, slot, H5P_DEFAULT), in_file = H5Dget_space(set);
    const hsize_t one = 1;
    const hid_t in_memory = H5Screate_simple(1, &one, nullptr);
    const unsigned char value = 0xa5;
    H5Sselect_hyperslab(in_file, H5S_SELECT_SET, &place, nullptr, &one, nullptr);
    EXPECT_GE(H5Dwrite(set, H5T_NATIVE_UINT8, in_memory, in_file, H5P_DEFAULT, &value), 0);
    H5Sclose(in_memory), H5Sclose(in_file), H5Dclose(set), H5Fclose(file);
  }

  std::string path_ = path();
};

// Records of what rules judge, with names as channels; those behind the checkpoint are taken away.
TEST_F(Checkpoints, JudgedRecordsGoOnAfterThem) {
  const ArrayGroup judged{"what rules judge",
                          {{"interval", 0.002}},
                          {{"t", "s", "", "time", {}}, {"a.left.Q", "N", "track", "load", {1}}}};
  const auto give = [](Writer& writer, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const double record[] = {0.1 * static_cast<double>(i), static_cast<double>(i)};
      ASSERT_TRUE(writer.append_judged(record));
    }
  };
  Findings findings;
  {
    auto writer = Writer::create(path_, three_channels(), {}, true, findings, {},
                                 CheckpointOrigin{"/cases", {}}, judged);
    ASSERT_TRUE(writer) << findings.text();
    append(*writer, 0, 2);
    give(*writer, 0, 700);  // more than a chunk
    ASSERT_TRUE(writer->write_checkpoint(bytes(10, 1)));
    give(*writer, 700, 1300);
    ASSERT_TRUE(writer->finish(Status::stopped, "{}"));
  }
  const StoredCheckpoint stored = read();
  EXPECT_EQ(stored.checkpoint.judged, 700u);
  EXPECT_EQ(stored.checkpoint.bytes, bytes(10, 1));
  {
    auto writer = Writer::resume(path_, three_channels(), stored.checkpoint, findings, {}, judged);
    ASSERT_TRUE(writer) << findings.text();
    give(*writer, 700, 710);
    ASSERT_TRUE(writer->finish(Status::completed, "{}"));
  }
  const auto reader = Reader::open(path_, findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_EQ(reader->judged().arrays.size(), 2u);
  ASSERT_EQ(reader->judged_records(), 710u);
  const std::vector<double> load = reader->read_judged("a.left.Q"), t = reader->read_judged("t");
  for (std::size_t i = 0; i < 710; ++i) {
    EXPECT_EQ(load[i], static_cast<double>(i));
    EXPECT_EQ(t[i], 0.1 * static_cast<double>(i));
  }
  EXPECT_THROW((void)reader->read_judged("b"), BadInput);
}

TEST_F(Checkpoints, TheNewestIsRead) {
  {
    Writer writer = create();
    append(writer, 0, 3);
    ASSERT_TRUE(writer.write_checkpoint(bytes(10, 1)));
    append(writer, 3, 5);
    ASSERT_TRUE(writer.write_checkpoint(bytes(200'000, 2)));  // of several chunks
    append(writer, 5, 9);
    ASSERT_TRUE(writer.write_checkpoint(bytes(20, 3)));
    append(writer, 9, 11);
  }
  const StoredCheckpoint stored = read();
  EXPECT_EQ(stored.checkpoint.number, 3u);
  EXPECT_EQ(stored.checkpoint.rows, 9u);
  EXPECT_EQ(stored.checkpoint.bytes, bytes(20, 3));
  EXPECT_EQ(stored.origin.folder, "/cases");
  EXPECT_EQ(stored.origin.sets, std::vector<std::string>{"a=1"});
  EXPECT_EQ(stored.status, Status::running);
}

// Remains of a kill in the middle of writing: bytes of the new one and of the one before the last.
TEST_F(Checkpoints, TheOneBeforeServesWhereTheNewestIsDamaged) {
  {
    Writer writer = create();
    append(writer, 0, 4);
    ASSERT_TRUE(writer.write_checkpoint(bytes(1000, 1)));
    append(writer, 4, 6);
    ASSERT_TRUE(writer.write_checkpoint(bytes(1000, 2)));
  }
  damage("checkpoint/even", 500);
  EXPECT_EQ(read().checkpoint.number, 1u);
  EXPECT_EQ(read().checkpoint.rows, 4u);
  damage("checkpoint/odd", 20);  // in its heading
  EXPECT_THAT(refusal(),
              HasSubstr("run.h5: has a damaged checkpoint. Copy the file again, or repeat the run."));
}

// Rows beyond the checkpoint are gone, those of the chunk being filled are kept.
TEST_F(Checkpoints, AWriterGoesOnWhereTheCheckpointWas) {
  constexpr std::size_t chunk = Writer::chunk_rows;
  for (const std::size_t rows : {std::size_t{0}, std::size_t{7}, chunk - 1, chunk, 2 * chunk + 5}) {
    {
      Writer writer = create();
      append(writer, 0, rows);
      ASSERT_TRUE(writer.write_checkpoint(bytes(8, 1)));
      append(writer, rows, rows + chunk + 3);
    }
    {
      Writer writer = resume(read().checkpoint);
      append(writer, rows, rows + 20);
      ASSERT_TRUE(writer.write_checkpoint(bytes(8, 2)));
      EXPECT_EQ(read().checkpoint.number, 2u);
      append(writer, rows + 20, rows + 30);
      ASSERT_TRUE(writer.finish(Status::completed, "{\"a\": 1}"));
    }
    Findings findings;
    const std::optional<Reader> reader = Reader::open(path_, findings);
    ASSERT_TRUE(reader);
    ASSERT_EQ(reader->rows(), rows + 30);
    const std::vector<double> second = reader->read(three_channels()[1].name);
    for (std::size_t i = 0; i < second.size(); ++i) ASSERT_EQ(second[i], 2 * static_cast<double>(i));
    EXPECT_EQ(reader->status(), Status::completed);
    EXPECT_THAT(refusal(),
                HasSubstr("belongs to a run that is finished (completed). Run the case again, with a longer "
                          "integration.duration if it should run longer."));
  }
}

TEST_F(Checkpoints, AFileWithoutOneIsReported) {
  (void)create();
  EXPECT_THAT(refusal(),
              HasSubstr("has no checkpoint to continue from. Repeat the run; with --checkpoint SECONDS it "
                        "writes checkpoints."));
}

TEST_F(Checkpoints, OfAnEarlierFormatAreRefused) {
  {
    Writer writer = create();
    append(writer, 0, 3);
    ASSERT_TRUE(writer.write_checkpoint(bytes(8, 1)));
  }
  const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
              version = H5Aopen(file, "format_version", H5P_DEFAULT);
  const long long earlier = 2;
  H5Awrite(version, H5T_NATIVE_LLONG, &earlier);
  H5Aclose(version), H5Fclose(file);
  EXPECT_THAT(refusal(),
              HasSubstr("run.h5: has a checkpoint of an earlier format. Continue it with the version "
                        "that wrote it, or run the case again."));
}

TEST_F(Checkpoints, OtherChannelsAreRefusedAndNothingIsWritten) {
  {
    Writer writer = create();
    append(writer, 0, 3);
    ASSERT_TRUE(writer.write_checkpoint(bytes(8, 1)));
    append(writer, 3, 5);
  }
  Findings findings;
  std::vector<Channel> more = three_channels(), fewer = more;
  more.push_back({"more", "m", "", ""});
  fewer.pop_back();
  EXPECT_FALSE(Writer::resume(path_, fewer, read().checkpoint, findings));
  EXPECT_FALSE(Writer::resume(path_, more, read().checkpoint, findings));
  ASSERT_FALSE(findings.empty());
  EXPECT_THAT(
      findings.all().front().text(),
      HasSubstr("cannot be continued: it is not writable, or its channels are not those of the run. Check "
                "its permissions, or repeat the run."));
  EXPECT_EQ(Reader::open(path_, findings)->rows(), 5u);
}

}  // namespace
}  // namespace flangeway::results
