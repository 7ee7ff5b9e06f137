// Content of a result file, as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// Channels with units and frames, and the arrays of a deformed track.
[[nodiscard]] std::string channels_text(const results::Reader& reader);
[[nodiscard]] std::string channels_json(const results::Reader& reader);

/// How the result came about.
[[nodiscard]] std::string origin_text(const results::Reader& reader);
/// The same, and the summary of its run.
[[nodiscard]] std::string summary_json(const results::Reader& reader);

/// Extremes, means and percentiles of channels, a line for each.
[[nodiscard]] std::string statistics_text(const results::Reader& reader,
                                          const std::vector<std::string>& names, results::RowRange range);
/// The numbers themselves.
[[nodiscard]] std::string numbers_json(const results::Reader& reader, const std::vector<std::string>& names,
                                       results::RowRange range);

/// Time, distance and chainage go first, so that every row of a table says where it is.
[[nodiscard]] std::vector<std::string> with_places(const results::Reader& reader,
                                                   const std::vector<std::string>& names);

/// Part of a run, both ends included.
struct Stretch {
  bool of_distance = false;        ///< from and to are in m, not in s
  bool of_chainage = false;        ///< from and to are chainages in m
  std::optional<double> from, to;  ///< without: from the start, to the end
  std::size_t every = 1;           ///< row that is taken
};
/// Its rows. Findings name the options of the command line.
[[nodiscard]] results::RowRange rows_of(const results::Reader& reader, const Stretch& stretch,
                                        Findings& findings);

}  // namespace flangeway::report
