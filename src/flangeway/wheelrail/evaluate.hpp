// Contact forces and accelerations of the wheelsets.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/wheelrail/state.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail {

[[nodiscard]] Workspace make_workspace(const Model& model);

/// Adds the contact forces of all wheelsets to BodyState::force, which contains all other forces, and writes
/// q̈ of the wheelsets to acceleration[6 · body]. Returns `retry` if a wheelset has left its table or if the
/// solution is not finite; WheelsetResult::failure says which. The results depend on the arguments only:
/// `workspace` may contain anything. Allocates nothing.
EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration);

/// After evaluate() with the same arguments, for methods with constraints: solves again for other forces in
/// BodyState::force, which contains no contact forces. The results are those of evaluate() with these forces.
EvalStatus solve_again(const Model& model, const ContactState& state, multibody::Workspace& bodies,
                       Workspace& workspace, double* acceleration);

/// Call after a step, with the last evaluation at its end: sets the state from which the next step starts. It
/// measures the force discontinuities. Elastic contact keeps its candidates and solves its patches here.
void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state);

/// Call after commit(), with lift_off: a wheel that its constraint would pull leaves its rail, and a wheel
/// that has come down to its rail lands. True if a wheel did: forces are discontinuous then.
[[nodiscard]] bool lift_and_land(const Model& model, const Workspace& workspace, ContactState& state);

/// Origin of a rail profile in its design position, in left-hand coordinates (y, z); elastic
/// contact.
[[nodiscard]] Vec2 rail_reference(const Model& model, const Wheelset& wheelset, std::size_t side);

/// Force and moment of a wheel on its rail at the last evaluation; elastic contact.
[[nodiscard]] RailReaction rail_reaction(const Model& model, const Wheelset& wheelset,
                                         const WheelsetResult& result, std::size_t side);

/// Rates of damping by creep (1/s) for the six velocities of each wheelset at the last evaluation.
void evaluate_damping(const Model& model, const Workspace& workspace, ContactState& state);
/// After commit(): the same every fourth step. Rates change slowly and need not be exact.
void update_damping(const Model& model, const Workspace& workspace, ContactState& state);

/// Moves every wheelset onto its constraints, in position and then in velocity, by the smallest change in the
/// sense of the mass matrix; residuals before the change stay in residual and rate_residual. Call after
/// evaluate_kinematics() at the same state; y is changed, the bodies are not evaluated again.
EvalStatus project(const Model& model, const track::TrackModel& track, RailMotions rails,
                   std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                   Workspace& workspace, double* y);

/// The same by height and roll of each wheelset and their rates alone: its other coordinates stay, as those
/// that describe small motions and limit cycles must. With constraint contact only.
EvalStatus seat(const Model& model, const track::TrackModel& track, RailMotions rails,
                std::size_t velocity_offset, const ContactState& state, const multibody::Workspace& bodies,
                Workspace& workspace, double* y);

/// Vertical wheel force Q: on the rail, downwards positive; lateral force Y: on the rail, to the left
/// positive; both in the track frame of the wheelset. N
struct WheelForces {
  double q = 0, y = 0;
};
[[nodiscard]] WheelForces wheel_forces(const WheelsetResult& result, std::size_t side);

/// A contact that slides, for its coefficient of friction.
struct Sliding {
  double coefficient = 0;    ///< of friction at zero slip
  double sliding_speed = 0;  ///< m/s
  double speed = 0;          ///< m/s, that creepages are divided by
  double angle = 0;          ///< contact angle, rad
  double s = 0;              ///< m, place on the track
};
/// The coefficient of friction of a contact on the rail `side` by the law of the case. Throws
/// NumericalFailure where a law of the user's has none.
[[nodiscard]] double sliding_friction(const Settings& settings, std::size_t side, const Sliding& at);

/// Power that creep dissipates in a contact of `body` at the last evaluation, W.
[[nodiscard]] double creep_power(const multibody::BodyState& body, const Contact& contact);

/// Sign of a side: +1 left, −1 right.
[[nodiscard]] inline double sign_of(std::size_t side) {
  return side == 0 ? 1.0 : -1.0;
}

}  // namespace flangeway::wheelrail
