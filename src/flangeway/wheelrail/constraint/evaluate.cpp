#include "flangeway/wheelrail/constraint/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_functions.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/wheelrail/batches.hpp"
#include "flangeway/wheelrail/constraint/constraint.hpp"
#include "flangeway/wheelrail/constraint/multipliers.hpp"
#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;

void read_state(const Model& model, const double* y, std::size_t velocity_offset, WheelsetBatch& batch) {
  const double* q[math::batch_size];
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    q[lane] = y + 6 * model.wheelsets[batch.wheelsets[lane]].body;
  for (std::size_t i = 0; i < 6; ++i) {
    batch.q[i] = math::gather(q, i);
    batch.velocity[i] = math::gather(q, velocity_offset + i);
  }
}

void read_track(const track::TrackModel& track, WheelsetBatch& batch) {
  track::Irregularity at[math::batch_size];
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    track::evaluate_irregularity(track, batch.q[0][lane], at[lane]);
  for (std::size_t channel = 0; channel < 4; ++channel) {
    const auto read = [&](const auto& part) {
      return Batch((at[0].*part)[channel], (at[1].*part)[channel], (at[2].*part)[channel],
                   (at[3].*part)[channel]);
    };
    batch.irregularity[0][channel] = read(&track::Irregularity::value);
    batch.irregularity[1][channel] = read(&track::Irregularity::slope);
    batch.irregularity[2][channel] = read(&track::Irregularity::second);
  }
}

// Deviations of the rails are irregularities that a wheel meets as a disk. Those of the wheels are kept
// apart: their rates are those of the spin.
void read_surfaces(const Model& model, WheelsetBatch& batch, Workspace& workspace) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const std::size_t i = batch.wheelsets[lane];
    for (std::size_t side = 0; side < 2; ++side) {
      const Rise rise = model.surfaces.at(i, side, batch.q[0][lane], batch.q[4][lane]);
      workspace.wheelsets[i].rise[side] = rise;
      const double rail[] = {rise.rail.value, rise.rail.first, rise.rail.second},
                   wheel[] = {rise.wheel.value, rise.wheel.first, rise.wheel.second};
      for (std::size_t derivative = 0; derivative < 3; ++derivative) {
        Batch& z = batch.irregularity[derivative][2 * side + 1];
        z.set(lane, z[lane] + rail[derivative]);
        batch.wheel_rise[side][derivative].set(lane, wheel[derivative]);
      }
    }
  }
}

// The point of contact lies as far outside the nominal circle as the wheel deviates, and ahead of the centre
// where it rises: docs/theory/out_of_round.md.
void move_to_rim(const WheelsetBatch& batch, ContactBatch& contacts) {
  const Batch::Mask left = contacts.data.sign > 0;
  const auto& rise = batch.wheel_rise;
  contacts.place.arm.z() -= select(left, rise[0][0], rise[1][0]);
  contacts.place.arm.x() += select(left, rise[0][1], rise[1][1]);
}

void place_contacts(const WheelsetBatch& batch, BasicAttitude<Batch>& attitude, ContactBatch& contacts) {
  const BasicContactData<Batch>& data = contacts.data;
  const Batch::Mask left = data.sign > 0;
  const auto& slope = batch.irregularity[1];
  attitude.rail_lateral_slope = data.sign * select(left, slope[0], slope[2]);
  attitude.rail_vertical_slope = select(left, slope[1], slope[3]);
  contacts.place.angle = data.values[geometry::wheel_angle] + data.sign * batch.q[3];
  place_contact(data, attitude, math::sin_cos(contacts.place.angle), contacts.place);
}

void place_lists(const Model& model, Workspace& workspace, WheelsetBatch& batch) {
  list_contacts(workspace, batch);
  const BasicSinCos<Batch> yaw = math::sin_cos(batch.q[5]);
  BasicAttitude<Batch> attitude{math::sin_cos(batch.q[3]), batch.q[5], yaw.sine / yaw.cosine, 0, 0};
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    place_contacts(batch, attitude, batch.contacts[k]);
    if (!model.surfaces.even()) move_to_rim(batch, batch.contacts[k]);
  }
}

bool on_tables(const Workspace& workspace, const WheelsetBatch& batch) {
  return std::none_of(batch.wheelsets.begin(), batch.wheelsets.end(),
                      [&](std::size_t i) { return workspace.wheelsets[i].failure != Failure::none; });
}

void write_constraints(const WheelsetBatch& batch, Workspace& workspace) {
  BasicConstraints<double>* to[math::batch_size];
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    to[lane] = &workspace.wheelsets[batch.wheelsets[lane]];
  math::scatter<BasicConstraints>(batch.constraints, to);
}

void write_contacts(const WheelsetBatch& batch) {
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const ContactBatch& contacts = batch.contacts[k];
    const auto& [a, b, c, d] = contacts.contacts;
    math::scatter<BasicContactPlace>(contacts.place, {a, b, c, d});
    math::scatter<BasicContactForces>(contacts.result, {a, b, c, d});
    for (Contact* contact : contacts.contacts)
      contact->flange = contact->elastic || (contact->flange && contact->angle > geometry::flange_angle);
  }
}

// The results of four wheelsets to where others look for them.
void write(const Model& model, const WheelsetBatch& batch, multibody::Workspace& bodies, Workspace& workspace,
           double* acceleration) {
  write_constraints(batch, workspace);
  write_contacts(batch);
  const Packed<Batch, 6> accelerated = accelerations(batch);
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const std::size_t i = batch.wheelsets[lane], body = model.wheelsets[i].body;
    for (std::size_t k = 0; k < 2; ++k) {
      workspace.wheelsets[i].multipliers[k] = batch.multipliers(static_cast<Eigen::Index>(k))[lane];
    }
    for (Eigen::Index k = 0; model.rails_move && k < 8; ++k)
      workspace.wheelsets[i].rail_response(k / 4, k % 4) = batch.rails.response(k / 4, k % 4)[lane];
    for (std::size_t k = 0; k < 6; ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      bodies.bodies[body].force(row) = batch.body.force(row)[lane];
      acceleration[6 * body + k] = accelerated(row)[lane];
    }
  }
}

EvalStatus solve_contacts(const Model& model, multibody::Workspace& bodies, Workspace& workspace,
                          double* acceleration) {
  if (const EvalStatus status = solve_multipliers(model.settings, workspace); status != EvalStatus::ok)
    return status;
  for (WheelsetBatch& batch : workspace.batches) {
    finish(model.settings.coupling, batch);
    write(model, batch, bodies, workspace, acceleration);
  }
  return EvalStatus::ok;
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus evaluate_constraints(const Model& model, const track::TrackModel& track, RailMotions rails,
                                const double* y, std::size_t velocity_offset, const ContactState& state,
                                const multibody::Workspace& bodies, Scope scope, Workspace& workspace,
                                WheelsetBatch& batch) {
  const ConstraintFunctions& functions = *model.method->constraint;
  for (const std::size_t i : batch.wheelsets) workspace.wheelsets[i].lifted = state.wheelsets[i].lifted;
  read_bodies(model, bodies, batch);
  read_state(model, y, velocity_offset, batch);
  read_track(track, batch);
  if (model.rails_move) read_rails(rails, batch);
  if (!model.surfaces.even()) read_surfaces(model, batch, workspace);
  functions.constrain(model, scope, batch, workspace);
  if (!on_tables(workspace, batch)) {
    write_constraints(batch, workspace);
    return EvalStatus::retry;
  }
  if (scope == Scope::constraints) return EvalStatus::ok;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    workspace.wheelsets[batch.wheelsets[lane]].s = batch.q[0][lane];
  find_rails(model, state, workspace, batch);
  place_lists(model, workspace, batch);
  functions.direct(model, batch);
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
EvalStatus constraint::evaluate(const Model& model, const track::TrackModel& track, RailMotions rails,
                                const double* y, std::size_t velocity_offset, const ContactState& state,
                                multibody::Workspace& bodies, Workspace& workspace, double* acceleration) {
  for (WheelsetBatch& batch : workspace.batches) {
    const EvalStatus status = evaluate_constraints(model, track, rails, y, velocity_offset, state, bodies,
                                                   Scope::contacts, workspace, batch);
    if (status != EvalStatus::ok) return status;
    set_up(model, workspace, batch);
    set_multipliers(state, batch);
  }
  return solve_contacts(model, bodies, workspace, acceleration);
}

void constraint::commit(const Model& model, const multibody::Workspace&, Workspace& workspace,
                        ContactState& state) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side)
      state.wheelsets[i].multipliers[side] = workspace.wheelsets[i].multipliers[side];
  }
}

FLANGEWAY_VECTORIZED
EvalStatus solve_again(const Model& model, const ContactState& state, multibody::Workspace& bodies,
                       Workspace& workspace, double* acceleration) {
  FLANGEWAY_ASSERT(workspace.wheelsets.size() == model.wheelsets.size(),
                   "make_workspace() has made the workspace for this model");
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
  for (WheelsetBatch& batch : workspace.batches) {
    read_bodies(model, bodies, batch);
    set_up(model, workspace, batch);
    // Otherwise Newton's method goes on from the last solution.
    if (model.settings.coupling == NormalForceCoupling::previous_step) set_multipliers(state, batch);
  }
  return solve_contacts(model, bodies, workspace, acceleration);
}

}  // namespace flangeway::wheelrail
