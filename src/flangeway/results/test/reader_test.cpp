#include "flangeway/results/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <filesystem>

#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using testing::ElementsAre;

class ReaderTest : public InFolder {
 protected:
  Reader ten_rows() {
    Writer writer = create(path());
    append(writer, 0, 10);
    writer.finish(Status::completed, "{}");
    Findings findings;
    return std::move(*Reader::open(path(), findings));
  }
  static std::string refused(const std::string& path) {
    Findings findings;
    EXPECT_FALSE(Reader::open(path, findings).has_value());
    return findings.text();
  }
};

TEST_F(ReaderTest, Ranges) {
  const Reader reader = ten_rows();
  EXPECT_THAT(reader.read("t", {2, 8, 3}), ElementsAre(row(2)[0], row(5)[0]));
  EXPECT_THAT(reader.read("t", {2, 9, 3}), ElementsAre(row(2)[0], row(5)[0], row(8)[0]));
  EXPECT_THAT(reader.read("t", {8, 100}), ElementsAre(row(8)[0], row(9)[0]));
  EXPECT_TRUE(reader.read("t", {10, 12}).empty());
  EXPECT_TRUE(reader.read("t", {5, 3}).empty());
}

// A file of an older version has the channel under the name of that time.
TEST_F(ReaderTest, AnOlderFileShowsTodaysNames) {
  Findings findings;
  Writer writer = std::move(*Writer::create(
      path(), {{"t", "s", "", "time"}, {"wheelset1.left.jump", "N", "track", ""}}, {}, false, findings));
  const double row[] = {0.5, 12.0};
  ASSERT_TRUE(writer.append(row));
  writer.finish(Status::completed, "{}");
  const Reader reader = std::move(*Reader::open(path(), findings));
  EXPECT_EQ(reader.channels()[1].name, "wheelset1.left.force_discontinuity");
  EXPECT_THAT(reader.read("wheelset1.left.force_discontinuity"), ElementsAre(12));
  EXPECT_THAT(reader.read("wheelset1.left.jump"), ElementsAre(12));
}

TEST_F(ReaderTest, UnknownChannelNamesTheNearest) {
  const Reader reader = ten_rows();
  EXPECT_TRUE(reader.has("t"));
  EXPECT_FALSE(reader.has("wheelset1.left.q"));
  try {
    static_cast<void>(reader.read("wheelset1.left.q"));
    FAIL();
  } catch (const BadInput& bad) {
    EXPECT_EQ(std::string(bad.what()),
              path() + ": has no channel 'wheelset1.left.q'. The nearest is 'wheelset1.left.Q'.");
  }
}

TEST_F(ReaderTest, FilesThatAreNoResults) {
  EXPECT_EQ(refused(path("no.h5")), path("no.h5") + ": does not exist.");
  EXPECT_EQ(refused(folder_.path().string()),
            folder_.path().string() + ": is a folder. Give the name of a file.");
  for (const char* content : {"", "speed = 1\n"}) {
    EXPECT_EQ(refused(folder_.write("case.toml", content).string()),
              path("case.toml") + ": is not an HDF5 file. Give a file that flangeway run has written.");
  }
  H5Fclose(H5Fcreate(path("other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_EQ(
      refused(path("other.h5")),
      path("other.h5") +
          ": is an HDF5 file, but not a result of Flangeway. Give a file that flangeway run has written.");
}

TEST_F(ReaderTest, TruncatedAnywhereIsFoundOrReadable) {
  static_cast<void>(ten_rows());
  const std::uintmax_t seal = 24, whole = std::filesystem::file_size(path()) - seal;
  for (std::uintmax_t size = whole - 1; size > 600; size = size * 3 / 4) {
    std::filesystem::resize_file(path(), size);
    EXPECT_EQ(refused(path()), path() + ": is truncated or damaged. Copy it again or repeat the run.")
        << size;
  }
}

TEST_F(ReaderTest, FileOfALaterVersion) {
  static_cast<void>(ten_rows());
  const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t attribute = H5Aopen(file, "format_version", H5P_DEFAULT);
  const long long later = 4;
  H5Awrite(attribute, H5T_NATIVE_LLONG, &later);
  H5Aclose(attribute);
  H5Fclose(file);
  EXPECT_EQ(refused(path()),
            path() +
                ": has a format that this version cannot read (got format_version 4; allowed 1 to "
                "3). Use a newer Flangeway.");
}

TEST_F(ReaderTest, MissingOrWrongChannels) {
  static_cast<void>(ten_rows());
  hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Gclose(H5Gcreate2(file, "channels/strange", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Fclose(file);
  EXPECT_EQ(refused(path()),
            path() + ": is damaged: channel 'strange' cannot be read. Copy it again or repeat the run.");
  file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, "channels/strange", H5P_DEFAULT);
  H5Ldelete(file, "channels/t", H5P_DEFAULT);
  H5Fclose(file);
  EXPECT_EQ(refused(path()),
            path() + ": is damaged: channel 't' is missing. Copy it again or repeat the run.");
  file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, "channels", H5P_DEFAULT);
  H5Fclose(file);
  EXPECT_EQ(refused(path()),
            path() + ": is damaged: its channels cannot be listed. Copy it again or repeat the run.");
}

}  // namespace
}  // namespace flangeway::results
