// Displacement of the surface due to a strip with an elliptic pressure, along the line across all strips.
#pragma once

#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::contact::patch::strips {

/// Integrals over t = η/a, η the distance from the middle of the strip, a its half length
/// (docs/theory/strips.md, eq. 2). Both are odd functions of t.
struct KernelValue {
  double deflection = 0;  ///< Φ(t)
  double bending = 0;     ///< Ψ(t) ≤ 0 for t ≥ 0
};

class Kernel {
 public:
  /// The table, made at the first call.
  static const Kernel& instance();
  [[nodiscard]] KernelValue operator()(double t) const;

 private:
  Kernel();
  math::UniformSpline table_;  // over ln t
};

/// φ(s) = ∫√(1−σ²)/√(σ²+s²) dσ over −1 … 1, s > 0.
[[nodiscard]] double line_deflection(double s);

}  // namespace flangeway::contact::patch::strips
