// A complete file ends in a checksum of its bytes: a changed file is refused.
#include "flangeway/results/seal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/field_reader.hpp"
#include "flangeway/results/reader.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using testing::ElementsAre;

constexpr std::size_t seal_bytes = 24;

class SealTest : public InFolder {
 protected:
  void write_run(Status status = Status::completed) const {
    Findings findings;
    std::optional<Writer> writer =
        Writer::create(path(), three_channels(), {}, true, findings, {}, CheckpointOrigin{"/cases", {}});
    ASSERT_TRUE(append(*writer, 0, 1100));
    const bool may_go_on = status == Status::stopped;
    ASSERT_TRUE(!may_go_on || writer->write_checkpoint(std::vector<std::byte>(100)));
    ASSERT_TRUE(writer->finish(status, "{}"));
  }
  void write_fields() const {
    Findings findings;
    std::optional<FieldWriter> writer = FieldWriter::create(path(), {}, false, findings);
    ASSERT_TRUE(writer->add({"case_1/patch_1", {}, {{"p", "Pa", "", 0, 3, {1, 2, 3}}}}));
    ASSERT_TRUE(writer->finish(Status::completed, "{}"));
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(std::size_t place, char value) const {
    std::fstream file(path(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(place)).put(value);
  }
  void flip(std::size_t bit) const { put(bit / 8, static_cast<char>(whole_[bit / 8] ^ (1 << bit % 8))); }
  void restore(std::size_t bit) const { put(bit / 8, whole_[bit / 8]); }
  template <typename File>
  [[nodiscard]] std::string refusal() const {
    Findings findings;
    EXPECT_FALSE(File::open(path(), findings));
    return findings.text();
  }
  [[nodiscard]] std::string damaged(const std::string& how) const {
    return path() + ": is damaged: " + how + ". Copy it again or repeat the run.";
  }
  // Flips some bits of all bytes but the seal.
  template <typename File>
  void expect_every_bit_to_be_refused(int count) {
    whole_ = bytes();
    std::mt19937_64 random(16);
    for (int i = 0; i < count; ++i) {
      // The first bytes say that it is HDF5.
      const std::size_t bit = 64 + random() % (8 * (whole_.size() - seal_bytes) - 64);
      flip(bit);
      ASSERT_EQ(refusal<File>(), damaged("its checksum is wrong")) << bit;
      restore(bit);
    }
    Findings findings;
    EXPECT_TRUE(File::open(path(), findings)) << findings.text();
  }

  std::string whole_;
};

TEST_F(SealTest, OneWrongBitAnywhereInARunIsRefused) {
  write_run();
  expect_every_bit_to_be_refused<Reader>(500);
}

TEST_F(SealTest, OneWrongBitAnywhereInFieldsIsRefused) {
  write_fields();
  expect_every_bit_to_be_refused<FieldReader>(200);
}

TEST_F(SealTest, OneWrongBitOfTheSealIsRefused) {
  write_run();
  whole_ = bytes();
  for (std::size_t byte = whole_.size() - seal_bytes; byte < whole_.size(); byte += 5) {
    flip(8 * byte + byte % 8);
    EXPECT_EQ(refusal<Reader>(),
              damaged(byte < whole_.size() - 8 ? "its checksum is missing" : "its checksum is wrong"));
    restore(8 * byte);
  }
}

TEST_F(SealTest, ZerosInPlaceOfTheEndAreRefused) {
  write_run();
  const std::size_t size = bytes().size();
  std::filesystem::resize_file(path(), size - 4096);
  std::filesystem::resize_file(path(), size);
  EXPECT_THAT(refusal<Reader>(), testing::HasSubstr("damaged"));
}

TEST_F(SealTest, BytesBehindItAreRefused) {
  write_run();
  std::ofstream(path(), std::ios::binary | std::ios::app) << "more";
  EXPECT_EQ(refusal<Reader>(), damaged("its checksum is missing"));
}

// As h5repack or a note by h5py leave it.
TEST_F(SealTest, AFileThatAnotherProgramHasChangedIsReadWithout) {
  write_run();
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "notes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fclose(file);
  EXPECT_EQ(check_seal(path()).seal, Seal::none);
  Findings findings;
  const std::optional<Reader> reader = Reader::open(path(), findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_EQ(reader->status(), Status::completed);
  EXPECT_THAT(reader->read("t", {1, 3}), ElementsAre(row(1)[0], row(2)[0]));
}

TEST_F(SealTest, ARunThatGoesOnHasNone) {
  Writer writer = create(path());
  ASSERT_TRUE(append(writer, 0, 5));
  ASSERT_TRUE(writer.flush());
  EXPECT_EQ(check_seal(path()).seal, Seal::none);
  ASSERT_TRUE(writer.finish(Status::completed, "{}"));
  EXPECT_EQ(check_seal(path()).seal, Seal::right);
}

TEST_F(SealTest, ARunThatIsContinuedTakesItOffAndPutsItOnAgain) {
  write_run(Status::stopped);
  const std::string before = bytes();
  Findings findings;
  const auto stored = read_checkpoint(path(), findings);
  ASSERT_TRUE(stored) << findings.text();
  EXPECT_FALSE(Writer::resume(path(), {{"other", "", "", ""}}, stored->checkpoint, findings));
  EXPECT_EQ(bytes(), before) << "what is refused stays as it was";
  Findings none;
  std::optional<Writer> writer = Writer::resume(path(), three_channels(), stored->checkpoint, none);
  ASSERT_TRUE(writer) << none.text();
  EXPECT_EQ(check_seal(path()).seal, Seal::none);
  ASSERT_TRUE(writer->finish(Status::completed, "{}"));
  EXPECT_EQ(check_seal(path()).seal, Seal::right);
}

// Between two runs, while one ends, and while its seal is written.
TEST_F(SealTest, AKillAtAnyMomentLeavesAFileThatIsRead) {
  std::mt19937 random(3);
  std::size_t sealed = 0;
  for (int round = 0; round < 15; ++round) {
    std::filesystem::remove(path());
    const pid_t child = ::fork();
    while (child == 0) write_run();
    while (!std::filesystem::exists(path())) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 20000));
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    Findings findings;
    const std::optional<Reader> reader = Reader::open(path(), findings);
    ASSERT_TRUE(reader) << findings.text();
    for (const Channel& channel : reader->channels())
      EXPECT_EQ(reader->read(channel.name).size(), reader->rows());
    if (check_seal(path()).seal == Seal::right) ++sealed;
  }
  EXPECT_LT(sealed, 15u);
}

}  // namespace
}  // namespace flangeway::results
