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

TEST(CountCodePoints, CountsCharactersNotBytes) {
  EXPECT_EQ(count_code_points("aé€😀"), 4u);
}

}  // namespace
}  // namespace flangeway
