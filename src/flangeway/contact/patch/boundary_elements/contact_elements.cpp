#include "flangeway/contact/patch/boundary_elements/contact_elements.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {

Extent list_elements(const Grid& grid, const std::vector<double>& pressure, int direction,
                     ContactElements& list) {
  FLANGEWAY_ASSERT(pressure.size() == grid.size(), "each element has a pressure");
  FLANGEWAY_ASSERT(direction == 1 || direction == -1, "rolling is forward or backward");
  list.direction = direction;
  list.grid.clear();
  list.follows.clear();
  Extent extent{grid.nx, 0, grid.ny, 0};
  for (int iy = 0; iy < grid.ny; ++iy) {
    bool ahead = false;
    for (int k = 0; k < grid.nx; ++k) {
      const int ix = direction > 0 ? grid.nx - 1 - k : k;
      const bool here = pressure[grid.index(ix, iy)] > 0;
      if (here) {
        list.grid.push_back(grid.index(ix, iy));
        list.follows.push_back(ahead);
        extent.x_first = std::min(extent.x_first, ix), extent.x_end = std::max(extent.x_end, ix + 1);
        extent.y_first = std::min(extent.y_first, iy), extent.y_end = std::max(extent.y_end, iy + 1);
      }
      ahead = here;
    }
  }
  return extent;
}

void place(const Grid& grid, const Extent& extent, const InfluenceSpec& local, ContactElements& list) {
  const int margin = list.direction > 0 ? 0 : 1;
  list.local.resize(list.count());
  const auto nx = static_cast<std::size_t>(grid.nx);
  for (std::size_t i = 0; i < list.count(); ++i) {
    const int ix = static_cast<int>(list.grid[i] % nx) - extent.x_first + margin;
    const int iy = static_cast<int>(list.grid[i] / nx) - extent.y_first;
    list.local[i] =
        static_cast<std::size_t>(ix) + static_cast<std::size_t>(local.nx) * static_cast<std::size_t>(iy);
  }
}

}  // namespace flangeway::contact::patch
