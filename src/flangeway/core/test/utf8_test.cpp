#include "flangeway/core/utf8.hpp"

#include <gtest/gtest.h>

namespace flangeway {
namespace {

TEST(FirstNotUtf8, FollowsTheTableOfWellFormedSequences) {
  EXPECT_EQ(first_not_utf8("aé€😀"), 10u);
  EXPECT_EQ(first_not_utf8("a\xC3"), 1u) << "cut short";
  EXPECT_EQ(first_not_utf8("\x80"), 0u) << "continuation without a lead";
  EXPECT_EQ(first_not_utf8("\xC0\x80"), 0u) << "two bytes where one will do";
  EXPECT_EQ(first_not_utf8("\xE0\x80\x80"), 0u) << "three bytes where fewer will do";
  EXPECT_EQ(first_not_utf8("\xED\xA0\x80"), 0u) << "surrogate";
  EXPECT_EQ(first_not_utf8("\xF0\x80\x80\x80"), 0u) << "four bytes where fewer will do";
  EXPECT_EQ(first_not_utf8("\xF4\x90\x80\x80"), 0u) << "beyond the last code point";
  EXPECT_EQ(first_not_utf8("ab\xFF"), 2u);
}

TEST(IsUtf16, ByItsMarkOrItsFirstTwoLetters) {
  using namespace std::literals;
  EXPECT_TRUE(is_utf16("\xFF\xFE"sv));
  EXPECT_TRUE(is_utf16("\xFE\xFF\0s"sv));
  EXPECT_TRUE(is_utf16("s\0;\0"sv)) << "the low byte first";
  EXPECT_TRUE(is_utf16("\0s\0;"sv)) << "the high byte first";
  EXPECT_FALSE(is_utf16("s;a\n"sv));
  EXPECT_FALSE(is_utf16("\xEF\xBB\xBFs"sv)) << "the mark of UTF-8";
  EXPECT_FALSE(is_utf16("s\0\0\0;\0\0\0"sv)) << "UTF-32";
  EXPECT_FALSE(is_utf16("\0\0\0\0"sv));
  EXPECT_FALSE(is_utf16("s\0"sv)) << "too short to tell";
  EXPECT_FALSE(is_utf16(""sv));
}

TEST(FaultOfName, FindsWildcardsSeparatorsAndWhatNobodySees) {
  for (const char* good : {"wheelset 1.left", "Drehgestell-ä_2", "车体", "y'", "a/b", "A;B"})
    EXPECT_EQ(fault_of_name(good), "") << good;
  EXPECT_EQ(fault_of_name("*"), "'*'");
  EXPECT_EQ(fault_of_name("what?"), "'?'");
  EXPECT_EQ(fault_of_name("a,b"), "','");
  EXPECT_EQ(fault_of_name("\"a"), "'\"'");
  EXPECT_EQ(fault_of_name("a\tb"), "a control character");
  EXPECT_EQ(fault_of_name("a\xC2\x85"), "a control character") << "U+0085, the next line";
  EXPECT_EQ(fault_of_name("ab\u202Edc"), "the invisible character U+202E");
  EXPECT_EQ(fault_of_name("\u200Fa"), "the invisible character U+200F");
  EXPECT_EQ(fault_of_name("a\u2066b\u2069"), "the invisible character U+2066");
  EXPECT_EQ(fault_of_name("a\xFF"), "text that is not UTF-8");
  for (const char* bad : {" ", " a", "a "}) EXPECT_EQ(fault_of_name(bad), "a space at an end") << bad;
}

TEST(CountCodePoints, CountsCharactersNotBytes) {
  EXPECT_EQ(count_code_points("aé€😀"), 4u);
}

}  // namespace
}  // namespace flangeway
