// A rectangle of elements of a grid, and copies of fields between the grid and the rectangle.
#pragma once

#include <algorithm>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/influence.hpp"

namespace flangeway::contact::patch {

/// Columns x_first … x_end−1 and rows y_first … y_end−1 of a grid.
struct Box {
  int x_first = 0, x_end = 0, y_first = 0, y_end = 0;
  [[nodiscard]] bool empty() const { return x_first >= x_end || y_first >= y_end; }
  [[nodiscard]] int nx() const { return x_end - x_first; }
  [[nodiscard]] int ny() const { return y_end - y_first; }
};

/// Copies the box of a field of the grid to the corner of the convolver's grid, `fill` elsewhere; and back.
template <typename T>
void gather(const Grid& grid, const Box& box, const InfluenceSpec& local, const T* from, T fill,
            std::vector<T>& to) {
  to.assign(static_cast<std::size_t>(local.nx) * static_cast<std::size_t>(local.ny), fill);
  for (int y = 0; y < box.ny(); ++y) {
    const T* row = from + grid.index(box.x_first, box.y_first + y);
    std::copy_n(row, box.nx(), to.begin() + static_cast<std::ptrdiff_t>(y) * local.nx);
  }
}
template <typename T>
void scatter(const Grid& grid, const Box& box, const InfluenceSpec& local, const std::vector<T>& from,
             T* to) {
  for (int y = 0; y < box.ny(); ++y) {
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(y) * local.nx, box.nx(),
                to + grid.index(box.x_first, box.y_first + y));
  }
}

}  // namespace flangeway::contact::patch
