// Arrays that are recorded beside the channels: read back, interrupted, damaged.
#include <gmock/gmock.h>
#include <hdf5.h>

#include <cmath>
#include <functional>
#include <limits>

#include "flangeway/results/reader.hpp"
#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using testing::HasSubstr;

class DeformedTrack : public InFolder {
 protected:
  static ArrayGroup arrays() {
    return {"what it is",
            {{"sleeper_spacing", 0.6}, {"station_spacing", 0.3}},
            {{"t", "s", "", "time", {}},
             {"rail_z", "m", "track", "of the rails", {2, 3}},
             {"rail_roll", "rad", "track", "roll", {2, 1}}}};
  }
  /// Record i: its time, then numbers that tell where they belong. A float has them all.
  static std::vector<double> record(std::size_t i) {
    std::vector<double> numbers{0.1 * static_cast<double>(i)};
    for (std::size_t k = 0; k < 8; ++k) numbers.push_back(static_cast<double>(8 * i + k) / 1024);
    return numbers;
  }
  [[nodiscard]] Writer begin() const {
    Findings findings;
    auto writer = Writer::create(path(), three_channels(), {}, false, findings, arrays());
    findings.throw_if_any();
    return std::move(*writer);
  }
  static void append_records(Writer& writer, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) ASSERT_TRUE(writer.append_deformed_track(record(i).data()));
  }
  [[nodiscard]] Reader opened() const {
    Findings findings;
    auto reader = Reader::open(path(), findings);
    findings.throw_if_any();
    return std::move(*reader);
  }
  void expect_records(const Reader& reader, std::size_t count) const {
    ASSERT_EQ(reader.deformed_track_records(), count);
    const auto t = reader.read_deformed_track("t"), z = reader.read_deformed_track("rail_z"),
               roll = reader.read_deformed_track("rail_roll");
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<double> expected = record(i);
      EXPECT_EQ(t[i], expected[0]);
      for (std::size_t k = 0; k < 6; ++k) EXPECT_EQ(z[6 * i + k], expected[1 + k]);
      for (std::size_t k = 0; k < 2; ++k) EXPECT_EQ(roll[2 * i + k], expected[7 + k]);
    }
  }
  std::string problem_of(const std::function<void(hid_t)>& damage) const {
    const hid_t file = H5Fopen(path().c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    damage(file);
    H5Fclose(file);
    Findings findings;
    return Reader::open(path(), findings) ? "" : findings.text();
  }
};

TEST_F(DeformedTrack, IsReadAsItWasWritten) {
  Writer writer = begin();
  append_records(writer, 0, 75);  // more than two chunks
  ASSERT_TRUE(append(writer, 0, 5));
  ASSERT_TRUE(writer.finish(Status::completed, "{}"));
  const Reader reader = opened();
  EXPECT_EQ(reader.rows(), 5u);
  EXPECT_EQ(reader.channels().size(), 3u);
  expect_records(reader, 75);
  const ArrayGroup& group = reader.deformed_track();
  EXPECT_EQ(group.description, "what it is");
  EXPECT_EQ(group.facts, arrays().facts);
  ASSERT_EQ(group.arrays.size(), 3u);
  EXPECT_EQ(group.arrays[1].name, "rail_z");  // in the order of the writer, not of the alphabet
  EXPECT_EQ(group.arrays[2].unit, "rad");
  EXPECT_EQ(group.arrays[1].extents, (std::vector<std::size_t>{2, 3}));
  const auto some = reader.read_deformed_track("rail_roll", {.from = 10, .to = 31, .every = 10});
  ASSERT_EQ(some.size(), 6u);
  EXPECT_EQ(some[2], record(20)[7]);
}

TEST_F(DeformedTrack, StaysReadableWhileItIsWritten) {
  Writer writer = begin();
  expect_records(opened(), 0);
  for (const std::size_t count : {3u, 32u, 33u, 70u}) {
    append_records(writer, opened().deformed_track_records(), count);
    ASSERT_TRUE(writer.flush());
    expect_records(opened(), count);
  }
}

TEST_F(DeformedTrack, AFileWithoutItHasNone) {
  ASSERT_TRUE(create(path()).finish(Status::completed, "{}"));
  const Reader reader = opened();
  EXPECT_TRUE(reader.deformed_track().arrays.empty());
  EXPECT_EQ(reader.deformed_track_records(), 0u);
  EXPECT_THROW((void)reader.read_deformed_track("rail_z"), BadInput);
}

TEST_F(DeformedTrack, ANumberThatIsNotFiniteEndsTheRun) {
  Writer writer = begin();
  append_records(writer, 0, 2);
  std::vector<double> wrong = record(2);
  wrong[8] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(writer.append_deformed_track(wrong.data()));
  EXPECT_EQ(writer.problem(),
            path() + ": rail_roll of the deformed track is not finite in record 2; 0 rows are kept");
  EXPECT_FALSE(writer.append_deformed_track(record(2).data()));
  ASSERT_TRUE(writer.finish(Status::stopped, "{}"));
  expect_records(opened(), 2);
}

TEST_F(DeformedTrack, ADamagedOneIsRefused) {
  {
    Writer writer = begin();
    append_records(writer, 0, 3);
  }
  EXPECT_THAT(problem_of([](hid_t file) { H5Ldelete(file, "deformed_track/rail_roll", H5P_DEFAULT); }),
              HasSubstr("is damaged: record 0 of its deformed_track has a wrong checksum"));
  EXPECT_THAT(problem_of([](hid_t file) {
                H5Lcreate_soft("/nowhere", file, "deformed_track/a", H5P_DEFAULT, H5P_DEFAULT);
              }),
              HasSubstr("is damaged: a of its group deformed_track cannot be read. Copy it again or repeat"));
  EXPECT_THAT(problem_of([](hid_t file) {
                H5Ldelete(file, "deformed_track", H5P_DEFAULT);
                H5Lcreate_soft("/nowhere", file, "deformed_track", H5P_DEFAULT, H5P_DEFAULT);
              }),
              HasSubstr("is damaged: its group deformed_track cannot be listed"));
}

TEST_F(DeformedTrack, AnExtentWithoutDataIsRefused) {
  ASSERT_TRUE(begin().finish(Status::completed, "{}"));
  const auto add = [](hid_t file, std::vector<hsize_t> extents) {
    const std::vector<hsize_t> chunk(extents.size(), 4);
    const hid_t space = H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr);
    const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(how, static_cast<int>(extents.size()), chunk.data());
    const hid_t set =
        H5Dcreate2(file, "deformed_track/big", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, how, H5P_DEFAULT);
    H5Dclose(set), H5Pclose(how), H5Sclose(space);
  };
  for (const std::vector<hsize_t>& extents : {std::vector<hsize_t>{hsize_t{1} << 40},
                                              {4, hsize_t{1} << 30, hsize_t{1} << 30},
                                              {hsize_t{1} << 30, 4, 4}}) {
    EXPECT_THAT(problem_of([&](hid_t file) {
                  if (H5Lexists(file, "deformed_track/big", H5P_DEFAULT) > 0)
                    H5Ldelete(file, "deformed_track/big", H5P_DEFAULT);
                  add(file, extents);
                }),
                HasSubstr("is damaged: big of its group deformed_track cannot be read"));
  }
}

}  // namespace
}  // namespace flangeway::results
