// Fast tangential methods: FASTSIM, with a displacement proportional to the local traction [Kalker1982], and
// FaStrip, strip theory in the adhesion area [Sichani2016]. docs/theory/strips.md.
#pragma once

#include <vector>

#include "flangeway/contact/patch/problem/problem.hpp"
#include "flangeway/contact/patch/strips/normal_problem.hpp"

namespace flangeway::contact::patch {

/// Traction bounds come with a pressure that FASTSIM is given, not from an elastic solution.
enum class PressureShape {
  elliptic,  ///< Hertz: p₀ √(1 − x²/a² − y²/b²)
  parabolic  ///< p₀ (1 − x²/a² − y²/b²), as the simplified theory would have it
};

/// Pressures of an ellipse with semi-axes a (x) and b (y) about the origin, Pa at the centres of elements,
/// scaled so that they carry `force` in N.
[[nodiscard]] std::vector<double> ellipse_pressure(const Grid& grid, double a, double b, double force,
                                                   PressureShape shape);

/// Elliptic pressures of two half-ellipses with the semi-axis a along x, that meet at y₀ = ½(below − above)
/// and reach `below` and `above` (m) to both sides of it: a contact from −½(below + above) to as far above.
[[nodiscard]] std::vector<double> double_ellipse_pressure(const Grid& grid, double a, double below,
                                                          double above, double force);

/// That gives the forces of the linear theory on an ellipse: L1 = 8a/(3Gc11), L2 = 8a/(3Gc22),
/// L3 = πa√(a/b)/(4Gc23). [Kalker1982]
[[nodiscard]] Flexibility kalker_flexibility(double a, double b, const ElasticPair& material);

/// k at the creepages ξ and η, with the spin of the motion, on an ellipse under a force. The motion may
/// prescribe tangential forces instead: the creepages are not taken from it.
[[nodiscard]] double slope_factor(const SlopeReduction& reduction, const Problem& problem, double a, double b,
                                  double force, double xi, double eta);

/// Solves the tangential problem under the pressures of `solution` by problem.method.tangential. Steady
/// rolling is marched row by row from the leading edge; shifts and transient rolling (FASTSIM only) begin
/// with the tractions of the instant before, null: none. Friction follows the rigid slip of each element.
/// Displacements are the flexibility times the traction. Creepages of directions with a given force are
/// found. `strips` are those of the pressures.
void solve_fast_tangential(const Problem& problem, const strips::StripContact& strips,
                           const Tractions* previous, Solution& solution);

}  // namespace flangeway::contact::patch
