#include "flangeway/track/irregularity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "flangeway/core/assertion.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/law/law.hpp"
#include "flangeway/math/cubic_spline.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/irregularity_file.hpp"
#include "flangeway/track/minimally_compliant.hpp"
#include "flangeway/track/spectrum.hpp"
#include "flangeway/track/spectrum_file.hpp"

namespace flangeway::track {

double fade(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * t * (10 + t * (6 * t - 15));
}

namespace {

// A cubic spline needs about 10 nodes per wave to be right within 1e-3 of the amplitude.
constexpr double nodes_per_wave = 10;

void check_wavelength(const auto& spec, const char* key, double wavelength, double step, Findings& findings) {
  if (!(wavelength >= nodes_per_wave * step)) {
    add(findings, spec, key,
        {"is too short for the table", number(wavelength),
         "at least 10 irregularity_step = " + number(nodes_per_wave * step) + " in m",
         "Choose a longer wave or a smaller irregularity_step"});
  }
}

double harmonic_value(const HarmonicSpec& spec, double s) {
  const double angle = 2 * pi * (s - spec.start) / spec.wavelength;
  if (spec.form == HarmonicForm::sine) return spec.amplitude * std::sin(angle + spec.phase);
  return angle > 0 && angle < 2 * pi ? spec.amplitude * (1 - std::cos(angle)) / 2 : 0;
}

void add_harmonic(const HarmonicSpec& spec, IrregularityGrid& grid) {
  std::vector<double>& values = grid.measure[static_cast<std::size_t>(spec.channel)];
  for (std::size_t i = 0; i < grid.size(); ++i) values[i] += harmonic_value(spec, grid.s(i));
}

void check_spectrum(const SpectrumSpec& spec, double step, Findings& findings) {
  check_wavelength(spec, "min_wavelength", spec.min_wavelength, step, findings);
  if (!(spec.max_wavelength > spec.min_wavelength)) {
    add(findings, spec, "max_wavelength",
        {"is not longer than min_wavelength", number(spec.max_wavelength),
         "more than " + number(spec.min_wavelength) + " in m"});
  }
  if (spec.harmonics < 1) {
    add(findings, spec, "harmonics", {"is not positive", std::to_string(spec.harmonics), "10 to 20000"});
  }
}

// A deviation that the track does not reach would be left out silently.
void check_deviations(const std::vector<HarmonicSpec>& deviations, const MinimallyCompliantSpec& spec,
                      double length, Findings& findings) {
  FLANGEWAY_ASSERT(!deviations.empty(), "there are deviations");
  const double end = deviations.back().start + deviations.back().wavelength;
  if (end <= length) return;
  add(findings, spec, "start",
      {"leaves the last deviations beyond the end of the track", number(end),
       "up to " + number(length) + " in m", "Lengthen the track, or choose a smaller start or spacing"});
}

void add_spectrum(const SpectrumSpec& spec, IrregularityGrid& grid) {
  const auto harmonics = random_harmonics(spec);
  for (std::size_t c = 0; c < 4; ++c) add_harmonics(harmonics[c], grid.start, grid.step, grid.measure[c]);
}

// Adds rows `first` to `last` of a table. A piece that ends inside the track is faded there. False: too few
// rows.
bool add_piece(const IrregularityTable& table, std::size_t first, std::size_t last, double length,
               double fade_length, IrregularityGrid& grid) {
  FLANGEWAY_ASSERT(first <= last && last < table.s.size(), "the table has these rows");
  constexpr std::size_t min_spline_rows = 4;
  if (last - first + 1 < min_spline_rows) return false;
  const auto rows = [&](const std::vector<double>& values) {
    return std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(first),
                               values.begin() + static_cast<std::ptrdiff_t>(last) + 1);
  };
  const double begin = table.s[first], end = table.s[last];
  for (std::size_t c = 0; c < 4; ++c) {
    const math::CubicSpline spline(rows(table.s), rows(table.measure[c]));
    for (std::size_t i = 0; i < grid.size(); ++i) {
      const double s = grid.s(i);
      if (s <= begin || s >= end) continue;
      const double head = begin > 0 ? fade((s - begin) / fade_length) : 1;
      const double tail = end < length + fade_length ? fade((end - s) / fade_length) : 1;
      grid.measure[c][i] += head * tail * spline.value(s);
    }
  }
  return true;
}

// Findings: the file covers nothing of the track. Notes: what it does not cover.
void check_cover(const MeasuredSpec& spec, const IrregularityTable& table, double length, Findings& findings,
                 std::vector<Finding>& notes) {
  FLANGEWAY_ASSERT(!table.s.empty(), "the table has rows");
  const double first = table.s.front(), last = table.s.back();
  if (last <= 0 || first >= length) {
    findings.add({spec.where, spec.key, "covers nothing of the track",
                  number(first) + " to " + number(last) + " m", "0 to " + number(length) + " m",
                  "offset = " + number(spec.offset - first) + " places its start at s = 0"});
  } else if (first > 0 || last < length) {
    notes.push_back({spec.where, spec.key,
                     "covers " + number(std::max(first, 0.0)) + " to " + number(std::min(last, length)) +
                         " m of the track only",
                     "", "", "The rest has no measured irregularities"});
  }
}

// The text of a file that a track names; a finding where there is none.
std::optional<std::string> file_of(const document::Located<std::string>& file, const std::string& key,
                                   Findings& findings, std::vector<document::SourceFile>& sources) {
  if (std::error_code error; !std::filesystem::is_regular_file(file.value, error)) {
    findings.add({file.where, key.empty() ? "file" : key + ".file", "cannot be read", file.value, "",
                  "Check the path; it is relative to the track file"});
    return std::nullopt;
  }
  constexpr std::size_t most_bytes = std::size_t{1} << 30;
  auto text = document::read_file(file.value, most_bytes, findings);
  if (text) sources.push_back({file.value, *text});
  return text;
}

void add_spectrum_file(const SpectrumFileSpec& spec, double step, IrregularityGrid& grid, Findings& findings,
                       std::vector<Finding>& notes, std::vector<document::SourceFile>& sources) {
  check_spectrum(spec.settings, step, findings);
  const auto text = file_of(spec.file, spec.key, findings, sources);
  if (!text) return;
  const auto table =
      parse_spectrum(*text, spec.file.value, {.sides = spec.sides, .speed = spec.speed}, findings);
  if (!table) return;
  constexpr double rounding = 1e-9;
  const auto check_range = [&](const char* key, double wavelength) {
    if (wavelength >= table->min_wavelength * (1 - rounding) &&
        wavelength <= table->max_wavelength * (1 + rounding))
      return;
    add(findings, spec, key,
        {"is a wavelength that the file does not have", number(wavelength),
         fmt::format("{:.6g} to {:.6g} m", table->min_wavelength, table->max_wavelength),
         "Choose a wavelength that it has"});
  };
  check_range("min_wavelength", spec.settings.min_wavelength);
  check_range("max_wavelength", spec.settings.max_wavelength);
  for (const Measure measure : {Measure::alignment, Measure::gauge_variation})
    if (spec.settings.gauge_correlation != 0 &&
        table->spectra[static_cast<std::size_t>(measure)].variance(1e-7, 1e6) == 0)
      add(findings, spec, "gauge_correlation",
          {"needs spectra of alignment and gauge variation, and the file has none of one of them",
           number(spec.settings.gauge_correlation), "0", "Leave it out, or give a file with both"});
  for (const std::string& note : table->notes) notes.push_back({{spec.file.value}, "", note, "", "", ""});
  if (!findings.empty()) return;
  const auto harmonics = random_harmonics(spec.settings, table->spectra);
  for (std::size_t c = 0; c < 4; ++c) add_harmonics(harmonics[c], grid.start, grid.step, grid.measure[c]);
}

void add_measured(const MeasuredSpec& spec, const TrackSpec& track, double length, IrregularityGrid& grid,
                  Findings& findings, std::vector<Finding>& notes,
                  std::vector<document::SourceFile>& sources) {
  const auto text = file_of(spec.file, spec.key, findings, sources);
  if (!text) return;
  const TableReading reading{.unit = spec.unit,
                             .sides = spec.sides,
                             .nominal_gauge = spec.nominal_gauge,
                             .expected_gauge = track.rails.lateral_position > 0 ? 0 : track.rails.gauge};
  auto table = parse_irregularities(*text, spec.file.value, spec.gaps, reading, findings);
  if (!table) return;
  for (const std::string& note : table->notes) notes.push_back({{spec.file.value}, "", note, "", "", ""});
  for (double& s : table->s) s += spec.offset;
  check_cover(spec, *table, length, findings, notes);
  for (std::size_t p = 0; p < table->pieces.size(); ++p) {
    const std::size_t next = p + 1 < table->pieces.size() ? table->pieces[p + 1] : table->s.size();
    if (!add_piece(*table, table->pieces[p], next - 1, length, track.irregularities.fade, grid))
      notes.push_back({{spec.file.value},
                       "",
                       "has a piece of fewer than 4 rows at " + number(table->s[table->pieces[p]]) +
                           " m, which is not used",
                       "",
                       "",
                       ""});
  }
}

IrregularityGrid empty_grid(const TrackSpec& spec, double length) {
  IrregularityGrid grid;
  grid.step = spec.irregularity_step;
  const double before = std::ceil(spec.run_out / grid.step - 1e-9);
  const double after = std::ceil((length + spec.run_out) / grid.step - 1e-9);
  grid.start = -before * grid.step;
  grid.measure.fill(std::vector<double>(static_cast<std::size_t>(before + after) + 1, 0.0));
  return grid;
}

void add_library(const IrregularitySpec& spec, IrregularityGrid& grid, Findings& findings,
                 std::vector<document::SourceFile>& sources) {
  const std::shared_ptr<const law::Law> law =
      law::load(law::Kind::irregularity, spec.own, spec.key, sources, findings);
  if (law == nullptr) return;
  const std::size_t count = grid.size();
  std::vector<double> stations(count), values(FLANGEWAY_IRREGULARITY_OUT_ROWS * count);
  for (std::size_t i = 0; i < count; ++i) stations[i] = grid.s(i);
  try {
    law::evaluate(*law, count, stations.data(), values.data());
  } catch (const NumericalFailure& failure) {
    findings.add({spec.own.library.where, spec.key + ".library", failure.what(), "", "", ""});
    return;
  }
  for (std::size_t c = 0; c < grid.measure.size(); ++c)
    for (std::size_t i = 0; i < count; ++i) grid.measure[c][i] += values[c * count + i];
}

void fade_ends(double length, double fade_length, IrregularityGrid& grid) {
  FLANGEWAY_ASSERT(fade_length > 0, "the ends fade over a length");
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double s = grid.s(i);
    const double window = fade(s / fade_length) * fade((length - s) / fade_length + 1);
    for (auto& column : grid.measure) column[i] *= window;
  }
}

}  // namespace

IrregularityGrid tabulate_irregularities(const TrackSpec& spec, double length, Findings& findings,
                                         std::vector<Finding>& notes,
                                         std::vector<document::SourceFile>& sources) {
  const IrregularitySpec& irregular = spec.irregularities;
  Findings own;
  for (const HarmonicSpec& harmonic : irregular.harmonic) {
    check_wavelength(harmonic, "wavelength", harmonic.wavelength, spec.irregularity_step, own);
  }
  if (irregular.spectrum) check_spectrum(*irregular.spectrum, spec.irregularity_step, own);
  const std::vector<HarmonicSpec> deviations = irregular.minimally_compliant
                                                   ? deviations_of(*irregular.minimally_compliant)
                                                   : std::vector<HarmonicSpec>{};
  if (!deviations.empty()) check_deviations(deviations, *irregular.minimally_compliant, length, own);
  IrregularityGrid grid = empty_grid(spec, length);
  if (own.empty()) {
    for (const HarmonicSpec& harmonic : irregular.harmonic) add_harmonic(harmonic, grid);
    for (const HarmonicSpec& deviation : deviations) add_harmonic(deviation, grid);
    if (irregular.spectrum) add_spectrum(*irregular.spectrum, grid);
  }
  if (irregular.spectrum_file)
    add_spectrum_file(*irregular.spectrum_file, spec.irregularity_step, grid, own, notes, sources);
  if (!irregular.own.library.value.empty()) add_library(irregular, grid, own, sources);
  if (irregular.measured) add_measured(*irregular.measured, spec, length, grid, own, notes, sources);
  fade_ends(length, irregular.fade, grid);
  findings.append(own);
  return grid;
}

}  // namespace flangeway::track
