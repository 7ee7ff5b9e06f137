// The rectangular grid of elements in the tangent plane of one contact patch.
#pragma once

#include <cstddef>

namespace flangeway::contact::patch {

/// nx × ny equal rectangles; element (ix, iy) has the index ix + nx·iy in every field. Lengths in m.
struct Grid {
  int nx = 0, ny = 0;               ///< along rolling (x) and across (y), ≥ 1
  double dx = 0, dy = 0;            ///< sides of an element, > 0
  double x_first = 0, y_first = 0;  ///< centre of element (0, 0)

  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  }
  [[nodiscard]] double x(int ix) const { return x_first + ix * dx; }
  [[nodiscard]] double y(int iy) const { return y_first + iy * dy; }
  [[nodiscard]] double element_area() const { return dx * dy; }
  [[nodiscard]] std::size_t index(int ix, int iy) const {
    return static_cast<std::size_t>(ix) + static_cast<std::size_t>(nx) * static_cast<std::size_t>(iy);
  }
};

}  // namespace flangeway::contact::patch
