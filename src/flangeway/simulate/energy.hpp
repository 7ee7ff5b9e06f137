// Sources and sinks of the energy of a vehicle. Derivation: docs/theory/energy.md.
#pragma once

#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

/// Power in W, or its integral over time in J. The first two are given to the vehicle, the others are taken
/// from it.
struct EnergyFlow {
  double drive = 0;       ///< prescribed motion and motor torques
  double valves = 0;      ///< levelling valves of air springs
  double suspension = 0;  ///< dampers and friction of the suspension
  double creep = 0;       ///< creep forces of all wheels
  double contact = 0;     ///< all contact forces: creep, elastic contacts and rails that move

  /// Power that increases the stored energy.
  [[nodiscard]] double balance() const { return drive + valves - suspension - contact; }
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<EnergyFlow> flow) {
  codec(flow.drive, flow.valves, flow.suspension, flow.creep, flow.contact);
}

/// At one instant of a run.
struct EnergyInstant {
  double speed = 0;           ///< m/s, of the vehicle's reference
  double stored = 0;          ///< J, kinetic, gravitational and elastic
  double contact_stored = 0;  ///< J, of indentation; not part of `stored`
  EnergyFlow power;           ///< of friction surfaces: the mean over the step of the integrator
  EnergyFlow work;            ///< since the start of the run
  double residual = 0;        ///< J, growth of `stored` since the start, less the work
};

/// Without the power of friction surfaces, after derivative() at (t, y). Allocates nothing.
[[nodiscard]] EnergyFlow power_at(const Simulation& simulation, double t, const double* y);

/// All but work, residual and the power of friction surfaces, after derivative() at (t, y). Allocates
/// nothing.
[[nodiscard]] EnergyInstant energy_at(const Simulation& simulation, double t, const double* y);

/// Power that creep dissipates in all contacts of a wheel, W.
[[nodiscard]] double creep_power(const multibody::BodyState& body, const wheelrail::WheelsetResult& result,
                                 std::size_t side);

}  // namespace flangeway::simulate
