#include "flangeway/deck/coefficients.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace flangeway::deck {
namespace {

const std::string coefficient_head = "% made by hand\n 1 2 0 0 % nmatrix\n 0 312\n 1 0\n 2 2 .4 .5\n";

// Lines of one matrix: each coefficient is its number in the file and its column.
std::string coefficient_lines(int first = 0) {
  std::string text;
  for (int oy = -1; oy <= 1; ++oy) {
    text += fmt::format("\n  2 headings of iy = {}\n", oy);
    for (int ox = 0; ox < 2; ++ox) {
      text += fmt::format(" {} {}", ox, 0.4 * ox);
      for (int k = 0; k < 9; ++k) text += fmt::format(" {}.{}", first, k);
      text += " remark\n";
      ++first;
    }
  }
  return text;
}

std::string coefficient_findings(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(read_coefficients(text, "c.txt", findings));
  return findings.text();
}

TEST(ReadCoefficients, GivesThemByComponentAndOffset) {
  Findings findings;
  const auto one = read_coefficients(coefficient_head + coefficient_lines(), "c.txt", findings);
  ASSERT_TRUE(one) << findings.text();
  EXPECT_EQ(one->matrices, 1);
  EXPECT_EQ(one->mx, 2);
  EXPECT_EQ(one->my, 2);
  EXPECT_EQ(one->dx, 0.4);
  EXPECT_EQ(one->dy, 0.5);
  EXPECT_EQ(one->values[0], (std::vector<double>{0.0, 1.0, 2.0, 3.0, 4.0, 5.0}));
  EXPECT_EQ(one->values[7], (std::vector<double>{0.7, 1.7, 2.7, 3.7, 4.7, 5.7}));
}

TEST(ReadCoefficients, OfEachRowFollowEachOther) {
  std::string text =
      coefficient_head + coefficient_lines() + "three\nheadings\n1 matrix\n" + coefficient_lines(6);
  text.replace(text.find(" 1 2 0 0"), 8, " 2 2 0 0");
  Findings findings;
  const auto two = read_coefficients(text, "c.txt", findings);
  ASSERT_TRUE(two) << findings.text();
  EXPECT_EQ(two->matrices, 2);
  ASSERT_EQ(two->values[8].size(), 12u);
  EXPECT_EQ(two->values[8][11], 11.8);
}

TEST(ReadCoefficients, FindingsNameTheirPlace) {
  EXPECT_EQ(
      coefficient_findings("1 3\n 1 123\n 0 1\n 2 2 .4 0.\n" + coefficient_lines()),
      "c.txt:1:3: influence coefficients: the number of the convex body is out of range (got 3; allowed "
      "1 to 2).\n"
      "c.txt:2:2: influence coefficients: coefficients of alike bodies are not complete (got 1; allowed "
      "0). The program CONTACT reads no other.\n"
      "c.txt:2:4: influence coefficients: the columns are in another order (got 123; allowed 312). The "
      "program CONTACT reads no other.\n"
      "c.txt:3:2: influence coefficients: the offsets along x are not mirrored (got 0; allowed 1). The "
      "program CONTACT reads no other.\n"
      "c.txt:3:4: influence coefficients: the offsets across are mirrored (got 1; allowed 0). The "
      "program CONTACT reads no other.\n"
      "c.txt:4:9: influence coefficients: DY is out of range (got 0.; allowed ≥ 1e-08).");
  EXPECT_EQ(
      coefficient_findings("1 2\n 0 312\n 1 0\n 100000 1000 .4 .4\n"),
      "c.txt:4:17: influence coefficients: there are too many coefficients (got 1.8e+09; allowed at most "
      "2e+08).");
  const std::string lines = coefficient_lines();
  EXPECT_EQ(
      coefficient_findings(coefficient_head + lines.substr(0, lines.size() / 2)),
      "c.txt:9:40: influence coefficients: ends before the last coefficient (got 2 lines of coefficients; "
      "allowed 6).");
  std::string twice = lines;
  twice.replace(twice.find(" 1 0.4 1.0"), 3, " 0 ");
  EXPECT_EQ(coefficient_findings(coefficient_head + twice),
            "c.txt:9:2: matrix 1, offset -1 across: another offset was expected here (got 0; allowed 1).");
  std::string letters = lines;
  letters.replace(letters.find("2.3"), 3, "x.3");
  EXPECT_EQ(
      coefficient_findings(coefficient_head + letters),
      "c.txt:12:18: matrix 1, offset 0 across: a coefficient cannot be read (got x.3; allowed a number). "
      "The deck is not read beyond this place.");
}

}  // namespace
}  // namespace flangeway::deck
