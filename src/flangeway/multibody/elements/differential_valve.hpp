// Differential valve between two air springs. Theory: docs/theory/air_spring.md.
#pragma once

#include <string>

#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::multibody {

/// It opens where the pressures of two bags, or of their tanks, differ in either direction.
struct DifferentialValve {
  std::string name;
  std::size_t i = 0, j = 0;  ///< among the air springs
  bool between_tanks = false;
  double opens_at = 0, open_at = 1;        ///< difference at which it begins to open, and is open, Pa
  double resistance = 1, orifice = 0;      ///< of the open valve, Pa s/m³, Pa s²/m⁶
  double opening_rate = 0;                 ///< of its lag, 1/s; 0: it follows at once
  std::size_t opening = no_index;          ///< auxiliary state: 0 shut to 1 open; where it lags
  std::size_t output_i = 0, output_j = 0;  ///< of the two springs, in Workspace::element_deflection
};

/// State of a valve at one instant. Amounts of gas are volumes at the nominal density of spring i.
template <typename T>
struct ValveFlow {
  T difference = 0.0;         ///< p_i − p_j, Pa
  T opening = 0.0;            ///< 0 to 1
  T flow = 0.0;               ///< from i to j, m³/s
  T opening_rate = 0.0;       ///< of its state, 1/s
  T loss = 0.0, zeros = 0.0;  ///< W; power by which the zeros of the energies of both bags differ
};

}  // namespace flangeway::multibody
