// Reads measured irregularities from a table with columns.
//
//   # comment
//   s, y_left, z_left, y_right, z_right                      either the rails …
//   s [m], alignment [mm], vertical_profile [mm], gauge_variation [mm], cross_level [mm]    … or what is
//   measured
//
// Fields are separated by commas, semicolons or tabs. A column may name its unit (m, mm, cm, dm, km, µm, in,
// ft) as `y_left [mm]` or `y_left_mm`; an unknown unit is a finding. A recording without gauge_variation or
// cross_level has none: both rails are alike. Columns with other names are not read.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::track {

struct IrregularityTable {
  std::vector<double> s;                       ///< m, strictly increasing, at least 4
  std::array<std::vector<double>, 4> measure;  ///< m, in the order of Measure
};

/// Irregularities of more than 0.1 m count as a wrong unit. At most 20 findings of one file are listed.
[[nodiscard]] std::optional<IrregularityTable> parse_irregularities(std::string_view text,
                                                                    const std::string& file_name,
                                                                    LengthUnit unit, Findings& findings);

}  // namespace flangeway::track
