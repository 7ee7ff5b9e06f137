// Contact forces and accelerations of the wheelsets.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/wheelrail/state.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail {

[[nodiscard]] Workspace make_workspace(const Model& model);

/// Adds the contact of all wheelsets after all other forces are in BodyState::force: solves the multipliers
/// with the creep forces, adds the contact forces to BodyState::force, and writes q̈ of the wheelsets to
/// acceleration[6 · body]. `retry` when a wheelset has left its table or the solution is not finite; see
/// failure. A function of its arguments: `workspace` may hold anything. Allocates nothing.
EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration);

/// With constraints, after evaluate() of the same arguments: the multipliers and creep forces for other
/// forces in BodyState::force, those without contact. Does what evaluate() does with them.
EvalStatus solve_again(const Model& model, const ContactState& state, multibody::Workspace& bodies,
                       Workspace& workspace, double* acceleration);

/// After a step, with the last evaluation at its end: what the next step starts from. Elastic contact keeps
/// its candidates and solves its patches; the discontinuity of the forces of the wheels is measured.
void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state);

/// After commit(), with lift_off: wheels that their constraint would pull leave their rails, and wheels that
/// have come down to their rails land. True where one did: forces are discontinuous.
[[nodiscard]] bool lift_and_land(const Model& model, const Workspace& workspace, ContactState& state);

/// Where a rail profile's origin stands in its design place, in left-hand coordinates (y, z); elastic
/// contact.
[[nodiscard]] Vec2 rail_reference(const Model& model, const Wheelset& wheelset, std::size_t side);

/// What a wheel with elastic contact does to its rail at the last evaluation.
[[nodiscard]] RailReaction rail_reaction(const Model& model, const Wheelset& wheelset,
                                         const WheelsetResult& result, std::size_t side);

/// Rates of damping by creep (1/s) for the six velocities of each wheelset at the last evaluation.
void evaluate_damping(const Model& model, const Workspace& workspace, ContactState& state);
/// After commit(): the same every fourth step. Rates change slowly and need not be exact.
void update_damping(const Model& model, const Workspace& workspace, ContactState& state);

/// Moves every wheelset onto its constraints, in position and then in velocity, by the smallest change in the
/// sense of the mass matrix; residuals before the change stay in residual and rate_residual. Call after
/// evaluate_kinematics() at the same state; y is changed, the bodies are not evaluated again.
EvalStatus project(const Model& model, const track::TrackModel& track, std::size_t velocity_offset,
                   const ContactState& state, multibody::Workspace& bodies, Workspace& workspace, double* y);

/// Vertical wheel force Q: on the rail, downwards positive; lateral force Y: on the rail, to the left
/// positive; both in the track frame of the wheelset. N
struct WheelForces {
  double q = 0, y = 0;
};
[[nodiscard]] WheelForces wheel_forces(const WheelsetResult& result, std::size_t side);

/// Coefficient of friction at rest for a contact: its rail's, at its angle.
[[nodiscard]] double friction_at_rest(const Settings& settings, const Contact& contact);

/// Sign of a side: +1 left, −1 right.
[[nodiscard]] inline double sign_of(std::size_t side) {
  return side == 0 ? 1.0 : -1.0;
}

}  // namespace flangeway::wheelrail
