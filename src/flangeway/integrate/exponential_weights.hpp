// φ functions and the weights of the exponential forms of Adams–Bashforth–Moulton and of RK4.
// y' = −λ y + N(t, y); z = λ h ≥ 0 is frozen over a step. Derivation: docs/theory/integrators.md.
#pragma once

#include <array>

namespace flangeway::integrate {

/// φ_0(−z) = e^(−z), φ_j(−z) = ∫₀¹ e^(−z(1−θ)) θ^(j−1)/(j−1)! dθ, j = 1 … 4, for z ≥ 0, to about 1e-15
/// relative.
[[nodiscard]] std::array<double, 5> phi_functions(double z);

/// Classical weights, newest point first. [Yu2022, eq. 32], the sign of f_{n−1} in the corrector
/// corrected.
inline constexpr std::array<double, 4> adams_bashforth4{55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24};
/// … of the point n+1 first.
inline constexpr std::array<double, 4> adams_moulton4{9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24};

/// Weights of N at n, n−1, n−2, n−3 and at n+1, n, n−1, n−2: ∫₀¹ e^(−z(1−θ)) ℓ_k(θ) dθ with Lagrange's ℓ_k.
/// The predictor turns from four points to two as z grows: that keeps it stable when λ is not exact.
/// λh at which both predictors have the same share; measured, see the theory page.
inline constexpr double predictor_blend = 1;
struct AdamsWeights {
  std::array<double, 4> predictor, corrector;
};
[[nodiscard]] AdamsWeights exponential_adams(double z);

/// Krogstad's exponential RK4 in the increment form of our theory page.
struct RungeKuttaWeights {
  double half1, half2;  ///< φ1(−z/2), φ2(−z/2)
  double full1, full2;  ///< φ1(−z), φ2(−z)
  double middle, last;  ///< 2(φ2 − 2φ3), 4φ3 − φ2
};
[[nodiscard]] RungeKuttaWeights exponential_runge_kutta(double z);

/// What one stiff component needs in a step; which part is set depends on the method.
struct ExponentialWeights {
  double rate = 0;  ///< λ in 1/s
  AdamsWeights adams{};
  RungeKuttaWeights runge_kutta{};
};

}  // namespace flangeway::integrate
