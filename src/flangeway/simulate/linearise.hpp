// Small motions about the start of a case: eigenvalues and modes.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/simulate/reduced_equations.hpp"

namespace flangeway::simulate {

/// One eigenvalue λ of the linearised motion (of a conjugate pair the one with positive imaginary part).
struct Mode {
  std::complex<double> eigenvalue;  ///< 1/s
  double frequency = 0;             ///< Hz, |Im λ| / 2π
  double damping_ratio = 0;         ///< −Re λ / |λ|
  std::string body, coordinate;  ///< what moves most (coordinates scaled by the square root of their inertia)
  Eigen::VectorXcd shape;        ///< over the components of the reduced equations, of length 1
};

enum class ModeKind { growing, oscillation, overdamped, neutral };
constexpr auto alternatives_of(ModeKind) {
  return std::to_array<Alternative<ModeKind>>(
      {{ModeKind::growing, "growing", "grows without oscillating"},
       {ModeKind::oscillation, "oscillation", "oscillates, and decays or grows"},
       {ModeKind::overdamped, "overdamped", "decays without oscillating"},
       {ModeKind::neutral, "neutral", "rigid-body motion, turning wheel or friction that sticks"}});
}
[[nodiscard]] ModeKind kind_of(const Mode& mode);

/// Without dampers in the suspension.
[[nodiscard]] vehicle_case::CaseModel without_dampers(const vehicle_case::CaseModel& model);

/// Without displacement of the wheelsets at the start, at constant speed.
[[nodiscard]] vehicle_case::CaseModel centred(const vehicle_case::CaseModel& model);

/// Steady running at a speed, from a nearby estimate, by Newton's method. Throws
/// NumericalFailure.
[[nodiscard]] Eigen::VectorXd equilibrium(ReducedEquations& equations, double speed, Eigen::VectorXd x);
/// The share of a step of the reduced coordinates that moves no wheelset by more than a millimetre.
[[nodiscard]] double bounded_share(const ReducedEquations& equations, const Eigen::VectorXd& step);

/// Eigenvalues of the equations linearised about x at a speed: kind after kind as in ModeKind, with
/// increasing frequency, and where there is none with increasing growth or decay.
[[nodiscard]] std::vector<Mode> modes(ReducedEquations& equations, double speed, const Eigen::VectorXd& x);

/// Eigenvalues of the case linearised about its initial state at its speed, by central differences of the
/// equations of motion on the constraints; ordered as above. Wheelset heights and rolls follow the rails.
/// With `dampers` false all dampers of the suspension are taken out first (creep stays).
[[nodiscard]] std::vector<Mode> modes(const vehicle_case::CaseModel& model, bool dampers);

}  // namespace flangeway::simulate
