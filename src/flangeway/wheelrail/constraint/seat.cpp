#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/wheelrail/constraint/evaluate.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

constexpr Eigen::Index height = 2, roll = 3;  // columns of the Jacobian of the constraints

// The change of height and roll that removes the residuals of one wheelset, in its lane.
Vec2 change_of(const BasicConstraints<math::Batch>& constraints, const math::Batch* residual,
               std::size_t lane) {
  Eigen::Matrix2d jacobian;
  for (Eigen::Index side = 0; side < 2; ++side)
    jacobian.row(side) << constraints.jacobian(side, height)[lane], constraints.jacobian(side, roll)[lane];
  const double determinant = jacobian.determinant();
  const Vec2 wanted(residual[0][lane], residual[1][lane]);
  return Vec2(jacobian(0, 1) * wanted.y() - jacobian(1, 1) * wanted.x(),
              jacobian(1, 0) * wanted.x() - jacobian(0, 0) * wanted.y()) /
         determinant;
}

// The largest change. Lanes beyond the last wheelset repeat it.
double move(const Model& model, const WheelsetBatch& batch, const math::Batch* residual, double* values) {
  double largest = 0;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    if (lane > 0 && batch.wheelsets[lane] == batch.wheelsets[lane - 1]) break;
    const Vec2 change = change_of(batch.constraints, residual, lane);
    double* of_body = values + 6 * model.wheelsets[batch.wheelsets[lane]].body;
    of_body[height] += change.x();
    of_body[roll] += change.y();
    largest = std::fmax(largest, change.norm());
    if (!std::isfinite(change.x() + change.y())) return change.x() + change.y();
  }
  return largest;
}

EvalStatus seat_batch(const Model& model, const track::TrackModel& track, std::size_t velocity_offset,
                      const ContactState& state, const multibody::Workspace& bodies, Workspace& workspace,
                      WheelsetBatch& batch, double* y) {
  constexpr int max_iterations = 20;
  constexpr double small = 1e-8;  // [m, rad] The step of Newton's method after this one is below 1e-12.
  const BasicConstraints<math::Batch>& constraints = batch.constraints;
  double change = 1;
  for (int i = 0; i < max_iterations && change > small; ++i) {
    if (evaluate_constraints(model, track, y, velocity_offset, state, bodies, Scope::constraints, workspace,
                             batch) != EvalStatus::ok)
      return EvalStatus::retry;
    change = move(model, batch, constraints.residual, y);
  }
  if (!(change <= small)) return EvalStatus::retry;
  if (evaluate_constraints(model, track, y, velocity_offset, state, bodies, Scope::constraints, workspace,
                           batch) != EvalStatus::ok)
    return EvalStatus::retry;
  return std::isfinite(move(model, batch, constraints.rate_residual, y + velocity_offset))
             ? EvalStatus::ok
             : EvalStatus::retry;
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus seat(const Model& model, const track::TrackModel& track, std::size_t velocity_offset,
                const ContactState& state, const multibody::Workspace& bodies, Workspace& workspace,
                double* y) {
  for (WheelsetBatch& batch : workspace.batches) {
    const EvalStatus status = seat_batch(model, track, velocity_offset, state, bodies, workspace, batch, y);
    if (status != EvalStatus::ok) return status;
  }
  return EvalStatus::ok;
}

}  // namespace flangeway::wheelrail
