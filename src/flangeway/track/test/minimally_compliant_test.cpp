#include "flangeway/track/minimally_compliant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flangeway/track/irregularity.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::track {
namespace {

constexpr double inch = 0.0254, foot = 0.3048;

double value_of(const std::vector<HarmonicSpec>& waves, Measure measure, double s) {
  double sum = 0;
  for (const HarmonicSpec& wave : waves) {
    const double angle = 2 * std::numbers::pi * (s - wave.start) / wave.wavelength;
    if (wave.channel == measure && angle > 0 && angle < 2 * std::numbers::pi)
      sum += wave.amplitude * (1 - std::cos(angle)) / 2;
  }
  return sum;
}

// Largest offset of a chord of this length anywhere along the waves.
double largest_offset(const std::vector<HarmonicSpec>& waves, Measure measure, double chord) {
  double most = 0;
  for (double s = waves.front().start - 40; s < waves.back().start + 80; s += 0.05)
    most = std::max(most, std::abs(value_of(waves, measure, s) - (value_of(waves, measure, s - chord / 2) +
                                                                  value_of(waves, measure, s + chord / 2)) /
                                                                     2));
  return most;
}

TEST(MinimallyCompliant, SingleDeviationsReachTheirLimit) {
  struct Limit {
    long track_class;
    Perturbation perturbation;
    Measure measure;
    std::array<double, 3> inches;
    bool curved = false;
  };
  // [CFR213], its text of 2013: 213.55(a), 213.63 and 213.327(b); surface of classes 6 and 7 unverified.
  for (const Limit& of :
       {Limit{5, Perturbation::single_surface, Measure::vertical_profile, {0, 1.25, 0}},
        Limit{5, Perturbation::single_alignment, Measure::alignment, {0, 0.75, 0}},
        Limit{6, Perturbation::single_surface, Measure::vertical_profile, {1, 1, 1.75}},
        Limit{7, Perturbation::single_alignment, Measure::alignment, {0.5, 0.75, 1.25}},
        Limit{8, Perturbation::single_alignment, Measure::alignment, {0.5, 0.75, 1}},
        Limit{9, Perturbation::single_alignment, Measure::alignment, {0.5, 0.5, 0.75}},
        Limit{3, Perturbation::single_alignment, Measure::alignment, {1.25, 1.75, 0}, true},
        Limit{5, Perturbation::single_alignment, Measure::alignment, {0.5, 0.625, 0}, true},
        Limit{6, Perturbation::single_alignment, Measure::alignment, {0.5, 0.625, 1.5}, true},
        Limit{8, Perturbation::single_alignment, Measure::alignment, {0.5, 0.5, 0.75}, true},
        Limit{7, Perturbation::repeated_alignment, Measure::alignment, {0.375, 0.375, 0.875}},
        Limit{7, Perturbation::repeated_alignment, Measure::alignment, {0.375, 0.375, 0.875}, true},
        Limit{7, Perturbation::repeated_surface, Measure::vertical_profile, {0.75, 0.75, 1}}}) {
    for (const double feet : {31.0, 62.0, 124.0}) {
      MinimallyCompliantSpec spec;
      spec.track_class = of.track_class, spec.perturbation = of.perturbation, spec.wavelength = feet * foot;
      spec.curved = of.curved;
      const auto waves = deviations_of(spec);
      double used = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        if (of.inches[i] == 0) continue;
        const double chord = 31 * foot * std::exp2(i);
        used = std::max(used, largest_offset(waves, of.measure, chord) / (of.inches[i] * inch));
      }
      EXPECT_LT(used, 1 + 1e-3) << of.track_class << " " << feet;
      EXPECT_GT(used, 0.98) << of.track_class << " " << feet;
    }
  }
}

TEST(MinimallyCompliant, AllOfThemFollowEachOther) {
  MinimallyCompliantSpec spec;
  spec.track_class = 4, spec.spacing = 50;
  const auto waves = deviations_of(spec);
  EXPECT_EQ(waves.size(), 10u + 1 + 1 + 3 + 3 + 1 + 1 + 1 + 4);
  EXPECT_EQ(waves.front().start, 100);
  EXPECT_TRUE(std::is_sorted(waves.begin(), waves.end(),
                             [](const auto& a, const auto& b) { return a.start < b.start - 1e-9; }));
  // The gauge of class 4: 56 to 57.5 in.
  double low = 0, high = 0;
  for (double s = 0; s < 800; s += 0.1) {
    low = std::min(low, value_of(waves, Measure::gauge_variation, s));
    high = std::max(high, value_of(waves, Measure::gauge_variation, s));
  }
  EXPECT_NEAR(low, -0.5 * inch, 1e-5);
  EXPECT_NEAR(high, std::max(1.0, 2 * 1.5 / 3) * inch, 1e-4);
}

// [CFR213, 213.53] and [CFR213, 213.323]: the least and the most gauge of each class in inches.
TEST(MinimallyCompliant, GaugeIsThatPrinted) {
  constexpr std::array<std::array<double, 2>, 9> printed{{{56, 58},
                                                          {56, 57.75},
                                                          {56, 57.75},
                                                          {56, 57.5},
                                                          {56, 57.5},
                                                          {56, 57.25},
                                                          {56, 57.25},
                                                          {56, 57.25},
                                                          {56.25, 57.25}}};
  for (std::size_t i = 0; i < printed.size(); ++i) {
    MinimallyCompliantSpec spec;
    spec.track_class = static_cast<long>(i) + 1;
    spec.perturbation = Perturbation::gauge_narrowing;
    EXPECT_NEAR(deviations_of(spec).front().amplitude, (printed[i][0] - 56.5) * inch, 1e-12) << i;
    spec.perturbation = Perturbation::gauge_widening;
    EXPECT_NEAR(deviations_of(spec).front().amplitude, (printed[i][1] - 56.5) * inch, 1e-12) << i;
  }
}

TEST(MinimallyCompliant, CombinedMovesOneRailOnly) {
  MinimallyCompliantSpec spec;
  spec.perturbation = Perturbation::combined;
  const auto waves = deviations_of(spec);
  const double s = spec.start + spec.wavelength / 2;
  const double right_z =
      value_of(waves, Measure::vertical_profile, s) - value_of(waves, Measure::cross_level, s) / 2;
  const double right_y =
      value_of(waves, Measure::alignment, s) - value_of(waves, Measure::gauge_variation, s) / 2;
  EXPECT_NEAR(right_z, 0, 1e-15);
  EXPECT_NEAR(right_y, 0, 1e-15);
  EXPECT_NEAR(value_of(waves, Measure::cross_level, s), -2.0 / 3 * 1.25 * inch, 1e-9);
}

TEST(MinimallyCompliant, BeyondTheTrackIsAFinding) {
  TrackSpec spec;
  spec.irregularities.minimally_compliant = MinimallyCompliantSpec{};
  spec.irregularities.minimally_compliant->key = "irregularities.minimally_compliant";
  Findings findings;
  std::vector<Finding> notes;
  std::vector<document::SourceFile> sources;
  (void)tabulate_irregularities(spec, 300, findings, notes, sources);
  EXPECT_THAT(findings.text(),
              ::testing::HasSubstr(
                  "irregularities.minimally_compliant.start: leaves the last deviations beyond the end "
                  "of the track"));
  Findings none;
  const auto grid = tabulate_irregularities(spec, 1500, none, notes, sources);
  EXPECT_TRUE(none.empty()) << none.text();
  const auto& profile = grid.measure[static_cast<std::size_t>(Measure::vertical_profile)];
  EXPECT_NEAR(*std::min_element(profile.begin(), profile.end()), -1.25 * inch, 1e-5);
}

TEST(MinimallyCompliant, IsPartOfATrackWithoutOtherIrregularities) {
  TrackSpec spec;
  SegmentSpec straight;
  straight.length = 1500;
  spec.segments.push_back(straight);
  spec.rails.lateral_position = 0.75;
  spec.irregularities.minimally_compliant = MinimallyCompliantSpec{};
  Findings findings;
  const auto track = compile(spec, findings);
  ASSERT_TRUE(track) << findings.text();
  EXPECT_TRUE(track->irregular());
}

}  // namespace
}  // namespace flangeway::track
