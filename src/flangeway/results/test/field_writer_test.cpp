#include "flangeway/results/field_writer.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "flangeway/results/hdf5_handle.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::results {
namespace {

TEST(FieldWriter, WritesFieldsThatAreReadBack) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "f.h5").string();
  Findings findings;
  auto writer = FieldWriter::create(path, {}, false, findings);
  ASSERT_TRUE(writer) << findings.text();
  EXPECT_TRUE(writer->add(
      {"case_1/patch_1",
       {{"state", "solved"}},
       {{"pressure", "Pa", "on the patch", 2, 3, {1, 2, 3, 4, 5, 6}}, {"x", "m", "", 0, 3, {0, 1, 2}}}}));
  EXPECT_TRUE(writer->finish(Status::completed, "{}"));
  EXPECT_EQ(writer->problem(), "");

  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  EXPECT_EQ(read_texts(file.get(), "status"), std::vector<std::string>{"completed"});
  EXPECT_EQ(read_texts(file.get(), "format"), std::vector<std::string>{"flangeway fields"});
  const Handle group(H5Gopen2(file.get(), "case_1/patch_1", H5P_DEFAULT), H5Gclose);
  EXPECT_EQ(read_texts(group.get(), "state"), std::vector<std::string>{"solved"});
  const Handle pressure(H5Dopen2(group.get(), "pressure", H5P_DEFAULT), H5Dclose);
  EXPECT_EQ(read_texts(pressure.get(), "unit"), std::vector<std::string>{"Pa"});
  std::vector<double> values(6);
  H5Dread(pressure.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  EXPECT_EQ(values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
  const Handle space(H5Dget_space(pressure.get()), H5Sclose);
  EXPECT_EQ(H5Sget_simple_extent_ndims(space.get()), 2);
}

TEST(FieldWriter, LeavesAnUnfinishedFile) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "f.h5").string();
  Findings findings;
  {
    auto writer = FieldWriter::create(path, {}, false, findings);
    ASSERT_TRUE(writer->add({"a", {}, {{"x", "m", "", 0, 1, {7}}}}));
  }
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  EXPECT_EQ(read_texts(file.get(), "status"), std::vector<std::string>{"running"});
  EXPECT_GT(H5Lexists(file.get(), "a", H5P_DEFAULT), 0);
  EXPECT_FALSE(FieldWriter::create(path, {}, false, findings));
  EXPECT_EQ(findings.text(), path + ": exists already. Give another name, or --force to overwrite it.");
}

TEST(FieldWriter, ReplacesRegularFilesOnly) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "pipe").string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  Findings findings;
  EXPECT_FALSE(FieldWriter::create(path, {}, true, findings));
  EXPECT_EQ(findings.text(), path + ": is not a regular file. Give the name of a file.");
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(FieldWriter, ReportsANameUsedTwice) {
  const test::TemporaryFolder folder;
  Findings findings;
  auto writer = FieldWriter::create((folder.path() / "f.h5").string(), {}, false, findings);
  EXPECT_TRUE(writer->add({"a", {}, {}}));
  EXPECT_FALSE(writer->add({"a", {}, {}}));
  EXPECT_NE(writer->problem().find("f.h5: cannot be written ("), std::string::npos);
  EXPECT_TRUE(writer->problem().ends_with("; 1 patch is kept")) << writer->problem();
}

}  // namespace
}  // namespace flangeway::results
