#include "flangeway/track/irregularity.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "support.hpp"

namespace flangeway::track {
namespace {

using namespace testing;
using ::testing::HasSubstr;

HarmonicSpec harmonic(Measure channel, double amplitude, double wavelength) {
  HarmonicSpec spec;
  spec.channel = channel, spec.amplitude = amplitude, spec.wavelength = wavelength;
  return spec;
}

TrackSpec straight_track(double length) {
  TrackSpec spec;
  spec.segments = {straight(length)};
  return spec;
}

TEST(Irregularity, IsZeroOnAnIdealTrack) {
  const TrackModel model = compiled(straight_track(50));
  const Irregularity here = irregularity_at(model, 20);
  EXPECT_FALSE(model.irregular());
  for (const double value : here.value) EXPECT_EQ(value, 0);
  EXPECT_EQ(model.gauge_variation().maximum, 0);
}

TEST(Irregularity, RailsAndMeasuresAreInverse) {
  const std::array<double, 4> rails{1e-3, -2e-3, 4e-3, 3e-3};
  const auto measures = measures_of_rails(rails);
  EXPECT_DOUBLE_EQ(measures[0], 2.5e-3);
  EXPECT_DOUBLE_EQ(measures[1], 0.5e-3);
  EXPECT_DOUBLE_EQ(measures[2], -3e-3);
  EXPECT_DOUBLE_EQ(measures[3], -5e-3);
  const auto back = rails_of_measures(measures);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_DOUBLE_EQ(back[c], rails[c]);
}

// Signs of each channel at the rails, and derivatives of the table.
TEST(Irregularity, HarmonicMovesTheRailsByItsDefinition) {
  struct Case {
    Measure channel;
    std::array<double, 4> share;  // y_left, z_left, y_right, z_right
  };
  for (const auto& [channel, share] : {Case{Measure::alignment, {1, 0, 1, 0}},
                                       {Measure::vertical_profile, {0, 1, 0, 1}},
                                       {Measure::gauge_variation, {0.5, 0, -0.5, 0}},
                                       {Measure::cross_level, {0, 0.5, 0, -0.5}}}) {
    TrackSpec spec = straight_track(100);
    spec.irregularities.harmonic = {harmonic(channel, 3e-3, 8)};
    spec.irregularities.harmonic[0].phase = 0.3;
    const TrackModel model = compiled(spec);
    const double w = 2 * pi / 8;
    for (double s = 12; s < 95; s += 3.33) {
      const Irregularity here = irregularity_at(model, s);
      for (std::size_t c = 0; c < 4; ++c) {
        EXPECT_NEAR(here.value[c], share[c] * 3e-3 * std::sin(w * s + 0.3), 1e-9);
        EXPECT_NEAR(here.slope[c], share[c] * 3e-3 * w * std::cos(w * s + 0.3), 1e-7);
        EXPECT_NEAR(here.second[c], -share[c] * 3e-3 * w * w * std::sin(w * s + 0.3), 2e-6);
      }
    }
  }
}

TEST(Irregularity, DipIsOneWaveLong) {
  TrackSpec spec = straight_track(100);
  spec.irregularities.harmonic = {harmonic(Measure::vertical_profile, -5e-3, 6)};
  spec.irregularities.harmonic[0].form = HarmonicForm::dip;
  spec.irregularities.harmonic[0].start = 40;
  const TrackModel model = compiled(spec);
  EXPECT_NEAR(irregularity_at(model, 39).value[1], 0, 1e-8);
  EXPECT_NEAR(irregularity_at(model, 41.5).value[1], -2.5e-3, 1e-7);
  EXPECT_NEAR(irregularity_at(model, 43).value[3], -5e-3, 1e-7);
  EXPECT_NEAR(irregularity_at(model, 47).value[1], 0, 1e-8);
  EXPECT_NEAR(model.statistics(Measure::vertical_profile).range.minimum, -5e-3, 1e-12);
}

TEST(Irregularity, FadesInAndOut) {
  EXPECT_EQ(fade(-0.5), 0);
  EXPECT_DOUBLE_EQ(fade(0.5), 0.5);
  EXPECT_EQ(fade(2), 1);
  TrackSpec spec = straight_track(100);
  spec.irregularities.harmonic = {harmonic(Measure::alignment, 1e-3, 1000)};
  spec.irregularities.harmonic[0].phase = pi / 2;  // about constant
  spec.irregularities.fade = 20;
  const TrackModel model = compiled(spec);
  EXPECT_NEAR(irregularity_at(model, -5).value[0], 0, 1e-9);
  EXPECT_NEAR(irregularity_at(model, 10).value[0], 0.5e-3, 2e-6);
  EXPECT_NEAR(irregularity_at(model, 20).value[0], 1e-3, 1e-5);
  EXPECT_NEAR(irregularity_at(model, 110).value[0], 0.5e-3 * std::cos(2 * pi * 0.11), 2e-6);
  EXPECT_NEAR(irregularity_at(model, 130).value[0], 0, 1e-9);
  for (double s = -10; s < 130; s += 0.01) {  // no step of the slope
    EXPECT_LT(std::abs(irregularity_at(model, s).second[0]), 2.1e-5);
  }
}

TEST(Irregularity, SpectrumGivesTheExpectedDeviations) {
  TrackSpec spec = straight_track(5000);
  spec.irregularities.spectrum.emplace();
  const TrackModel model = compiled(spec);
  // ∫ of the alignment spectrum over 3 to 25 m in closed form: 2.119e-7 · 2.41 m
  EXPECT_NEAR(model.statistics(Measure::alignment).standard_deviation, 0.715e-3, 0.03e-3);
  EXPECT_NEAR(model.statistics(Measure::vertical_profile).standard_deviation, 0.986e-3, 0.04e-3);
  const Range gauge = model.gauge_variation();
  EXPECT_GT(gauge.minimum, -9e-3);
  EXPECT_LT(gauge.maximum, 9e-3);
  EXPECT_LT(gauge.minimum, 0);
}

TEST(Irregularity, GaugeRangeHoldsEverywhere) {
  TrackSpec spec = straight_track(300);
  spec.irregularities.spectrum.emplace();
  const TrackModel model = compiled(spec);
  const Range range = model.gauge_variation();
  for (double s = model.start(); s < model.end(); s += 0.1) {
    const double gauge = measures_of_rails(irregularity_at(model, s).value)[2];
    EXPECT_GE(gauge, range.minimum - 1e-6);
    EXPECT_LE(gauge, range.maximum + 1e-6);
  }
}

TEST(Irregularity, SourcesAdd) {
  TrackSpec spec = straight_track(100);
  spec.irregularities.harmonic = {harmonic(Measure::alignment, 3e-3, 8),
                                  harmonic(Measure::alignment, 1e-3, 5)};
  const TrackModel both = compiled(spec);
  spec.irregularities.harmonic.pop_back();
  const TrackModel first = compiled(spec);
  const double s = 33.3;
  EXPECT_NEAR(irregularity_at(both, s).value[0] - irregularity_at(first, s).value[0],
              1e-3 * std::sin(2 * pi * s / 5), 1e-8);
}

TEST(IrregularityFindings, HaveTheirTexts) {
  TrackSpec spec = straight_track(100);
  spec.irregularities.harmonic = {harmonic(Measure::alignment, 1e-3, 0.5)};
  spec.irregularities.harmonic[0].where = {"t.toml", 9, 1};
  spec.irregularities.harmonic[0].key = "irregularities.harmonic[0]";
  SpectrumSpec spectrum;
  spectrum.max_wavelength = 2;
  spectrum.harmonics = 0;
  spectrum.key = "irregularities.spectrum";
  spec.irregularities.spectrum = spectrum;
  const std::string text = findings_of(spec);
  EXPECT_THAT(
      text,
      HasSubstr("t.toml:9:1: irregularities.harmonic[0].wavelength: is too short for the table (got 0.5; "
                "allowed at least 10 irregularity_step = 1 in m). Choose a longer wave or a smaller "
                "irregularity_step."));
  EXPECT_THAT(text,
              HasSubstr("irregularities.spectrum.max_wavelength: is not longer than min_wavelength (got "
                        "2; allowed more than 3 in m)."));
  EXPECT_THAT(text,
              HasSubstr("irregularities.spectrum.harmonics: is not positive (got 0; allowed 10 to 20000)."));
}

TEST(IrregularityFindings, MissingFile) {
  TrackSpec spec = straight_track(100);
  MeasuredSpec measured;
  measured.file = {"/nowhere/track.csv", {"t.toml", 12, 8}};
  measured.key = "irregularities.measured";
  spec.irregularities.measured = measured;
  EXPECT_THAT(findings_of(spec),
              HasSubstr("t.toml:12:8: irregularities.measured.file: cannot be read (got "
                        "/nowhere/track.csv). Check the path; it is relative to the track file."));
}

}  // namespace
}  // namespace flangeway::track
