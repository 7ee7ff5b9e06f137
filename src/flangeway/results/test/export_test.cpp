// Files of other formats. Whole files are read back with SciPy in python/test/export_test.py.
#include "flangeway/results/export.hpp"

#include <gmock/gmock.h>

#include <cstring>

#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ExportTest : public InFolder {
 protected:
  Reader reader_of(std::size_t rows) {
    Writer writer = create(path());
    append(writer, 0, rows);
    writer.finish(Status::completed, "{}");
    Findings findings;
    return std::move(*Reader::open(path(), findings));
  }
};

TEST_F(ExportTest, MatlabFieldsAreNestedAndDiffer) {
  EXPECT_THAT(
      matlab_fields({"t", "wheelset1.left.Q", "wheelset1.left", "d(body.y)_d(speed)", "2nd", "a-b", "a_b"}),
      ElementsAre(ElementsAre("t"), ElementsAre("wheelset1", "left", "Q"), ElementsAre("wheelset1", "left_2"),
                  ElementsAre("d_body_y__d_speed_"), ElementsAre("x2nd"), ElementsAre("a_b"),
                  ElementsAre("a_b_2")));
  const std::string name(80, 'n');
  const auto twice = matlab_fields({name, name + "x"});
  EXPECT_EQ(twice[0][0], std::string(63, 'n'));
  EXPECT_EQ(twice[1][0], std::string(61, 'n') + "_2");
}

// Bytes of a NetCDF header and its numbers, taken apart by the format's specification.
TEST_F(ExportTest, NetcdfNumbersAreWhereTheHeaderSays) {
  const Reader reader = reader_of(3);
  Findings findings;
  const std::string file = netcdf_file({reader, {"t", "wheelset1.left.Q"}}, findings);
  ASSERT_TRUE(findings.empty());
  EXPECT_EQ(file.substr(0, 4), std::string("CDF\x02"));
  const std::size_t data = file.size() - 2 * 3 * 8;
  const auto number = [&](std::size_t place) {
    char raw[8];
    for (std::size_t i = 0; i < 8; ++i) raw[7 - i] = file[place + i];
    double value = 0;
    std::memcpy(&value, raw, 8);
    return value;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(number(data + 8 * i), row(i)[0]);
    EXPECT_EQ(number(data + 24 + 8 * i), row(i)[2]);
  }
  EXPECT_THAT(file, HasSubstr("vertical wheel force"));
}

TEST_F(ExportTest, TakesRowsOfARange) {
  const Reader reader = reader_of(10);
  Findings findings;
  const std::size_t all = netcdf_file({reader, {"t"}}, findings).size(),
                    some = netcdf_file({reader, {"t"}, {2, 9, 3}}, findings).size();
  EXPECT_EQ(all - some, (10 - 3) * 8u);
}

// Bytes written out by hand from parquet.thrift and the description of Thrift's compact protocol: a byte for
// the distance from the previous field and the type, whole numbers n as 2n.
TEST(ParquetTest, AFileOfOneNumberHasTheBytesOfTheFormat) {
  const auto read = [](std::size_t, std::size_t, std::size_t) { return std::vector{1.0}; };
  const std::vector<unsigned char> page{0x15, 0,    0x15, 16,   0x15, 16,  // data page, 8 bytes, not packed
                                        0x2c, 0x15, 2,    0x15, 0,         // 1 number, plain
                                        0x15, 6,    0x15, 6,    0,    0,   // levels: RLE
                                        0,    0,    0,    0,    0,    0,  0xf0, 0x3f};
  const std::vector<unsigned char> description{
      0x15, 2,                                                        // version 1
      0x19, 0x2c, 0x48, 6, 's', 'c', 'h', 'e', 'm', 'a', 0x15, 2, 0,  // a root with 1 child
      0x15, 10, 0x25, 0, 0x18, 1, 't', 0,                             // DOUBLE, required
      0x16, 2,                                                        // 1 row
      0x19, 0x1c, 0x19, 0x1c, 0x26, 0, 0x1c,                          // a group with a column
      0x15, 10, 0x19, 0x15, 0, 0x19, 0x18, 1, 't', 0x15, 0, 0x16, 2,  // DOUBLE, plain, t, not
                                                                      // packed, 1 number
      0x16, 50, 0x16, 50, 0x26, 8, 0, 0,                              // 25 bytes, which begin at byte 4
      0x16, 50, 0x16, 2, 0,                                           // of the group, 1 row
      0x19, 0x1c, 0x18, 5, 'u', 'n', 'i', 't', 's', 0x18, 9, '{', '"', 't', '"', ':', '"', 's', '"', '}', 0,
      0x18, 9, 'f', 'l', 'a', 'n', 'g', 'e', 'w', 'a', 'y', 0};
  std::string expected = "PAR1";
  expected.append(page.begin(), page.end());
  expected.append(description.begin(), description.end());
  expected += static_cast<char>(description.size());
  expected += std::string(3, '\0') + "PAR1";
  EXPECT_EQ(parquet_file({{"t", "s", "", ""}}, 1, read, {}), expected);
}

TEST(ParquetTest, AFileWithoutRowsHasNoGroups) {
  const auto read = [](std::size_t, std::size_t, std::size_t) { return std::vector<double>(); };
  const std::string file = parquet_file({{"t", "", "", ""}}, 0, read, {});
  EXPECT_THAT(file, HasSubstr(std::string("\x16\0\x19\x0c", 4)));  // 0 rows, a list of 0 groups
}

TEST_F(ExportTest, ParquetDividesRowsIntoGroups) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  const auto read = [&](std::size_t, std::size_t from, std::size_t to) {
    parts.emplace_back(from, to);
    return std::vector<double>(to - from, 0.5);
  };
  const std::size_t rows = 2 * parquet_group_rows + 3;
  EXPECT_GT(parquet_file({{"a", "m", "", ""}}, rows, read, {}).size(), 8 * rows);
  EXPECT_THAT(parts, ElementsAre(testing::Pair(0, parquet_group_rows),
                                 testing::Pair(parquet_group_rows, 2 * parquet_group_rows),
                                 testing::Pair(2 * parquet_group_rows, rows)));
}

// The bytes of each number are in the file where the page of its column is: all rows behind one heading.
TEST_F(ExportTest, ParquetHasTheRowsOfARange) {
  const Reader reader = reader_of(10);
  const std::string file = parquet_file({reader, {"t", "wheelset1.left.Q"}, {2, 9, 3}});
  for (const std::size_t column : {std::size_t{0}, std::size_t{2}}) {
    std::string page;
    for (const std::size_t i : {std::size_t{2}, std::size_t{5}, std::size_t{8}}) {
      char bytes[8];
      const double value = row(i)[column];
      std::memcpy(bytes, &value, 8);
      page.append(bytes, 8);
    }
    EXPECT_THAT(file, HasSubstr(page));
  }
  EXPECT_THAT(file, HasSubstr("{\"t\":\"s\",\"wheelset1.left.Q\":\"N\"}"));
}

TEST_F(ExportTest, VtkHasTheGridAndAValueOfEachFieldAtEachPoint) {
  const FieldGroup group{"case_00001/patch_1",
                         {},
                         {{"x", "m", "", 0, 3, {-1, 0, 1}},
                          {"y", "m", "", 0, 2, {0.5, 1.5}},
                          {"pressure", "Pa", "", 2, 3, {1, 2, 3, 4, 5, 6}},
                          {"row sums", "1", "", 2, 1, {6, 15}}}};
  EXPECT_EQ(vtk_file(group, "a patch"),
            "# vtk DataFile Version 3.0\na_patch\nASCII\nDATASET RECTILINEAR_GRID\nDIMENSIONS 3 2 1\n"
            "X_COORDINATES 3 double\n-1\n0\n1\nY_COORDINATES 2 double\n0.5\n1.5\nZ_COORDINATES 1 double\n0\n"
            "POINT_DATA 6\nSCALARS pressure_[Pa] double 1\nLOOKUP_TABLE default\n1\n2\n3\n4\n5\n6\n");
  EXPECT_EQ(vtk_file({"no grid", {}, {{"a", "", "", 0, 1, {1}}}}, ""), "");
}

}  // namespace
}  // namespace flangeway::results
