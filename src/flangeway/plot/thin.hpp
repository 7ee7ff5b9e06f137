// Reduces the points of a line without a visible change. Private to the room.
#pragma once

#include <vector>

namespace flangeway::plot {

struct Pixel {
  double x = 0, y = 0;
};

/// Keeps, of each run of points in the same column (floor of x), the first, the lowest, the highest and the
/// last, in their order. Every extreme stays; lines between columns are as before.
[[nodiscard]] std::vector<Pixel> thinned_line(const std::vector<Pixel>& points);

/// Points without those that would cover one already there (same tenth of a pixel), in the order of first
/// places.
[[nodiscard]] std::vector<Pixel> thinned_points(const std::vector<Pixel>& points);

}  // namespace flangeway::plot
