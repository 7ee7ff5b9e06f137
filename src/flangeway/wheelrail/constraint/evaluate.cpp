#include "flangeway/wheelrail/constraint/evaluate.hpp"

#include <algorithm>
#include <cmath>

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

// Arm, normal and lateral direction of four contacts. Derivation: docs/validation/wheelset.md.
void place_contacts(const WheelsetBatch& batch, const BasicSinCos<Batch>& roll, const Batch& tangent_of_yaw,
                    ContactBatch& contacts) {
  const BasicContactData<Batch>& data = contacts.data;
  BasicContactPlace<Batch>& place = contacts.place;
  const Batch& sign = data.sign;
  const Batch y = sign * data.values[geometry::wheel_y], z = data.values[geometry::wheel_z];
  place.angle = data.values[geometry::wheel_angle] + sign * batch.q[3];
  const auto [sine, cosine] = math::sin_cos(place.angle);
  place.normal = {Batch(0), -sign * sine, cosine};
  place.lateral = {Batch(0), cosine, sign * sine};
  // The wheel's section turns with the yaw, and on a sloping tread the contact runs ahead of it or lags
  // behind: the wheel's normal is square to the rail. So a wheel that rolls without slip has a contact point
  // at rest. Lateral position and height stay those of the constraint, which knows no yaw.
  const Batch::Mask left = sign > 0;
  const auto& slope = batch.irregularity[1];
  const Batch rail_heading = select(left, slope[0], slope[2]), rail_slope = select(left, slope[1], slope[3]);
  const Batch ahead = -z * (sign * sine / cosine * (batch.q[5] - rail_heading) + rail_slope);
  const Batch across = roll.cosine * y - roll.sine * z;
  place.arm = {ahead - tangent_of_yaw * across, across, roll.sine * y + roll.cosine * z};
}

void place_lists(Workspace& workspace, WheelsetBatch& batch) {
  list_contacts(workspace, batch);
  const BasicSinCos<Batch> roll = math::sin_cos(batch.q[3]), yaw = math::sin_cos(batch.q[5]);
  const Batch tangent_of_yaw = yaw.sine / yaw.cosine;
  for (std::size_t k = 0; k < batch.contact_count; ++k)
    place_contacts(batch, roll, tangent_of_yaw, batch.contacts[k]);
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
EvalStatus evaluate_constraints(const Model& model, const track::TrackModel& track, const double* y,
                                std::size_t velocity_offset, const ContactState& state,
                                const multibody::Workspace& bodies, Scope scope, Workspace& workspace,
                                WheelsetBatch& batch) {
  const ConstraintFunctions& functions = *model.method->constraint;
  for (const std::size_t i : batch.wheelsets) workspace.wheelsets[i].lifted = state.wheelsets[i].lifted;
  read_bodies(model, bodies, batch);
  read_state(model, y, velocity_offset, batch);
  read_track(track, batch);
  functions.constrain(model, scope, batch, workspace);
  if (!on_tables(workspace, batch)) {
    write_constraints(batch, workspace);
    return EvalStatus::retry;
  }
  if (scope == Scope::constraints) return EvalStatus::ok;
  place_lists(workspace, batch);
  functions.direct(model, batch);
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
EvalStatus constraint::evaluate(const Model& model, const track::TrackModel& track, RailMotions,
                                const double* y, std::size_t velocity_offset, const ContactState& state,
                                multibody::Workspace& bodies, Workspace& workspace, double* acceleration) {
  for (WheelsetBatch& batch : workspace.batches) {
    const EvalStatus status = evaluate_constraints(model, track, y, velocity_offset, state, bodies,
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
  for (WheelsetBatch& batch : workspace.batches) {
    read_bodies(model, bodies, batch);
    set_up(model, workspace, batch);
    // Otherwise Newton's method goes on from the last solution.
    if (model.settings.coupling == NormalForceCoupling::previous_step) set_multipliers(state, batch);
  }
  return solve_contacts(model, bodies, workspace, acceleration);
}

}  // namespace flangeway::wheelrail
