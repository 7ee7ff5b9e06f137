#include "flangeway/wheelrail/constraint/multipliers.hpp"

#include <cmath>
#include <limits>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/wheelrail/constraint/constraint.hpp"
#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;
using Two = Packed<Batch, 2>;
using Six = Packed<Batch, 6>;
using SixByTwo = Packed<Batch, 6, 2>;

Six solve_mass(const WheelsetBatch& batch, const Six& force, const Batch& prescribed_s) {
  const Batch s = select(batch.prescribed, prescribed_s, multibody::free_acceleration_s(batch.body, force));
  return multibody::solve_given_s(batch.body, force, s);
}

void set_directions(const WheelsetBatch& batch, const SixByTwo& response, ContactBatch& contacts) {
  BasicCreepWrenches<Batch>& wrenches = contacts.directions;
  set_wrenches(batch.body, contacts.place, wrenches);
  contacts.effects.on_longitudinal = response.transpose() * wrenches.longitudinal;
  contacts.effects.on_lateral = response.transpose() * wrenches.lateral;
  contacts.effects.on_spin = response.transpose() * wrenches.spin;
}

// Relative accelerations at the constraints by a contact force along `direction`: the rail gives way.
Two by_rail(const RailBatch& rails, const ContactBatch& contacts, const Packed<Batch, 3>& direction) {
  const Batch::Mask left = contacts.data.sign > 0;
  Two sum;
  for (Eigen::Index row = 0; row < 2; ++row)
    sum(row) = select(left, rails.response(row, 0), rails.response(row, 2)) * direction.y() +
               select(left, rails.response(row, 1), rails.response(row, 3)) * direction.z();
  return sum;
}

// docs/theory/mass_spring_track.md (5)
void add_rails(WheelsetBatch& batch) {
  RailBatch& rails = batch.rails;
  for (Eigen::Index row = 0; row < 2; ++row) {
    for (Eigen::Index channel = 0; channel < 4; ++channel) {
      const auto c = static_cast<std::size_t>(channel);
      batch.rhs(row) -= rails.jacobian(row, channel) * rails.acceleration[c];
      rails.response(row, channel) = -rails.jacobian(row, channel) * rails.mobility[c];
    }
  }
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const BasicContactPlace<Batch>& place = batch.contacts[k].place;
    const Two given_way = by_rail(rails, batch.contacts[k], place.normal);
    batch.rhs -= given_way * place.elastic_force;
    for (Eigen::Index m = 0; m < 2; ++m) batch.schur.col(m) += given_way * place.multiplier_part[m];
  }
}

void release_rails(const Workspace& workspace, WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    for (Eigen::Index side = 0; side < 2; ++side) {
      if (!workspace.wheelsets[batch.wheelsets[lane]].lifted[static_cast<std::size_t>(side)]) continue;
      for (Eigen::Index channel = 0; channel < 4; ++channel) batch.rails.response(side, channel).set(lane, 0);
    }
  }
}

// No constraint: its multiplier is 0.
void release_lifted(const Workspace& workspace, SixByTwo& response, WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    for (Eigen::Index side = 0; side < 2; ++side) {
      if (!workspace.wheelsets[batch.wheelsets[lane]].lifted[static_cast<std::size_t>(side)]) continue;
      for (Eigen::Index i = 0; i < 6; ++i) response(i, side).set(lane, 0);
      batch.rhs(side).set(lane, 0);
      for (Eigen::Index other = 0; other < 2; ++other)
        batch.schur(side, other).set(lane, side == other ? 1 : 0);
    }
  }
}

// Those of a batch for which `good` does not hold.
EvalStatus fail(const WheelsetBatch& batch, const Batch::Mask& good, Workspace& workspace) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    if (good.bits[lane] == 0) workspace.wheelsets[batch.wheelsets[lane]].failure = Failure::singular;
  }
  return EvalStatus::retry;
}

bool all(const Batch::Mask& mask) {
  return !math::any(Batch::Mask{~mask.bits});
}

// Which equations are solved after a step of Newton's method, and which cannot be.
struct Progress {
  Batch::Mask solved, good;
};

// One step of Newton's method with the creep forces and slopes that belong to the multipliers.
Progress iterate(NormalForceCoupling coupling, bool halve, WheelsetBatch& batch) {
  const bool solved_together = coupling == NormalForceCoupling::solved;
  BasicLoadEquations<Batch> equations = begin_equations<Batch>(batch.schur, batch.rhs, batch.multipliers);
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const ContactBatch& contact = batch.contacts[k];
    add_creep(contact.effects, contact.result.forces, equations);
    if (solved_together)
      add_creep_slope(contact.effects, contact.result.forces_by_load, contact.place, equations);
  }
  const BasicNewtonStep<Batch> newton = newton_step<Batch>(equations, batch.multipliers, halve ? -0.5 : -1.0);
  batch.last_step = newton.step;
  batch.multipliers = newton.multipliers;
  const Batch finite = std::numeric_limits<double>::max();
  const Two& m = batch.multipliers;
  const Batch::Mask good = (abs(newton.determinant) > 0) & (abs(m.x() + m.y()) < finite);
  return {solved_together ? newton.excess < 0 : good, good};
}

}  // namespace

FLANGEWAY_VECTORIZED
SixByTwo constraint_response(const WheelsetBatch& batch) {
  SixByTwo response;
  for (Eigen::Index c = 0; c < 2; ++c)
    response.col(c) = solve_mass(batch, Six(batch.constraints.jacobian.row(c).transpose()), Batch(0));
  return response;
}

FLANGEWAY_VECTORIZED
void set_up(const Model& model, const Workspace& workspace, WheelsetBatch& batch) {
  const Settings& settings = model.settings;
  const bool elastic_flanges = model.method->constraint->elastic_flanges;
  Six applied = batch.body.force;
  for (std::size_t k = 0; elastic_flanges && k < batch.contact_count; ++k)
    applied += normal_direction(batch.contacts[k].place) * batch.contacts[k].place.elastic_force;
  SixByTwo response = constraint_response(batch);
  const BasicConstraints<Batch>& constraints = batch.constraints;
  batch.rhs = Two(constraints.right_hand[0], constraints.right_hand[1]) -
              constraints.jacobian * solve_mass(batch, applied, batch.acceleration_s);
  batch.schur = response.transpose() * constraints.directions;
  if (model.rails_move) add_rails(batch);
  if (settings.lift_off) release_lifted(workspace, response, batch);
  if (settings.lift_off && model.rails_move) release_rails(workspace, batch);
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    set_creepages(batch, batch.contacts[k]);
    if (model.rails_move) subtract_rails(batch, batch.contacts[k]);
    set_friction(settings, batch, batch.contacts[k]);
    set_directions(batch, response, batch.contacts[k]);
    if (model.rails_move)
      batch.contacts[k].effects.on_lateral +=
          by_rail(batch.rails, batch.contacts[k], batch.contacts[k].place.lateral);
  }
}

void set_multipliers(const ContactState& state, WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const auto& multipliers = state.wheelsets[batch.wheelsets[lane]].multipliers;
    for (std::size_t i = 0; i < 2; ++i)
      batch.multipliers(static_cast<Eigen::Index>(i)).set(lane, multipliers[i]);
  }
}

// S λ + Σ E F(N(λ)) = rhs [docs/theory/creep_in_time.md (3)] by Newton's method for all wheelsets together.
// The slopes of the creep laws with respect to the normal force are exact: one or two steps from the last
// solution suffice.
FLANGEWAY_VECTORIZED
EvalStatus solve_multipliers(const Settings& settings, Workspace& workspace) {
  constexpr int max_iterations = 30;
  for (int i = 0; i < max_iterations; ++i) {
    for (WheelsetBatch& batch : workspace.batches) {
      for (std::size_t k = 0; k < batch.contact_count; ++k)
        batch.contacts[k].result.normal_force = normal_force(batch.contacts[k].place, batch.multipliers);
    }
    if (const EvalStatus status = respond(settings, workspace); status != EvalStatus::ok) return status;
    bool solved = true;
    for (WheelsetBatch& batch : workspace.batches) {
      // A kink of the laws (a wheel just unloading) may make full steps cycle.
      const Progress progress = iterate(settings.coupling, i > 10, batch);
      if (!all(progress.good)) return fail(batch, progress.good, workspace);
      solved = solved && all(progress.solved);
      if (i == max_iterations - 1 && !all(progress.solved)) return fail(batch, progress.solved, workspace);
    }
    if (solved) return EvalStatus::ok;
  }
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
void finish(NormalForceCoupling coupling, WheelsetBatch& batch) {
  const Two &multipliers = batch.multipliers, &step = batch.last_step;
  Six reaction = batch.constraints.directions * multipliers;
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    ContactBatch& contact = batch.contacts[k];
    const BasicContactPlace<Batch>& place = contact.place;
    contact::BasicCreepForces<Batch>& f = contact.result.forces;
    if (coupling == NormalForceCoupling::solved) f = corrected(f, contact.result.forces_by_load, place, step);
    contact.result.normal_force = normal_force(place, multipliers);
    contact.result.force = place.normal * contact.result.normal_force + place.lateral * f.lateral;
    contact.result.force.x() += f.longitudinal;
    const BasicCreepWrenches<Batch>& d = contact.directions;
    reaction += creep_sum<Batch>(d.longitudinal, d.lateral, d.spin, f) +
                normal_direction(place) * place.elastic_force;
  }
  batch.body.force += reaction;
}

FLANGEWAY_VECTORIZED
Six accelerations(const WheelsetBatch& batch) {
  return solve_mass(batch, batch.body.force, batch.acceleration_s);
}

}  // namespace flangeway::wheelrail
