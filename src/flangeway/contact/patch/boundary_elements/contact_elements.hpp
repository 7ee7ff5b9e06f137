// A list of the elements in contact. Private to the folder.
#pragma once

#include <vector>

#include "flangeway/contact/patch/boundary_elements/influence.hpp"

namespace flangeway::contact::patch {

/// Row by row, each row from its leading edge backwards. Vectors over the list have 2·count numbers: all x,
/// then all y.
struct ContactElements {
  std::vector<std::size_t> grid;   ///< index in the fields of the problem
  std::vector<std::size_t> local;  ///< index in the fields of the convolver
  /// The element ahead is the one before in the list (1) or not in contact (0).
  std::vector<std::uint8_t> follows;
  int direction = 1;  ///< the leading edge is at larger (1) or smaller (−1) x
  [[nodiscard]] std::size_t count() const { return grid.size(); }
};

/// Bounds of an element list in its grid.
struct Extent {
  int x_first = 0, x_end = 0, y_first = 0, y_end = 0;
};

/// Lists the elements with pressure; returns their extent.
Extent list_elements(const Grid& grid, const std::vector<double>& pressure, int direction,
                     ContactElements& list);

/// Places the list in the corner of a convolver's grid, one column free on the leading side.
void place(const Grid& grid, const Extent& extent, const InfluenceSpec& local, ContactElements& list);

}  // namespace flangeway::contact::patch
