#include "flangeway/track/recorded_spectra.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <numeric>
#include <random>

#include "flangeway/math/types.hpp"
#include "flangeway/track/spectrum.hpp"

namespace flangeway::track {
namespace {

using ::testing::HasSubstr;

RecordedGeometry geometry_of(std::vector<RecordedColumn> columns, double step) {
  RecordedGeometry geometry;
  geometry.step = step;
  geometry.count = columns.front().values.size();
  geometry.columns = std::move(columns);
  geometry.stretches = {{0, geometry.count}};
  return geometry;
}

RecordedSpectra spectra_with(const RecordedGeometry& geometry, double segment = 0) {
  Findings findings;
  auto spectra = spectra_of(geometry, segment, "r.csv", findings);
  if (!spectra) throw std::runtime_error(findings.text());
  return *spectra;
}

// Deviations that a published spectrum gives, as a recording car would show them.
RecordedGeometry generated(double length, double step, long seed, SpectrumClass quality) {
  SpectrumSpec spec;
  spec.quality = quality;
  spec.seed = seed;
  spec.min_wavelength = 2.5;
  spec.max_wavelength = 120;
  spec.harmonics = 1500;
  const auto harmonics = random_harmonics(spec);
  const auto count = static_cast<std::size_t>(length / step);
  std::array<std::vector<double>, 4> measures;
  for (std::size_t c = 0; c < 4; ++c) {
    measures[c].assign(count, 0);
    add_harmonics(harmonics[c], 0, step, measures[c]);
  }
  RecordedColumn left{"longitudinal_level_left", std::vector<double>(count)},
      right{"longitudinal_level_right", std::vector<double>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    left.values[i] = measures[1][i] + measures[3][i] / 2;
    right.values[i] = measures[1][i] - measures[3][i] / 2;
  }
  return geometry_of(
      {left, right, {"alignment", measures[0]}, {"gauge", measures[2]}, {"cross_level", measures[3]}}, step);
}

const std::vector<double>& density_of(const RecordedSpectra& spectra, const std::string& name) {
  for (const ColumnSpectrum& column : spectra.columns)
    if (column.name == name) return column.density;
  throw std::runtime_error(name);
}

const ColumnCoherence& pair_of(const RecordedSpectra& spectra, const std::string& first,
                               const std::string& second) {
  for (const ColumnCoherence& pair : spectra.pairs)
    if (pair.first == first && pair.second == second) return pair;
  throw std::runtime_error(first + second);
}

// The known spectrum of generated deviations is inside the interval of 95 % at about 95 % of the lines, for
// single rails too, whose spectrum is that of the mean and of half the difference.
TEST(RecordedSpectra, RecoverTheSpectrumOfGeneratedDeviations) {
  for (const SpectrumClass quality : {SpectrumClass::erri_b176_low, SpectrumClass::fra_class_5}) {
    const RecordedSpectra spectra = spectra_with(generated(20000, 0.5, 11, quality), 300);
    for (const ColumnSpectrum& column : spectra.columns) {
      const std::vector<double> known = published_density(quality, column.name, spectra.frequency);
      double inside = 0, all = 0, ratio = 0;
      for (std::size_t k = 0; k < known.size(); ++k) {
        const double wave = 1 / spectra.frequency[k];
        if (wave < 3 || wave > 60) continue;
        ++all;
        ratio += column.density[k] / known[k];
        inside += known[k] >= column.density[k] * spectra.interval.low &&
                          known[k] <= column.density[k] * spectra.interval.high
                      ? 1
                      : 0;
      }
      EXPECT_GT(all, 70);
      EXPECT_GT(inside / all, 0.88) << column.name;
      EXPECT_NEAR(ratio / all, 1, 0.05) << column.name;
    }
  }
}

TEST(RecordedSpectra, ASineHasItsPower) {
  std::vector<double> values;
  for (int i = 0; i < 8000; ++i) values.push_back(4e-3 * std::sin(2 * pi * i * 0.25 / 8));
  const RecordedSpectra spectra = spectra_with(geometry_of({{"gauge", values}}, 0.25), 128);
  EXPECT_EQ(spectra.segment, 128);
  const std::vector<double>& density = density_of(spectra, "gauge");
  EXPECT_NEAR(std::accumulate(density.begin(), density.end(), 0.0) / 128, 4e-3 * 4e-3 / 2, 1e-12);
  EXPECT_NEAR(spectra.frequency[15], 1 / 8.0, 1e-15);
  EXPECT_EQ(std::max_element(density.begin(), density.end()) - density.begin(), 15);
  EXPECT_THAT(summary_text(spectra), HasSubstr("2.828"));  // 4 mm/√2 in D1
}

// Rails that share a mean and have independent differences: coherence (S_mean − S_diff/4)²/(S_mean +
// S_diff/4)².
TEST(RecordedSpectra, CoherenceOfRailsIsThatOfMeanAndDifference) {
  const RecordedGeometry geometry = generated(20000, 0.5, 5, SpectrumClass::erri_b176_low);
  const RecordedSpectra spectra = spectra_with(geometry, 250);
  const auto& rails = pair_of(spectra, "longitudinal_level_left", "longitudinal_level_right");
  const std::vector<double> mean = published_density(SpectrumClass::erri_b176_low, "longitudinal_level",
                                                     spectra.frequency),
                            difference = published_density(SpectrumClass::erri_b176_low, "cross_level",
                                                           spectra.frequency);
  double error = 0, lines = 0;
  for (std::size_t k = 0; k < spectra.frequency.size(); ++k) {
    if (spectra.frequency[k] < 1 / 60.0 || spectra.frequency[k] > 1 / 3.0) continue;
    const double expected = std::pow((mean[k] - difference[k] / 4) / (mean[k] + difference[k] / 4), 2);
    EXPECT_NEAR(rails.coherence[k], expected, 0.25) << spectra.frequency[k];
    error += rails.coherence[k] - expected;
    ++lines;
  }
  EXPECT_NEAR(error / lines, 0, 0.02);
  // Alignment and gauge are independent.
  const auto& none = pair_of(spectra, "alignment", "gauge");
  double beyond = 0, all = 0;
  for (std::size_t k = 0; k < spectra.frequency.size(); ++k) {
    if (spectra.frequency[k] < 1 / 60.0 || spectra.frequency[k] > 1 / 3.0) continue;
    beyond += none.coherence[k] > spectra.threshold ? 1 : 0;
    ++all;
  }
  EXPECT_LT(beyond / all, 0.12);
}

// Another recording of the same track, begun elsewhere and with a gap: coherent where both have something.
TEST(RecordedSpectra, JoinTwoRecordings) {
  const RecordedGeometry first = generated(3000, 0.5, 3, SpectrumClass::erri_b176_high);
  RecordedGeometry other = first;
  other.start = 137.5;  // the other one counts from somewhere else
  for (RecordedColumn& column : other.columns)
    for (std::size_t i = 4000; i < 4020; ++i) column.values[i] = std::nan("");
  other.columns.pop_back();
  const RecordedGeometry both = joined(first, other, 137.5);
  ASSERT_EQ(both.columns.size(), 8U);
  EXPECT_EQ(both.columns[4].name, "other.longitudinal_level_left");
  ASSERT_EQ(both.stretches.size(), 2U);
  EXPECT_EQ(both.stretches[0].end, 4000U);
  EXPECT_EQ(both.stretches[1].first, 4020U);
  const RecordedSpectra spectra = spectra_with(both, 250);
  EXPECT_EQ(spectra.pairs.size(), 6U + 4U);
  for (const double one : pair_of(spectra, "gauge", "other.gauge").coherence) EXPECT_NEAR(one, 1, 1e-9);
}

TEST(RecordedSpectra, ChooseSegmentsAndSayWhenThereAreNone) {
  const RecordedGeometry geometry = generated(1000, 0.5, 3, SpectrumClass::erri_b176_high);
  EXPECT_EQ(spectra_with(geometry).segment, 128);  // a power of two of samples in a quarter of 1000 m
  RecordedGeometry cut = geometry;
  cut.stretches = {{0, 12}, {20, 30}};
  Findings findings;
  EXPECT_FALSE(spectra_of(cut, 0, "r.csv", findings));
  EXPECT_EQ(findings.text(),
            "r.csv: is too short for a spectrum, or its segments are (got 1.5 m; allowed segments of at "
            "least 8 m without "
            "a gap). Record more, or choose longer segments.");
}

TEST(RecordedSpectra, TwistHasNoPublishedSpectrum) {
  EXPECT_TRUE(published_density(SpectrumClass::erri_b176_low, "twist", {0.1}).empty());
  std::vector<double> values;
  for (int i = 0; i < 4000; ++i) values.push_back(1e-3 * std::sin(0.7 * i));
  const std::string text = summary_text(spectra_with(geometry_of({{"twist", values}}, 0.5)));
  EXPECT_THAT(text, HasSubstr(" mm/m\n"));
}

}  // namespace
}  // namespace flangeway::track
