// Tables as HDF5, read back with the library itself. tests of Python read them with h5py, too.
#include "flangeway/results/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "flangeway/results/hdf5_handle.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::results {
namespace {

TEST(Table, NumbersAndTextsAreReadBack) {
  const test::TemporaryFolder folder;
  const std::string path = (folder.path() / "results.h5").string();
  Findings findings;
  const std::vector<TableColumn> columns{{"run", "", "number", {}, {"1", "reference ä"}},
                                         {"max_abs(a.y)", "m", "largest", {0.1, std::nan("")}}};
  for (int times = 0; times < 2; ++times) {  // the second one replaces the first
    write_table(path, columns, {{"name", "A & B"}}, findings);
    ASSERT_TRUE(findings.empty()) << findings.text();
  }
  const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  EXPECT_EQ(read_texts(file.get(), "columns"), (std::vector<std::string>{"run", "max_abs(a.y)"}));
  EXPECT_EQ(read_texts(file.get(), "name"), std::vector<std::string>{"A & B"});
  const Handle numbers(H5Dopen2(file.get(), "max_abs(a.y)", H5P_DEFAULT), H5Dclose);
  double values[2] = {};
  ASSERT_GE(H5Dread(numbers.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
  EXPECT_EQ(values[0], 0.1);
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_EQ(read_texts(numbers.get(), "unit"), std::vector<std::string>{"m"});
  const Handle texts(H5Dopen2(file.get(), "run", H5P_DEFAULT), H5Dclose),
      type(H5Dget_type(texts.get()), H5Tclose);
  char* words[2] = {};
  ASSERT_GE(H5Dread(texts.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, words), 0);
  EXPECT_STREQ(words[1], "reference ä");
  for (char* const word : words) H5free_memory(word);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Table, ReportsAFileThatCannotBeWritten) {
  const test::TemporaryFolder folder;
  const auto refused = [&](const std::string& path, const std::vector<TableColumn>& columns) {
    Findings findings;
    write_table(path, columns, {}, findings);
    return findings.text();
  };
  const std::string path = (folder.path() / "t.h5").string(), away = (folder.path() / "no" / "t.h5").string();
  EXPECT_EQ(refused(path, {{"a/b", "", ""}}),
            path + ": cannot hold a column of this name (got \"a/b\"; allowed a new name without /).");
  EXPECT_EQ(refused(path, {{"a", "", ""}, {"a", "", ""}}),
            path + ": cannot hold a column of this name (got \"a\"; allowed a new name without /).");
  EXPECT_EQ(refused(away, {{"a", "", ""}}),
            away + ": cannot be created (No such file or directory). Write to another folder.");
}

}  // namespace
}  // namespace flangeway::results
