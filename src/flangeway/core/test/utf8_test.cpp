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

TEST(Utf16, BecomesUtf8InBothOrdersOfBytes) {
  using namespace std::literals;
  EXPECT_EQ(utf8_of_utf16("\xFF\xFE"
                          "a\0\xE9\0\xAC\x20\x3D\xD8\0\xDE"sv),
            "aé€😀");
  EXPECT_EQ(utf8_of_utf16("\xFE\xFF\0a\0\xE9\x20\xAC\xD8\x3D\xDE\0"sv), "aé€😀");
  EXPECT_EQ(utf8_of_utf16("a\0b\0"sv), "ab") << "without a mark";
  EXPECT_EQ(utf8_of_utf16("\0a\0b"sv), "ab");
  EXPECT_EQ(utf8_of_utf16(""sv), "");
}

TEST(Utf16, ThatIsBrokenIsNothing) {
  using namespace std::literals;
  EXPECT_FALSE(
      utf8_of_utf16("\xFF\xFE"
                    "a"sv))
      << "half a character";
  EXPECT_FALSE(utf8_of_utf16("\xFF\xFE\x3D\xD8"sv)) << "the first of two surrogates";
  EXPECT_FALSE(
      utf8_of_utf16("\xFF\xFE\x3D\xD8"
                    "a\0"sv));
  EXPECT_FALSE(utf8_of_utf16("\xFF\xFE\0\xDE"sv)) << "the second one";
}

TEST(PlainUtf8, HasNoMark) {
  using namespace std::literals;
  EXPECT_EQ(plain_utf8("\xEF\xBB\xBFs,y"), "s,y");
  EXPECT_EQ(plain_utf8(std::string("\xFF\xFEs\0"sv)), "s");
  EXPECT_EQ(plain_utf8("s,y"), "s,y");
  EXPECT_EQ(plain_utf8("\xFC"
                       "ber"),
            "\xFC"
            "ber")
      << "ISO 8859-1 stays";
}

TEST(Latin1, IsWhatIsNoUtf8) {
  EXPECT_EQ(utf8_of_latin1("\xDC"
                           "berh\xF6hung"),
            "Überhöhung");
  EXPECT_EQ(utf8_of_latin1("Überhöhung"), "Überhöhung");
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
  EXPECT_EQ(fault_of_name("a\uFFFE"), "the invisible character U+FFFE");
  EXPECT_EQ(fault_of_name("a\xFF"), "text that is not UTF-8");
  for (const char* bad : {" ", " a", "a "}) EXPECT_EQ(fault_of_name(bad), "a space at an end") << bad;
}

TEST(CountCodePoints, CountsCharactersNotBytes) {
  EXPECT_EQ(count_code_points("aé€😀"), 4u);
}

}  // namespace
}  // namespace flangeway
