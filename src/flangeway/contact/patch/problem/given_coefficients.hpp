// Influence coefficients that were computed elsewhere, by finite elements for example.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace flangeway::contact::patch {

/// Displacements of body 1 relative to body 2 over the traction on body 1 that causes them, of elements of
/// this size. They are mirror images in x, but not across. [Vollebregt2021, section 2.7]
struct GivenCoefficients {
  static constexpr std::size_t components = 9;
  /// nn nx ny xn xx xy yn yx yy: the displacement along the first by the traction along the second.
  using Values = std::array<std::vector<double>, components>;

  /// Offsets 0 … nx−1 along x and −ny+1 … ny−1 across. They are zero beyond, but for one step along x, which
  /// rolling needs at the edge of the grid: there they are the last ones.
  int nx = 0, ny = 0;
  int rows = 1;           ///< 1: whichever row presses; else the rows of the grid, each with its own
  double dx = 0, dy = 0;  ///< m
  Values values;          ///< m/Pa; x fastest, then across, then the row that presses

  [[nodiscard]] std::size_t size() const {
    return static_cast<std::size_t>(nx) * (2 * static_cast<std::size_t>(ny) - 1) *
           static_cast<std::size_t>(rows);
  }
  /// Index of offset (0, oy) from a row that presses.
  [[nodiscard]] std::size_t index(int oy, int row) const {
    return static_cast<std::size_t>(nx) *
           static_cast<std::size_t>(oy + ny - 1 + (2 * ny - 1) * (rows == 1 ? 0 : row));
  }
};

}  // namespace flangeway::contact::patch
