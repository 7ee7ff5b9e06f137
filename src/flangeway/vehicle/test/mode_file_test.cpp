// Universal files with modes: a file of finite elements against the closed form of the free beam, the other
// datasets and units, and messages about mistakes.
#include "flangeway/vehicle/mode_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "flangeway/multibody/flexible.hpp"

namespace flangeway::vehicle {
namespace {

using ::testing::HasSubstr;

std::string shipped_text() {
  std::ifstream file(FLANGEWAY_SOURCE_DIR "/models/vehicles/manchester_carbody.unv", std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

ModeFile file_of(const std::string& text) {
  Findings findings;
  const auto file = parse_modes(text, "body.unv", findings);
  findings.throw_if_any();
  return *file;
}

std::string faults_of(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(parse_modes(text, "body.unv", findings).has_value());
  return findings.text();
}

TEST(ModeFile, FiniteElementsAreTheFreeBeam) {
  constexpr double mass = 32000, length = 24;
  const ModeFile file = file_of(shipped_text());
  ASSERT_EQ(file.modes.size(), 8u);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(file.modes[k].frequency, 0);  // of a rigid body
  const double ratio = std::pow(multibody::free_beam_root(2) / multibody::free_beam_root(1), 2);
  const double expected[] = {10, 14, 10 * ratio, 14 * ratio};
  for (std::size_t k = 0; k < 4; ++k) {
    const FileMode& mode = file.modes[4 + k];
    EXPECT_NEAR(mode.frequency, expected[k], 2e-5 * expected[k]);
    EXPECT_EQ(mode.mass, 1);
    const bool lateral = k % 2 == 1;
    const std::size_t n = k < 2 ? 1 : 2;
    const Eigen::Index axis = lateral ? 1 : 2;
    double sign = 0;
    for (std::size_t node = 0; node < file.nodes.size(); ++node) {
      const Vec3& place = file.nodes[node].place;
      const FileShape& shape = mode.shapes[node];
      const double x = place.x() / length, size = 1 / std::sqrt(mass);
      if (sign == 0) sign = shape.move[axis] * multibody::free_beam_shape(n, x) > 0 ? 1 : -1;
      EXPECT_NEAR(shape.move[axis], sign * size * multibody::free_beam_shape(n, x), 1e-4 * size);
      const double slope = sign * size * multibody::free_beam_slope(n, x) / length;
      EXPECT_NEAR(shape.turn[3 - axis], lateral ? slope : -slope, 1e-4 * size);
      EXPECT_NEAR(shape.move.x(), -slope * place[axis], 2e-4 * size);
    }
  }
}

std::string dataset(int kind, const std::string& lines) {
  return fmt::format("    -1\n{:6d}\n{}    -1\n", kind, lines);
}
std::string units_of(double per_metre, double per_newton) {
  return dataset(164, fmt::format("{:10d}{:20s}{:10d}\n{:25.17E}{:25.17E}{:25.17E}\n{:25.17E}\n", 9, "own", 2,
                                  per_metre, per_newton, 1.0, 0.0));
}
std::string nodes_of(double unit) {
  std::string lines;
  for (int k = 1; k <= 2; ++k)
    lines += fmt::format("{:10d}{:10d}{:10d}{:10d}{:13.5E}{:13.5E}{:13.5E}\n", k, 0, 0, 1, -1.5 * unit * k,
                         0.25 * unit, -unit);
  return dataset(15, lines);
}
/// Numbers of FORTRAN fields that touch.
std::string mode_of(const std::string& numbers = "  1.20000E+01  4.00000E+00  1.00000E-02  0.00000E+00") {
  return dataset(
      55, "a\nb\nc\nd\ne\n" + fmt::format("{:10d}{:10d}{:10d}{:10d}{:10d}{:10d}\n", 1, 2, 3, 8, 2, 6) +
              "         2         4         1         7\n" + numbers + "\n" +
              "         1\n-1.00000E-100-2.00000E-100-3.00000E-100  4.00000E+00  "
              "5.00000E+00  6.00000E+00\n         2\n  1.00000E+00  2.00000E+00  3.00000E+00  4.00000E+00  "
              "5.00000E+00  6.00000E+00\n");
}

TEST(ModeFile, OldDatasetsSayTheSame) {
  const ModeFile file = file_of(nodes_of(1) + dataset(151, "anything\n") + mode_of());
  ASSERT_EQ(file.nodes.size(), 2u);
  EXPECT_EQ(file.nodes[1].place, Vec3(-3, 0.25, -1));
  ASSERT_EQ(file.modes.size(), 1u);
  const FileMode& mode = file.modes[0];
  EXPECT_EQ(mode.number, 7);
  EXPECT_EQ(mode.frequency, 12);
  EXPECT_EQ(mode.mass, 4);
  EXPECT_EQ(mode.damping, 0.01);
  EXPECT_EQ(mode.shapes[0].move, Vec3(-1e-100, -2e-100, -3e-100));
  EXPECT_EQ(mode.shapes[1].turn, Vec3(4, 5, 6));
}

// Static shapes, shapes in elements and datasets of other kinds are no modes.
TEST(ModeFile, DataThatAreNoModesAreLeftAside) {
  std::string at_rest = mode_of();
  at_rest.replace(at_rest.find("         2         3         8"), 20, "         1         3");
  const ModeFile file =
      file_of(nodes_of(1) + at_rest + dataset(2412, "1 2 3\n") + dataset(58, "text\n") + mode_of());
  EXPECT_EQ(file.modes.size(), 1u);
  EXPECT_TRUE(file.left_aside.empty());
}

TEST(ModeFile, DatasetsThatMayHaveModesAreNamed) {
  const ModeFile file = file_of(nodes_of(1) + dataset(7, "2414\n") + mode_of() + dataset(56, "1\n"));
  EXPECT_EQ(file.modes.size(), 1u);
  EXPECT_EQ(file.left_aside, (std::vector<std::string>{"7", "56"}));
}

std::string systems_of(const std::string& rows, int type) {
  return dataset(2420, fmt::format("         1\npart\n         5{:10d}         8\nown\n{}", type, rows));
}

// Node 1 has its values 1, 2, 3 and 4, 5, 6 in axes of its own, node 2 in the axes of the file.
TEST(ModeFile, DisplacementsMayHaveAxesOfTheirOwn) {
  const std::string nodes = dataset(15, "1 0 5 1 0.0 -2.0 0.5\n2 0 0 1 1.0 0.0 0.0\n");
  std::string mode = mode_of();
  const std::string old = "-1.00000E-100-2.00000E-100-3.00000E-100",
                    other = "  1.00000E+00  2.00000E+00  3.00000E+00";
  mode.replace(mode.find(old), old.size(), other);
  // x of node 1 is y of the file, y is −x.
  const ModeFile turned = file_of(nodes + mode + systems_of("0 1 0\n-1 0 0\n0 0 1\n7 8 9\n", 0));
  EXPECT_LT((turned.modes[0].shapes[0].move - Vec3(-2, 1, 3)).norm(), 1e-12);
  EXPECT_LT((turned.modes[0].shapes[0].turn - Vec3(-5, 4, 6)).norm(), 1e-12);
  EXPECT_EQ(turned.modes[0].shapes[1].move, Vec3(1, 2, 3));
  // In cylindrical coordinates about z the node lies at −90°: its radial axis is −y, its tangential one x.
  const ModeFile round = file_of(systems_of("1 0 0\n0 1 0\n0 0 1\n0 0 0\n", 1) + nodes + mode);
  EXPECT_LT((round.modes[0].shapes[0].move - Vec3(2, -1, 3)).norm(), 1e-12);
  EXPECT_LT((round.modes[0].shapes[0].turn - Vec3(5, -4, 6)).norm(), 1e-12);
  EXPECT_THAT(faults_of(nodes + mode + systems_of("1 0 0\n0 1 0\n0 0 1\n0 0 0\n", 2)),
              testing::HasSubstr("is not known (got 5;"));
  EXPECT_THAT(faults_of(nodes + mode + systems_of("1 0 0\n0 2 0\n0 0 1\n0 0 0\n", 0)),
              testing::HasSubstr("coordinate system 5 has axes that are not unit vectors at right angles"));
  EXPECT_THAT(faults_of(nodes + mode + systems_of("1 0 0\n", 0)),
              testing::HasSubstr("is no coordinate system (allowed its number and type"));
}

// In mm, N and t a shape moves by as many of its units, and its rotation belongs to a displacement in mm.
TEST(ModeFile, UnitsAreConverted) {
  const ModeFile file = file_of(units_of(1000, 1) + nodes_of(1000) + mode_of());
  EXPECT_LT((file.nodes[1].place - Vec3(-3, 0.25, -1)).norm(), 1e-12);
  EXPECT_NEAR(file.modes[0].mass, 4000, 1e-9);
  EXPECT_EQ(file.modes[0].shapes[1].move, Vec3(1, 2, 3));
  EXPECT_LT((file.modes[0].shapes[1].turn - Vec3(4000, 5000, 6000)).norm(), 1e-9);
}

TEST(ModeFile, MistakesAreExplained) {
  EXPECT_EQ(faults_of("solid box\n"),
            "body.unv: has no datasets (allowed lines with -1 before and after each dataset). Give a "
            "universal file (.unv, .uff).");
  EXPECT_EQ(faults_of(mode_of()), "body.unv: has no nodes (allowed dataset 15 or 2411).");
  EXPECT_EQ(faults_of(nodes_of(1)),
            "body.unv: has no normal modes at nodes (allowed dataset 55 or 2414 with analysis type 2).");
  EXPECT_EQ(
      faults_of("    -1\n    15\n"),
      "body.unv:2:1: begins a dataset without an end (got 15; allowed a line with -1 behind it). Is the "
      "file complete.");
  EXPECT_EQ(faults_of("    -1\n"),
            "body.unv:1:1: is a line with -1 that begins no dataset. Is the file complete.");
  EXPECT_EQ(
      faults_of("    -1\n    -1\n"),
      "body.unv:2:1: is no number of a dataset (got \"-1\"; allowed a number behind the line with -1 that "
      "begins a dataset). Is a line with -1 missing or doubled before it.");
  EXPECT_EQ(faults_of(dataset(15, "1 0 0 1 0.0 zero 0.0\n") + mode_of()),
            "body.unv:3:1: is no node (allowed four whole numbers and the coordinates x, y, z).");
  EXPECT_EQ(
      faults_of(dataset(2411, "1 1 1 1\n0.0 0.0\n") + mode_of()),
      "body.unv:3:1: is no node (allowed four whole numbers, and on the line behind them the coordinates "
      "x, y, z).");
  EXPECT_EQ(faults_of(nodes_of(1) + nodes_of(1) + mode_of()),
            "body.unv:8:1: node 1 stands twice.\nbody.unv:9:1: node 2 stands twice.");
  EXPECT_EQ(
      faults_of(dataset(15, "1 0 5 1 0.0 0.0 0.0\n2 0 0 1 1.0 0.0 0.0\n") + mode_of()),
      "body.unv:3:1: node 1 has its displacements in a coordinate system that is not known (got 5; allowed "
      "0, "
      "1, or a Cartesian or cylindrical system of dataset 2420). Write the modes in the axes of the file.");
  EXPECT_EQ(
      faults_of(dataset(15, "1 0 0 1 0.0 0.0 0.0\n") + mode_of()),
      "body.unv:17:1: mode 7 has a shape at node 2, which is none (allowed a node of dataset 15 or 2411).");
  EXPECT_EQ(faults_of(nodes_of(1) + mode_of("-1.0 4.0 0.0 0.0")),
            "body.unv:15:1: mode 7 has a negative frequency (got -1; allowed 0 or more, in Hz).");
  EXPECT_EQ(
      faults_of(nodes_of(1) + mode_of("1.0 -4.0 2.0 0.0")),
      "body.unv:15:1: mode 7 has a negative modal mass (got -4; allowed above 0).\nbody.unv:15:1: mode 7 "
      "has no damping ratio (got 2; allowed 0 to 1).");
  EXPECT_EQ(
      faults_of(nodes_of(1) + mode_of("what")),
      "body.unv:14:1: is no head of a mode (allowed 2, 4, load case and mode number; on the line behind "
      "frequency, modal mass and damping ratio).");
  EXPECT_EQ(
      faults_of(units_of(0, 1) + nodes_of(1) + mode_of()),
      "body.unv:3:1: has no factors of its units (allowed on the line behind three numbers, from 1e-9 to "
      "1e9 for length and force).");
  std::string complex = mode_of();
  complex.replace(complex.find("         2         6"), 20, "         5         6");
  EXPECT_EQ(faults_of(nodes_of(1) + complex),
            "body.unv:13:1: is a complex mode (allowed real normal modes, of the body without its dampers).");
  std::string broken = mode_of();
  broken.replace(broken.find("  1.00000E+00  2.0"), 13, "          one");
  EXPECT_EQ(faults_of(nodes_of(1) + broken),
            "body.unv:18:1: is no shape of mode 7 at a node (allowed its number, and 6 numbers on the line "
            "behind).");
}

// Any line with -1 that is missing, or doubled, is detected, and so is any text between datasets: otherwise
// the datasets behind it would be lost silently.
TEST(ModeFile, NoDatasetIsLostForAMissingLine) {
  const std::string whole = nodes_of(1) + mode_of() + mode_of() + mode_of();
  ASSERT_EQ(file_of(whole).modes.size(), 3u);
  std::vector<std::string> lines;
  std::istringstream in(whole);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  const auto joined = [&](std::size_t at, const std::string& instead) {
    std::string text;
    for (std::size_t i = 0; i < lines.size(); ++i) text += i == at ? instead : lines[i] + '\n';
    return text;
  };
  std::size_t delimiters = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] != "    -1") continue;
    ++delimiters;
    EXPECT_NE(faults_of(joined(i, "")), "") << "without line " << i + 1;
    EXPECT_NE(faults_of(joined(i, "    -1\n    -1\n")), "") << "line " << i + 1 << " twice";
  }
  EXPECT_EQ(delimiters, 8u);
  EXPECT_EQ(
      faults_of(nodes_of(1) + "a remark\n" + mode_of()),
      "body.unv:6:1: stands between datasets, which would be lost (got \"a\"; allowed lines with -1 before "
      "and after each dataset). Is a line with -1 missing at the end of the dataset before, or before this "
      "line.");
  EXPECT_EQ(file_of("\n" + whole + "\n \n").modes.size(), 3u);  // blank lines are no text
}

// A file of another kind does not fill the screen.
TEST(ModeFile, FindingsHaveAnEnd) {
  std::string lines;
  for (int k = 0; k < 100; ++k) lines += "nonsense\n";
  const std::string text = faults_of(dataset(15, lines));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 19);
}

}  // namespace
}  // namespace flangeway::vehicle
