// Inputs for the surface temperatures of a patch.
#pragma once

namespace flangeway::contact::patch {

/// One body far from the contact.
struct ThermalBody {
  double temperature = 0;  ///< °C
  double effusivity = 0;   ///< W √s/(m² K) > 0: √(conductivity · density · specific heat)
};

/// Frictional heat in steady rolling. docs/theory/halfspace.md, "Temperature"
struct Heat {
  ThermalBody body_1, body_2;
  double plastic_share = 0;  ///< of the plastic work of a third body that becomes heat, 0 … 1
  /// Share of an element's own heat that counts at its centre: half of it has entered there. The program
  /// CONTACT counts all, which makes short contacts hotter.
  double own_share = 0.5;
};

}  // namespace flangeway::contact::patch
