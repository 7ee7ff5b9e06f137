// A case in motion: its state, its equations, and how an integrator sees both.
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
  /// The vehicle at its start: nominal position, wheelsets resting on the rails and rolling. With `remote`
  /// the contacts, and a track that yields, are another solver's.
  explicit Simulation(const vehicle_case::CaseModel& model, RemoteContact* remote = nullptr);
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// The problem for an integrator, in integration variables.
  [[nodiscard]] integrate::Problem problem();
  /// The state at the start, and after restart(), in integration variables.
  [[nodiscard]] const double* integrated() const { return integrated_.data(); }
  /// The state becomes this one, in integration variables.
  void accept(double t, const double* integrated);
  /// After accept(), with the last evaluation there: what track and contacts keep of the step. True where
  /// wheels left their rails or landed: then restart().
  [[nodiscard]] bool end_step();
  /// A landing wheel loses its velocity towards the rail: an inelastic impact, which the projection is.
  EvalStatus restart();
  /// Puts a state in integration variables, such as one between two steps, onto the rails and evaluates it
  /// there: y in state variables, with its forces and contacts in bodies() and contacts(). state() stays.
  EvalStatus look_at(double t, const double* integrated, double* y);
  /// The step of the other solver to its next time, where the state is this one in integration variables.
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
  /// False, and a simulation that must not be used, where the bytes are not those of one of this model.
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
