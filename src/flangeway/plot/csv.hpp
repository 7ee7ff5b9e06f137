// The numbers of a figure as CSV. Private to the room.
#pragma once

#include <string>

#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/map.hpp"

namespace flangeway::plot {

/// Columns x and y of each series; series one behind the other with the same x share it. A long line is
/// reduced to the points that the picture shows.
[[nodiscard]] std::string csv(const Figure& figure);

/// A row for each cell that is coloured: panel, x, y, value or kind, and the arrow if there is one.
[[nodiscard]] std::string csv(const MapFigure& figure);

}  // namespace flangeway::plot
