// Kalker's creepage coefficients of an elliptic patch.
#pragma once

#include <array>
#include <cstddef>

namespace flangeway::contact {

/// Coefficients of the linear theory [Kalker1990, ch. 2], dimensionless, all > 0.
struct KalkerCoefficients {
  double c11 = 0, c22 = 0, c23 = 0, c33 = 0;
};

/// The coefficients for ln(a/b) (a along rolling) and Poisson's ratio 0 … 0.5: a smooth (C²) interpolation of
/// Kalker's table between a/b 0.1 and 10, and beyond it his asymptotes, joined continuously.
[[nodiscard]] KalkerCoefficients kalker_coefficients(double log_a_over_b, double poisson_ratio);

/// Kalker's asymptotes for very slender patches, a/b → 0 or ∞; the branch is chosen by the sign of ln(a/b).
/// C33 of long patches departs from the printed one: docs/theory/hertz.md (7).
[[nodiscard]] KalkerCoefficients kalker_asymptote(double log_a_over_b, double poisson_ratio);

/// One printed row of the table.
struct KalkerRow {
  double a_over_b;
  /// C11, C22, C23, C33, each for ν = 0, ¼, ½.
  std::array<std::array<double, 3>, 4> c;
};
inline constexpr std::size_t kalker_row_count = 19;
/// The table as printed, by increasing a/b.
[[nodiscard]] const std::array<KalkerRow, kalker_row_count>& kalker_table();

}  // namespace flangeway::contact
