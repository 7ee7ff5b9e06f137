// The right-hand side of a case: the state of a run and what an integrator asks of it.
#pragma once

#include <vector>

#include "flangeway/integrate/fixed_stepper.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/simulate/flexible_track.hpp"
#include "flangeway/simulate/jacobian.hpp"
#include "flangeway/simulate/joints.hpp"
#include "flangeway/simulate/remote_contact.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// State y = [q | q̇ | auxiliary], with the scratch to differentiate it. One per run; the model is shared.
class Simulation {
 public:
  /// Velocities may err as much as positions in 0.1 s: the unit of a velocity in tolerances, m/s or rad/s.
  static constexpr double velocity_unit = 10;

  /// The vehicle at its start: nominal position, wheelsets resting on the rails and rolling. With `remote`
  /// the contacts, and a track that yields, are another solver's.
  explicit Simulation(const vehicle_case::CaseModel& model, RemoteContact* remote = nullptr);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// The problem for an integrator, in integration variables: the state, but with the slip velocity and the
  /// mean velocity of each wheelset in place of its forward and spin velocities. Creep damps the one hard and
  /// the other not at all, so that the exponential form of the integrators is exact for both
  /// (docs/theory/creep_in_time.md). Advance with step().
  [[nodiscard]] integrate::Problem problem();
  /// The initial state in integration variables: what an integrator starts from.
  [[nodiscard]] const double* integrated() const { return integrated_.data(); }
  /// One step of an integrator that was initialised with problem(), from time t; updates state().
  EvalStatus step(integrate::FixedStepper& stepper, double t);
  /// state() becomes this one, given in integration variables.
  void accept(const double* integrated);
  /// After a step, with the last evaluation at its end: what the contacts carry to the next one.
  void commit_contacts();
  /// Puts a state in integration variables, such as one between two steps, onto the rails and evaluates it
  /// there: y in state variables, with its forces and contacts in bodies() and contacts(). state() stays.
  EvalStatus look_at(double t, const double* integrated, double* y);
  /// dy/dt; leaves forces and contacts of (t, y) in bodies() and contacts(). Allocates nothing.
  EvalStatus derivative(double t, const double* y, double* dydt);
  /// Back onto the constraints at time t, after derivative() at a neighbouring state: wheels onto the rails,
  /// the driven body to its prescribed place and speed.
  EvalStatus project(double t, double* y);
  /// Rates of damping for the exponential form of the integrators; after derivative() at the same state.
  void damping(double* rate);

  [[nodiscard]] const vehicle_case::CaseModel& model() const { return model_; }
  [[nodiscard]] const multibody::Workspace& bodies() const { return bodies_; }
  [[nodiscard]] const wheelrail::Workspace& contacts() const { return contacts_; }
  /// What the contacts carry from step to step.
  [[nodiscard]] const wheelrail::ContactState& contact_state() const { return contact_state_; }
  /// Where the rails are, per wheelset and side, in the evaluations to come: of elastic contact.
  [[nodiscard]] std::vector<std::array<wheelrail::RailMotion, 2>>& rail_motion() { return rail_motion_; }
  /// nullptr where the track stands.
  [[nodiscard]] const FlexibleTrack* flexible_track() const { return flexible_ ? &*flexible_ : nullptr; }
  /// nullptr where contacts are evaluated here.
  [[nodiscard]] const RemoteForces* remote() const { return remote_ ? &*remote_ : nullptr; }
  /// The step of the other solver to its next time, where the state is this one in integration variables.
  EvalStatus exchange(const double* integrated);
  /// After exchange() at the end of a step: its derivative with the new forces, in integration variables,
  /// from that with the old ones.
  EvalStatus renew(double t, double* integrated_rate);
  [[nodiscard]] double* state() { return state_.data(); }
  [[nodiscard]] const std::vector<double>& initial_state() const { return state_; }
  /// Largest constraint residuals before projection since the start: position (m, rad) and velocity.
  [[nodiscard]] double position_drift() const { return position_drift_; }
  [[nodiscard]] double velocity_drift() const { return velocity_drift_; }
  [[nodiscard]] const Joints& joints() const { return joints_; }
  /// Largest rate at which creep damped lateral motion and yaw of a wheelset so far, 1/s.
  [[nodiscard]] double stiffest_creep() const { return stiffest_creep_; }
  /// Acceleration that the speed profile prescribes at t, m/s².
  [[nodiscard]] double prescribed_acceleration(double t) const;
  /// Sum of kinetic, gravitational and elastic energy at y, J (after derivative() there).
  [[nodiscard]] double energy(const double* y) const;

 private:
  // Wheelsets whose forward motion is free, with what the change of variables needs.
  struct Rolling {
    std::size_t forward, spin;     // places of ṡ and θ̇ in the state
    double radius, forward_share;  // r0; (I/r²)/(m + I/r²): share of the slip that ṡ takes
  };
  EvalStatus settle_wheels(double t, double* y);
  EvalStatus settle(double t, double* y);
  EvalStatus evaluate_contacts(double t, const double* y, double* acceleration);
  EvalStatus take_remote_forces(double t, const double* y, double* acceleration);
  void put_remote_forces(double t, const double* y, double* acceleration);
  void find_rolling();
  void set_error_scale();
  EvalStatus integrated_jacobian(double t, const double* y, const double* dydt, double* matrix,
                                 std::uint64_t* evaluations);
  void to_integration(double* values) const;  // ṡ, θ̇ → slip u = ṡ − r θ̇, mean P; in place
  void to_state(double* values) const;        // and back
  EvalStatus restart(integrate::FixedStepper& stepper, double t);
  void add_traction(double t);
  void set_prescribed_motion(double t, double* y) const;
  void rest_on_rails();
  void settle_on_track();
  void settle_remote(Question question);
  void lift_onto_wheelsets();
  void hang_on_wheelsets();
  void roll_without_slip();

  const vehicle_case::CaseModel& model_;
  multibody::Workspace bodies_;
  wheelrail::Workspace contacts_;
  wheelrail::ContactState contact_state_;
  std::vector<std::array<wheelrail::RailMotion, 2>> rail_motion_;
  std::vector<double> state_, integrated_, rate_, scratch_,
      scratch_rate_;  // scratch_: the state inside the problem's functions
  std::vector<Rolling> rolling_;
  double position_drift_ = 0, velocity_drift_ = 0, stiffest_creep_ = 0;
  Joints joints_;
  VehicleJacobian jacobian_;
  std::optional<FlexibleTrack> flexible_;
  std::optional<RemoteForces> remote_;
  std::vector<Vec6> remote_loads_;     // that the forces of the wheelsets contain
  EvalStatus hung_ = EvalStatus::ok;   // joints went where their wheelsets are
  EvalStatus start_ = EvalStatus::ok;  // the worst that was met there
  bool running_ = false;  // the start is behind: contacts of another solver change at its steps only
  std::vector<integrate::ErrorScale> scale_;
};

}  // namespace flangeway::simulate
