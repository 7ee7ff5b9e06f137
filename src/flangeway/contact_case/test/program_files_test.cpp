// The files of the program CONTACT, read back by the positions of their columns.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "flangeway/contact_case/fortran_format.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/deck/read.hpp"

namespace flangeway::contact_case {
namespace {

// A ball of radius 500 mm on a plane, rolling with creepage: digits of the third control word, points below.
std::string ball_deck(const std::string& third, const std::string& stress = "") {
  return fmt::format(
      "3 MODULE\n 20310{}\n 022020\n {}\n 200 100 30 1 1e-6\n 1000. 0.0005 -0.0003 0.\n .3 .3\n 0. .2 3000.\n"
      " .28 .28 82000. 82000.\n 1\n 15 13 -1.5 -1.3 .2 .2\n 1 1\n .001 0. .001 0. 0. 0.\n{}0\n",
      stress.empty() ? 0 : 3, third, stress);
}

std::vector<CaseResult> run_deck(const std::string& text, bool fields = true) {
  Findings findings;
  auto deck = deck::read_deck(text, "ball.inp", findings);
  EXPECT_EQ(findings.text(), "");
  if (!deck) throw BadInput(findings);
  const Batch cases = batch_of(std::make_shared<const deck::Deck>(std::move(*deck)));
  std::vector<CaseResult> results;
  RunOptions options;
  options.wanted.fields = fields;
  options.wanted.program_files = true;
  options.deliver = [&](const CaseResult& result) {
    results.push_back(result);
    return true;
  };
  run(cases, options);
  return results;
}

const std::string& file_of(const CaseResult& result, const std::string& name) {
  for (const auto& [ending, text] : result.files)
    if (ending == name) return text;
  throw std::runtime_error("no file " + name);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::vector<std::vector<double>> rows_of(const std::string& text) {
  std::vector<std::vector<double>> rows;
  for (const std::string& line : lines_of(text)) {
    if (line[0] == '%') continue;
    std::istringstream stream(line);
    rows.emplace_back();
    for (double value = 0; stream >> value;) rows.back().push_back(value);
  }
  return rows;
}

double cell(const std::string& line, std::size_t column) {
  return std::stod(line.substr(14 * column, 14));
}

TEST(FortranFormat, HasTheDigitsAndBlanksOfAnEditDescriptor) {
  EXPECT_EQ(general(0, 14, 6), "   0.00000    ");
  EXPECT_EQ(general(0.25, 14, 6), "  0.250000    ");
  EXPECT_EQ(general(-82000, 14, 6), "  -82000.0    ");
  EXPECT_EQ(general(999999.7, 14, 6), "  0.100000E+07");
  EXPECT_EQ(general(-1.2345678e-4, 14, 6), " -0.123457E-03");
  EXPECT_EQ(scientific(9997.2, 12, 4, 4), "   9997.    ");
  EXPECT_EQ(scientific(10050, 12, 4, 4), "   1.005E+04");
  EXPECT_EQ(scientific(0.1050824, 12, 6, 4), "0.105082    ");
  EXPECT_EQ(scientific(-0.01, 12, 4, 4), "  -1.000E-02");
  EXPECT_EQ(fixed(-7.25, 12, 4), "     -7.2500");
}

TEST(ProgramFiles, MatFileOfAPatchHasItsElementsByColumns) {
  const auto results = run_deck(ball_deck("0001201"));
  const std::string& text = file_of(results.at(0), ".0001.mat");
  const auto lines = lines_of(text);
  // Version of the layout, in the last column of the first row of numbers.
  EXPECT_EQ(cell(lines.at(1), 10), 2320);
  // Grid: two integers in the first fourteen characters, then reals of fourteen each.
  const std::string& grid = lines.at(7);
  EXPECT_EQ(std::stoi(grid.substr(0, 7)), 15);
  EXPECT_EQ(std::stoi(grid.substr(8, 4)), 13);
  EXPECT_NEAR(cell(grid, 1), -1.5, 1e-5);
  EXPECT_NEAR(cell(grid, 2), -1.3, 1e-5);
  EXPECT_NEAR(cell(grid, 3), 0.2, 1e-6);
  EXPECT_NEAR(cell(grid, 6), 0.2, 1e-6);  // DQ
  EXPECT_NEAR(cell(lines.at(9), 1), 82000, 1);
  EXPECT_NEAR(cell(lines.at(11), 1), 3000, 1);    // VELOC
  EXPECT_NEAR(cell(lines.at(11), 2), 0.3, 1e-6);  // FSTAT

  const auto rows = rows_of(text);
  for (const auto& row : rows) EXPECT_EQ(row.size(), 11u);
  double normal = 0, along = 0, across = 0;
  const auto& entry = results[0].json.at("patches").at(0);
  ASSERT_EQ(rows.size(), 6 + entry.at("elements").at("contact").get<std::size_t>());
  for (std::size_t i = 6; i < rows.size(); ++i) {
    const auto& row = rows[i];
    normal += 0.04 * row[4], along += 0.04 * row[5], across += 0.04 * row[6];
    const auto index = static_cast<std::size_t>(row[0]) - 1;
    const double x = -1.4 + 0.2 * static_cast<double>(index % 15),
                 y = -1.2 + 0.2 * static_cast<double>(index / 15);
    EXPECT_NEAR(row[2], 0.001 * (x * x + y * y), 1e-8);  // H
    // The surfaces touch: the displacements are the approach less the distance.
    EXPECT_NEAR(row[7], entry.at("approach").get<double>() - row[2], 1e-7);
    EXPECT_LE(std::hypot(row[5], row[6]), row[3] * row[4] * (1 + 1e-4));
    EXPECT_EQ(row[1] == 2, row[10] > 0) << "an element slips, or it adheres";
  }
  // Six digits of each element are printed.
  EXPECT_NEAR(normal, 1000, 0.01);
  EXPECT_NEAR(along, entry.at("FX").get<double>(), 0.01);
  EXPECT_NEAR(across, entry.at("FS").get<double>(), 0.01);
}

TEST(ProgramFiles, MatFileOfAllElementsHasDisplacementsBesideTheContact) {
  const auto some = rows_of(file_of(run_deck(ball_deck("0001201")).at(0), ".0001.mat")),
             all = rows_of(file_of(run_deck(ball_deck("0002201")).at(0), ".0001.mat"));
  ASSERT_EQ(all.size(), 6u + 15 * 13);
  std::size_t same = 6;
  for (std::size_t i = 6; i < all.size(); ++i) {
    EXPECT_EQ(all[i][0], static_cast<double>(i - 5));
    EXPECT_GT(all[i][7], 0) << "a surface is pressed in around the contact, too";
    if (same < some.size() && all[i][0] == some[same][0]) {
      EXPECT_EQ(all[i], some[same]);
      ++same;
    }
  }
  EXPECT_EQ(same, some.size());
  // Beyond the contact as inside, to what half an element changes: the displacement has no step.
  const auto middle = [&](std::size_t ix) { return all[6 + 15 * 6 + ix]; };
  for (std::size_t ix = 1; ix < 15; ++ix) EXPECT_LT(std::abs(middle(ix)[7] - middle(ix - 1)[7]), 6e-4) << ix;
}

TEST(ProgramFiles, SubsFileHasItsBlocksOfPoints) {
  const std::string points =
      " 2 1\n 9\n 1 2 3\n 0.\n 0. 0.4\n -0.5 0. 0.7\n 2\n 7 1 9\n 7 1 7\n 2 0. 0.5\n 0\n";
  const auto results = run_deck(ball_deck("0000201", points));
  const auto rows = rows_of(file_of(results.at(0), ".0001.subs"));
  ASSERT_EQ(rows.size(), 1u + 6 + 1 + 6);
  for (const auto& row : rows) EXPECT_EQ(row.size(), 14u);
  EXPECT_EQ(std::vector<double>(rows[0].begin(), rows[0].begin() + 3), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(std::vector<double>(rows[7].begin(), rows[7].begin() + 3), (std::vector<double>{3, 1, 2}));
  // Invariants and their tensor; five digits are printed.
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (i == 7) continue;
    const auto& stress = rows[i];
    const double xx = stress[8], xy = stress[9], xz = stress[10], yy = stress[11], yz = stress[12],
                 zz = stress[13];
    EXPECT_NEAR(stress[6], (xx + yy + zz) / 3, 1e-3 * std::abs(stress[6]));
    const double squares = ((xx - yy) * (xx - yy) + (yy - zz) * (yy - zz) + (zz - xx) * (zz - xx)) / 2 +
                           3 * (xy * xy + xz * xz + yz * yz);
    EXPECT_NEAR(stress[7], std::sqrt(squares), 1e-3 * stress[7]);
  }
  // Fewer columns, and the extremes of each block in the listing.
  const auto few = run_deck(ball_deck("0000201", " 1 1\n 9\n 1 1 1\n 0.\n 0.\n 0.7\n 0\n"));
  for (const auto& row : rows_of(file_of(few.at(0), ".0001.subs"))) EXPECT_EQ(row.size(), 8u);
  const double mises = rows_of(file_of(few.at(0), ".0001.subs")).at(1).at(7);
  EXPECT_NE(few[0].listing.find(
                fmt::format(" MAX     SIGVM ={:10.3f} AT (X,Y,Z) = (   0.000,   0.000,   0.700)", mises)),
            std::string::npos)
      << few[0].listing;
}

// Headings that scripts look for, and the values in the line below.
TEST(ProgramFiles, ListingHasValuesBelowTheirHeadings) {
  const auto results = run_deck(ball_deck("0000201"));
  const auto lines = lines_of(listing_heading("1.0") + results.at(0).listing);
  ASSERT_NE(lines.at(1).find("detailed investigation of 3D"), std::string::npos);
  const auto below = [&](const std::string& heading) {
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      if (lines[i].find(heading) == std::string::npos) continue;
      std::istringstream stream(lines[i + 1]);
      std::vector<double> values;
      for (double value = 0; stream >> value;) values.push_back(value);
      return values;
    }
    ADD_FAILURE() << "no " << heading;
    return std::vector<double>(6, NAN);
  };
  const auto& entry = results[0].json.at("patches").at(0);
  const auto forces = below("ELAST.EN.   FRIC.POWER");
  ASSERT_EQ(forces.size(), 6u);
  EXPECT_NEAR(forces[0], 1000, 0.5);
  EXPECT_NEAR(forces[1] / entry.at("FX").get<double>(), 1, 1e-3);
  EXPECT_NEAR(forces[5] / entry.at("friction_power").get<double>(), 1, 1e-3);
  const auto motion = below("CKSI        CETA        CPHI");
  EXPECT_EQ(motion, (std::vector<double>{0, 0.2, 3000, 5e-4, -3e-4, 0}));
  const auto approach = below("FX/FSTAT/FN");
  EXPECT_NEAR(approach.at(3) / entry.at("approach").get<double>(), 1, 1e-3);
  EXPECT_NEAR(approach.at(4) / entry.at("pmax").get<double>(), 1, 1e-3);
  const auto counts = below("NPOT   NCON   NADH  NSLIP");
  EXPECT_EQ(counts.at(0), 195);
  EXPECT_EQ(counts.at(1), entry.at("elements").at("contact").get<double>());
}

TEST(ProgramFiles, DigitsDecideWhatIsWritten) {
  const auto results = run_deck(ball_deck("0000001"), false);
  EXPECT_TRUE(results.at(0).files.empty());
  EXPECT_TRUE(results[0].fields.empty()) << "which only the files would need";
  EXPECT_EQ(lines_of(results[0].listing).size(), 2u) << results[0].listing;
}

}  // namespace
}  // namespace flangeway::contact_case
