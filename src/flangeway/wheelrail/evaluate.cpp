#include "flangeway/wheelrail/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/wheelrail/constraint.hpp"
#include "flangeway/wheelrail/creep.hpp"
#include "flangeway/wheelrail/online/evaluate.hpp"
#include "flangeway/wheelrail/online/patch_solver.hpp"

namespace flangeway::wheelrail {
namespace {

using Mat2 = Eigen::Matrix2d;
using Mat62 = Eigen::Matrix<double, 6, 2>;

CreepDirections creep_directions(const multibody::BodyState& body, const Contact& contact,
                                 const Mat62& response) {
  CreepDirections d;
  d.longitudinal = multibody::generalized_force_at(body, contact.arm, Vec3::UnitX());
  d.lateral = multibody::generalized_force_at(body, contact.arm, contact.lateral);
  d.spin = multibody::generalized_force(body, Vec3::Zero(), contact.normal);
  d.on_longitudinal = response.transpose() * d.longitudinal;
  d.on_lateral = response.transpose() * d.lateral;
  d.on_spin = response.transpose() * d.spin;
  return d;
}

double normal_force(const Contact& contact, const Vec2& multipliers) {
  return contact.elastic_force + contact.multiplier_part[0] * multipliers.x() +
         contact.multiplier_part[1] * multipliers.y();
}

EvalStatus fail(WheelsetState& state) {
  state.failure = Failure::singular;
  return EvalStatus::retry;
}

// The equations of one wheelset, whose other forces are in `body`.
void set_up(const multibody::BodyState& body, const std::array<double, 2>& memory, WheelsetState& state,
            MultiplierSystem& system) {
  Vec6 applied = body.force;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const Contact& contact = state.contacts[k];
    if (contact.elastic) applied += normal_direction(contact) * contact.elastic_force;
  }
  Mat62 response;  // M⁻¹ Bᵀ
  for (Eigen::Index c = 0; c < 2; ++c)
    response.col(c) = multibody::solve_mass_column(body, state.jacobian.row(c));
  const Vec6 free_acceleration = multibody::solve_mass(body, applied);
  system.rhs = Vec2(state.right_hand[0], state.right_hand[1]) - state.jacobian * free_acceleration;
  for (Eigen::Index side = 0; side < 2; ++side) {
    if (!state.lifted[side]) continue;
    response.col(side).setZero();  // no constraint: its multiplier is 0
    system.rhs(side) = 0;
  }
  system.schur = response.transpose() * state.directions;
  for (Eigen::Index side = 0; side < 2; ++side) {
    if (state.lifted[side]) system.schur(side, side) = 1;
  }
  system.multipliers = Vec2(memory[0], memory[1]);
  system.solved = false;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    set_creepages(body, state.contacts[k]);
    system.directions[k] = creep_directions(body, state.contacts[k], response);
  }
}

// One step of Newton's method with the creep forces and slopes that belong to the multipliers.
EvalStatus iterate(NormalForceCoupling coupling, bool halve, const WheelsetState& state,
                   MultiplierSystem& system) {
  Vec2 residual = system.schur * system.multipliers - system.rhs;
  Mat2 slope = system.schur;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const Contact& contact = state.contacts[k];
    const CreepDirections& d = system.directions[k];
    const contact::CreepForces &f = contact.forces, &df = contact.forces_by_load;
    residual += d.on_longitudinal * f.longitudinal + d.on_lateral * f.lateral + d.on_spin * f.spin_moment;
    if (coupling == NormalForceCoupling::previous_step) continue;
    const Vec2 change =
        d.on_longitudinal * df.longitudinal + d.on_lateral * df.lateral + d.on_spin * df.spin_moment;
    slope.col(0) += change * contact.multiplier_part[0];
    slope.col(1) += change * contact.multiplier_part[1];
  }
  const double determinant = slope.determinant();
  if (!(std::abs(determinant) > 0)) return EvalStatus::retry;
  Vec2& step = system.last_step;
  step << -(slope(1, 1) * residual.x() - slope(0, 1) * residual.y()) / determinant,
      -(slope(0, 0) * residual.y() - slope(1, 0) * residual.x()) / determinant;
  if (halve) step *= 0.5;
  system.multipliers += step;
  if (!std::isfinite(system.multipliers.x() + system.multipliers.y())) return EvalStatus::retry;
  constexpr double relative_tolerance = 1e-5;
  system.solved = coupling == NormalForceCoupling::previous_step ||
                  step.norm() <= relative_tolerance * system.multipliers.norm() + 1e-9;
  return EvalStatus::ok;
}

// Creep forces end up consistent with the normal forces to first order in the last correction, which is below
// 1e-5 of the load: 1e-10 in the forces.
void finish(NormalForceCoupling coupling, MultiplierSystem& system, WheelsetState& state) {
  const Vec2 &multipliers = system.multipliers, &step = system.last_step;
  state.reaction = state.directions * multipliers;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    Contact& contact = state.contacts[k];
    contact::CreepForces& f = contact.forces;
    if (coupling == NormalForceCoupling::solved) {
      const double change = contact.multiplier_part[0] * step.x() + contact.multiplier_part[1] * step.y();
      f.longitudinal += contact.forces_by_load.longitudinal * change;
      f.lateral += contact.forces_by_load.lateral * change;
      f.spin_moment += contact.forces_by_load.spin_moment * change;
    }
    contact.normal_force = normal_force(contact, multipliers);
    contact.force =
        contact.normal * contact.normal_force + Vec3::UnitX() * f.longitudinal + contact.lateral * f.lateral;
    const CreepDirections& d = system.directions[k];
    state.reaction += d.longitudinal * f.longitudinal + d.lateral * f.lateral + d.spin * f.spin_moment;
    if (contact.elastic) state.reaction += normal_direction(contact) * contact.elastic_force;
  }
}

// S λ + Σ E F(N(λ)) = rhs [docs/theory/creep_in_time.md (3)] by Newton's method for all wheelsets together,
// so that the creep laws see all contacts side by side. Their slopes with respect to the normal force are
// exact: one or two steps from the last solution suffice.
EvalStatus solve_multipliers(const Settings& settings, Workspace& workspace) {
  constexpr int most_iterations = 30;
  for (int i = 0; i < most_iterations; ++i) {
    for (std::size_t w = 0; w < workspace.wheelsets.size(); ++w) {
      WheelsetState& state = workspace.wheelsets[w];
      for (std::size_t k = 0; k < state.contact_count; ++k) {
        state.contacts[k].normal_force = normal_force(state.contacts[k], workspace.systems[w].multipliers);
      }
    }
    respond(settings, workspace);
    bool solved = true;
    for (std::size_t w = 0; w < workspace.wheelsets.size(); ++w) {
      MultiplierSystem& system = workspace.systems[w];
      // A kink of the laws (a wheel just unloading) may make full steps cycle.
      const bool halve = i > 10;
      if (iterate(settings.coupling, halve, workspace.wheelsets[w], system) != EvalStatus::ok) {
        return fail(workspace.wheelsets[w]);
      }
      solved = solved && system.solved;
    }
    if (solved) return EvalStatus::ok;
  }
  for (std::size_t w = 0; w < workspace.wheelsets.size(); ++w) {
    if (!workspace.systems[w].solved) return fail(workspace.wheelsets[w]);
  }
  return EvalStatus::ok;
}

}  // namespace

const char* method_name(Method method) {
  constexpr const char* names[] = {"kec", "lut", "online", "strip", "halfspace"};
  return names[static_cast<std::size_t>(method)];
}

Workspace make_workspace(const Model& model) {
  Workspace workspace;
  workspace.wheelsets.resize(model.wheelsets.size());
  workspace.systems.resize(model.wheelsets.size());
  workspace.batches.resize((most_contacts * model.wheelsets.size() + math::batch_size - 1) /
                           math::batch_size);
  workspace.rail_motion.resize(model.wheelsets.size());
  if (solves_patches(model.settings.method))
    workspace.patch_solver = std::make_shared<online::PatchSolver>(model);
  return workspace;
}

Memory make_memory(const Model& model) {
  Memory memory;
  memory.multipliers.resize(model.wheelsets.size(), {0, 0});
  memory.wheels.resize(model.wheelsets.size());
  memory.corrections.resize(model.wheelsets.size());
  memory.forces.resize(model.wheelsets.size());
  return memory;
}

void evaluate_constraints(const Model& model, const Wheelset& wheelset, const track::TrackModel& track,
                          const double* q, const double* velocity, const multibody::BodyState& body,
                          Scope scope, WheelsetState& out) {
  track::Irregularity irregularity;
  track::evaluate_irregularity(track, q[0], irregularity);
  const ConstraintInput input{model, *model.pairs[wheelset.pair], irregularity, q, velocity, body};
  if (model.settings.method == Method::kec) {
    kec_constraints(input, scope, out);
  } else {
    lut_constraints(input, scope, out);
  }
}

FLANGEWAY_VECTORIZED
EvalStatus evaluate(const Model& model, const track::TrackModel& track, const double* y,
                    std::size_t velocity_offset, multibody::Workspace& bodies, Memory& memory,
                    Workspace& workspace, double* acceleration) {
  if (is_elastic(model.settings.method)) {
    return online::evaluate(model, track, y, velocity_offset, bodies, memory, workspace, acceleration);
  }
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const Wheelset& wheelset = model.wheelsets[i];
    WheelsetState& state = workspace.wheelsets[i];
    const multibody::BodyState& body = bodies.bodies[wheelset.body];
    const double *q = y + 6 * wheelset.body, *velocity = q + velocity_offset;
    evaluate_constraints(model, wheelset, track, q, velocity, body, Scope::contacts, state);
    if (state.failure != Failure::none) return EvalStatus::retry;
    set_up(body, memory.multipliers[i], state, workspace.systems[i]);
  }
  fill_batches(model.settings, bodies, model, workspace);
  if (const EvalStatus status = solve_multipliers(model.settings, workspace); status != EvalStatus::ok)
    return status;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    MultiplierSystem& system = workspace.systems[i];
    WheelsetState& state = workspace.wheelsets[i];
    multibody::BodyState& body = bodies.bodies[model.wheelsets[i].body];
    finish(model.settings.coupling, system, state);
    for (std::size_t k = 0; k < 2; ++k) {
      memory.multipliers[i][k] = state.multipliers[k] = system.multipliers(static_cast<Eigen::Index>(k));
    }
    body.force += state.reaction;
    const Vec6 result = multibody::solve_mass(body, body.force);
    std::copy(result.data(), result.data() + 6, acceleration + 6 * model.wheelsets[i].body);
  }
  return EvalStatus::ok;
}

namespace {

// Height and roll follow the constraints; the other velocities feel the creep directly.
constexpr Eigen::Index damped[] = {0, 1, 4, 5};
using Damped = Eigen::Vector4d;

Damped damped_part(const Vec6& v) {
  return {v[0], v[1], v[4], v[5]};
}

void set_damping(const multibody::BodyState& body, const Eigen::Matrix4d& coefficient, WheelsetState& state) {
  if (state.contact_count == 0) return;  // both wheels off their rails
  // Levers of both sides alike, so that the mirror image of a motion has the mirror image of its rates.
  double radius = 0, base = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    radius -= state.contacts[k].values[geometry::wheel_z] / static_cast<double>(state.contact_count);
    base += state.contacts[k].values[geometry::wheel_y] / static_cast<double>(state.contact_count);
  }
  const double lever[4] = {1, 1, radius, base};
  const double mass[4] = {body.mass_ss, body.mass, body.rotational_mass(1, 1), body.rotational_mass(2, 2)};
  for (Eigen::Index i = body.speed_prescribed ? 1 : 0; i < 4; ++i) {
    for (Eigen::Index j = body.speed_prescribed ? 1 : 0; j < 4; ++j) {
      state.damping(damped[i]) += std::abs(coefficient(i, j)) * lever[i] / (lever[j] * mass[i]);
    }
  }
}

}  // namespace

// Row sums of the damping matrix D = Σ w wᵀ (−∂F/∂v), with rotations scaled to the speed they cause at the
// contact: where longitudinal motion and spin are coupled, a rate that is too small would be unstable, one
// too large is not (docs/theory/integrators.md).
FLANGEWAY_VECTORIZED
void evaluate_damping(const Model& model, const multibody::Workspace& bodies, Workspace& workspace) {
  for (WheelsetState& state : workspace.wheelsets) state.damping.setZero();
  if (!model.settings.stiff_creep) return;
  contact::BasicCreepDamping<math::Batch> damping;
  const bool elastic = is_elastic(model.settings.method);
  std::size_t place = 0;  // among all contacts
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    WheelsetState& state = workspace.wheelsets[i];
    const MultiplierSystem& system = workspace.systems[i];
    Eigen::Matrix4d coefficient = Eigen::Matrix4d::Zero();
    Mat6 all = Mat6::Zero();
    for (std::size_t k = 0; k < state.contact_count; ++k, ++place) {
      const std::size_t lane = place % math::batch_size;
      if (lane == 0) damping = contact_damping(model.settings, workspace.batches[place / math::batch_size]);
      const double along = std::max(damping.longitudinal[lane], 0.0),
                   across = std::max(damping.lateral[lane], 0.0);
      const CreepDirections& d = system.directions[k];
      if (elastic) {
        all +=
            d.longitudinal * d.longitudinal.transpose() * along + d.lateral * d.lateral.transpose() * across;
        continue;
      }
      const Damped x = damped_part(d.longitudinal), t = damped_part(d.lateral);
      coefficient += x * x.transpose() * along + t * t.transpose() * across;
    }
    if (elastic) {
      online::set_damping(bodies.bodies[model.wheelsets[i].body], all, state);
      continue;
    }
    set_damping(bodies.bodies[model.wheelsets[i].body], coefficient, state);
  }
}

WheelForces wheel_forces(const WheelsetState& state, std::size_t side) {
  WheelForces sum;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const Contact& contact = state.contacts[k];
    if (contact.side != side) continue;
    sum.q += contact.force.z();
    sum.y -= contact.force.y();
  }
  return sum;
}

}  // namespace flangeway::wheelrail
