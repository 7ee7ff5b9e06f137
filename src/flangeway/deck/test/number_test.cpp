#include "flangeway/deck/number.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include <cmath>

namespace flangeway::deck {
namespace {

TEST(Real, IsReadAsFortranReadsIt) {
  EXPECT_EQ(parse_real("82000."), 82000.0);
  EXPECT_EQ(parse_real(".133"), 0.133);
  EXPECT_EQ(parse_real("-0.5"), -0.5);
  EXPECT_EQ(parse_real("+1e-5"), 1e-5);
  EXPECT_EQ(parse_real("8.2D4"), 8.2e4);
  EXPECT_EQ(parse_real("1.5-3"), 1.5e-3);
  EXPECT_EQ(parse_real("1.0E+05"), 1e5);
  EXPECT_EQ(parse_real("90d0"), 90.0);
  EXPECT_EQ(parse_real("1e-999"), 0.0);
  EXPECT_EQ(parse_real("1e999"), HUGE_VAL);
}

TEST(Real, OtherWordsAreNotNumbers) {
  for (const char* word :
       {"", "-", ".", "e5", "1.2.3", "1e", "1e+", "nan", "inf", "0x10", "1,5", "FN", "1-", "--1"})
    EXPECT_FALSE(parse_real(word)) << word;
}

TEST(Integer, MayBeWrittenAsARealOfIntegralValue) {
  EXPECT_EQ(parse_integer("0203100"), 203100);
  EXPECT_EQ(parse_integer("-1"), -1);
  EXPECT_EQ(parse_integer("0.0"), 0);
  EXPECT_FALSE(parse_integer("0.5"));
  EXPECT_FALSE(parse_integer("1e300"));
}

TEST(Angle, SuffixIsTheLastCharacterOnly) {
  EXPECT_DOUBLE_EQ(parse_angle("90d").value(), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(parse_angle("-20D").value(), -std::numbers::pi / 9);
  EXPECT_DOUBLE_EQ(parse_angle("180.0d").value(), std::numbers::pi);
  EXPECT_EQ(parse_angle("0.5r"), 0.5);
  EXPECT_EQ(parse_angle("0.5"), 0.5);
  EXPECT_EQ(parse_angle("90d0"), 90.0);  // a number with a Fortran exponent, hence radians
  EXPECT_FALSE(parse_angle("d"));
  EXPECT_FALSE(parse_angle(""));
}

}  // namespace
}  // namespace flangeway::deck
