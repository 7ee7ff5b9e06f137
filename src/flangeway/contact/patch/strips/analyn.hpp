// Pressures row by row from the Hertzian contact of the surfaces in each row (docs/theory/strips.md, "Rows of
// Hertzian contacts"). Private to the folder.
#pragma once

#include "flangeway/contact/patch/strips/normal_problem.hpp"

namespace flangeway::contact::patch::strips {

/// A Hertzian contact of given curvatures per approach: half length² and half width² over approach, and
/// pressure² over approach.
struct RowHertz {
  double length_square = 0, width_square = 0, pressure_square = 0;
};
/// Curvatures along and across in 1/m, modulus G/(1 − ν) in Pa.
[[nodiscard]] RowHertz row_hertz(double along, double across, double modulus);

/// Half of the curvature across at least, 1/m, as in the program that the methods are of: 10⁻⁴/mm.
inline constexpr double min_half_curvature = 0.1;

/// Presses a section to an approach in m by modified ANALYN [Sichani2014] [ContactProgram].
void solve_analyn(const Section& section, const ElasticPair& material, double approach,
                  StripContact& contact);

}  // namespace flangeway::contact::patch::strips
