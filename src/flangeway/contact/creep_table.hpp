// The table of creep forces of the half-space in steady rolling: its coordinates and its coefficients.
// Derivation: docs/theory/creep_table.md.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::contact {

/// Products of quadratic B-splines over the ratio of the axes and three reduced creepages v, |v| < 1.
/// Longitudinal force, lateral force and moment each have their coefficients.
class CreepTable {
 public:
  static constexpr int x_cells = 10, y_cells = 28, z_cells = 24;  ///< of v: 0 … 1, −1 … 1, 0 … 1
  static constexpr int x_count = x_cells + 2, y_count = y_cells + 2, z_count = z_cells + 2;
  static constexpr int layers = 17;        ///< ratios of the axes for which forces were computed
  static constexpr double max_ratio = 20;  ///< of a/b, and of b/a
  /// Place of the largest ratio: w = (√(a/b) − 1)/(√(a/b) + 1), which is −w for b/a.
  static constexpr double max_ratio_coordinate = 0.6345120047368864;
  static constexpr double half_size = 1.5;  ///< r₀: v = s/(r₀ + |s|) for the reduced creepages s
  static constexpr double poisson_ratio = 0.28;
  static constexpr double resolution = 0x1p-15;  ///< coefficients are whole multiples of it
  static constexpr std::size_t quantities = 3;  ///< Fx/(μN), Fy/(μN), Mz/(μN √(ab)), all with the sign of −F
  /// Ratios lie side by side, so that what one place needs is in nine stretches of memory.
  static constexpr std::size_t row = quantities * x_count, line = (layers + 2) * row, plane = y_count * line;

  CreepTable() : coefficients_(z_count * plane + 4) {}

  /// Coefficient in layer −1 … layers (the outer two continue the table) of B-spline z, y, x and a quantity.
  [[nodiscard]] double& at(int ratio, int z, int y, std::size_t quantity, int x) {
    return coefficients_[place(ratio, z, y) + quantity * x_count + static_cast<std::size_t>(x)];
  }
  /// The row of a ratio, z and y: [quantity][x].
  [[nodiscard]] const double* row_at(int ratio, int z, int y) const {
    return coefficients_.data() + place(ratio, z, y);
  }
  [[nodiscard]] const double* data() const { return coefficients_.data(); }

 private:
  [[nodiscard]] static std::size_t place(int ratio, int z, int y) {
    return static_cast<std::size_t>(z) * plane + static_cast<std::size_t>(y) * line +
           static_cast<std::size_t>(ratio + 1) * row;
  }
  std::vector<double> coefficients_;  // [z][y][ratio][quantity][x]
};

/// Values of the table and their derivatives in n directions.
template <std::size_t n, typename Scalar>
struct CreepTableValues {
  std::array<Scalar, 3> value;
  std::array<std::array<Scalar, 3>, n> derivative;
};

/// The table that the program brings along.
[[nodiscard]] const CreepTable& creep_table();

/// Free coefficients of one quantity: those whose B-splines reach into the unit ball, each mirror image once.
[[nodiscard]] const std::vector<std::array<int, 3>>& free_coefficients();  ///< x, y, z

/// Content of a table file: the values of the free coefficients at each layer, [layer][quantity][free].
struct CreepTableData {
  std::vector<std::array<std::vector<double>, CreepTable::quantities>> layers;
  std::string made_by;  ///< the command
};
[[nodiscard]] std::string table_text(const CreepTableData& data);
/// Throws std::runtime_error where the text is no such table.
[[nodiscard]] CreepTable table_of(std::string_view text);

}  // namespace flangeway::contact
