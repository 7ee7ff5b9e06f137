#include "flangeway/deck/slices.hpp"

#include <gtest/gtest.h>

namespace flangeway::deck {
namespace {

const std::string slices_head = "% nose\n 1. 1000. offset, scale\n 4 slices\n";
const std::string slice_files = "-1.0 'a.prr'\n 0. 'b.prr'\n 0.5 'b.prr' again\n 2 'c.prr'\n";

std::string slices_findings(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(read_slices(text, "n.slcs", findings));
  return findings.text();
}

TEST(ReadSlices, GivesPlacesFilesAndFeatures) {
  Findings findings;
  const auto slices =
      read_slices(slices_head + "2 1 0\n 2\n" + slice_files + "1\n-1 0 10\n0 0 11.5\n.5 0 12\n2 0 13\n",
                  "n.slcs", findings);
  ASSERT_TRUE(slices) << findings.text();
  EXPECT_TRUE(slices->approximate);
  ASSERT_EQ(slices->slices.size(), 4u);
  EXPECT_EQ(slices->slices[0].place, 0);
  EXPECT_EQ(slices->slices[2].place, 1500);
  EXPECT_EQ(slices->slices[2].file, "b.prr");
  EXPECT_EQ(slices->slices[2].where.line, 8);
  EXPECT_EQ(slices->slices[1].features, (std::vector<double>{0, 11.5}));
}

TEST(ReadSlices, NamesWhatIsWrong) {
  EXPECT_EQ(slices_findings("0 1\n 3\n 0 0 0\n 1\n 0 'a'\n 1 'a'\n 2 'a'\n"),
            "n.slcs:2:2: slices: NSLC is out of range (got 3; allowed 4 to 4999).");
  EXPECT_EQ(slices_findings(slices_head + "0 0 0\n 3\n" + slice_files),
            "n.slcs:5:2: slices: U_INTPOL is out of range (got 3; allowed 1 to 2).");
  EXPECT_EQ(slices_findings(slices_head + "0 0 0\n 1\n 0 'a'\n 1 'a'\n 1 'a'\n 2 'a'\n"),
            "n.slcs:8:4: slices: the slices do not follow each other (got 2000; allowed more than 2000).");
  EXPECT_EQ(
      slices_findings(slices_head + "2 0 0\n 1\n" + slice_files + "-1 0 10\n0.1 0 11\n.5 0 12\n2 0 13\n"),
      "n.slcs:11:1: slices: features are given for another slice (got 1100; allowed 1000).");
  EXPECT_EQ(
      slices_findings(slices_head + "2 0 0\n 1\n" + slice_files + "-1 0 10\n0 -1 11\n.5 0 12\n2 0 13\n"),
      "n.slcs:11:6: slices: a feature that is not in all slices is not supported (got S_F < 0).");
  EXPECT_EQ(
      slices_findings(slices_head + "2 0 0\n 1\n" + slice_files + "-1 0 10\n0 12 11\n.5 0 12\n2 0 13\n"),
      "n.slcs:11:6: slices: the features of a slice do not follow each other.");
  EXPECT_EQ(
      slices_findings(slices_head + "0 0 0\n 1\n 0 a\n"),
      "n.slcs:6:4: slices: FNAME cannot be read (got a; allowed a text between single quotes). The deck is "
      "not read beyond this place.");
}

}  // namespace
}  // namespace flangeway::deck
