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
  const BasicContactPlace<Batch>& place = contacts.place;
  const Packed<Batch, 3>&arm = place.arm, &lateral = place.lateral;
  const Batch zero(0);
  BasicCreepDirections<Batch>& d = contacts.directions;
  d.longitudinal =
      multibody::generalized_wrench<Batch>(batch.body, {Batch(1), zero, zero}, {zero, arm.z(), -arm.y()});
  d.lateral = multibody::generalized_wrench<Batch>(batch.body, lateral, arm.cross(lateral));
  d.spin = multibody::generalized_wrench<Batch>(batch.body, {zero, zero, zero}, place.normal);
  d.on_longitudinal = response.transpose() * d.longitudinal;
  d.on_lateral = response.transpose() * d.lateral;
  d.on_spin = response.transpose() * d.spin;
}

template <typename Vector>
Vector creep_sum(const Vector& longitudinal, const Vector& lateral, const Vector& spin,
                 const contact::BasicCreepForces<Batch>& f) {
  return longitudinal * f.longitudinal + lateral * f.lateral + spin * f.spin_moment;
}

Batch normal_force(const BasicContactPlace<Batch>& place, const Two& multipliers) {
  return place.elastic_force + place.multiplier_part[0] * multipliers.x() +
         place.multiplier_part[1] * multipliers.y();
}

// No constraint: its multiplier is 0.
void release_lifted(const Workspace& workspace, SixByTwo& response, WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    for (Eigen::Index side = 0; side < 2; ++side) {
      if (!workspace.wheelsets[batch.wheelsets[lane]].lifted[side]) continue;
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
  Two residual = batch.schur * batch.multipliers - batch.rhs;
  Packed<Batch, 2, 2> slope = batch.schur;
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const ContactBatch& contact = batch.contacts[k];
    const BasicCreepDirections<Batch>& d = contact.directions;
    residual += creep_sum(d.on_longitudinal, d.on_lateral, d.on_spin, contact.result.forces);
    if (coupling == NormalForceCoupling::previous_step) continue;
    const Two change = creep_sum(d.on_longitudinal, d.on_lateral, d.on_spin, contact.result.forces_by_load);
    slope.col(0) += change * contact.place.multiplier_part[0];
    slope.col(1) += change * contact.place.multiplier_part[1];
  }
  const Batch determinant = slope(0, 0) * slope(1, 1) - slope(0, 1) * slope(1, 0);
  const Batch scale = (halve ? -0.5 : -1.0) / determinant;
  Two& step = batch.last_step;
  step << (slope(1, 1) * residual.x() - slope(0, 1) * residual.y()) * scale,
      (slope(0, 0) * residual.y() - slope(1, 0) * residual.x()) * scale;
  batch.multipliers += step;
  constexpr double relative_tolerance = 1e-5;
  const Two& m = batch.multipliers;
  const Batch limit = relative_tolerance * sqrt(m.dot(m)) + 1e-9;
  const Batch finite = std::numeric_limits<double>::max();
  const Batch::Mask good = (abs(determinant) > 0) & (abs(m.x() + m.y()) < finite);
  if (coupling == NormalForceCoupling::previous_step) return {good, good};
  return {step.dot(step) < limit * limit, good};
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
  if (settings.lift_off) release_lifted(workspace, response, batch);
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    set_creepages(batch, batch.contacts[k]);
    set_friction(settings, batch, batch.contacts[k]);
    set_directions(batch, response, batch.contacts[k]);
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
    respond(settings, workspace);
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

// Creep forces end up consistent with the normal forces to first order in the last correction, which is below
// 1e-5 of the load: 1e-10 in the forces.
FLANGEWAY_VECTORIZED
void finish(NormalForceCoupling coupling, WheelsetBatch& batch) {
  const Two &multipliers = batch.multipliers, &step = batch.last_step;
  Six reaction = batch.constraints.directions * multipliers;
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    ContactBatch& contact = batch.contacts[k];
    const BasicContactPlace<Batch>& place = contact.place;
    contact::BasicCreepForces<Batch>& f = contact.result.forces;
    if (coupling == NormalForceCoupling::solved) {
      const Batch change = place.multiplier_part[0] * step.x() + place.multiplier_part[1] * step.y();
      const contact::BasicCreepForces<Batch>& by_load = contact.result.forces_by_load;
      f = {f.longitudinal + by_load.longitudinal * change, f.lateral + by_load.lateral * change,
           f.spin_moment + by_load.spin_moment * change};
    }
    contact.result.normal_force = normal_force(place, multipliers);
    contact.result.force = place.normal * contact.result.normal_force + place.lateral * f.lateral;
    contact.result.force.x() += f.longitudinal;
    const BasicCreepDirections<Batch>& d = contact.directions;
    reaction +=
        creep_sum(d.longitudinal, d.lateral, d.spin, f) + normal_direction(place) * place.elastic_force;
  }
  batch.body.force += reaction;
}

FLANGEWAY_VECTORIZED
Six accelerations(const WheelsetBatch& batch) {
  return solve_mass(batch, batch.body.force, batch.acceleration_s);
}

}  // namespace flangeway::wheelrail
