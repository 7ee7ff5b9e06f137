// The equations of motion of a case: the derivative of its state, and its projection onto the constraints.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/simulate/flexible_track.hpp"
#include "flangeway/simulate/joints.hpp"
#include "flangeway/simulate/remote_contact.hpp"
#include "flangeway/simulate/state.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// Scratch memory of one evaluation. The next one reads nothing of it.
struct Workspace {
  multibody::Workspace bodies;
  wheelrail::Workspace contacts;
};

/// Evaluations start from what the last one left in State::contact and State::joints. None of them allocates.
class Equations {
 public:
  /// With `remote`, another solver computes the contacts and a flexible track. `state` is that of the run.
  Equations(const vehicle_case::CaseModel& model, State& state, RemoteContact* remote);
  Equations(const Equations&) = delete;
  Equations& operator=(const Equations&) = delete;

  /// dy/dt; leaves forces and contacts of (t, y) in the workspace.
  EvalStatus derivative(double t, const double* y, double* dydt);
  /// Motion of the bodies and all forces on them but those of contacts and joints; of dydt, the rates of the
  /// auxiliary states of the suspension.
  void load_bodies(double t, const double* y, double* dydt);
  /// Updates dydt at (t, y) to the newest forces of the other solver.
  EvalStatus renew(double t, const double* y, double* dydt);
  /// Projects y onto the constraints at time t, after derivative() at a neighbouring state: wheels onto the
  /// rails, joints together, and the driven body to its prescribed position and speed.
  EvalStatus settle(double t, double* y);
  /// The same for an accepted step; also records the constraint errors.
  EvalStatus project(double t, double* y);
  /// The same, whether or not the case leaves wheels where steps take them: at the start and where they land.
  EvalStatus put_on_rails(double t, double* y);
  /// As project(), for a look at a time within a step: no drift is kept.
  EvalStatus look(double t, double* y);
  /// Projects the wheels onto the rails only.
  EvalStatus settle_wheels(double t, double* y);
  /// Moves bodies that hang on wheelsets by joints to where the wheelsets are.
  EvalStatus hang(double* y);

  /// Commits the states of track and contacts after a step. The last evaluation was at its end.
  void commit();
  /// Releases wheels that are pulled down, and lets wheels that have come down touch again. True if any did.
  [[nodiscard]] bool lift_and_land();
  /// Updates the damping rates now and then. The last evaluation was at the end of the step.
  void update_damping();
  /// The damping rates of the state for the exponential integrators, after derivative() there.
  void damping(double* rate);

  /// Puts the track into equilibrium under the contacts of the last evaluation.
  void rest_track(double* y);
  EvalStatus ask_remote(Question question, const double* y);
  /// Lets the other solver step to its next time. The state there is y.
  EvalStatus exchange(double* y);
  /// Every derivative() asks the other solver for its contacts until the run begins.
  void begin_run(EvalStatus status);

  /// Acceleration that the speed profile prescribes at t, m/s².
  [[nodiscard]] double prescribed_acceleration(double t) const;
  /// Motor torque on the spin of a wheelset at t, Nm: that of the case and those of controllers.
  [[nodiscard]] double motor_torque(std::size_t wheelset, double t) const;
  /// The part of it that acts on one wheel of a wheelset whose wheels turn against each other.
  [[nodiscard]] double motor_torque(std::size_t wheelset, std::size_t side, double t) const;
  /// Sum of kinetic, gravitational and elastic energy at y, J, after derivative() there.
  [[nodiscard]] double energy(const double* y) const;

  [[nodiscard]] const vehicle_case::CaseModel& model() const { return model_; }
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Workspace& workspace() const { return workspace_; }
  /// Position of the rails per wheelset and side for the next evaluations. A flexible track sets it.
  [[nodiscard]] std::vector<std::array<wheelrail::RailMotion, 2>>& rail_motion() { return rail_motion_; }
  [[nodiscard]] const std::vector<std::array<wheelrail::RailMotion, 2>>& rail_motion() const {
    return rail_motion_;
  }
  [[nodiscard]] Joints& joints() { return joints_; }
  [[nodiscard]] const Joints& joints() const { return joints_; }
  /// nullptr where the track is rigid.
  [[nodiscard]] FlexibleTrack* track() { return track_ ? &*track_ : nullptr; }
  [[nodiscard]] const FlexibleTrack* track() const { return track_ ? &*track_ : nullptr; }
  /// nullptr where contacts are evaluated here.
  [[nodiscard]] RemoteForces* remote() { return remote_ ? &*remote_ : nullptr; }
  [[nodiscard]] const RemoteForces* remote() const { return remote_ ? &*remote_ : nullptr; }

 private:
  /// Sets rails on masses and rollers, which stay below the wheelsets.
  void set_rail_motion(double t, const double* y);
  EvalStatus evaluate_contacts(double t, const double* y, double* acceleration);
  EvalStatus take_remote_forces(double t, const double* y, double* acceleration);
  void put_remote_forces(double t, const double* y, double* acceleration);
  void set_prescribed_motion(double t, double* y) const;
  void add_traction(double t);
  [[nodiscard]] double wheel_command(const vehicle::Wheelset& wheelset, std::size_t side) const;
  void twist_axles(double t, const double* auxiliary, double* auxiliary_rate) const;

  const vehicle_case::CaseModel& model_;
  State& state_;
  Workspace workspace_;
  Joints joints_;
  std::vector<std::array<wheelrail::RailMotion, 2>> rail_motion_;  // in the evaluation; zero: rigid rails
  std::optional<FlexibleTrack> track_;
  std::optional<RemoteForces> remote_;
  std::vector<Vec6> remote_loads_;     // that the forces of the wheelsets contain
  EvalStatus start_ = EvalStatus::ok;  // the worst that was met before the run
  bool running_ = false;
  std::vector<double> on_rails_;  // where a projection that is left out would put the wheels
};

}  // namespace flangeway::simulate
