// Measured irregularities of a track, from a file of measured track geometry (recorded_table.hpp).
//
// A run needs alignment, vertical profile, gauge variation and cross level of the track:
//
//   alignment         the column alignment, else the mean of both rails, else one rail less half the gauge
//   variation vertical profile  the column longitudinal_level, else the mean of both rails, else one rail
//   less half the cross
//                     level
//   gauge variation   the column gauge, else left less right alignment
//   cross level       the column cross_level, else left less right level
//
// A rail that alone was measured stands for both; what was not measured is zero. Notes say each of these.
// Twist is not used.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/recorded_table.hpp"

namespace flangeway::track {

struct IrregularityTable {
  std::vector<double> s;                       ///< m, strictly increasing, at least 4
  std::array<std::vector<double>, 4> measure;  ///< m, in the order of Measure
  std::vector<std::size_t> pieces;             ///< first row of each piece; the first one is 0
  std::vector<std::array<double, 2>> gaps;     ///< from, to, m
  std::vector<std::string> notes;              ///< what the file left open, and how it was decided
};

/// Irregularities of more than 0.1 m are findings, and gaps that are refused. At most 20 findings of one file
/// are listed. Bridged gaps get rows by straight lines at the usual step.
[[nodiscard]] std::optional<IrregularityTable> parse_irregularities(std::string_view text,
                                                                    const std::string& file_name, Gaps gaps,
                                                                    const TableReading& reading,
                                                                    Findings& findings);

}  // namespace flangeway::track
