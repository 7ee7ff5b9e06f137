// Friction laws in which friction falls with the slip velocity.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::contact::patch {

enum class FrictionKind {
  coulomb,      ///< μ = kinetic
  linear,       ///< μ = kinetic + Σ aᵢ max(0, 1 − s/(2 vᵢ))
  rational,     ///< μ = kinetic + a₁/(1 + s/v₁) + a₂/(1 + (s/v₂)²)
  exponential,  ///< μ = kinetic + Σ aᵢ 2^(−s/vᵢ)
  temperature  ///< μ = kinetic + change · min(max(T − reference, 0), range)/range, T of the upper surface
};

constexpr auto alternatives_of(FrictionKind) {
  using One = Alternative<FrictionKind>;
  return std::array{One{FrictionKind::coulomb, "constant", "friction does not depend on the slip"},
                    One{FrictionKind::linear,
                        "linear",
                        "each term falls linearly, to zero at twice its speed",
                        {"fall_1", "speed_1", "fall_2", "speed_2"}},
                    One{FrictionKind::rational,
                        "rational",
                        "the first term falls as 1/(1 + s/speed_1), the second as 1/(1 + (s/speed_2)²)",
                        {"fall_1", "speed_1", "fall_2", "speed_2"}},
                    One{FrictionKind::exponential,
                        "exponential",
                        "each term falls exponentially, by half at its speed",
                        {"fall_1", "speed_1", "fall_2", "speed_2"}},
                    One{FrictionKind::temperature,
                        "temperature",
                        "the friction changes linearly between two temperatures of the surface",
                        {"temperature_change", "temperature_begin", "temperature_range"}}};
}

/// Two terms, so that a steep and a flat fall can be added; a term with amplitude 0 is absent.
struct FrictionLaw {
  FrictionKind kind = FrictionKind::coulomb;
  double kinetic = 0.3;                 ///< ≥ 0
  double amplitude_1 = 0, speed_1 = 0;  ///< a₁ ≥ 0; v₁ in m/s, > 0 where a₁ > 0: half of a₁ is lost there
  double amplitude_2 = 0, speed_2 = 0;          ///< a₂, v₂ as above
  double change = 0, reference = 0, range = 1;  ///< of `temperature`: 1, °C, °C > 0
};

/// The coefficient lags behind the law: dμ/dt = −max(s, minimal_speed)/distance · (μ − μ(s)).
struct FrictionMemory {
  double distance = 0;       ///< m; 0 means no memory
  double minimal_speed = 0;  ///< m/s
};

/// μ at slip speed s ≥ 0 in m/s.
[[nodiscard]] double friction_coefficient(const FrictionLaw& law, double slip_speed);

/// μ at a temperature of the surface in °C.
[[nodiscard]] double friction_when_hot(const FrictionLaw& law, double temperature);

/// μ at rest, where it depends on the temperature below that at which it changes.
[[nodiscard]] inline double static_friction(const FrictionLaw& law) {
  return friction_coefficient(law, 0);
}

}  // namespace flangeway::contact::patch
