// A step of the methods that hold wheelsets by constraints: their functions in the table of methods.
#pragma once

#include <array>

#include "flangeway/wheelrail/constraint/constraint.hpp"

namespace flangeway::wheelrail {

/// Fills the constraints of four wheelsets (residuals, B, right-hand side) and, in Scope::contacts, N and the
/// contacts, without forces: the beginning of an evaluation. `retry` when a wheelset has left its table.
EvalStatus evaluate_constraints(const Model& model, const track::TrackModel& track, RailMotions rails,
                                const double* y, std::size_t velocity_offset, const ContactState& state,
                                const multibody::Workspace& bodies, Scope scope, Workspace& workspace,
                                WheelsetBatch& batch);

namespace constraint {

/// s, y, pitch and yaw: height and roll follow.
inline constexpr std::array<std::size_t, 4> free_coordinates{0, 1, 4, 5};

EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration);
EvalStatus project(const Model& model, const track::TrackModel& track, RailMotions rails,
                   std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                   Workspace& workspace, double* y);
void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state);
Mat6 force_response(const Model& model, const multibody::BodyState& body, const WheelsetResult& result);
Mat6 free_response(const Model& model, const multibody::BodyState& body, const Workspace& workspace,
                   std::size_t wheelset);

}  // namespace constraint
}  // namespace flangeway::wheelrail
