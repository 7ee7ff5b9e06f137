// The variables that the integrators use. Theory: docs/theory/creep_in_time.md.
#pragma once

#include <vector>

#include "flangeway/integrate/problem.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

/// Velocities may err as much as positions in 0.1 s: the unit of a velocity in tolerances, m/s or rad/s.
inline constexpr double velocity_unit = 10;

/// The state [q | q̇ | auxiliary] of a vehicle, but with the slip velocity u and the mean velocity P of each
/// wheelset in place of its forward velocity ṡ and spin θ̇: u = ṡ − r θ̇, P = (m ṡ + (I/r²) r θ̇)/(m + I/r²).
/// The creep force F changes u by F (1/m + r²/I) and leaves P alone, so that the exponential form of the
/// integrators is exact for both.
class SlipCoordinates {
 public:
  explicit SlipCoordinates(const vehicle_case::CaseModel& model);
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Transforms a state, or its rate, in place.
  void to_integration(double* values) const;
  void to_state(double* values) const;
  /// ∂f/∂y of the state, column-major, becomes that of the integration variables: T (∂f/∂y) T⁻¹.
  void transform_jacobian(double* matrix) const;
  /// Transforms the damping rates of the state, 1/s, to those of the integration variables.
  void transform_damping(double* rate) const;

 private:
  // A wheelset whose forward motion is free.
  struct Rolling {
    std::size_t forward, spin;     // places of ṡ and θ̇ in the state
    double radius, forward_share;  // r0; (I/r²)/(m + I/r²): share of the slip that ṡ takes
  };
  std::size_t size_;
  std::vector<Rolling> rolling_;
};

/// How the errors of the components are measured. [size of the state]
[[nodiscard]] std::vector<integrate::ErrorScale> error_scale(const multibody::Model& vehicle);

}  // namespace flangeway::simulate
