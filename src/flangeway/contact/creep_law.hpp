// The creep force laws by name. Their formulas: creep_forces.hpp.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::contact {

enum class CreepLaw {
  kalker_table,         ///< the half-space in steady rolling, from a table (docs/theory/creep_table.md)
  fastsim,              ///< simplified theory on 10 × 10 elements [Kalker1982]
  polach,               ///< [Polach2005], saturating, with spin
  shen_hedrick_elkins,  ///< linear theory saturated by a cubic [Shen1983]; for small spin
  kalker_linear,        ///< [Kalker1990, ch. 2], without saturation
  fixed_coefficients,   ///< given f11 … f33 and limit, whatever the load
  none,                 ///< frictionless
  library               ///< a function of the user's, which the caller evaluates (law/flangeway_law.h)
};

constexpr auto alternatives_of(CreepLaw) {
  using Law = Alternative<CreepLaw>;
  return std::array{
      Law{CreepLaw::kalker_table, "kalker_table",
          "Kalker's exact theory of an elliptic patch, from a table of half-space solutions. Take it unless "
          "there is a reason for another law"},
      Law{CreepLaw::fastsim, "fastsim",
          "FASTSIM on 10 x 10 elements in every evaluation. Slow; for comparison with programs that do the "
          "same"},
      Law{CreepLaw::polach,
          "polach",
          "Polach: saturates and includes spin. A closed formula; with spin its forces are up to a third too "
          "small. For contaminated rails (k_a, k_s), and to repeat what others computed with it",
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
      Law{CreepLaw::none, "none", "no friction. For checks of energy and normal forces"},
      Law{CreepLaw::library,
          "library",
          "a law of your own in a shared library, which runs as part of the program",
          {"library", "parameters", "time_limit"}}};
}

/// The forces of the law depend on the coefficient of friction.
[[nodiscard]] constexpr bool depends_on_friction(CreepLaw law) {
  return law == CreepLaw::kalker_table || law == CreepLaw::fastsim || law == CreepLaw::polach ||
         law == CreepLaw::shen_hedrick_elkins || law == CreepLaw::library;
}

}  // namespace flangeway::contact
