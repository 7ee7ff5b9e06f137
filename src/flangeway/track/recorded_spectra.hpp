// Spectra of recorded track geometry, and the coherence of its quantities, by Welch's method.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/assess/spectrum.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/track/choices.hpp"
#include "flangeway/track/recorded_geometry.hpp"

namespace flangeway::track {

struct ColumnSpectrum {
  std::string name;             ///< that of the column; of another recording "other.gauge"
  std::vector<double> density;  ///< one-sided, m²/(1/m); of twist 1/(1/m)
};

struct ColumnCoherence {
  std::string first, second;
  std::vector<double> coherence, phase;  ///< 0 … 1; rad by which the second leads the first
};

struct RecordedSpectra {
  std::vector<double> frequency;  ///< 1/m
  double segment = 0;             ///< m, of one segment
  std::size_t segments = 0;
  double averages = 0;        ///< independent segments that have the same variance
  assess::Interval interval;  ///< of 95 %, as factors of a density
  double threshold = 1;  ///< of the coherence: independent quantities exceed it at 5 % of the frequencies
  std::vector<ColumnSpectrum> columns;
  std::vector<ColumnCoherence> pairs;
};

/// Spectra of all columns, and the coherence of each two. `segment`: m, at most; 0: a quarter of the longest
/// piece between gaps, at most 1000 m. nullopt with a finding where the recording is too short.
[[nodiscard]] std::optional<RecordedSpectra> spectra_of(const RecordedGeometry& geometry, double segment,
                                                        const std::string& file_name, Findings& findings);

/// The columns of both recordings on the samples of the first, those of the other named "other.…", where both
/// have them. `shift` as of shift_between(). Between samples the other one is interpolated by straight lines.
[[nodiscard]] RecordedGeometry joined(const RecordedGeometry& first, const RecordedGeometry& other,
                                      double shift);

/// The published density of a column, m²/(1/m): one rail has the mean of both and half their difference.
/// Empty for twist, which none is published of.
[[nodiscard]] std::vector<double> published_density(SpectrumClass quality, const std::string& column,
                                                    const std::vector<double>& frequency);

[[nodiscard]] std::string summary_text(const RecordedSpectra& spectra);
[[nodiscard]] std::string json_text(const RecordedSpectra& spectra);
/// One row for each frequency.
[[nodiscard]] std::string csv_text(const RecordedSpectra& spectra);
/// Densities beside the published ones, and the coherence of the two rails and of two recordings.
[[nodiscard]] plot::Figure figure_of(const RecordedSpectra& spectra);

}  // namespace flangeway::track
