// Places of the B-splines of the creep table and what symmetry makes of them. Private to the room.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/contact/creep_table.hpp"

namespace flangeway::contact::table {

/// B-spline (x, y, z) as a mirror image of a free one, with the sign for each quantity.
struct Mirrored {
  std::array<int, 3> at;
  std::array<double, CreepTable::quantities> sign;
};
/// Fx is odd in x; Fy and Mz are odd under (y, z) → (−y, −z), Fx is even.
[[nodiscard]] Mirrored mirrored(int x, int y, int z);

/// Number of a free coefficient, or −1.
[[nodiscard]] int number_of(const std::array<int, 3>& at);

/// Position of a coordinate: the first B-spline that is not zero there, and the weights of three.
struct Weights {
  int first;
  std::array<double, 3> weight;
};
/// At `place` in cells from the beginning of `cells` cells.
[[nodiscard]] Weights weights_at(double place, int cells);

}  // namespace flangeway::contact::table
