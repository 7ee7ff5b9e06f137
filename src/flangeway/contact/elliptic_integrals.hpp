// Complete elliptic integrals, computed by the arithmetic-geometric mean.
#pragma once

namespace flangeway::contact {

/// Integrals of modulus k = √(1 − κ²): K, D = (K − E)/k² and B = K − D = (E − κ²K)/k². B and D stay positive
/// and accurate for κ → 1. [DLMF, 19.2, 19.8]
struct EllipticIntegrals {
  double first, b, d;
};

/// 0 < κ ≤ 1, the ratio of the shorter to the longer semi-axis.
[[nodiscard]] EllipticIntegrals elliptic_integrals(double kappa);

}  // namespace flangeway::contact
