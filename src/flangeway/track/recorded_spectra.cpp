#include "flangeway/track/recorded_spectra.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/spectrum.hpp"

namespace flangeway::track {

namespace {

constexpr double max_segment = 1000;        // m, that is chosen
constexpr std::size_t fewest_samples = 16;  // of a segment

std::span<const double> part(const std::vector<double>& values, const Stretch& stretch) {
  FLANGEWAY_ASSERT(stretch.first <= stretch.end && stretch.end <= values.size(),
                   "the stretch lies within the column");
  return {values.data() + stretch.first, stretch.end - stretch.first};
}

assess::CrossSpectrum cross_spectrum(const RecordedGeometry& geometry, const RecordedColumn& first,
                                     const RecordedColumn& second, std::size_t samples) {
  std::vector<assess::Piece> pieces;
  for (const Stretch& stretch : geometry.stretches)
    pieces.push_back({part(first.values, stretch), part(second.values, stretch)});
  return assess::cross_spectral_density(pieces, geometry.step, {.segment = samples});
}

// Each quantity of a recording with all others of it, and with itself in another one.
bool is_pair(const std::string& first, const std::string& second) {
  const bool other_first = first.starts_with("other."), other_second = second.starts_with("other.");
  return (!other_first && !other_second) || (!other_first && second == "other." + first);
}

std::size_t samples_of(const RecordedGeometry& geometry, double segment) {
  std::size_t longest = 0;
  for (const Stretch& stretch : geometry.stretches) longest = std::max(longest, stretch.end - stretch.first);
  const double wanted = segment > 0 ? segment / geometry.step
                                    : std::min(static_cast<double>(longest) / 4, max_segment / geometry.step);
  return wanted < static_cast<double>(longest) ? static_cast<std::size_t>(std::max(wanted, 0.0)) : longest;
}

// The value at s between two samples; NaN where there is none.
double value_at(const RecordedGeometry& geometry, const std::vector<double>& values, double s) {
  FLANGEWAY_ASSERT(values.size() == geometry.count, "each place has a value");
  const double x = (s - geometry.start) / geometry.step;
  if (!(x >= 0) || !(x <= static_cast<double>(geometry.count) - 1))
    return std::numeric_limits<double>::quiet_NaN();
  const auto k = static_cast<std::size_t>(x);
  const double share = x - static_cast<double>(k);
  return share == 0 ? values[k] : (1 - share) * values[k] + share * values[k + 1];
}

}  // namespace

std::optional<RecordedSpectra> spectra_of(const RecordedGeometry& geometry, double segment,
                                          const std::string& file_name, Findings& findings) {
  const std::size_t samples = samples_of(geometry, segment);
  if (samples < fewest_samples) {
    findings.add({{file_name},
                  "",
                  "is too short for a spectrum, or its segments are",
                  number(geometry.step * static_cast<double>(samples)) + " m",
                  "segments of at least " + number(geometry.step * fewest_samples) + " m without a gap",
                  "Record more, or choose longer segments"});
    return std::nullopt;
  }
  RecordedSpectra result;
  for (std::size_t i = 0; i < geometry.columns.size(); ++i) {
    for (std::size_t k = i; k < geometry.columns.size(); ++k) {
      const RecordedColumn &first = geometry.columns[i], &second = geometry.columns[k];
      if (i != k && !is_pair(first.name, second.name)) continue;
      assess::CrossSpectrum both = cross_spectrum(geometry, first, second, samples);
      if (i != k) {
        result.pairs.push_back({first.name, second.name, both.coherence(), both.phase()});
        continue;
      }
      result.columns.push_back({first.name, std::move(both.first)});
      result.frequency = std::move(both.frequency);
      result.segments = both.segments;
      result.averages = both.averages;
    }
  }
  result.segment = 1 / result.frequency.front();
  result.interval = assess::density_interval(0.95, result.averages);
  result.threshold = assess::coherence_threshold(0.95, result.averages);
  return result;
}

RecordedGeometry joined(const RecordedGeometry& first, const RecordedGeometry& other, double shift) {
  RecordedGeometry result = first;
  std::erase_if(result.columns, [&](const RecordedColumn& column) {
    return std::none_of(other.columns.begin(), other.columns.end(),
                        [&](const RecordedColumn& one) { return one.name == column.name; });
  });
  const std::vector<RecordedColumn> own = result.columns;
  for (const RecordedColumn& column : own) {
    const auto same = std::find_if(other.columns.begin(), other.columns.end(),
                                   [&](const RecordedColumn& one) { return one.name == column.name; });
    RecordedColumn copy{"other." + column.name, std::vector<double>(first.count)};
    for (std::size_t i = 0; i < first.count; ++i)
      copy.values[i] = value_at(other, same->values, first.at(i) + shift);
    result.columns.push_back(std::move(copy));
  }
  // Pieces end where any column has a gap.
  result.stretches.clear();
  for (const Stretch& stretch : first.stretches) {
    for (std::size_t i = stretch.first; i < stretch.end; ++i) {
      const bool here =
          std::all_of(result.columns.begin(), result.columns.end(),
                      [i](const RecordedColumn& column) { return std::isfinite(column.values[i]); });
      if (!here) continue;
      const bool goes_on = !result.stretches.empty() && result.stretches.back().end == i && i > stretch.first;
      if (!goes_on) result.stretches.push_back({i, i});
      result.stretches.back().end = i + 1;
    }
  }
  return result;
}

std::vector<double> published_density(SpectrumClass quality, const std::string& column,
                                      const std::vector<double>& frequency) {
  const std::string name = column.starts_with("other.") ? column.substr(6) : column;
  struct Share {
    Measure measure;
    double factor;
  };
  std::vector<Share> shares;
  const bool rail = name.ends_with("_left") || name.ends_with("_right");
  if (name.starts_with("alignment")) {
    shares.push_back({Measure::alignment, 1});
    if (rail) shares.push_back({Measure::gauge_variation, 0.25});
  } else if (name.starts_with("longitudinal_level")) {
    shares.push_back({Measure::vertical_profile, 1});
    if (rail) shares.push_back({Measure::cross_level, 0.25});
  } else if (name == "gauge") {
    shares.push_back({Measure::gauge_variation, 1});
  } else if (name == "cross_level") {
    shares.push_back({Measure::cross_level, 1});
  } else {
    return {};
  }
  std::vector<double> result(frequency.size(), 0.0);
  for (const auto& [measure, factor] : shares) {
    const Spectrum spectrum = spectrum_of(quality, measure);
    // The published ones are over the wave number Ω = 2πf.
    for (std::size_t k = 0; k < frequency.size(); ++k)
      result[k] += factor * 2 * pi * spectrum.density(2 * pi * frequency[k]);
  }
  return result;
}

}  // namespace flangeway::track
