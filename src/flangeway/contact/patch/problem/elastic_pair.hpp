// The combined constants of two half-spaces of different materials.
#pragma once

#include <array>

#include "flangeway/contact/hertz.hpp"

namespace flangeway::contact::patch {

/// Delayed part of the displacements of a visco-elastic body: the elastic displacements, seen by a particle
/// that rolls through the contact, weighted by e^(−s) over the distance s · length that it has covered.
struct DelayedResponse {
  double compliance = 0;     ///< of shear, 1/Pa; 0: an elastic body
  double poisson_ratio = 0;  ///< of the body
  double length = 0;         ///< rolling velocity × delay time, m; < 0 rolling to −x
  [[nodiscard]] bool operator==(const DelayedResponse&) const = default;
};

/// Combined constants of two bodies, [Kalker1990, eq. 1.41 ff.].
struct ElasticPair {
  double shear_modulus = 0;  ///< G, 1/G = ½(1/G₁ + 1/G₂), Pa
  double poisson_ratio = 0;  ///< ν, ν/G = ½(ν₁/G₁ + ν₂/G₂)
  double coupling = 0;       ///< K/G = ¼((1−2ν₁)/G₁ − (1−2ν₂)/G₂)
  std::array<DelayedResponse, 2> delayed{};
  bool coupled = true;  ///< false: normal and tangential problem part, whatever the bodies are
  [[nodiscard]] bool operator==(const ElasticPair&) const = default;

  [[nodiscard]] bool is_viscous() const { return delayed[0].compliance != 0 || delayed[1].compliance != 0; }
  /// Whether pressures move the surfaces sideways: else normal and tangential problem part.
  [[nodiscard]] bool is_coupled() const;
};

/// Body 1 is the upper one, into which z points (the wheel). `rolling_velocity` in m/s along x, of
/// visco-elastic bodies; at 0 all of their compliance is there.
[[nodiscard]] ElasticPair combine(const Material& body_1, const Material& body_2,
                                  double rolling_velocity = 0);

}  // namespace flangeway::contact::patch
