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
