// The creep force laws by name. Their formulas: creep_forces.hpp.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::contact {

enum class CreepLaw {
  polach,               ///< [Polach2005], saturating, with spin
  shen_hedrick_elkins,  ///< linear theory saturated by a cubic [Shen1983]; for small spin
  kalker_linear,        ///< [Kalker1990, ch. 2], without saturation
  fixed_coefficients,   ///< given f11 … f33 and limit, whatever the load
  none                  ///< frictionless
};

constexpr auto alternatives_of(CreepLaw) {
  using Law = Alternative<CreepLaw>;
  return std::array{
      Law{CreepLaw::polach,
          "polach",
          "Polach: saturates and includes spin. Take it unless there is a reason for another law",
          {"k_a", "k_s"}},
      Law{CreepLaw::shen_hedrick_elkins, "shen_hedrick_elkins",
          "Shen, Hedrick and Elkins: linear theory with cubic saturation. For small spin, so not for flange "
          "contact"},
      Law{CreepLaw::kalker_linear, "kalker_linear",
          "Kalker's linear theory: no saturation. For small creepages, such as in stability analysis"},
      Law{CreepLaw::fixed_coefficients,
          "fixed_coefficients",
          "linear with the coefficients f11, f22, f23 and f33, independent of load and shape; with a limit, "
          "saturated by Johnson's cubic. For published examples",
          {"f11", "f22", "f23", "f33", "limit"}},
      Law{CreepLaw::none, "none", "no friction. For checks of energy and normal forces"}};
}

/// The forces of the law depend on the coefficient of friction.
[[nodiscard]] constexpr bool depends_on_friction(CreepLaw law) {
  return law == CreepLaw::polach || law == CreepLaw::shen_hedrick_elkins;
}

}  // namespace flangeway::contact
