// The right-hand side of a case: the state of a run and what an integrator asks of it.
#pragma once

#include <vector>

#include "flangeway/integrate/problem.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/vehicle/case_compile.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// State y = [q | q̇ | auxiliary], with the scratch to differentiate it. One per run; the model is shared.
class Simulation {
 public:
  /// The vehicle at its start: nominal position, wheelsets resting on the rails and rolling.
  explicit Simulation(const vehicle::CaseModel& model);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  [[nodiscard]] integrate::Problem problem();
  /// dy/dt; leaves forces and contacts of (t, y) in bodies() and contacts(). Allocates nothing.
  EvalStatus derivative(double t, const double* y, double* dydt);
  /// Back onto the constraints at time t, after derivative() at a neighbouring state: wheels onto the rails,
  /// the driven body to its prescribed place and speed.
  EvalStatus project(double t, double* y);
  /// Rates of damping for the exponential form of the integrators; after derivative() at the same state.
  void damping(double* rate);

  [[nodiscard]] const vehicle::CaseModel& model() const { return model_; }
  [[nodiscard]] const multibody::Workspace& bodies() const { return bodies_; }
  [[nodiscard]] const wheelrail::Workspace& contacts() const { return contacts_; }
  [[nodiscard]] double* state() { return state_.data(); }
  [[nodiscard]] const std::vector<double>& initial_state() const { return state_; }
  /// Largest constraint residuals before projection since the start: position (m, rad) and velocity.
  [[nodiscard]] double position_drift() const { return position_drift_; }
  [[nodiscard]] double velocity_drift() const { return velocity_drift_; }
  /// Acceleration that the speed profile prescribes at t, m/s².
  [[nodiscard]] double prescribed_acceleration(double t) const;
  /// Sum of kinetic, gravitational and elastic energy at y, J (after derivative() there).
  [[nodiscard]] double energy(const double* y) const;

 private:
  void add_traction(double t);
  void set_prescribed_motion(double t, double* y) const;
  void lift_onto_wheelsets();
  void roll_without_slip();

  const vehicle::CaseModel& model_;
  multibody::Workspace bodies_;
  wheelrail::Workspace contacts_;
  wheelrail::Memory memory_;
  std::vector<double> state_;
  double position_drift_ = 0, velocity_drift_ = 0;
  std::size_t damping_age_ = 0;  // steps since the start
};

}  // namespace flangeway::simulate
