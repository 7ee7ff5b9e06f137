// The normal forces of wheelsets: multipliers of the constraints that agree with the creep forces they cause.
#pragma once

#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {

/// M⁻¹ columns for the rows of B: how the wheelsets answer their constraint forces.
[[nodiscard]] Packed<math::Batch, 6, 2> constraint_response(const WheelsetBatch& batch);

/// The equations of four wheelsets whose constraints and contacts are known and whose other forces are in
/// batch.body.force.
void set_up(const Model& model, const Workspace& workspace, WheelsetBatch& batch);

/// The multipliers start from those of the state.
void set_multipliers(const ContactState& state, WheelsetBatch& batch);

/// Multipliers and creep forces of all wheelsets.
[[nodiscard]] EvalStatus solve_multipliers(const Settings& settings, Workspace& workspace);

/// Normal and contact forces from the multipliers; their generalised force is added to batch.body.force.
void finish(NormalForceCoupling coupling, WheelsetBatch& batch);

/// q̈ under batch.body.force.
[[nodiscard]] Packed<math::Batch, 6> accelerations(const WheelsetBatch& batch);

}  // namespace flangeway::wheelrail
