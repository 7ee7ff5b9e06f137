// Measured track geometry as recording cars deliver it, with the quantities of EN 13848-1: alignment and
// longitudinal level of each rail, gauge, cross level and twist, at equal steps of distance. Its file is read
// by recorded_table.hpp. A place without a number, or a step longer than one and a half usual steps, is a
// gap.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/track/recorded_table.hpp"

namespace flangeway::track {

/// A half-open range of samples without a gap.
struct Stretch {
  std::size_t first = 0, end = 0;
};

/// An offset from a chord with the parts a before and b after the point: what a versine measures.
struct Chord {
  double before = 0, after = 0;  ///< m
  double noise = 0;              ///< m, standard deviation of the noise of single offsets; 0: none is known
};

/// Samples at start + i step.
struct RecordedGeometry {
  double start = 0, step = 0;  ///< m
  std::size_t count = 0;
  std::vector<RecordedColumn> columns;
  std::vector<Stretch> stretches;
  std::vector<std::array<double, 2>> gaps;  ///< from, to, m
  std::vector<std::string> unread;          ///< columns with other names
  std::vector<std::string> notes;           ///< what the file left open, and how it was decided
  double nominal_gauge = 1.435;             ///< m, from which the gauge deviates
  bool is_gauge_assumed = false;            ///< nothing names the nominal gauge of recorded deviations
  double twist_base = 0;                    ///< m, of the column of twist; 0: not known
  std::optional<Chord> chord;               ///< from whose offsets alignment and level were restored

  [[nodiscard]] double length() const { return step * static_cast<double>(count > 0 ? count - 1 : 0); }
  [[nodiscard]] double at(std::size_t i) const { return start + step * static_cast<double>(i); }
};

/// How a recording is read.
struct RecordingReading {
  Gaps gaps = Gaps::refuse;
  std::optional<Chord> chord = {};  ///< alignment and level are offsets from it, and become shapes
  TableReading table = {};
};

/// The rows of a file on the even grid of its usual step, by straight lines between them. Where the odometer
/// stepped back, a new stretch begins unless gaps are interpolated.
[[nodiscard]] std::optional<RecordedGeometry> parse_recorded_geometry(std::string_view text,
                                                                      const std::string& file_name,
                                                                      const RecordingReading& reading,
                                                                      Findings& findings);

/// The same of a file, with shapes in place of offsets from a chord.
[[nodiscard]] std::optional<RecordedGeometry> load_recorded_geometry(const std::string& file,
                                                                     const RecordingReading& reading,
                                                                     Findings& findings);

/// "alignment_left" → "alignment".
[[nodiscard]] std::string quantity_of(const std::string& column);

/// A wavelength range of EN 13848-1.
struct WaveBand {
  std::string_view name;
  double shortest = 0, longest = 0;  ///< m
};
/// D1 3–25 m, D2 25–70 m, D3 70–150 m, of alignment to 200 m.
[[nodiscard]] std::array<WaveBand, 3> wave_bands(std::string_view quantity);

/// The part of a recording in a band: Butterworth band pass of order 2, forwards and backwards, so that phase
/// is kept and the gain at both edges is 1/2. NaN outside the stretches, and where a stretch is too short.
[[nodiscard]] std::vector<double> band_part(const RecordedGeometry& geometry,
                                            const std::vector<double>& values, const WaveBand& band);

/// Limits of one quantity up to a speed. Those of isolated defects are distances from zero to the peak, or
/// from the nominal gauge; of standard deviations they hold for each section.
struct QualityLimitSpec {
  document::Located<std::string> quantity;  ///< alignment, longitudinal_level, gauge, cross_level or twist
  document::Located<std::string> band;      ///< D1, D2 or D3; empty: as recorded
  double to_speed_kmh = 0;                  ///< holds up to this speed, and above the next lower one
  double alert = 0, intervention = 0, immediate = 0;           ///< m or m/m; 0: none
  double alert_sd = 0, intervention_sd = 0, immediate_sd = 0;  ///< m or m/m, of standard deviations; 0: none
  double immediate_least = 0, immediate_greatest = 0;          ///< m, of the gauge itself; 0: none
  std::vector<double>
      immediate_by_base;  ///< m, m/m: twist over the base l at most first/l + second; empty: none
  document::Located<std::string> source;  ///< of these numbers; empty: that of the file
  bool from_memory = false;               ///< these numbers have not been compared with a printed text
  SourceLocation where;

  /// Immediate limit of twist over a base (m): the smaller of `immediate` and `immediate_by_base`; 0: none.
  [[nodiscard]] double immediate_twist(double base) const;
};
struct QualityLimitsSpec {
  document::Located<std::string> name, source, date;
  bool from_memory = false;
  double nominal_gauge = 0;  ///< m, that the limits are made for, and wider ones; 0: any
  std::vector<document::Located<std::string>> level_names;  ///< in place of alert, intervention, immediate
  std::vector<document::Located<std::string>>
      not_covered;  ///< what the publication limits and the file does not
  std::vector<QualityLimitSpec> limits;
};
void describe(document::Visitor& visitor, QualityLimitSpec& spec);
void describe(document::Visitor& visitor, QualityLimitsSpec& spec);
/// Findings: quantities and bands that no recording has, and entries without a limit.
void check(const QualityLimitsSpec& spec, Findings& findings);

/// From a data file.
[[nodiscard]] std::optional<QualityLimitsSpec> load_quality_limits(const std::string& file,
                                                                   Findings& findings);

/// Offset over amplitude at a wavelength (m), as modulus: |1 − (b e^(−iΩa) + a e^(iΩb))/(a + b)|.
[[nodiscard]] double chord_gain(const Chord& chord, double wavelength);
/// Wavelengths from `shortest` to `longest` (m) at which the gain is below 0.05, as ranges.
[[nodiscard]] std::vector<std::array<double, 2>> blind_wavelengths(const Chord& chord, double shortest,
                                                                   double longest);
/// The shape whose offsets are `values`, of wavelengths between `shortest` and `longest`: where the gain is
/// at least 0.05, or with known noise by the Wiener filter. The ends, over about `longest`, are not reliable.
[[nodiscard]] std::vector<double> shape_of_offsets(const std::vector<double>& values, double step,
                                                   const Chord& chord, double shortest, double longest);

/// One-sided power spectral density of a shape: factor Ω^exponent in m²/(1/m) over the spatial frequency in
/// 1/m.
struct PowerLaw {
  double factor = 0, exponent = 0;
};
/// The law of the shape by the offsets of a chord with noise, where these show at least twice the noise and
/// the gain is at least 0.5. Nothing where fewer than four lines do.
[[nodiscard]] std::optional<PowerLaw> power_law_of_offsets(const std::vector<double>& values, double step,
                                                           const Chord& chord, double shortest,
                                                           double longest);
/// Wavelengths whose amplitude the Wiener filter of this shape restores by less than half, as ranges.
[[nodiscard]] std::vector<std::array<double, 2>> weak_wavelengths(const Chord& chord, const PowerLaw& law,
                                                                  double step, double shortest,
                                                                  double longest);

/// Shapes, 3 to 200 m, of alignment and longitudinal level that were recorded as offsets from a chord.
void restore_shapes(RecordedGeometry& geometry, const Chord& chord);

struct SectionQuality {
  double from = 0, to = 0;                ///< m
  std::vector<std::array<double, 3>> sd;  ///< of each column in D1, D2, D3; NaN where there is none
};
struct Defect {
  std::string quantity, band;
  double from = 0, to = 0, peak_at = 0;  ///< m
  double peak = 0, limit = 0;            ///< m or m/m; of the gauge from the nominal one
  std::string level{};                   ///< alert, intervention or immediate
  bool is_deviation = false;             ///< a section whose standard deviation is beyond the limit
  bool from_memory = false;              ///< the limit is
};
/// Verdict on one limit: judged over some length, or not judged and why.
struct QualityVerdict {
  std::string quantity, band;  ///< a column, or the quantity where no column has it
  std::string limit{};         ///< "immediate 20 mm"; empty: not judged
  double judged = 0;           ///< m
  std::size_t defects = 0;
  std::string source{};
  bool from_memory = false;
  std::string not_judged{};  ///< why, or why a part is not: "100 of 400 m: gaps and pieces shorter than 25 m"

  [[nodiscard]] bool is_judged() const { return !limit.empty(); }
};
struct QualityReport {
  std::vector<SectionQuality> sections;
  std::vector<Defect> defects;
  std::vector<QualityVerdict> verdicts;
  std::string limits;  ///< name, source and date of the limits
  bool from_memory = false;

  /// Whether any limit was judged.
  [[nodiscard]] bool is_judged() const;
};

struct QualitySettings {
  double section = 200;  ///< m
  double speed_kmh = 0;  ///< for limits; 0: none are judged
  double twist_base =
      0;  ///< m, of a column of twist that does not name it; 0: not known. From cross level over 3 m
};
[[nodiscard]] QualityReport judge_quality(const RecordedGeometry& geometry, const QualitySettings& settings,
                                          const std::optional<QualityLimitsSpec>& limits);

struct Shift {
  double distance = 0;     ///< m: `other` at s + distance shows what the first shows at s
  double correlation = 0;  ///< of the two, at this distance
  std::string quantity;
};
/// Shift of the column that both have and that agrees best, in D1, within ± `reach` (m).
[[nodiscard]] std::optional<Shift> shift_between(const RecordedGeometry& first, const RecordedGeometry& other,
                                                 double reach);

[[nodiscard]] std::string summary_text(const RecordedGeometry& geometry, const QualityReport& report,
                                       const std::optional<Shift>& shift);
[[nodiscard]] std::string json_text(const RecordedGeometry& geometry, const QualityReport& report,
                                    const std::optional<Shift>& shift);
[[nodiscard]] plot::Figure figure_of(const RecordedGeometry& geometry, const QualityReport& report);

}  // namespace flangeway::track
