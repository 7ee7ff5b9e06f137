// Contacts of wheels and rails that another solver evaluates, and the forces a vehicle takes in the meantime.
// Theory: docs/theory/cosimulation.md.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/answer.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// What a vehicle asks of the other solver.
enum class Question {
  look,   ///< contacts of wheelsets here and now; no time passes
  rest,   ///< the same, and the track comes to rest under the loads found last
  start,  ///< contacts at t = 0: the run begins
  step    ///< the track's step to t, where the wheelsets are here
};

/// Of the other solver: its own steps, unknowns and wall time, s.
struct TrackReport {
  std::size_t steps = 0, unknowns = 0;
  double wall_time = 0;
};

/// The solver that has the contacts. Its functions throw nothing.
class RemoteContact {
 public:
  virtual ~RemoteContact() = default;
  /// Wheelsets with the state y (that of the whole vehicle) at t: their contacts, and what these answer to
  /// the wheelset. `retry` where a wheelset has lost its rail, `fatal` where there is no answer: problem().
  virtual EvalStatus ask(Question question, double t, const double* y, wheelrail::Workspace& contacts,
                         wheelrail::ContactState& state, std::vector<wheelrail::ContactAnswer>& answers) = 0;
  /// What results show of the track (track_channels()), after a step.
  virtual void track_row(double* row) = 0;
  /// The shape of the track (deformed_track.hpp), after a step.
  virtual void deformed_track(double* record) = 0;
  [[nodiscard]] virtual TrackReport report() const = 0;
  /// Why there is no answer; empty: there is one.
  [[nodiscard]] virtual const std::string& problem() const = 0;
};

/// Forces on the wheelsets between two answers of the other solver.
class RemoteForces {
 public:
  RemoteForces(const vehicle_case::CaseModel& model, RemoteContact& contact);

  /// Before the run; forces are those of this answer.
  EvalStatus settle(Question question, const double* y, wheelrail::Workspace& contacts,
                    wheelrail::ContactState& state);
  /// The track's step to next(), where the state is y.
  EvalStatus step(const double* y, wheelrail::Workspace& contacts, wheelrail::ContactState& state);
  /// When the other solver has to be asked next, s.
  [[nodiscard]] double next() const { return static_cast<double>(steps_ + 1) * step_; }
  /// Generalised force on a wheelset at t, its own state being that of y: (4), or (1).
  [[nodiscard]] Vec6 force(std::size_t wheelset, double t, const double* y) const;
  /// Rates of damping by creep tell the integrator of what force() contains.
  [[nodiscard]] bool answered() const { return answered_; }
  [[nodiscard]] RemoteContact& contact() const { return contact_; }

 private:
  struct Sample {
    Vec6 q = Vec6::Zero(), velocity = Vec6::Zero(), force = Vec6::Zero();
  };
  EvalStatus take(Question question, double t, const double* y, wheelrail::Workspace& contacts,
                  wheelrail::ContactState& state);
  [[nodiscard]] Sample at(std::size_t wheelset, const double* y) const;

  const vehicle_case::CaseModel& model_;
  RemoteContact& contact_;
  double step_;
  bool answered_;
  std::size_t steps_ = 0;
  std::vector<std::array<Sample, 2>> samples_;  ///< before, last
  std::vector<wheelrail::ContactAnswer> answers_;
};

}  // namespace flangeway::simulate
