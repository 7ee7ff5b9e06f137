// The gap of a Hertzian contact from given curvatures or semi-axes. SI.
#pragma once

#include <vector>

#include "flangeway/contact/patch/problem/grid.hpp"

namespace flangeway::contact_case {

/// Gap A x² + B y² and its ellipse. Lengths in m.
struct HertzGap {
  double a1 = 0, b1 = 0;  ///< A, B in 1/m; of a line contact b1 = 0
  double a = 0, b = 0;    ///< semi-axes; of a line contact b is half its length
  double force = 0;       ///< N
  double approach = 0;    ///< m; 0 for a line contact, whose depends on the bodies as a whole
};

/// Either the normal force in N, or the approach in m.
struct HertzLoad {
  bool by_force = true;
  double value = 0;
};

/// From both coefficients of the gap.
[[nodiscard]] HertzGap from_curvatures(double a1, double b1, HertzLoad load, double modulus);
/// From A and the ratio a/b of the ellipse.
[[nodiscard]] HertzGap from_ratio(double a1, double a_over_b, HertzLoad load, double modulus);
/// From the ellipse itself.
[[nodiscard]] HertzGap from_axes(double a, double b, HertzLoad load, double modulus);
/// Line contact of length 2b under a normal force: from A, or from a.
[[nodiscard]] HertzGap line_from_curvature(double a1, double b, double force, double modulus);
[[nodiscard]] HertzGap line_from_width(double a, double b, double force, double modulus);

/// How the pressure of a given ellipse or line falls towards its edge.
enum class GivenPressure { elliptic, parabolic };
/// That of Hertz at the centres of elements, Pa, whose sum over coarse elements is not quite `force`. A line
/// contact has the same pressure along y.
[[nodiscard]] std::vector<double> hertz_pressure(const contact::patch::Grid& grid, const HertzGap& hertz,
                                                 double force, bool line, GivenPressure shape);

}  // namespace flangeway::contact_case
