// Files of earlier format versions, and files with wrong bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <limits>
#include <random>

#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/field_reader.hpp"
#include "flangeway/results/field_writer.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/reader.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using testing::ElementsAre;

constexpr const char* data = FLANGEWAY_SOURCE_DIR "/tests/data/";

class FormatVersion : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Of, FormatVersion, testing::Values("1", "2", "3"));

TEST_P(FormatVersion, ResultsOfItAreStillRead) {
  Findings findings;
  const std::optional<Reader> reader =
      Reader::open(std::string(data) + "results_version_" + GetParam() + ".h5", findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_EQ(reader->status(), Status::completed);
  EXPECT_EQ(reader->summary_json(), "{\"distance\": 10}");
  EXPECT_EQ(reader->provenance().command_line, "flangeway run case.toml");
  ASSERT_EQ(reader->provenance().inputs.size(), 1u);
  EXPECT_EQ(reader->provenance().inputs[0].path, "case.toml");
  ASSERT_EQ(reader->channels().size(), 2u);
  EXPECT_EQ(reader->channels()[1].unit, "N");
  EXPECT_EQ(reader->channels()[1].description, "vertical wheel force");
  EXPECT_THAT(reader->read("wheelset1.left.Q"), ElementsAre(50000, 50001, 50002));
}

TEST_P(FormatVersion, FieldsOfItAreStillRead) {
  Findings findings;
  const std::optional<FieldReader> reader =
      FieldReader::open(std::string(data) + "fields_version_" + GetParam() + ".h5", findings);
  ASSERT_TRUE(reader) << findings.text();
  ASSERT_THAT(reader->groups(), ElementsAre("case_00001/patch_1"));
  EXPECT_EQ(reader->fact("case_00001/patch_1", "state"), "solved");
  const FieldGroup group = reader->read("case_00001/patch_1");
  ASSERT_EQ(group.fields.size(), 2u);
  EXPECT_EQ(group.fields[0].unit, "Pa");
  EXPECT_THAT(group.fields[0].values, ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(StoppedRun, OfVersion3IsStillRead) {
  Findings findings;
  const auto stored = read_checkpoint(std::string(data) + "stopped_version_3.h5", findings);
  ASSERT_TRUE(stored) << findings.text();
  EXPECT_EQ(stored->origin.folder, "/cases");
  EXPECT_THAT(stored->origin.sets, ElementsAre("speed=10"));
  EXPECT_EQ(stored->checkpoint.rows, 3u);
  EXPECT_THAT(stored->checkpoint.bytes, testing::SizeIs(8));
  EXPECT_EQ(stored->checkpoint.bytes.back(), std::byte{8});
}

class WrongBytes : public InFolder {
 protected:
  static std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void put(const std::string& bytes) const {
    std::ofstream(path("wrong.h5"), std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  // All texts of a file, or its error.
  [[nodiscard]] std::string texts() const {
    Findings findings;
    const std::optional<Reader> reader = Reader::open(path("wrong.h5"), findings);
    if (!reader) return "";
    const Provenance& from = reader->provenance();
    std::string all = from.version + from.command_line + from.settings + from.scene + from.method;
    for (const InputFile& input : from.inputs) all += input.path + input.sha256;
    for (const Channel& channel : reader->channels())
      all += channel.unit + channel.frame + channel.description;
    try {
      for (const Channel& channel : reader->channels()) (void)reader->read(channel.name);
    } catch (const BadInput&) {
      return "";
    }
    return all;
  }
};

// Two bits of the heap of texts of a file of version 1, on which HDF5 itself ends the program.
TEST_F(WrongBytes, InAFileOfVersion1AreADamagedFile) {
  std::string bytes = bytes_of(std::string(data) + "results_version_1.h5");
  bytes[2706] = static_cast<char>(bytes[2706] ^ 0x02);
  bytes[2906] = static_cast<char>(bytes[2906] ^ 0x80);
  put(bytes);
  Findings findings;
  EXPECT_FALSE(Reader::open(path("wrong.h5"), findings));
  EXPECT_EQ(findings.text(),
            path("wrong.h5") + ": is truncated or damaged. Copy it again or repeat the run.");
}

// A file of version 2 with one wrong bit in the number of a message's version, by which HDF5 takes a wrong
// number for an extent and divides by zero.
TEST_F(WrongBytes, ThatEndTheLibraryAreADamagedFile) {
  std::string bytes = bytes_of(std::string(data) + "results_version_2.h5");
  const std::size_t layout = bytes.find("\x03\x02\x02");  // version, chunked, dimensions
  ASSERT_NE(layout, std::string::npos);
  bytes[layout] = 2;
  put(bytes);
  Findings findings;
  EXPECT_FALSE(Reader::open(path("wrong.h5"), findings));
  EXPECT_EQ(findings.text(),
            path("wrong.h5") + ": is truncated or damaged. Copy it again or repeat the run.");
}

// One wrong bit of the type of a channel turns its numbers into others.
TEST_F(WrongBytes, InTheTypeOfAChannelAreFound) {
  const std::string bytes = bytes_of(std::string(data) + "results_version_2.h5");
  const std::size_t type = bytes.find(std::string("\x11\x20\x3f\x00\x08", 5));  // a number of 8 bytes
  ASSERT_NE(type, std::string::npos);
  std::size_t refused = 0;
  for (std::size_t bit = 0; bit < std::size_t{20} * 8; bit += 4) {
    std::string wrong = bytes;
    wrong[type + bit / 8] = static_cast<char>(wrong[type + bit / 8] ^ (1 << bit % 8));
    put(wrong);
    Findings findings;
    const std::optional<Reader> reader = Reader::open(path("wrong.h5"), findings);
    if (!reader) {
      ++refused;
      continue;
    }
    EXPECT_THAT(reader->read("t"), ElementsAre(0, 0.1, 0.2)) << bit;
    EXPECT_THAT(reader->read("wheelset1.left.Q"), ElementsAre(50000, 50001, 50002)) << bit;
  }
  EXPECT_GT(refused, 20u);
}

TEST_F(WrongBytes, InTheLengthOfAChannelAreFound) {
  std::string bytes = bytes_of(std::string(data) + "results_version_2.h5");
  const std::string extent("\x03\0\0\0\0\0\0\0\xff\xff\xff\xff", 12);  // 3 rows, and no limit
  const std::size_t place = bytes.find(extent);
  ASSERT_NE(place, std::string::npos);
  bytes[place] = 2;
  put(bytes);
  Findings findings;
  EXPECT_FALSE(Reader::open(path("wrong.h5"), findings));
  EXPECT_EQ(
      findings.text(),
      path("wrong.h5") + ": is damaged: its channels differ in length. Copy it again or repeat the run.");
}

// In a running file, one channel has lost its numbers. It may lag behind the others by the number of rows
// written at once.
TEST_F(WrongBytes, ThatTakeTheNumbersOfAChannelAreFound) {
  constexpr std::size_t rows = 3 * Writer::chunk_rows;
  Writer writer = create(path());
  ASSERT_TRUE(append(writer, 0, rows));
  ASSERT_TRUE(writer.flush());
  const std::string whole = bytes_of(path());
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const auto without = [&](std::size_t first) {
    std::string bytes = whole;
    for (std::size_t i = first; i < rows; ++i) {
      const double force = row(i)[2];
      const std::string number(reinterpret_cast<const char*>(&force), sizeof force);
      const std::size_t place = bytes.find(number);
      if (place != std::string::npos) std::memcpy(bytes.data() + place, &nothing, sizeof nothing);
    }
    put(bytes);
    Findings findings;
    const auto reader = Reader::open(path("wrong.h5"), findings);
    return reader ? std::to_string(reader->rows()) : findings.text();
  };
  EXPECT_EQ(without(rows), std::to_string(rows));
  EXPECT_EQ(without(2 * Writer::chunk_rows), std::to_string(2 * Writer::chunk_rows));
  EXPECT_EQ(without(0), path("wrong.h5") +
                            ": is damaged: its channels differ in length. Copy it again or repeat "
                            "the run.");
}

// Each byte of the heaps of texts, and some of all others: no crash, and no text that nobody has written. The
// file is that of a run that goes on, which has no seal.
TEST_F(WrongBytes, AreFoundWhereverTheyAre) {
  {
    Provenance provenance;
    provenance.command_line = "flangeway run case.toml";
    provenance.inputs = {{"case.toml", std::string(64, 'a')}};
    Writer writer = create(path(), provenance);
    ASSERT_TRUE(append(writer, 0, 5));
  }
  const std::string whole = bytes_of(path());
  put(whole);
  const std::string right = texts();
  ASSERT_THAT(right, testing::HasSubstr("vertical wheel force"));
  std::vector<std::size_t> places;
  for (std::size_t heap = whole.find("GCOL"); heap != std::string::npos; heap = whole.find("GCOL", heap + 4))
    for (std::size_t i = 0; i < 256; i += 16) places.push_back(heap + i);
  ASSERT_FALSE(places.empty());
  std::mt19937 random(16);
  for (int i = 0; i < 300; ++i) places.push_back(random() % whole.size());
  std::size_t refused = 0;
  for (const std::size_t place : places) {
    std::string wrong = whole;
    wrong[place] = static_cast<char>(wrong[place] ^ static_cast<char>(1 + random() % 255));
    put(wrong);
    const std::string read = texts();
    if (read.empty()) {
      ++refused;
    } else {
      ASSERT_EQ(read, right) << "byte " << place;
    }
  }
  EXPECT_GT(refused, 10u);
}

TEST_F(WrongBytes, InTheTextsAreNamed) {
  (void)create(path());
  std::string bytes = bytes_of(path());
  // Texts are there twice: for other programs, and with a hash.
  const std::size_t last = bytes.rfind("vertical wheel force");
  ASSERT_NE(last, bytes.find("vertical wheel force"));
  for (const std::size_t place : {last, bytes.find("vertical wheel force")}) {
    std::string wrong = bytes;
    wrong[place] = 'V';
    put(wrong);
    Findings findings;
    if (Reader::open(path("wrong.h5"), findings)) continue;
    EXPECT_EQ(findings.text(), path("wrong.h5") +
                                   ": is damaged: its texts cannot be read. Copy it again or repeat "
                                   "the run.");
    return;
  }
  FAIL() << "neither was noticed";
}

// Attributes of text stay what other programs, such as h5py, read as a str.
TEST_F(WrongBytes, AttributesOfTextHaveAnyLength) {
  { ASSERT_TRUE(create(path()).finish(Status::completed, "{\"a\": 1}")); }
  const Handle file(H5Fopen(path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  for (const char* name : {"status", "summary", "format"}) {
    const Handle attribute(H5Aopen(file.get(), name, H5P_DEFAULT), H5Aclose);
    const Handle type(H5Aget_type(attribute.get()), H5Tclose);
    EXPECT_GT(H5Tis_variable_str(type.get()), 0) << name;
    EXPECT_EQ(H5Tget_cset(type.get()), H5T_CSET_UTF8) << name;
  }
  EXPECT_EQ(read_texts(file.get(), "status"), std::vector<std::string>{"completed"});
  EXPECT_EQ(read_texts(file.get(), "summary"), std::vector<std::string>{"{\"a\": 1}"});
}

}  // namespace
}  // namespace flangeway::results
