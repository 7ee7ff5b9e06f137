// The equations of motion of a case: what its state does next, and what holds it on its constraints.
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

/// Scratch of one evaluation: nothing in it is read by the next one.
struct Workspace {
  multibody::Workspace bodies;
  wheelrail::Workspace contacts;
};

/// Evaluations start from what the last one left in State::contact and State::joints. None of them allocates.
class Equations {
 public:
  /// With `remote` the contacts, and a track that yields, are another solver's. `state` is that of the run.
  Equations(const vehicle_case::CaseModel& model, State& state, RemoteContact* remote);
  Equations(const Equations&) = delete;
  Equations& operator=(const Equations&) = delete;

  /// dy/dt; leaves forces and contacts of (t, y) in the workspace.
  EvalStatus derivative(double t, const double* y, double* dydt);
  /// dydt at (t, y) with the newest forces of the other solver, from that with those before.
  EvalStatus renew(double t, const double* y, double* dydt);
  /// Onto the constraints at time t, after derivative() at a neighbouring state: wheels onto the rails,
  /// joints together, the driven body to its prescribed place and speed.
  EvalStatus settle(double t, double* y);
  /// The same for an accepted step: keeps how far it was off.
  EvalStatus project(double t, double* y);
  /// Wheels onto the rails alone.
  EvalStatus settle_wheels(double t, double* y);
  /// Bodies that joints hold to wheelsets go where these are.
  EvalStatus hang(double* y);

  /// After a step, with the last evaluation at its end: what track and contacts keep of it.
  void commit();
  /// Wheels that are pulled leave their rails, wheels that have come down to them touch again. True: any did.
  [[nodiscard]] bool lift_and_land();
  /// After that, with the last evaluation at the end of the step: finds rates of damping again now and then.
  void update_damping();
  /// Rates of damping of the state for the exponential form of the integrators; after derivative() there.
  void damping(double* rate);

  /// The track comes to rest under the contacts of the last evaluation.
  void rest_track(const double* y);
  EvalStatus ask_remote(Question question, const double* y);
  /// The other solver's step to its next time, where the state is y.
  EvalStatus exchange(double* y);
  /// Every derivative() asks the other solver for its contacts until the run begins.
  void begin_run(EvalStatus status);

  /// Acceleration that the speed profile prescribes at t, m/s².
  [[nodiscard]] double prescribed_acceleration(double t) const;
  /// Sum of kinetic, gravitational and elastic energy at y, J, after derivative() there.
  [[nodiscard]] double energy(const double* y) const;

  [[nodiscard]] const vehicle_case::CaseModel& model() const { return model_; }
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Workspace& workspace() const { return workspace_; }
  /// Where the rails are, per wheelset and side, in the evaluations to come; a flexible track sets it.
  [[nodiscard]] std::vector<std::array<wheelrail::RailMotion, 2>>& rail_motion() { return rail_motion_; }
  [[nodiscard]] const Joints& joints() const { return joints_; }
  /// nullptr where the track is rigid.
  [[nodiscard]] FlexibleTrack* track() { return track_ ? &*track_ : nullptr; }
  [[nodiscard]] const FlexibleTrack* track() const { return track_ ? &*track_ : nullptr; }
  /// nullptr where contacts are evaluated here.
  [[nodiscard]] const RemoteForces* remote() const { return remote_ ? &*remote_ : nullptr; }

 private:
  EvalStatus evaluate_contacts(double t, const double* y, double* acceleration);
  EvalStatus take_remote_forces(double t, const double* y, double* acceleration);
  void put_remote_forces(double t, const double* y, double* acceleration);
  void set_prescribed_motion(double t, double* y) const;
  void add_traction(double t);

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
};

}  // namespace flangeway::simulate
