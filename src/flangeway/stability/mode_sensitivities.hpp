// Derivatives of eigenvalues and of linear critical speeds with respect to numeric keys of a case. Theory:
// docs/theory/sensitivities.md.
#pragma once

#include <complex>
#include <optional>
#include <vector>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/stability/stability.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"

namespace flangeway::stability {

/// Step of a difference as a share of the key: the matrices of the equations have a rounding error of about
/// 1e-9.
inline constexpr double mode_sensitivity_step = 1e-3;

/// dλ/dp = yᵀ (dA/dp) x / yᵀx of one key, with x and y the right and left eigenvectors.
struct ModeSensitivity {
  vehicle_case::VariedKey key;
  /// 1/s by the unit of the key, of each mode; none where another mode has nearly the same eigenvalue.
  std::vector<std::optional<std::complex<double>>> eigenvalues;
};
/// Derivatives of the frequency in Hz and of the damping ratio, from the derivative of the eigenvalue.
[[nodiscard]] double frequency_derivative(std::complex<double> derivative);
[[nodiscard]] double damping_derivative(std::complex<double> eigenvalue, std::complex<double> derivative);

/// How modes are linearised: as flangeway modes does.
struct Linearisation {
  bool dampers = true;
  bool steady = false;  ///< about steady running at the place of the start, which moves with the key
};
/// `about`: the state of the modes. Throws BadInput where a changed value does not fit.
[[nodiscard]] std::vector<ModeSensitivity> mode_sensitivities(
    const vehicle_case::CaseSource& source, const std::vector<vehicle_case::VariedKey>& keys,
    const Linearisation& how, const vehicle_case::CaseModel& model, const Eigen::VectorXd& about,
    const std::vector<simulate::Mode>& modes);

/// Adds to each Hopf point the derivatives of its speed, dV/dp = −Re(dλ/dp)/Re(dλ/dV).
void add_speed_derivatives(const vehicle_case::CaseSource& source,
                           const std::vector<vehicle_case::VariedKey>& keys,
                           const vehicle_case::CaseModel& model, std::vector<HopfPoint>& points);

}  // namespace flangeway::stability
