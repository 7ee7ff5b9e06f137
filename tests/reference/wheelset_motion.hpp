// Closed forms of the motion of one wheelset: kinematic oscillation, and the hunting of a suspended wheelset.
#pragma once

#include <cmath>
#include <complex>

namespace flangeway::reference {

inline constexpr double two_pi = 6.283185307179586;

/// Wavelength of a double cone on knife edges, m. [Klingel1883]
/// r0: rolling radius, b: half the distance of the contact points, m; delta: half the cone's angle, rad.
inline double klingel_wavelength(double r0, double b, double delta) {
  return two_pi * std::sqrt(r0 * b / std::tan(delta));
}

/// The same on rail heads of radius Rr (m), exact for small motions: rolling by tan(delta)/b per unit of
/// shift moves the contact on the head by Rr times that, and so on the cone. r0 and b hold at the centred
/// contact. Derivation: docs/validation/wheelset.md.
inline double rolling_wavelength(double r0, double b, double delta, double rail_radius) {
  return two_pi * std::sqrt(r0 * b / (std::tan(delta) * (1 + rail_radius * std::sin(delta) / b)));
}

/// m y'' + 2 f22 (y'/V − ψ) + ky y = 0,  I ψ'' + 2 f11 (b² ψ'/V + b λ y/r0) + kψ ψ = 0; SI units.
struct SuspendedWheelset {
  double mass = 1500, yaw_inertia = 1000, b = 0.75, r0 = 0.46, conicity = 0.1;
  double f11 = 7.5e6, f22 = 7e6, lateral_stiffness = 2e6, yaw_stiffness = 2e6;
};

struct CriticalSpeed {
  double speed = 0;      ///< m/s
  double frequency = 0;  ///< Hz
};

/// Where a pair of roots of the characteristic polynomial Σ a_k p^k becomes imaginary. With p = iω its odd
/// part gives ω² = a1/a3, in which V cancels; the even part, a4 ω⁴ − a2 ω² + a0 = 0 with a2 = c + d/V², then
/// gives V.
inline CriticalSpeed critical_speed(const SuspendedWheelset& w) {
  const double lateral = 2 * w.f22, yaw = 2 * w.f11 * w.b * w.b;  // damping · V
  const double a1 = lateral * w.yaw_stiffness + yaw * w.lateral_stiffness;
  const double a3 = lateral * w.yaw_inertia + yaw * w.mass;
  const double omega2 = a1 / a3;
  const double a4 = w.mass * w.yaw_inertia;
  const double a0 = w.lateral_stiffness * w.yaw_stiffness + lateral * 2 * w.f11 * w.b * w.conicity / w.r0;
  const double constant = w.mass * w.yaw_stiffness + w.yaw_inertia * w.lateral_stiffness;
  const double wanted = (a4 * omega2 * omega2 + a0) / omega2 - constant;  // = lateral · yaw / V²
  return {std::sqrt(lateral * yaw / wanted), std::sqrt(omega2) / two_pi};
}

/// The characteristic polynomial at p (1/s) and speed (m/s); its root crosses the imaginary axis at the
/// critical speed.
inline std::complex<double> characteristic(const SuspendedWheelset& w, double speed, std::complex<double> p) {
  const std::complex<double> y = w.mass * p * p + 2 * w.f22 / speed * p + w.lateral_stiffness;
  const std::complex<double> psi =
      w.yaw_inertia * p * p + 2 * w.f11 * w.b * w.b / speed * p + w.yaw_stiffness;
  return y * psi + 2 * w.f22 * 2 * w.f11 * w.b * w.conicity / w.r0;
}

/// Root of the characteristic polynomial next to `guess`, 1/s.
inline std::complex<double> root_near(const SuspendedWheelset& w, double speed, std::complex<double> guess) {
  std::complex<double> p = guess;
  for (int i = 0; i < 50; ++i) {
    const std::complex<double> h = 1e-6 * (1.0 + std::abs(p));
    const std::complex<double> slope =
        (characteristic(w, speed, p + h) - characteristic(w, speed, p - h)) / (2.0 * h);
    p -= characteristic(w, speed, p) / slope;
  }
  return p;
}

}  // namespace flangeway::reference
