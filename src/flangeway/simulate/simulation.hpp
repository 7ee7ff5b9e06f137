// A case in motion: its state, its equations, and the problem that an integrator solves.
#pragma once

#include <array>
#include <vector>

#include "flangeway/integrate/problem.hpp"
#include "flangeway/simulate/coordinates.hpp"
#include "flangeway/simulate/equations.hpp"
#include "flangeway/simulate/jacobian.hpp"

namespace flangeway::simulate {

/// One per run; the model is shared.
class Simulation {
 public:
  /// Puts the vehicle at its start: nominal position, wheelsets resting on the rails and rolling. With
  /// `remote`, another solver computes the contacts and a flexible track.
  explicit Simulation(const vehicle_case::CaseModel& model, RemoteContact* remote = nullptr);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// The problem for an integrator, in integration variables.
  [[nodiscard]] integrate::Problem problem();
  /// The state at the start, and after restart(), in integration variables.
  [[nodiscard]] const double* integrated() const { return integrated_.data(); }
  /// The present state in integration variables. [size of the state]
  void integrated_state(double* integrated) const;
  /// Turns a direction of the integration variables into one of the state.
  void to_state(Eigen::VectorXcd& direction) const;
  /// Sets the state from integration variables.
  void accept(double t, const double* integrated);
  /// Commits the step after accept(). The last evaluation was there. True where wheels left their rails or
  /// landed: then call restart().
  [[nodiscard]] bool end_step();
  /// Projects the velocities. A landing wheel loses its velocity towards the rail, as in an inelastic impact.
  EvalStatus restart();
  /// Puts a state in integration variables, such as one between two steps, onto the rails and evaluates it
  /// there: y in state variables, with its forces and contacts in bodies() and contacts(). state() stays.
  EvalStatus look_at(double t, const double* integrated, double* y);
  /// Lets the other solver step to its next time. The state there is given in integration variables.
  EvalStatus exchange(const double* integrated);

  [[nodiscard]] State& state() { return state_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] Equations& equations() { return equations_; }
  [[nodiscard]] const Equations& equations() const { return equations_; }
  EvalStatus derivative(double t, const double* y, double* dydt) { return equations_.derivative(t, y, dydt); }
  EvalStatus project(double t, double* y) { return equations_.project(t, y); }

  [[nodiscard]] const vehicle_case::CaseModel& model() const { return equations_.model(); }
  [[nodiscard]] const multibody::Workspace& bodies() const { return equations_.workspace().bodies; }
  [[nodiscard]] const wheelrail::Workspace& contacts() const { return equations_.workspace().contacts; }
  [[nodiscard]] const Joints& joints() const { return equations_.joints(); }
  [[nodiscard]] const FlexibleTrack* flexible_track() const { return equations_.track(); }
  [[nodiscard]] const RemoteForces* remote() const { return equations_.remote(); }

  void save(StateEncoder& encoder) const;
  /// Returns false where the bytes do not belong to this model; then this object must not be used.
  [[nodiscard]] bool load(StateDecoder& decoder);

 private:
  State state_;
  Equations equations_;
  SlipCoordinates coordinates_;
  VehicleJacobian jacobian_;
  std::vector<integrate::ErrorScale> scale_;
  std::vector<double> integrated_;
  std::vector<double> scratch_, rate_;  // a state and its rate inside the problem's functions
};

}  // namespace flangeway::simulate
