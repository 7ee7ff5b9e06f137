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

TEST(ReadSlices, PlacesOfAWheelAreAngles) {
  const std::string text = "-10d 2\n4\n0 0 0\n1\n0d 'a\\b.prw'\n5d 'b.prw'\n0.2r 'b.prw'\n 1 'c.prw'\n";
  Findings findings;
  const auto slices = read_slices(text, "n.SLCW", findings);
  ASSERT_TRUE(slices) << findings.text();
  const double degree = 3.14159265358979323846 / 180;
  EXPECT_NEAR(slices->slices[0].place, -20 * degree, 1e-12);
  EXPECT_NEAR(slices->slices[1].place, -10 * degree, 1e-12);
  EXPECT_NEAR(slices->slices[2].place, 0.4 - 20 * degree, 1e-12);
  EXPECT_EQ(slices->slices[0].file, "a/b.prw");
  EXPECT_EQ(slices_findings(text),
            "n.slcs:1:1: slices: U_OFFSET cannot be read (got -10d; allowed a number). The deck is not read "
            "beyond this place.");
  EXPECT_TRUE(is_slices("a/b.SlcS") && is_slices("b.SLCW") && !is_slices("slcs") && !is_slices("a.prr"));
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
      "n.slcs:11:6: slices: the slice has fewer than two features (got S_F < 0).");
  EXPECT_EQ(
      slices_findings(slices_head + "4 0 0\n 1\n" + slice_files + "-1 0 -1 4 5\n"),
      "n.slcs:10:11: slices: a feature between others is not in this slice (got S_F < 0). Only the first "
      "and the last features may be left out.");
  EXPECT_EQ(
      slices_findings(slices_head + "2 0 0\n 1\n" + slice_files + "-1 0 10\n0 12 11\n.5 0 12\n2 0 13\n"),
      "n.slcs:11:6: slices: the features of a slice do not follow each other.");
  EXPECT_EQ(
      slices_findings(slices_head + "0 0 0\n 1\n 0 a\n"),
      "n.slcs:6:4: slices: FNAME cannot be read (got a; allowed a text between single quotes). The deck is "
      "not read beyond this place.");
}

// Parts 1 and 2 of ten slices; a + for each that has the part.
std::string runs_of(const std::string& first, const std::string& second) {
  std::string files, features;
  for (std::size_t i = 0; i < first.size(); ++i) {
    files += std::to_string(i) + " 'a.prr'\n";
    features +=
        std::to_string(i) + (first[i] == '+' ? " 0 10" : " -1 10") + (second[i] == '+' ? " 20\n" : " -1\n");
  }
  Findings findings;
  const std::string text = "0 1\n" + std::to_string(first.size()) + "\n3 0 0\n1\n" + files + features;
  return read_slices(text, "n.slcs", findings) ? "read" : findings.text();
}

TEST(ReadSlices, FeaturesThatSlicesLackEndTheirParts) {
  EXPECT_EQ(runs_of("++++++++++", "++++------"), "read");
  EXPECT_EQ(runs_of("++++++++++", "--++++++--"), "read");
  EXPECT_EQ(runs_of("++++++++++++", "++++----++++"), "read");
  EXPECT_EQ(runs_of("++++++----", "--++++++++"), "read");
  EXPECT_EQ(runs_of("++++++++++", "----------"), "read");
  const std::string advice = ". Features with S_F < 0 end the parts beside them.";
  EXPECT_EQ(runs_of("++++++++++", "+++-------"),
            "n.slcs:5:3: slice 1: begins a run of slices with part 2 that is too short (got 3 slices; "
            "allowed at least 4)" +
                advice);
  EXPECT_EQ(runs_of("++++++++++", "-+++++++++"),
            "n.slcs:5:3: slice 1: begins a run of slices without part 2 that is too short (got 1 slices; "
            "allowed at least 2)" +
                advice);
  EXPECT_EQ(runs_of("+++++++++++", "++++---++++"),
            "n.slcs:9:3: slice 5: begins a run of slices without part 2 that is too short (got 3 slices; "
            "allowed at least 4)" +
                advice);
  EXPECT_EQ(runs_of("+++++-----", "-----+++++"),
            "n.slcs:9:3: slice 5: has no part in common with the next slice" + advice);
}

}  // namespace
}  // namespace flangeway::deck
