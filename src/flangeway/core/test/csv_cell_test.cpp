#include "flangeway/core/csv_cell.hpp"

#include <gtest/gtest.h>

namespace flangeway {
namespace {

TEST(CsvCell, QuotesWhatWouldEndACellOrALine) {
  EXPECT_EQ(csv_cell("wheelset1.y"), "wheelset1.y");
  EXPECT_EQ(csv_cell("a, b"), "\"a, b\"");
  EXPECT_EQ(csv_cell("the \"old\" damper"), "\"the \"\"old\"\" damper\"");
  EXPECT_EQ(csv_cell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_cell(""), "");
}

TEST(CsvCell, LeavesNoFormulaToASpreadsheet) {
  EXPECT_EQ(csv_cell("=1+1"), "'=1+1");
  EXPECT_EQ(csv_cell("@SUM(A1,A2)"), "\"'@SUM(A1,A2)\"");
  EXPECT_EQ(csv_cell("-cmd"), "'-cmd");
  EXPECT_EQ(csv_cell("+x"), "'+x");
  for (const char* number : {"-3", "-1.5e-05", "+2", "-inf", "0.25"}) EXPECT_EQ(csv_cell(number), number);
}

TEST(CsvCell, GivesBackItsText) {
  for (const char* text : {"=1+1", "-cmd", "+x", "'quoted'", "'", "-3", "wheelset1.y", ""})
    EXPECT_EQ(text_of_csv_cell(csv_cell(text)), text);
}

}  // namespace
}  // namespace flangeway
