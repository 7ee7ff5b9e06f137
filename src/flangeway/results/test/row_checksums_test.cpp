// A file whose run was killed has no seal; each of its rows has a checksum.
#include "flangeway/results/row_checksums.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/reader.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using testing::HasSubstr;

const ArrayGroup track{"a track", {}, {{"w", "m", "", "", {2}}, {"t", "s", "", "", {}}}};

class RowChecksumsTest : public InFolder {
 protected:
  // Checkpoints after 1000 and 3000 of 3500 rows and 10 and 30 of 35 records, and a kill.
  void write_killed() const {
    Findings findings;
    std::optional<Writer> writer =
        Writer::create(path(), three_channels(), {}, true, findings, track, CheckpointOrigin{"/cases", {}});
    ASSERT_TRUE(writer) << findings.text();
    for (std::size_t i = 0; i < 3500; ++i) {
      ASSERT_TRUE(writer->append(row(i).data()));
      if (i % 100 == 0) {
        const double x = 0.1 * static_cast<double>(i), record[] = {x, -x, x};
        ASSERT_TRUE(writer->append_deformed_track(record));
      }
      if (i == 999 || i == 2999) {
        ASSERT_TRUE(writer->write_checkpoint(std::vector<std::byte>(10)));
      }
    }
  }
  // Overwrites one number, or one checksum.
  template <typename Number>
  void put(const char* dataset, hsize_t place, Number value) const {
    const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t set = H5Dopen2(file, dataset, H5P_DEFAULT), in_file = H5Dget_space(set);
    const hsize_t at[] = {place, 0}, one[] = {1, 1};
    const hid_t in_memory = H5Screate_simple(1, one, nullptr);
    H5Sselect_hyperslab(in_file, H5S_SELECT_SET, at, nullptr, one, nullptr);
    const hid_t type =
        sizeof(Number) == 8 && Number(0.5) == Number(0) ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE;
    EXPECT_GE(H5Dwrite(set, type, in_memory, in_file, H5P_DEFAULT, &value), 0);
    H5Sclose(in_memory), H5Sclose(in_file), H5Dclose(set), H5Fclose(file);
  }
  [[nodiscard]] std::string refusal() const {
    Findings findings;
    (void)Reader::open(path(), findings);
    return findings.text();
  }
  [[nodiscard]] std::optional<StoredCheckpoint> read(Findings& findings) const {
    return read_checkpoint(path(), findings);
  }
  // Goes on after the checkpoint to the end, where every row must be right.
  void complete(const Checkpoint& checkpoint) const {
    Findings findings;
    std::optional<Writer> writer = Writer::resume(path(), three_channels(), checkpoint, findings, track);
    ASSERT_TRUE(writer) << findings.text();
    ASSERT_TRUE(append(*writer, checkpoint.rows, 4000));
    ASSERT_TRUE(writer->finish(Status::completed, "{}"));
    const std::optional<Reader> reader = Reader::open(path(), findings);
    ASSERT_TRUE(reader) << findings.text();
    const std::vector<double> second = reader->read(three_channels()[1].name);
    ASSERT_EQ(second.size(), 4000u);
    for (std::size_t i = 0; i < second.size(); ++i) ASSERT_EQ(second[i], row(i)[1]);
  }
};

TEST_F(RowChecksumsTest, AReaderRefusesAChangedNumber) {
  write_killed();
  EXPECT_EQ(refusal(), "");
  put("channels/wheelset1.left.Q", 1234, 1.0);
  EXPECT_EQ(refusal(),
            path() +
                ": is damaged: row 1234 of its channels has a wrong checksum. Copy it again, continue "
                "the run from a checkpoint before that row, or repeat the run.");
  put("channels/wheelset1.left.Q", 1234, row(1234)[2]);
  EXPECT_EQ(refusal(), "");
  // Two rows that are exchanged in all channels.
  for (std::size_t i = 0; i < 3; ++i) {
    put(("channels/" + three_channels()[i].name).c_str(), 7, row(8)[i]);
    put(("channels/" + three_channels()[i].name).c_str(), 8, row(7)[i]);
  }
  EXPECT_THAT(refusal(), HasSubstr("row 7 of its channels"));
}

TEST_F(RowChecksumsTest, ARecordOfTheTrackIsCheckedToo) {
  write_killed();
  put("deformed_track/w", 12, 1.0);
  EXPECT_THAT(refusal(), HasSubstr("is damaged: record 12 of its deformed_track has a wrong checksum"));
  Findings findings;
  const auto stored = read(findings);
  ASSERT_TRUE(stored) << findings.text();
  EXPECT_EQ(stored->checkpoint.records, 10u);
  EXPECT_THAT(stored->notice, HasSubstr("record 12 of its deformed track is damaged"));
}

TEST_F(RowChecksumsTest, ARunGoesOnBeforeTheDamage) {
  write_killed();
  put("channels/t", 2000, 1.0);
  Findings findings;
  const auto stored = read(findings);
  ASSERT_TRUE(stored) << findings.text();
  EXPECT_EQ(stored->checkpoint.rows, 1000u);
  EXPECT_EQ(stored->notice,
            path() +
                ": row 2000 of its channels is damaged; it was cut off with all behind it, and "
                "the run goes on from the checkpoint before, after 1000 rows");
  complete(stored->checkpoint);
}

TEST_F(RowChecksumsTest, DamageBehindTheCheckpointIsWrittenAgain) {
  write_killed();
  put("channels/t", 3200, 1.0);
  Findings findings;
  const auto stored = read(findings);
  ASSERT_TRUE(stored) << findings.text();
  EXPECT_EQ(stored->checkpoint.rows, 3000u);
  EXPECT_EQ(stored->notice, "");
  complete(stored->checkpoint);
}

TEST_F(RowChecksumsTest, DamageBeforeAllCheckpointsIsRefused) {
  write_killed();
  put("channels/t", 500, 1.0);
  Findings findings;
  EXPECT_FALSE(read(findings));
  EXPECT_EQ(findings.text(),
            path() +
                ": is damaged: row 500 of its channels has a wrong checksum, and all checkpoints "
                "are behind it. Copy the file again, or repeat the run.");
}

// A kill in the middle of a flush: the numbers are there, and the last checksums are not.
TEST_F(RowChecksumsTest, RowsWhoseChecksumsWereNotWrittenDoNotCount) {
  write_killed();
  put("row_checksums", 3499, RowChecksum::not_written);
  Findings findings;
  const auto reader = Reader::open(path(), findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_EQ(reader->rows(), 3499u);
}

TEST_F(RowChecksumsTest, AFileOfAnEarlierProgramHasNone) {
  write_killed();
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  for (const char* name : {layout::row_checksums, layout::deformed_track_checksums})
    EXPECT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0);
  H5Fclose(file);
  EXPECT_EQ(refusal(), "");
  Findings findings;
  const auto stored = read(findings);
  ASSERT_TRUE(stored) << findings.text();
  EXPECT_EQ(stored->checkpoint.rows, 3000u);
  complete(stored->checkpoint);
}

}  // namespace
}  // namespace flangeway::results
