// A piecewise linear function, given as pairs (x, y) with increasing x.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace flangeway::math {

/// At least one pair, x strictly increasing.
using PairTable = std::span<const std::array<double, 2>>;

/// Extrapolation beyond the first and last pair.
enum class TableEnds {
  held,      ///< the value of the end pair
  continued  ///< the line of the end piece; a single pair is a constant
};

/// Index i of the piece from pair i to pair i + 1 that holds x, or of the end piece beside it; at a pair, the
/// piece above it. Needs two pairs.
[[nodiscard]] inline std::size_t piece_of(PairTable table, double x) {
  std::size_t i = 0;
  while (i + 2 < table.size() && x >= table[i + 1][0]) ++i;
  return i;
}

/// dy/dx at x; at a pair, that of the piece above it.
[[nodiscard]] inline double table_slope(PairTable table, double x, TableEnds ends) {
  const bool beyond = x < table.front()[0] || x >= table.back()[0];
  if (table.size() < 2 || (ends == TableEnds::held && beyond)) return 0;
  const std::size_t i = piece_of(table, x);
  return (table[i + 1][1] - table[i][1]) / (table[i + 1][0] - table[i][0]);
}

/// y at x.
[[nodiscard]] inline double table_value(PairTable table, double x, TableEnds ends) {
  if (ends == TableEnds::held && x >= table.back()[0]) return table.back()[1];
  const std::size_t i = table.size() < 2 ? 0 : piece_of(table, x);
  return table[i][1] + (x - table[i][0]) * table_slope(table, x, ends);
}

/// ∫ y dx from `from` to `to` (which may lie below it): exact, the trapezium of each piece.
[[nodiscard]] inline double table_integral(PairTable table, double from, double to, TableEnds ends) {
  const auto [low, high] = std::minmax(from, to);
  double sum = 0, left = low;
  for (std::size_t i = 0; i <= table.size(); ++i) {
    const double right = i < table.size() ? std::clamp(table[i][0], left, high) : high;
    sum += (right - left) / 2 * (table_value(table, left, ends) + table_value(table, right, ends));
    left = right;
  }
  return from > to ? -sum : sum;
}

}  // namespace flangeway::math
