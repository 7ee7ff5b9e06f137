#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/wheelrail/constraint.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

using Mat62 = Eigen::Matrix<double, 6, 2>;

// M⁻¹Bᵀ (B M⁻¹ Bᵀ)⁻¹ residual: the smallest change, in the kinetic energy's sense, that removes the residual.
// docs/theory/constraints_in_time.md (4), (5)
Vec6 smallest_change(const multibody::BodyState& body, const WheelsetState& state, const double* residual) {
  Mat62 response;
  for (Eigen::Index c = 0; c < 2; ++c)
    response.col(c) = multibody::solve_mass_column(body, state.jacobian.row(c));
  Eigen::Matrix2d schur = state.jacobian * response;
  for (Eigen::Index side = 0; side < 2; ++side) {
    if (state.lifted[side]) schur(side, side) = 1;
  }
  return response * schur.inverse() * Vec2(residual[0], residual[1]);
}

// A wheel off its rail is not put back onto it.
void release_lifted(WheelsetState& state) {
  for (std::size_t side = 0; side < 2; ++side) {
    if (!state.lifted[side]) continue;
    state.jacobian.row(static_cast<Eigen::Index>(side)).setZero();
    state.residual[side] = state.rate_residual[side] = 0;
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus project(const Model& model, const track::TrackModel& track, std::size_t velocity_offset,
                   multibody::Workspace& bodies, Workspace& workspace, double* y) {
  constexpr int most_iterations = 8;
  constexpr double tolerance = 1e-13;  // m, rad
  if (is_elastic(model.settings.method)) return EvalStatus::ok;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const Wheelset& wheelset = model.wheelsets[i];
    WheelsetState& state = workspace.wheelsets[i];
    const multibody::BodyState& body = bodies.bodies[wheelset.body];
    double* q = y + 6 * wheelset.body;
    double* velocity = q + velocity_offset;
    double drift[2] = {0, 0}, rate_drift[2] = {0, 0};
    for (int k = 0; k < most_iterations; ++k) {
      evaluate_constraints(model, wheelset, track, q, velocity, body, Scope::constraints, state);
      if (state.failure != Failure::none) return EvalStatus::retry;
      release_lifted(state);
      if (k == 0) {
        std::copy(state.residual, state.residual + 2, drift);
        std::copy(state.rate_residual, state.rate_residual + 2, rate_drift);
      }
      if (std::hypot(state.residual[0], state.residual[1]) < tolerance) break;
      Eigen::Map<Vec6>(q) -= smallest_change(body, state, state.residual);
    }
    // The rates are linear in the velocities apart from s of the irregularities, whose share is in the
    // Jacobian.
    Eigen::Map<Vec6>(velocity) -= smallest_change(body, state, state.rate_residual);
    std::copy(drift, drift + 2, state.residual);
    std::copy(rate_drift, rate_drift + 2, state.rate_residual);
    if (!std::isfinite(q[2] + velocity[2])) return EvalStatus::retry;
  }
  return EvalStatus::ok;
}

}  // namespace flangeway::wheelrail
