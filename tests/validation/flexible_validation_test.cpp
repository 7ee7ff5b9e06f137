// The table of docs/validation/flexible_track.md up to 3.5 s: straight and first transition, on rigid and
// flexible track.
#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "case_runner.hpp"

namespace flangeway::validation {
namespace {

struct Range {
  double low = 1e300, high = -1e300, mean = 0;
  [[nodiscard]] double swing() const { return (high - low) / 2; }
  [[nodiscard]] double largest() const { return std::max(std::abs(low), std::abs(high)); }
};

Range range(const Recording& run, const std::string& channel, double from, double to) {
  const std::size_t i = run.index(channel);
  Range found;
  double count = 0;
  for (const auto& row : run.rows) {
    if (row[0] < from || row[0] > to) continue;
    found.low = std::min(found.low, row[i]), found.high = std::max(found.high, row[i]);
    found.mean += row[i];
    ++count;
  }
  found.mean /= count;
  return found;
}

const Recording& rigid() {
  static const Recording run =
      record(load_model_case("flexible_r500_rigid.toml", {"integration.duration=3.5"}));
  return run;
}
const Recording& flexible() {
  static const Recording run =
      record(load_model_case("flexible_r500_tight_flexible.toml", {"integration.duration=3.5"}));
  return run;
}

// From 0.5 to 1.8 s. Tolerances are a unit of the last digit that the page prints.
TEST(FlexibleTrack, TheWheelsetOnTheStraightIsThatOfThePage) {
  const Range low = range(flexible(), "wheelset1.z", 0.5, 1.8),
              high = range(rigid(), "wheelset1.z", 0.5, 1.8);
  EXPECT_NEAR(high.mean, 0.429442, 1e-6);
  EXPECT_NEAR(high.mean - low.mean, 0.504e-3, 1e-6);
  EXPECT_LT(high.swing(), 1e-8);
  EXPECT_NEAR(low.swing(), 14e-6, 1e-6);
  EXPECT_NEAR(range(flexible(), "wheelset1.left.Q", 0.5, 1.8).swing(), 1.26e3, 0.02e3);
  EXPECT_NEAR(range(rigid(), "wheelset1.left.Y", 0.5, 1.8).mean, 732, 1);
  EXPECT_NEAR(range(flexible(), "wheelset1.left.Y", 0.5, 1.8).mean, 828, 1);
  for (const Recording* run : {&rigid(), &flexible()})
    EXPECT_LT(range(*run, "wheelset1.y", 0.5, 1.8).largest(), 1e-9) << "nothing excites it across";
}

// The outer wheels of the leading wheelsets strike, and the front one feels nothing when the rear bogie's
// does.
TEST(FlexibleTrack, FlangesOnTheTransitionStrikeAsThePageSays) {
  struct Row {
    const Recording& run;
    double front, rear, front_y, rear_y;  // kN
  };
  for (const Row& row : {Row{rigid(), 34.9, 30.5, 26.4, 24.3}, Row{flexible(), 17.6, 16.8, 9.2, 9.4}}) {
    const auto peak = [&](const std::string& channel, double from, double to) {
      return range(row.run, channel, from, to).largest() / 1e3;
    };
    EXPECT_NEAR(peak("wheelset1.right.flange.normal_force", 2.6, 2.8), row.front, 0.1);
    EXPECT_NEAR(peak("wheelset3.right.flange.normal_force", 3.3, 3.45), row.rear, 0.1);
    EXPECT_NEAR(peak("wheelset1.right.Y", 2.6, 2.8), row.front_y, 0.1);
    EXPECT_NEAR(peak("wheelset3.right.Y", 3.3, 3.45), row.rear_y, 0.1);
    for (const char* quiet : {"wheelset1.left", "wheelset3.left", "wheelset2.right", "wheelset4.right"})
      EXPECT_EQ(peak(std::string(quiet) + ".flange.normal_force", 0, 3.5), 0) << quiet;
  }
  EXPECT_LT(range(rigid(), "wheelset1.right.Q", 3.35, 3.37).swing(), 100);
}

// Standard deviation of the force on the outer leading flange in the curve, with a sine of alignment of 0.02
// mm; N. From the beginning of the transition on, as scripts/flexible_track_ripple.py.
double flange_swing(const char* file, double wavelength) {
  const Recording run = record(load_model_case(
      file, {"initial.s=85", "integration.duration=4.6", "track.irregularity_step=0.02",
             fmt::format("track.irregularities={{ harmonic = [{{ channel = \"alignment\", amplitude = 2e-5, "
                         "wavelength = {} }}] }}",
                         wavelength)}));
  const std::size_t i = run.index("wheelset1.right.flange.normal_force");
  double count = 0, sum = 0, squares = 0;
  for (const auto& row : run.rows) {
    if (row[0] < 4) continue;
    ++count, sum += row[i], squares += row[i] * row[i];
  }
  return std::sqrt(std::max(0.0, squares / count - sum * sum / (count * count)));
}

// The paper has less swing on the flexible track. With the ripple of a real rail that is so above 35 Hz: at
// 51 Hz (0.6 m) by far, and at 15 Hz (2 m) not.
TEST(FlexibleTrack, ARippleSwingsTheFlangeForceMoreOnTheRigidTrackIfItIsShort) {
  const char *rigid_case = "flexible_r500_rigid.toml", *flexible_case = "flexible_r500_tight_flexible.toml";
  EXPECT_GT(flange_swing(rigid_case, 0.6), 2 * flange_swing(flexible_case, 0.6));
  EXPECT_LT(flange_swing(rigid_case, 2), 0.7 * flange_swing(flexible_case, 2));
}

TEST(FlexibleTrack, RailsOfTheStraightMoveInwards) {
  EXPECT_NEAR(range(flexible(), "track.66m.left.rail_y", 0, 3.5).low, -0.046e-3, 1e-6);
  EXPECT_NEAR(range(flexible(), "track.66m.right.rail_y", 0, 3.5).high, 0.046e-3, 1e-6);
  EXPECT_NEAR(range(flexible(), "track.66m.left.rail_z", 0, 3.5).low, -0.503e-3, 2e-6);
}

}  // namespace
}  // namespace flangeway::validation
