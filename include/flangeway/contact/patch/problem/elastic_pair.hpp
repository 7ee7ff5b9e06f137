// The combined elastic constants of two half-spaces of different materials.
#pragma once

#include "flangeway/contact/hertz.hpp"

namespace flangeway::contact::patch {

/// Combined constants of two bodies, [Kalker1990, eq. 1.41 ff.].
struct ElasticPair {
  double shear_modulus = 0;  ///< G, 1/G = ½(1/G₁ + 1/G₂), Pa
  double poisson_ratio = 0;  ///< ν, ν/G = ½(ν₁/G₁ + ν₂/G₂)
  double coupling = 0;  ///< K/G = ¼((1−2ν₁)/G₁ − (1−2ν₂)/G₂); 0: normal and tangential problem part
  [[nodiscard]] bool operator==(const ElasticPair&) const = default;
};

/// Body 1 is the upper one, into which z points (the wheel).
[[nodiscard]] ElasticPair combine(const Material& body_1, const Material& body_2);

}  // namespace flangeway::contact::patch
