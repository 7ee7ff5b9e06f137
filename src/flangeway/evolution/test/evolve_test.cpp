// Profiles that lose material: areas, mirror images, nothing without creep; and evolutions that go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "flangeway/evolution/evolve.hpp"
#include "flangeway/evolution/run_wear.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/profile/read.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::evolution {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

profile::Curve s1002() {
  Findings findings;
  const auto profile = profile::load_profile("s1002", profile::Kind::wheel, {}, {}, findings);
  return profile.value().curve;
}

// A bell of wear at an arc length, in bins of 0.5 mm, m.
std::vector<double> bell(double length, double at, double width, double depth) {
  std::vector<double> depths;
  for (double s = 2.5e-4; s < length; s += 5e-4) {
    const double t = (s - at) / width;
    depths.push_back(depth * std::exp(-t * t / 2));
  }
  return depths;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(WornProfile, SmoothingKeepsTheSum) {
  std::vector<double> depths(200, 0);
  depths[3] = 2, depths[100] = 1, depths[199] = 5;
  const std::vector<double> smooth = smoothed(depths, 5e-4, 2e-3);
  EXPECT_NEAR(sum(smooth), 8, 1e-13);
  EXPECT_NEAR(smooth[100], 5e-4 / (2e-3 * std::sqrt(2 * pi)), 1e-4);  // of a bell of four bins
  EXPECT_EQ(smoothed(depths, 5e-4, 0), depths);
}

// In the flange root, where the normals meet, as on the tread.
TEST(WornProfile, LosesTheAreaThatWears) {
  const profile::Curve wheel = s1002();
  const std::vector<Vec2> first = points_along(wheel);
  const double length = profile::Curve(first).length();
  for (const double at : {0.035, 0.045, 0.055, 0.09}) {
    const std::vector<double> depths = bell(length, at, 4e-3, 1e-4);
    const double bin = 5e-4, area = sum(depths) * bin;
    const std::vector<Vec2> after = worn(first, depths, bin);
    EXPECT_NEAR(area_between(first, after), area, 1e-9 * area) << at;
    // The depth along the normal is that of the bins but for the curvature of the profile.
    double deepest = 0;
    for (std::size_t i = 0; i < first.size(); ++i) deepest = std::max(deepest, (after[i] - first[i]).norm());
    EXPECT_NEAR(deepest, 1e-4, 0.01e-4) << at;
  }
  EXPECT_EQ(worn(first, std::vector<double>(300, 0.0), 5e-4).front(), first.front());
}

TEST(WornProfile, MeasuresHollowTreadsAndReprofiling) {
  const std::vector<Vec2> first = points_along(s1002());
  EXPECT_EQ(hollow_depth(first), 0);
  EXPECT_NEAR(radius_lost_by_reprofiling(first, first), 0, 1e-9);
  std::vector<Vec2> lower = first, hollow = first;
  for (Vec2& point : lower) point.y() += 1e-3;
  for (Vec2& point : hollow)
    if (std::abs(point.x()) < 0.02) point.y() += 3e-3;
  EXPECT_NEAR(radius_lost_by_reprofiling(first, lower), 1e-3, 1e-9);
  // The tread of S1002 rises by 0.44 mm from 20 mm on the flange side of the tape circle to 20 mm on the
  // other.
  EXPECT_NEAR(hollow_depth(hollow), 3e-3, 0.3e-3);
}

class LineTest : public ::testing::Test {
 protected:
  // A wheelset on a short straight and in a curve, with a law of which nothing is to be believed.
  LineTest() {
    const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
    folder_.write("case.toml",
                  "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                      "tracks/line_section.toml\"\nspeed = 15.0\n[integration]\nmethod = \"abm4\""
                      "\nstep = 1e-3\nduration = 0.4\n");
    folder_.write("law.toml",
                  "name = \"test\"\nsource = \"none\"\nkind = \"usfd\"\npieces = [{ from = 0.0, value = 0.0, "
                  "slope = 5.3 }]\n");
    write_line("mileage = 3e6\n");
  }
  void write_line(const std::string& head) {
    folder_.write("line.toml",
                  "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\n" + head +
                      "[step]\ndepth = 1e-4\nmileage = 1.2e6\n"
                      "[[sections]]\nname = \"right\"\nshare = 0.5\n"
                      "set = { initial.y = 3e-3, \"track.irregularities.spectrum.scale\" = 0 }\n"
                      "[[sections]]\nname = \"left\"\nshare = 0.5\n"
                      "set = { initial.y = -3e-3, \"track.irregularities.spectrum.scale\" = 0 }\n");
  }
  std::string findings_of_line() {
    Findings findings;
    const auto file = document::Document::from_file(folder_.path() / "line.toml", findings);
    EXPECT_FALSE(load_line(file, findings));
    return findings.text();
  }
  std::vector<Step> evolve_in(const std::string& name, std::size_t stop_after = 1000) {
    Findings findings;
    const auto file = document::Document::from_file(folder_.path() / "line.toml", findings);
    const auto line = load_line(file, findings);
    const auto place = EvolutionFolder::open(folder_.path() / name, line.value(), "test", false, findings);
    findings.throw_if_any();
    EvolveOptions options;
    options.progress = [&](double, std::size_t steps) { return steps < stop_after; };
    return evolve(*line, *place, options);
  }
  TemporaryFolder folder_;
};

TEST_F(LineTest, KeepsTheBalanceOfMassAndGoesOnWithTheSameBits) {
  const std::vector<Step> whole = evolve_in("whole");
  ASSERT_EQ(whole.size(), 4u);  // 0, 1200, 2400 and 3000 km
  EXPECT_NEAR(whole.back().mileage, 3e6, 1e-3);
  double lost = 0;
  for (const Step& step : whole) {
    if (step.sections.empty()) break;
    const double rate = (step.sections[0].area_rate + step.sections[1].area_rate) / 2;
    EXPECT_NEAR(sum(step.depths) * step.bin, rate * step.length, 1e-12 * rate * step.length);
    EXPECT_GT(rate, 0);
    lost += rate * step.length;
  }
  EXPECT_NEAR(whole.back().area_lost, lost, 1e-9 * lost);
  EXPECT_NEAR(area_between(whole.front().points, whole.back().points), lost, 1e-9 * lost);

  evolve_in("stopped", 1);
  const std::vector<Step> continued = evolve_in("stopped");
  ASSERT_EQ(continued.size(), whole.size());
  EXPECT_EQ(continued.back().points, whole.back().points);
}

// All wheels share the mean of the wear, so that the mirror image of a line wears them alike.
TEST_F(LineTest, MirrorImagesWearAlike) {
  const Step step = evolve_in("mirror").front();
  EXPECT_NEAR(step.sections[0].wear_number, step.sections[1].wear_number,
              1e-6 * step.sections[0].wear_number);
  EXPECT_NEAR(step.sections[0].area_rate, step.sections[1].area_rate, 1e-6 * step.sections[0].area_rate);
}

TEST_F(LineTest, FindsWhatIsWrong) {
  write_line("mileage = 3e6\nskip = -1.0\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("line.toml:5:8: skip"));
  folder_.write("line.toml",
                "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\nmileage = 1e6\n"
                "[[sections]]\nname = \"a\"\nshare = 0.5\n[[sections]]\nname = \"a\"\nshare = 0.6\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("sections[1].name: is the name of two sections"));
  EXPECT_THAT(findings_of_line(), HasSubstr("sections: have shares that do not add up to 1 (got 1.1"));
  write_line("mileage = 3e6\n");
  folder_.write("law.toml",
                "name = \"test\"\nsource = \"none\"\nkind = \"usfd\"\npieces = [{ from = 1.0, "
                "value = 0.0 }]\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("is not where wear begins"));
}

TEST_F(LineTest, WheelsGetTheirFirstProfileAgain) {
  write_line("mileage = 3e6\nreprofiling = { mileage = 2e6 }\n");
  const std::vector<Step> steps = evolve_in("out");
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_FALSE(steps[1].reprofiled);
  EXPECT_TRUE(steps[2].reprofiled);  // after 2400 km
  EXPECT_EQ(steps[2].points, steps[0].points);
  EXPECT_GT(steps[2].radius_lost, 0);
  EXPECT_GT(steps[2].area_lost, steps[1].area_lost);
  write_line("mileage = 3e6\nreprofiling = { flange_thickness = 0.04 }\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("reprofiling: has a limit that the first profile is beyond"));
}

TEST_F(LineTest, AFolderOfAnotherLineIsRefused) {
  evolve_in("out");
  Findings findings;
  const auto other = document::Document::from_text(
      "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\nmileage = 1e6\n[[sections]]\nname = \"a\"\n"
      "share = 1.0\n",
      (folder_.path() / "other.toml").string(), findings);
  const auto line = load_line(other, findings);
  ASSERT_TRUE(line) << findings.text();
  EXPECT_FALSE(EvolutionFolder::open(folder_.path() / "out", *line, "test", false, findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("holds results of another line, or of other inputs or another program. "
                        "Use --force to replace them, or name another folder"));
  Findings more;
  EXPECT_TRUE(EvolutionFolder::open(folder_.path() / "out", *line, "test", true, more));
  EXPECT_FALSE(EvolutionFolder::open(folder_.path(), *line, "test", true, more));
  EXPECT_THAT(more.text(), HasSubstr("holds other files. Name a new folder"));
}

}  // namespace
}  // namespace flangeway::evolution
