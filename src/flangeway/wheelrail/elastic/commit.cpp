#include <algorithm>
#include <cmath>

#include "flangeway/wheelrail/creep.hpp"
#include "flangeway/wheelrail/elastic/candidates.hpp"
#include "flangeway/wheelrail/elastic/evaluate.hpp"
#include "flangeway/wheelrail/elastic/patch_solver.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// Searches the whole wheel for candidates that have come within reach; known ones keep their impact speed.
void look_again(const Shape& shape, const WheelResult& wheel, ContactCandidates& candidates) {
  constexpr double same = 4e-3;  // [m] peaks of two looks that are one
  const ContactCandidates before = candidates;
  search(shape, wheel.placement, reach, candidates);
  for (std::size_t i = 0; i < candidates.count; ++i) {
    double nearest = same;
    for (std::size_t k = 0; k < before.count; ++k) {
      const double distance = std::abs(before.at[k].wheel_s - candidates.at[i].wheel_s);
      if (distance >= nearest) continue;
      nearest = distance;
      candidates.at[i].impact_speed = before.at[k].impact_speed;
    }
  }
}

// What the creep law and Hertz say of a wheel with its normal forces times `share`: force and moment about
// the centre. Creep forces go along with their slope.
PatchAction fast_action(const WheelsetResult& result, std::size_t side, double share) {
  PatchAction action;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const Contact& contact = result.contacts[k];
    if (contact.side != side) continue;
    const double normal = share * contact.hertz_force, more = normal - contact.normal_force;
    const contact::CreepForces &f = contact.forces, &slope = contact.forces_by_load;
    const Vec3 force = contact.normal * normal +
                       contact.longitudinal * (f.longitudinal + slope.longitudinal * more) +
                       contact.lateral * (f.lateral + slope.lateral * more);
    action.force += force;
    action.moment += contact.arm.cross(force) + contact.normal * (f.spin_moment + slope.spin_moment * more);
    if (contact.normal_force > 0) action.moment += normal / contact.normal_force * contact.moment;
    action.pressure += normal;
  }
  return action;
}

// The rest of the action goes on as it changed since the solution before, by a small part of the load at
// most: a rest that is always one step late takes damping away. docs/theory/elastic.md (17)
void set_rest(const Vec3& force, const Vec3& moment, double load, PatchCorrection& correction) {
  constexpr double most = 0.005;  // of the load
  constexpr double lever = 0.75;  // [m] of a wheel about the centre of its wheelset
  const Vec3 change = force - correction.solved_force, turn = moment - correction.solved_moment;
  const double size = std::max(change.norm(), turn.norm() / lever);
  double share = 0;
  if (correction.load > 0) share = size > most * load ? most * load / size : 1;
  correction.force = force + share * change;
  correction.moment = moment + share * turn;
  correction.solved_force = force;
  correction.solved_moment = moment;
  correction.load = load;
}

// docs/theory/elastic.md (15), (16)
void correct(const multibody::BodyState& body, std::size_t i, std::size_t side, Workspace& workspace,
             std::size_t& unsolved, PatchCorrection& correction) {
  constexpr double least = 0.2, most = 5;  // of Hertz's force
  const WheelsetResult& result = workspace.wheelsets[i];
  const double hertz = fast_action(result, side, 1).pressure;
  if (!(hertz > 0)) correction.load = 0;  // off the rail: what the patches said last is of another contact
  if (!(hertz > 0) || std::abs(body.velocity.x()) < min_rolling_speed) return;
  const PatchAction patches =
      workspace.patch_solver->solve(i, side, body, result.wheels[side].rail, result.wheels[side].placement);
  if (patches.status == wheel_on_rail::Status::not_converged) ++unsolved;
  if (!(patches.pressure > 0)) return;
  correction.normal = std::clamp(patches.pressure / hertz, least, most);
  const PatchAction fast = fast_action(result, side, correction.normal);
  set_rest(patches.force - fast.force, patches.moment - fast.moment, fast.pressure, correction);
}

void commit_candidates(const Shape& shape, const WheelResult& wheel, std::size_t turn,
                       ContactCandidates& candidates) {
  constexpr std::size_t looks = 32;  // steps between two searches of a wheel as a whole
  constexpr std::size_t idles = 4;   // steps between two looks at candidates that are inactive
  candidates = wheel.candidates;
  for (std::size_t k = 0; k < candidates.count; ++k) {
    ContactCandidate& candidate = candidates.at[k];
    if (!candidate.pressed) candidate.impact_speed = 0;
    if (candidate.pressed && candidate.impact_speed == 0)
      candidate.impact_speed = std::max(candidate.rate, 1e-12);
  }
  if (turn % idles == 0 && candidates.count > 1) follow_all(shape, wheel.placement, candidates);
  if (turn % looks == 0) look_again(shape, wheel, candidates);
}

}  // namespace

void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state) {
  const bool solve = workspace.patch_solver &&
                     state.steps % static_cast<std::size_t>(model.settings.patch_solution.interval) == 0;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const Wheelset& wheelset = model.wheelsets[i];
    WheelsetHistory& history = state.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side) {
      commit_candidates(model.pairs[wheelset.pair]->shapes[side], workspace.wheelsets[i].wheels[side],
                        state.steps + 2 * i + side, history.candidates[side]);
      if (solve)
        correct(bodies.bodies[wheelset.body], i, side, workspace, state.unsolved_patches,
                history.corrections[side]);
    }
  }
}

}  // namespace flangeway::wheelrail::elastic
