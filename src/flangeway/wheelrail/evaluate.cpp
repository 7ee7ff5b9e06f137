#include "flangeway/wheelrail/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/sin_cos.hpp"
#include "flangeway/wheelrail/constraint.hpp"
#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

using Mat2 = Eigen::Matrix2d;
using Mat62 = Eigen::Matrix<double, 6, 2>;

// Generalised forces per unit creep force of one contact, and what they do to the constraints: E = B M⁻¹ W.
struct CreepDirections {
  Vec6 longitudinal, lateral, spin;
  Vec2 on_longitudinal, on_lateral, on_spin;
};

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

// Solves S λ + Σ E F(N(λ)) = rhs by Newton's method; the slopes of F with respect to N are exact, so one or
// two steps from the last solution suffice. Creep forces end up consistent with the normal forces to first
// order in the last correction, which is below 1e-5 of the load: 1e-10 in the forces.
class MultiplierSolver {
 public:
  MultiplierSolver(const Model& model_in, const multibody::BodyState& body_in, WheelsetState& state_in)
      : model(model_in), body(body_in), state(state_in) {}

  EvalStatus solve(const Mat2& schur, const Vec2& rhs, Vec2& multipliers) {
    constexpr int most_iterations = 30;
    constexpr double relative_tolerance = 1e-5;
    for (int i = 0; i < most_iterations; ++i) {
      Vec2 residual = schur * multipliers - rhs;
      Mat2 slope = schur;
      for (std::size_t k = 0; k < state.contact_count; ++k) add(k, multipliers, residual, slope);
      const double determinant = slope.determinant();
      if (!(std::abs(determinant) > 0)) return EvalStatus::retry;
      Vec2 step;
      step << -(slope(1, 1) * residual.x() - slope(0, 1) * residual.y()) / determinant,
          -(slope(0, 0) * residual.y() - slope(1, 0) * residual.x()) / determinant;
      if (i > 10) step *= 0.5;  // a kink of the laws (a wheel just unloading) may make full steps cycle
      multipliers += step;
      if (!std::isfinite(multipliers.x() + multipliers.y())) return EvalStatus::retry;
      const bool small = step.norm() <= relative_tolerance * multipliers.norm() + 1e-9;
      if (small || model.settings.coupling == NormalForceCoupling::previous_step) {
        finish(multipliers, step);
        return EvalStatus::ok;
      }
    }
    return EvalStatus::retry;
  }

  const Model& model;
  const multibody::BodyState& body;
  WheelsetState& state;
  std::array<CreepDirections, most_contacts> directions;

 private:
  std::array<CreepResponse, most_contacts> responses_;

  void add(std::size_t k, const Vec2& multipliers, Vec2& residual, Mat2& slope) {
    Contact& contact = state.contacts[k];
    const CreepDirections& d = directions[k];
    responses_[k] = creep_response(model.settings, body, contact, normal_force(contact, multipliers));
    const contact::CreepForces &f = responses_[k].forces, &df = responses_[k].slope;
    residual += d.on_longitudinal * f.longitudinal + d.on_lateral * f.lateral + d.on_spin * f.spin_moment;
    if (model.settings.coupling == NormalForceCoupling::previous_step) {
      responses_[k].slope = {};
      return;
    }
    const Vec2 change =
        d.on_longitudinal * df.longitudinal + d.on_lateral * df.lateral + d.on_spin * df.spin_moment;
    slope.col(0) += change * contact.multiplier_part[0];
    slope.col(1) += change * contact.multiplier_part[1];
  }

  void finish(const Vec2& multipliers, const Vec2& last_step) {
    state.reaction = state.directions * multipliers;
    for (std::size_t k = 0; k < state.contact_count; ++k) {
      Contact& contact = state.contacts[k];
      const double change =
          contact.multiplier_part[0] * last_step.x() + contact.multiplier_part[1] * last_step.y();
      const contact::CreepForces &f = responses_[k].forces, &df = responses_[k].slope;
      contact.normal_force = normal_force(contact, multipliers);
      contact.forces = {f.longitudinal + df.longitudinal * change, f.lateral + df.lateral * change,
                        f.spin_moment + df.spin_moment * change};
      contact.force = contact.normal * contact.normal_force + Vec3::UnitX() * contact.forces.longitudinal +
                      contact.lateral * contact.forces.lateral;
      const CreepDirections& d = directions[k];
      state.reaction += d.longitudinal * contact.forces.longitudinal + d.lateral * contact.forces.lateral +
                        d.spin * contact.forces.spin_moment;
      if (contact.elastic) state.reaction += normal_direction(contact) * contact.elastic_force;
    }
  }
};

EvalStatus evaluate_wheelset(const Model& model, multibody::BodyState& body, std::array<double, 2>& memory,
                             WheelsetState& state, double* acceleration) {
  if (state.failure != Failure::none) return EvalStatus::retry;
  Vec6 applied = body.force;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const Contact& contact = state.contacts[k];
    if (contact.elastic) applied += normal_direction(contact) * contact.elastic_force;
  }
  Mat62 response;  // M⁻¹ Bᵀ
  for (Eigen::Index c = 0; c < 2; ++c)
    response.col(c) = multibody::solve_mass_column(body, state.jacobian.row(c));
  const Vec6 free_acceleration = multibody::solve_mass(body, applied);
  Vec2 rhs = Vec2(state.right_hand[0], state.right_hand[1]) - state.jacobian * free_acceleration;
  for (Eigen::Index side = 0; side < 2; ++side) {
    if (!state.lifted[side]) continue;
    response.col(side).setZero();  // no constraint: its multiplier is 0
    rhs(side) = 0;
  }
  Mat2 schur = response.transpose() * state.directions;
  for (Eigen::Index side = 0; side < 2; ++side) {
    if (state.lifted[side]) schur(side, side) = 1;
  }
  MultiplierSolver solver(model, body, state);
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    set_creepages(body, state.contacts[k]);
    solver.directions[k] = creep_directions(body, state.contacts[k], response);
  }
  Vec2 multipliers(memory[0], memory[1]);
  if (solver.solve(schur, rhs, multipliers) != EvalStatus::ok) {
    state.failure = Failure::singular;
    return EvalStatus::retry;
  }
  memory = {multipliers.x(), multipliers.y()};
  state.multipliers[0] = multipliers.x();
  state.multipliers[1] = multipliers.y();
  body.force += state.reaction;
  const Vec6 result = multibody::solve_mass(body, body.force);
  std::copy(result.data(), result.data() + 6, acceleration);
  return EvalStatus::ok;
}

}  // namespace

Workspace make_workspace(const Model& model) {
  return {std::vector<WheelsetState>(model.wheelsets.size())};
}

Memory make_memory(const Model& model) {
  return {std::vector<std::array<double, 2>>(model.wheelsets.size(), {0, 0})};
}

void place_contact(const ConstraintInput& in, std::size_t side, Contact& contact) {
  const double sign = sign_of(side), roll = in.q[3], yaw = in.q[5];
  const auto [s, c] = sin_cos(roll);
  const double y = sign * contact.values[geometry::wheel_y], z = contact.values[geometry::wheel_z];
  contact.angle = contact.values[geometry::wheel_angle] + sign * roll;
  const auto [sine, cosine] = sin_cos(contact.angle);
  contact.normal = Vec3(0, -sign * sine, cosine);
  contact.lateral = Vec3(0, cosine, sign * sine);
  // The wheel's section turns with the yaw, and on a sloping tread the contact runs ahead of it or lags
  // behind: the wheel's normal is square to the rail. So a wheel that rolls without slip has a contact point
  // at rest. Lateral position and height stay those of the constraint, which knows no yaw.
  const double rail_heading = in.irregularity.slope[2 * side],
               rail_slope = in.irregularity.slope[2 * side + 1];
  const double ahead = -z * (sign * sine / cosine * (yaw - rail_heading) + rail_slope);
  const double across = c * y - s * z;
  const auto [yaw_sine, yaw_cosine] = sin_cos(yaw);
  contact.arm = Vec3(ahead - yaw_sine / yaw_cosine * across, across, s * y + c * z);
}

Vec6 normal_direction(const Contact& contact) {
  const Vec3 &arm = contact.arm, &n = contact.normal;
  Vec6 direction;
  direction << 0, n.y(), n.z(), arm.y() * n.z() - arm.z() * n.y(), 0, 0;
  return direction;
}

void evaluate_constraints(const Model& model, const Wheelset& wheelset, const track::TrackModel& track,
                          const double* q, const double* velocity, const multibody::BodyState& body,
                          Scope scope, WheelsetState& out) {
  track::Irregularity irregularity;
  track::evaluate_irregularity(track, q[0], irregularity);
  const ConstraintInput input{model, model.pairs[wheelset.pair], irregularity, q, velocity, body};
  if (model.settings.method == Method::kec) {
    kec_constraints(input, scope, out);
  } else {
    lut_constraints(input, scope, out);
  }
}

EvalStatus evaluate(const Model& model, const track::TrackModel& track, const double* y,
                    std::size_t velocity_offset, multibody::Workspace& bodies, Memory& memory,
                    Workspace& workspace, double* acceleration) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const Wheelset& wheelset = model.wheelsets[i];
    WheelsetState& state = workspace.wheelsets[i];
    multibody::BodyState& body = bodies.bodies[wheelset.body];
    const std::size_t at = 6 * wheelset.body;
    evaluate_constraints(model, wheelset, track, y + at, y + velocity_offset + at, body, Scope::contacts,
                         state);
    const EvalStatus status = evaluate_wheelset(model, body, memory.multipliers[i], state, acceleration + at);
    if (status != EvalStatus::ok) return status;
  }
  return EvalStatus::ok;
}

// Row sums of the damping matrix D = Σ w wᵀ (−∂F/∂v), with rotations scaled to the speed they cause at the
// contact: where longitudinal motion and spin are coupled, a rate that is too small would be unstable, one
// too large is not (docs/theory/integrators.md).
void evaluate_damping(const Model& model, const multibody::BodyState& body, WheelsetState& state) {
  state.damping.setZero();
  if (!model.settings.stiff_creep || state.contact_count == 0) return;
  Mat6 coefficient = Mat6::Zero();
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const Contact& contact = state.contacts[k];
    const contact::CreepDamping damping = contact_damping(model.settings, body, contact);
    const Vec6 x = multibody::generalized_force_at(body, contact.arm, Vec3::UnitX());
    const Vec6 t = multibody::generalized_force_at(body, contact.arm, contact.lateral);
    coefficient += x * x.transpose() * std::max(damping.longitudinal, 0.0) +
                   t * t.transpose() * std::max(damping.lateral, 0.0);
  }
  const Mat6 mass = multibody::mass_matrix(body);
  // Levers of both sides alike, so that the mirror image of a motion has the mirror image of its rates.
  double radius = 0, base = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    radius -= state.contacts[k].values[geometry::wheel_z] / static_cast<double>(state.contact_count);
    base += state.contacts[k].values[geometry::wheel_y] / static_cast<double>(state.contact_count);
  }
  const double lever[6] = {1, 1, 1, 1, radius, base};
  // Height and roll follow the constraints; the other velocities feel the creep directly.
  constexpr Eigen::Index damped[] = {0, 1, 4, 5};
  for (const Eigen::Index i : damped) {
    if (i == 0 && body.speed_prescribed) continue;
    for (const Eigen::Index j : damped) {
      if (j == 0 && body.speed_prescribed) continue;
      state.damping(i) += std::abs(coefficient(i, j)) * lever[i] / (lever[j] * mass(i, i));
    }
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
