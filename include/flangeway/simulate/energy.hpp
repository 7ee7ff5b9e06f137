// Where the energy of a vehicle comes from and where it goes. Derivation: docs/theory/energy.md.
#pragma once

#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

/// Power in W, or its integral over time in J. The first two are given to the vehicle, the others are taken
/// from it.
struct EnergyFlow {
  double drive = 0;       ///< prescribed motion and motor torques
  double valves = 0;      ///< levelling valves of air springs
  double suspension = 0;  ///< dampers and friction
  double creep = 0;       ///< creep forces of all wheels
  double contact = 0;     ///< all contact forces: creep, elastic contacts and rails that move

  /// What the stored energy grows by.
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
  EnergyFlow power;
  EnergyFlow work;      ///< since the start of the run
  double residual = 0;  ///< J, growth of `stored` since the start, less the work
};

/// All but work and residual, after derivative() at (t, y). Allocates nothing.
[[nodiscard]] EnergyInstant energy_at(const Simulation& simulation, double t, const double* y);

/// Power that creep dissipates in all contacts of a wheel, W.
[[nodiscard]] double creep_power(const multibody::BodyState& body, const wheelrail::WheelsetResult& result,
                                 std::size_t side);

/// Sums the work up from instant to instant by the trapezoidal rule.
class EnergyMeter {
 public:
  /// Completes `instant` at time t, s. Times do not decrease; the first call is the start.
  void add(double t, EnergyInstant& instant);

 private:
  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<EnergyMeter> meter) {
    codec(meter.started_, meter.time_, meter.stored_, meter.power_, meter.work_);
  }

  bool started_ = false;
  double time_ = 0, stored_ = 0;
  EnergyFlow power_, work_;
};
}  // namespace flangeway::simulate
