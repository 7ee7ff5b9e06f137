// Contacts that another solver evaluates, and the forces on the vehicle between its answers.
// Theory: docs/theory/cosimulation.md.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/answer.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// Requests of the vehicle to the other solver.
enum class Question {
  look,   ///< contacts of wheelsets here and now; no time passes
  rest,   ///< the same, and the track comes to rest under the loads found last
  start,  ///< contacts at t = 0: the run begins
  step    ///< the track's step to t, where the wheelsets are here
};

/// Steps, unknowns and wall time (s) of the other solver.
struct TrackReport {
  std::size_t steps = 0, unknowns = 0;
  double wall_time = 0;
};

/// The solver that computes the contacts. Its functions throw nothing.
class RemoteContact {
 public:
  virtual ~RemoteContact() = default;
  /// Gives the contacts of the wheelsets at t and their Jacobians; y is the state of the whole vehicle.
  /// `retry` where a wheelset has lost its rail, `fatal` where there is no answer: see problem().
  virtual EvalStatus ask(Question question, double t, const double* y, wheelrail::Workspace& contacts,
                         wheelrail::ContactState& state, std::vector<wheelrail::ContactAnswer>& answers) = 0;
  /// Fills the channels of the track after a step.
  virtual void track_row(double* row) = 0;
  /// Fills the shape of the track (deformed_track.hpp) after a step.
  virtual void deformed_track(double* record) = 0;
  [[nodiscard]] virtual TrackReport report() const = 0;
  /// State of the solver between steps, as bytes. Empty without an answer: see problem().
  [[nodiscard]] virtual std::vector<std::byte> save() = 0;
  /// Goes on from such bytes. False where they do not belong to this case, or there is no answer.
  [[nodiscard]] virtual bool load(std::span<const std::byte> state) = 0;
  /// Why there is no answer; empty if there is one.
  [[nodiscard]] virtual const std::string& problem() const = 0;
};

/// Forces on the wheelsets between two answers of the other solver.
class RemoteForces {
 public:
  RemoteForces(const vehicle_case::CaseModel& model, RemoteContact& contact);

  /// Asks before the run, and takes the forces of the answer.
  EvalStatus settle(Question question, const double* y, wheelrail::Workspace& contacts,
                    wheelrail::ContactState& state);
  /// Lets the track step to next(). The state there is y.
  EvalStatus step(const double* y, wheelrail::Workspace& contacts, wheelrail::ContactState& state);
  /// Time of the next request to the other solver, s.
  [[nodiscard]] double next() const { return static_cast<double>(steps_ + 1) * step_; }
  /// The generalised force on a wheelset at t with its state in y: (4), or (1).
  [[nodiscard]] Vec6 force(std::size_t wheelset, double t, const double* y) const;
  /// force() contains the Jacobian of the contacts, and damping rates of creep tell the integrator of it.
  [[nodiscard]] bool answered() const { return answered_; }
  [[nodiscard]] RemoteContact& contact() const { return contact_; }

  /// The forces, the contacts that were answered last, and the state of the other solver.
  void save(StateEncoder& encoder, const wheelrail::Workspace& contacts) const;
  /// Returns false where the bytes do not belong to this case; then this object must not be used.
  [[nodiscard]] bool load(StateDecoder& decoder, wheelrail::Workspace& contacts);

 private:
  struct Sample {
    Vec6 q = Vec6::Zero(), velocity = Vec6::Zero(), force = Vec6::Zero();

    template <typename Codec>
    friend void fields(Codec& codec, typename Codec::template Reference<Sample> sample) {
      codec(sample.q, sample.velocity, sample.force);
    }
  };
  template <typename Codec, typename Forces>
  static void walk(Codec& codec, Forces& forces) {
    codec(forces.steps_, forces.samples_, forces.answers_);
  }
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
