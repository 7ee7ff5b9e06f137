// Finds a bracketed root of a function of one variable.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace flangeway::math {

/// Root of f between a and b, where f(a) and f(b) have opposite signs, to `tolerance` in x (bisection guarded
/// secant, after Brent's "Algorithms for Minimization without Derivatives", ch. 4). NaN if not bracketed.
template <typename Function>
[[nodiscard]] double find_root(const Function& f, double a, double b, double tolerance) {
  double fa = f(a), fb = f(b);
  if (fa == 0) return a;
  if (fb == 0) return b;
  if (!(fa * fb < 0)) return std::numeric_limits<double>::quiet_NaN();
  double c = a, fc = fa, step = b - a, previous = step;
  for (int i = 0; i < 200; ++i) {
    if (std::abs(fc) < std::abs(fb)) {
      a = b, b = c, c = a;
      fa = fb, fb = fc, fc = fa;
    }
    const double tol = 2 * std::numeric_limits<double>::epsilon() * std::abs(b) + tolerance / 2;
    const double half = (c - b) / 2;
    if (std::abs(half) <= tol || fb == 0) return b;
    if (std::abs(previous) >= tol && std::abs(fa) > std::abs(fb)) {
      const double s = fb / fa;
      double p, q;
      if (a == c) {
        p = 2 * half * s;
        q = 1 - s;
      } else {
        const double u = fa / fc, r = fb / fc;
        p = s * (2 * half * u * (u - r) - (b - a) * (r - 1));
        q = (u - 1) * (r - 1) * (s - 1);
      }
      if (p > 0) q = -q;
      p = std::abs(p);
      const bool accept = 2 * p < std::min(3 * half * q - std::abs(tol * q), std::abs(previous * q));
      previous = accept ? step : half;
      step = accept ? p / q : half;
    } else {
      previous = step = half;
    }
    a = b, fa = fb;
    b += std::abs(step) > tol ? step : std::copysign(tol, half);
    fb = f(b);
    if ((fb > 0) == (fc > 0)) c = a, fc = fa, previous = step = b - a;
  }
  return b;
}

}  // namespace flangeway::math
