// FASTSIM: the tangential problem with a displacement proportional to the local traction. [Kalker1982]
#pragma once

#include <vector>

#include "flangeway/contact/halfspace/problem.hpp"

namespace flangeway::contact::halfspace {

/// Traction bounds come with a pressure that FASTSIM is given, not from an elastic solution.
enum class PressureShape {
  elliptic,  ///< Hertz: p₀ √(1 − x²/a² − y²/b²)
  parabolic  ///< p₀ (1 − x²/a² − y²/b²), as the simplified theory would have it
};

/// Pressures of an ellipse with semi-axes a (x) and b (y) about the origin, Pa at the centres of elements,
/// scaled so that they carry `force` in N.
[[nodiscard]] std::vector<double> ellipse_pressure(const Grid& grid, double a, double b, double force,
                                                   PressureShape shape);

/// Displacement over traction in m/Pa: L1 and L2 for creepages, L3 for spin.
struct Flexibility {
  double longitudinal = 0, lateral = 0, spin = 0;
};

/// That gives the forces of the linear theory on an ellipse: L1 = 8a/(3Gc11), L2 = 8a/(3Gc22),
/// L3 = πa√(a/b)/(4Gc23). [Kalker1982]
[[nodiscard]] Flexibility kalker_flexibility(double a, double b, const ElasticPair& material);

/// Slope reduction of modified FASTSIM: k = initial (limit + (1 − limit)/(1 + rate ε)), the flexibilities
/// over k [Spiryagin2013]. ε is Polach's gradient of tangential stress with friction at the creepage, times
/// `initial`: so the published curve with falling friction is met.
struct SlopeReduction {
  double initial = 1, limit = 1, rate = 0;  ///< 0 < initial ≤ 1, 0 ≤ limit ≤ 1, rate ≥ 0
};

/// k for creepages and spin of the motion on an ellipse under a force.
[[nodiscard]] double slope_factor(const SlopeReduction& reduction, const Problem& problem, double a, double b,
                                  double force);

/// Solves steady rolling with given creepages and the pressures problem.given_pressure. Every row is marched
/// from its leading edge; friction follows the slip of each element. Displacements are the flexibility times
/// the traction.
void solve_fastsim(const Problem& problem, const Flexibility& flexibility, Solution& solution);

}  // namespace flangeway::contact::halfspace
