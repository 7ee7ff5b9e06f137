// The curves of the page. Private to the room.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// The smallest and the largest of each run of `run` values, in the order in which they occur, for runs 0, 1,
/// …; with run 1 the values themselves.
[[nodiscard]] std::vector<double> thinned(const std::vector<double>& values, std::size_t run);
/// Where the two values of each run are drawn: its first value and the one in its middle.
[[nodiscard]] std::vector<double> thinned_places(const std::vector<double>& values, std::size_t run);

/// JSON for the script of the page: the places, the curvature for the shading, and the panels with their
/// curves.
[[nodiscard]] std::string plots_json(const results::Reader& results);

}  // namespace flangeway::report
