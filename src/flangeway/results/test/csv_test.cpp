#include "flangeway/results/csv.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "three_channels.hpp"

namespace flangeway::results {
namespace {

using CsvTest = InFolder;

Reader written(Writer writer, const std::string& path) {
  writer.finish(Status::completed, "{}");
  Findings findings;
  return std::move(*Reader::open(path, findings));
}

TEST_F(CsvTest, HeaderHasUnitsInTheRequestedOrder) {
  Writer writer = create(path());
  const std::array<double, 3> rows[] = {{0, 0.5, 50000}, {0.1, -1e-7, 1.0 / 3.0}, {0.2, 0, 1e22}};
  for (const auto& one : rows) ASSERT_TRUE(writer.append(one.data()));
  std::ostringstream out;
  const Reader reader = written(std::move(writer), path());
  write_csv(out, reader, {"wheelset1.left.Q", "t", "wheelset1.left.YQ"});
  EXPECT_EQ(out.str(),
            "wheelset1.left.Q [N],t [s],wheelset1.left.YQ\n"
            "50000,0,0.5\n"
            "0.3333333333333333,0.1,-1e-07\n"
            "1e+22,0.2,0\n");
  std::ostringstream none;
  write_csv(none, reader, {});
  EXPECT_EQ(none.str(), "");
}

TEST_F(CsvTest, EveryNumberReadsBackExactly) {
  constexpr std::size_t rows = 20000;  // more than two blocks
  Writer writer = create(path());
  ASSERT_TRUE(append(writer, 0, rows));
  const Reader reader = written(std::move(writer), path());
  std::stringstream text;
  write_csv(text, reader, {"wheelset1.left.YQ", "wheelset1.left.Q"}, {1, rows, 2});
  std::string line;
  std::getline(text, line);
  std::size_t i = 1;
  for (; std::getline(text, line); i += 2) {
    char* rest = nullptr;
    ASSERT_EQ(std::strtod(line.c_str(), &rest), row(i)[1]);
    ASSERT_EQ(*rest, ',');
    ASSERT_EQ(std::strtod(rest + 1, nullptr), row(i)[2]);
  }
  EXPECT_EQ(i, rows + 1);
}

// Rows end at the requested index, within a block and beyond its end, with every stride.
TEST_F(CsvTest, RowsEndWhereTheRangeEnds) {
  constexpr std::size_t rows = 20000;
  Writer writer = create(path());
  ASSERT_TRUE(append(writer, 0, rows));
  const Reader reader = written(std::move(writer), path());
  for (const std::size_t to : {10u, 8192u, 9000u, 16385u}) {
    for (const std::size_t every : {1u, 3u}) {
      std::stringstream text;
      write_csv(text, reader, {"t"}, {4, to, every});
      std::size_t lines = 0;
      for (std::string line; std::getline(text, line);) ++lines;
      EXPECT_EQ(lines - 1, (to - 4 + every - 1) / every) << to << ' ' << every;
    }
  }
}

}  // namespace
}  // namespace flangeway::results
