// Positions of a run on pages and pictures: chainage where the line has one, else distance, else time.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "flangeway/core/chainage.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::report {

struct PositionAxis {
  std::vector<double> x;  ///< one value for each row
  std::string label;      ///< "chainage in km"
};

/// Chainage only where it neither stays nor turns back in these rows, as it does at a break that repeats it.
[[nodiscard]] PositionAxis position_axis(const results::Reader& reader, results::RowRange range = {});

/// The table of a summary; empty without chainage.
[[nodiscard]] ChainageTable chainage_table(const nlohmann::json& summary);
/// Kilometres of the line at a distance in m; without chainage those from the start.
[[nodiscard]] double kilometres(const ChainageTable& chainage, double distance);

}  // namespace flangeway::report
