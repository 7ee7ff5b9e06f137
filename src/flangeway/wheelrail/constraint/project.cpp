#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/wheelrail/constraint/evaluate.hpp"
#include "flangeway/wheelrail/constraint/multipliers.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;

// M⁻¹Bᵀ (B M⁻¹ Bᵀ)⁻¹ residual: the smallest change, in the kinetic energy's sense, that removes the residual.
// docs/theory/constraints_in_time.md (4), (5)
Packed<Batch, 6> smallest_change(const Workspace& workspace, const WheelsetBatch& batch,
                                 const Batch* residual) {
  const Packed<Batch, 6, 2> response = constraint_response(batch);
  Packed<Batch, 2, 2> schur = batch.constraints.jacobian * response;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto place = static_cast<Eigen::Index>(side);
      if (workspace.wheelsets[batch.wheelsets[lane]].lifted[side]) schur(place, place).set(lane, 1);
    }
  }
  return response * solve_two<Batch>(schur, residual);
}

// A wheel off its rail is not put back onto it.
void release_lifted(const Workspace& workspace, WheelsetBatch& batch) {
  BasicConstraints<Batch>& constraints = batch.constraints;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (!workspace.wheelsets[batch.wheelsets[lane]].lifted[side]) continue;
      for (Eigen::Index i = 0; i < 6; ++i)
        constraints.jacobian(static_cast<Eigen::Index>(side), i).set(lane, 0);
      constraints.residual[side].set(lane, 0);
      constraints.rate_residual[side].set(lane, 0);
    }
  }
}

// The lanes beyond the last wheelset repeat it, and would change it twice.
void subtract(const Model& model, const WheelsetBatch& batch, const Packed<Batch, 6>& change,
              double* values) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    if (lane > 0 && batch.wheelsets[lane] == batch.wheelsets[lane - 1]) break;
    double* of_body = values + 6 * model.wheelsets[batch.wheelsets[lane]].body;
    for (Eigen::Index i = 0; i < 6; ++i) of_body[i] -= change(i)[lane];
  }
}

void keep_drift(const Batch* drift, const Batch* rate_drift, const WheelsetBatch& batch,
                Workspace& workspace) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    WheelsetResult& result = workspace.wheelsets[batch.wheelsets[lane]];
    for (std::size_t i = 0; i < 2; ++i) {
      result.residual[i] = drift[i][lane];
      result.rate_residual[i] = rate_drift[i][lane];
    }
  }
}

EvalStatus project_batch(const Model& model, const track::TrackModel& track, RailMotions rails,
                         std::size_t velocity_offset, const ContactState& state,
                         const multibody::Workspace& bodies, Workspace& workspace, WheelsetBatch& batch,
                         double* y) {
  constexpr int max_iterations = 8;
  // [m, rad] One step of Newton's method squares a residual below this: with the sharpest transitions of
  // equivalent profiles, of 2000 1/m, it leaves 1e-15.
  constexpr double small = 1e-9;
  const BasicConstraints<Batch>& constraints = batch.constraints;
  Batch drift[2], rate_drift[2];
  bool last = false;
  for (int k = 0; k < max_iterations && !last; ++k) {
    if (evaluate_constraints(model, track, rails, y, velocity_offset, state, bodies, Scope::constraints,
                             workspace, batch) != EvalStatus::ok)
      return EvalStatus::retry;
    release_lifted(workspace, batch);
    const Batch* residual = constraints.residual;
    if (k == 0) {
      std::copy(residual, residual + 2, drift);
      std::copy(constraints.rate_residual, constraints.rate_residual + 2, rate_drift);
    }
    last = !math::any(residual[0] * residual[0] + residual[1] * residual[1] > small * small);
    subtract(model, batch, smallest_change(workspace, batch, residual), y);
  }
  // The rates are linear in the velocities apart from s of the irregularities, whose share is in the
  // Jacobian.
  subtract(model, batch, smallest_change(workspace, batch, constraints.rate_residual), y + velocity_offset);
  keep_drift(drift, rate_drift, batch, workspace);
  return EvalStatus::ok;
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus constraint::project(const Model& model, const track::TrackModel& track, RailMotions rails,
                               std::size_t velocity_offset, const ContactState& state,
                               multibody::Workspace& bodies, Workspace& workspace, double* y) {
  for (WheelsetBatch& batch : workspace.batches) {
    const EvalStatus status =
        project_batch(model, track, rails, velocity_offset, state, bodies, workspace, batch, y);
    if (status != EvalStatus::ok) return status;
  }
  for (const Wheelset& wheelset : model.wheelsets) {
    const double* q = y + 6 * wheelset.body;
    if (!std::isfinite(q[2] + q[velocity_offset + 2])) return EvalStatus::retry;
  }
  return EvalStatus::ok;
}

}  // namespace flangeway::wheelrail
