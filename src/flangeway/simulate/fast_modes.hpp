// The modes of a run at one instant, as its integrator meets them. Theory: docs/theory/integrators.md,
// "auto".
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "flangeway/integrate/fixed_stepper.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

struct FastMode {
  std::complex<double> eigenvalue;  ///< 1/s, of a pair the one with positive imaginary part
  double rate = 0;                  ///< 1/s: what of it the exponential form of fixed steps takes out
  Eigen::VectorXcd shape;           ///< over the state of the case; empty: not one of its modes
  std::string name;                 ///< in place of body and element where there is no shape
  /// How fast what is left for the formulas of a step changes, 1/s.
  [[nodiscard]] double speed() const { return std::abs(eigenvalue + rate); }
};

/// The eigenvalues of more would take minutes: their cost grows with the third power.
inline constexpr std::size_t most_states_of_modes = 1500;

/// Modes of the equations linearised about the present state of `simulation`, the fastest first; those that
/// are slow for every step are left out. Empty where the equations have no value there, or too many states.
/// Changes its workspace only.
[[nodiscard]] std::vector<FastMode> fast_modes(Simulation& simulation);

/// 1/s by which fixed steps let a mode grow that does not grow itself, or decay less than it does; `scale`
/// times as fast. More than the limit is not stable.
inline constexpr double max_added_growth = 0.05;
[[nodiscard]] double added_growth(const FastMode& mode, integrate::FixedMethod method, double step,
                                  double scale = 1);

/// "315 Hz, damping ratio 0.002, axlebox_left (vertical), element primary_left"; "…, wheel-rail contact"
/// where no element does the work.
[[nodiscard]] std::string describe(Simulation& simulation, const FastMode& mode);

/// A sentence about the mode for which a step from the present state most likely failed: the one that the
/// step lets grow most, or else the fastest. Empty where none is known.
[[nodiscard]] std::string failing_mode(Simulation& simulation);

}  // namespace flangeway::simulate
