// Reads files of influence coefficients, which decks of the program CONTACT name with C = 9.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::deck {

/// Everything is as in the file. A displacement in mm is a coefficient times a traction over G, the shear
/// modulus of both bodies.
struct Coefficients {
  long matrices = 1;      ///< one for all rows of the grid, or one for each row that presses
  long mx = 0, my = 0;    ///< offsets 0 … mx−1 along x and −my+1 … my−1 across
  double dx = 0, dy = 0;  ///< mm
  /// nn nx ny xn xx xy yn yx yy, mm; x fastest, then across, then the row that presses.
  std::array<std::vector<double>, 9> values;
};

/// Nothing is returned if and only if there is a new finding.
[[nodiscard]] std::optional<Coefficients> read_coefficients(std::string_view text,
                                                            const std::string& file_name, Findings& findings);

}  // namespace flangeway::deck
