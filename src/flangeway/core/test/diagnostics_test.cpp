#include "flangeway/core/diagnostics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flangeway {
namespace {

TEST(Finding, TextFollowsTheGrammar) {
  const Finding finding{{"case.toml", 3, 7},  "vehicle.mass", "is negative", "-2",
                        "a number > 0 in kg", "Give a mass"};
  EXPECT_EQ(finding.text(),
            "case.toml:3:7: vehicle.mass: is negative (got -2; allowed a number > 0 in kg). Give a mass.");
}

TEST(Finding, PartsThatAreNotKnownAreLeftOut) {
  EXPECT_EQ((Finding{{"a.whl", 0, 0}, "", "has no points", "", "", ""}.text()), "a.whl: has no points.");
}

TEST(Findings, AreSortedByPlaceAndThrownTogether) {
  Findings findings;
  EXPECT_NO_THROW(findings.throw_if_any());
  findings.add({{"b.toml", 9, 1}, "x", "is unknown", "", "", ""});
  findings.add({{"b.toml", 2, 4}, "y", "is missing", "", "", ""});
  try {
    findings.throw_if_any();
    FAIL() << "nothing was thrown";
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(), "b.toml:2:4: y: is missing.\nb.toml:9:1: x: is unknown.");
  }
}

TEST(NearestName, FindsATypingMistakeButNotAStranger) {
  const std::vector<std::string> names{"curvature", "length", "cant"};
  EXPECT_EQ(nearest_name("lenght", names), "length");
  EXPECT_EQ(nearest_name("gradient", names), "");
  EXPECT_EQ(nearest_name("carbody.y", {"first_wagon_carbody.y", "first_wagon_carbody.z"}),
            "first_wagon_carbody.y");
  EXPECT_EQ(nearest_name("first_wagon_carbody.y", {"bogie.y", "carbody.y"}), "carbody.y");
  EXPECT_EQ(nearest_name("body.y", {"first_wagon_carbody.y"}), "");
}

TEST(Findings, AThousandFindingsAreCountedNotListed) {
  Findings findings;
  for (int line = 1; line <= 1000; ++line)
    findings.add({{"a.toml", line, 1}, "key", "is unknown", "", "", ""});
  const std::string text = findings.text();
  EXPECT_THAT(text, testing::HasSubstr("a.toml:200:1: key: is unknown.\n800 more findings are not shown."));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("a.toml:201:")));
  EXPECT_EQ(findings.all().size(), 1000U);
}

TEST(Findings, AKeyOfMegabytesIsShortenedBetweenCharacters) {
  std::string key = "x";
  for (int i = 0; i < 1000000; ++i) key += "é";
  const std::string text = Finding{{"a.toml", 1, 1}, key, "is unknown", "", "", ""}.text();
  EXPECT_LT(text.size(), 300U);
  EXPECT_THAT(text, testing::EndsWith("é…: is unknown."));
}

TEST(Findings, TextsOfMegabytesAreShortened) {
  const std::string text(1000000, 'x'), start(1000, 'x');
  EXPECT_EQ((Finding{{text, 1, 2}, "key", text, text, "a number", ""}.text()),
            start + "…:1:2: key: " + start + "… (got " + start + "…; allowed a number).");
  EXPECT_EQ((Finding{{}, "", start, start, "", ""}.text()), start + " (got " + start + ").");
}

}  // namespace
}  // namespace flangeway
