// Reads files of measured track geometry: one vocabulary and one reader for `flangeway recording` and for
// `irregularities.measured` of a track.
//
//   # comment
//   s [m]; alignment_left [mm]; longitudinal_level_left [mm]; gauge [mm]; twist_3m [mm/m]
//
// Fields are separated by commas, semicolons, tabs or blanks. A unit stands in brackets, behind an
// underscore, or in a line of units below the names. What the file leaves open is decided by its numbers, and
// a note says so:
//
//   unit of columns without one   largest deviation above 0.3: mm, up to 0.1: m; of twist above 0.05: mm/m,
//   else m/m nominal gauge                 median of the gauge: 10 mm below to 20 mm above one of
//   usual_gauges, else 1.435 m gauge                         above 0.5 m: a distance; else a deviation from
//   the nominal gauge falling chainage              the rows are turned round; left and right are those of
//   the running direction chainage that steps back      by up to 50 m: the odometer was corrected; a new
//   piece begins rows at the same chainage     their mean; many of them: the chainage was rounded, and the
//   steps are even -9999, 9999, …                no measurement, where it cannot be one
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/choices.hpp"

namespace flangeway::track {

struct RecordedColumn {
  std::string name;  ///< one of recorded_names()
  std::vector<double>
      values;  ///< m; twist in m/m; gauge as deviation from the nominal one; NaN: not measured
};

/// Names of the quantities of a recording: alignment, longitudinal_level and gauge, cross_level, twist, those
/// of single rails with _left and _right.
[[nodiscard]] const std::vector<std::string>& recorded_names();

/// Nominal gauges (m) that a recording's own gauge is compared with.
inline constexpr std::array<double, 8> usual_gauges{1.000, 1.067, 1.435, 1.520, 1.524, 1.600, 1.668, 1.676};

/// Statements of the user about a file; what is not given follows from its numbers.
struct TableReading {
  LengthUnit unit = LengthUnit::automatic;  ///< of columns of length whose header names none
  SidesOf sides = SidesOf::running;         ///< whose left and right a file with falling chainage has
  double nominal_gauge = 0;                 ///< m; 0: by the numbers
  double expected_gauge = 0;                ///< m, preferred where the numbers fit several; 0: none
  std::size_t least_rows = 16;
};

/// Rows in the order of rising chainage.
struct RecordedTable {
  std::vector<double> s;                ///< m, strictly rising
  std::vector<int> lines;               ///< of the rows in the file
  std::vector<RecordedColumn> columns;  ///< as many values as places
  std::vector<std::size_t> breaks;      ///< rows that begin a new piece, where the odometer stepped back
  std::vector<std::string> unread;      ///< names of columns that are not read, as written
  std::vector<std::string> notes;       ///< what was decided, and by what
  double nominal_gauge = 1.435;         ///< m
  bool is_gauge_assumed =
      false;              ///< deviations of the gauge were recorded, and nothing names the nominal one
  double twist_base = 0;  ///< m, named by the header of the twist; 0: not named

  [[nodiscard]] const RecordedColumn* find(std::string_view name) const;
  /// Whether a row has a number in each column.
  [[nodiscard]] bool is_whole(std::size_t row) const;
};

/// Findings: no known column, names near a known one, units that are not known, rows of another length,
/// values that no track has, chainage without an order. At most 20 of one file are listed.
[[nodiscard]] std::optional<RecordedTable> read_recorded_table(std::string_view text,
                                                               const std::string& file_name,
                                                               const TableReading& reading,
                                                               Findings& findings);

/// The usual step: the median of the steps between rows, which gaps do not mislead.
[[nodiscard]] double usual_step(const std::vector<double>& s);

}  // namespace flangeway::track
