// The bogie of Cooperrider as the papers write it: seven coordinates. [KaasPetersen1986]
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace flangeway::stability {

/// x = [q | q̇], q = y and yaw of the first wheelset, of the second one, and y, yaw and roll of the frame.
inline void cooperrider(const Eigen::VectorXd& x, double v, Eigen::VectorXd& rate) {
  constexpr double mw = 1022, mf = 2918, iwy = 678, ify = 6780, ifr = 6780;
  constexpr double k1 = 1823e3, k2 = 3646e3, k3 = 3646e3, k4 = 182.3e3, k5 = 333.3e3, k6 = 2710e3;
  constexpr double damping1 = 20e3, damping2 = 29.2e3, d1 = 0.62, d2 = 0.68, h1 = 0.0762, h2 = 0.6584;
  constexpr double a = 0.7163, b = 1.074, r0 = 0.4572, conicity = 0.05, gap = 0.0091, flange = 14.6e6;
  constexpr double phi = 0.54219, psi = 0.60252, stiffness = 6.563e6, limit = 10e3;
  const auto q = [&](int i) { return x(i - 1); };
  const auto rates = [&](int i) { return x(i + 6); };
  struct Force {
    double x, y;
  };
  const auto creep = [&](int lateral, int yaw) {
    const double xx = a * rates(yaw) / v + conicity * q(lateral) / r0, xy = rates(lateral) / v - q(yaw);
    const double size = std::hypot(xx / psi, xy / phi), u = stiffness * size / limit;
    const double force = u < 3 ? limit * (u - u * u / 3 + u * u * u / 27) : limit;
    const double per_size = size > 0 ? force / size : stiffness;
    return Force{xx / psi * per_size, xy / phi * per_size};
  };
  const auto rail = [&](double y) { return std::copysign(flange * std::max(std::abs(y) - gap, 0.0), y); };
  const Force f1 = creep(1, 2), f2 = creep(3, 4);
  const double a1 = 2 * k1 * (q(1) - q(5) - b * q(6) - h1 * q(7)),
               a2 = 2 * k1 * (q(3) - q(5) + b * q(6) - h1 * q(7));
  const double a3 = 2 * k2 * d1 * d1 * (q(2) - q(6)), a4 = 2 * k2 * d1 * d1 * (q(4) - q(6));
  const double a5 = 2 * damping2 * (rates(5) - h2 * rates(7)) + 2 * k4 * (q(5) - h2 * q(7)), a6 = k6 * q(6);
  const double a7 = 2 * damping1 * d2 * d2 * rates(7) + 2 * k5 * d2 * d2 * q(7) + 4 * k3 * d1 * d1 * q(7);
  rate.resize(14);
  rate << x.tail(7), -(a1 + 2 * f1.y + rail(q(1))) / mw, -(a3 + 2 * a * f1.x) / iwy,
      -(a2 + 2 * f2.y + rail(q(3))) / mw, -(a4 + 2 * a * f2.x) / iwy, (a1 + a2 - a5) / mf,
      (b * a1 - b * a2 + a3 + a4 - a6) / ify, (h1 * (a1 + a2) + h2 * a5 - a7) / ifr;
}

}  // namespace flangeway::stability
