#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/core/assertion.hpp"
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

// The share of a step of Newton's method that is taken. Near a kink of the equivalent profile a whole step
// may turn a wheelset so far that it leaves its table, and whole steps may go to and fro over the kink for
// ever.
double share_of(const Vec2& change, int steps_before) {
  constexpr double max_turn = 1e-3;  // [rad] It moves the contact by half a transition length.
  constexpr double close = 1e-5;     // [m, rad] far below a transition length
  constexpr int max_whole_steps = 20;
  const double turn = std::abs(change.y());
  const double share = turn > max_turn ? max_turn / turn : 1;
  return steps_before < max_whole_steps || change.norm() < close ? share : share / 2;
}

// The largest change. Lanes beyond the last wheelset repeat it. `share`: of a change, that is taken.
template <typename Share>
double move(const Model& model, const WheelsetBatch& batch, const math::Batch* residual, const Share& share,
            double* values) {
  double largest = 0;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    if (lane > 0 && batch.wheelsets[lane] == batch.wheelsets[lane - 1]) break;
    const Vec2 change = change_of(batch.constraints, residual, lane);
    double* of_body = values + 6 * model.wheelsets[batch.wheelsets[lane]].body;
    of_body[height] += share(change) * change.x();
    of_body[roll] += share(change) * change.y();
    largest = std::fmax(largest, change.norm());
    if (!std::isfinite(change.x() + change.y())) return change.x() + change.y();
  }
  return largest;
}

EvalStatus seat_batch(const Model& model, const track::TrackModel& track, RailMotions rails,
                      std::size_t velocity_offset, const ContactState& state,
                      const multibody::Workspace& bodies, Workspace& workspace, WheelsetBatch& batch,
                      double* y) {
  constexpr int max_iterations = 100;  // most take four
  constexpr double small = 1e-8;       // [m, rad] The step of Newton's method after this one is below 1e-12.
  const BasicConstraints<math::Batch>& constraints = batch.constraints;
  double change = 1;
  for (int i = 0; i < max_iterations && change > small; ++i) {
    if (evaluate_constraints(model, track, rails, y, velocity_offset, state, bodies, Scope::constraints,
                             workspace, batch) != EvalStatus::ok)
      return EvalStatus::retry;
    change = move(
        model, batch, constraints.residual, [i](const Vec2& whole) { return share_of(whole, i); }, y);
  }
  if (!(change <= small)) return EvalStatus::retry;
  if (evaluate_constraints(model, track, rails, y, velocity_offset, state, bodies, Scope::constraints,
                           workspace, batch) != EvalStatus::ok)
    return EvalStatus::retry;
  const auto whole = [](const Vec2&) { return 1.0; };  // the rates follow from linear equations
  const double rates = move(model, batch, constraints.rate_residual, whole, y + velocity_offset);
  return std::isfinite(rates) ? EvalStatus::ok : EvalStatus::retry;
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus seat(const Model& model, const track::TrackModel& track, RailMotions rails,
                std::size_t velocity_offset, const ContactState& state, const multibody::Workspace& bodies,
                Workspace& workspace, double* y) {
  FLANGEWAY_ASSERT(workspace.wheelsets.size() == model.wheelsets.size(),
                   "make_workspace() has made the workspace for this model");
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
  for (WheelsetBatch& batch : workspace.batches) {
    const EvalStatus status =
        seat_batch(model, track, rails, velocity_offset, state, bodies, workspace, batch, y);
    if (status != EvalStatus::ok) return status;
  }
  return EvalStatus::ok;
}

}  // namespace flangeway::wheelrail
