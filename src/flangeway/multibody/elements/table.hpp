// Indices into the tables of elements, and the index that means none.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace flangeway::multibody {

inline constexpr std::size_t no_index = static_cast<std::size_t>(-1);

/// x and y of the points of all tables, one table behind the other.
using TablePoints = std::vector<std::array<double, 2>>;

/// Piecewise linear law of a spring or damper, among the points. The end pieces are continued.
struct Table {
  std::size_t first = 0, count = 0;  ///< no points: the law is linear
  bool odd = false;                  ///< starts at x = 0 and holds for −x as well: f(−x) = −f(x)
};

/// A table as a law reads it, with its points: curve.hpp.
template <typename P>
struct Curve;
template <typename P, std::size_t N>
using Curves = std::array<Curve<P>, N>;

}  // namespace flangeway::multibody
