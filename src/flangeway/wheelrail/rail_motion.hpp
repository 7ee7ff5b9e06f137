// Motion of a rail relative to the place that the track gives it, and the action of a wheel on its rail: what
// a flexible track and elastic contact exchange.
#pragma once

#include <array>
#include <span>

#include "flangeway/math/types.hpp"

namespace flangeway::wheelrail {

/// Motion of the section of one rail beside a wheelset's centre, on top of alignment, cant and
/// irregularities. Components in the wheelset's track frame (BodyState::frame). The reference point is the
/// origin of the rail profile in its design place, rail_reference() in evaluate.hpp: about the top of
/// the rail. All zero: a rigid rail. Rotations about y and z are the slopes of the deflected rail's line.
struct RailMotion {
  Vec3 displacement = Vec3::Zero();      ///< m, of the reference point
  Vec3 rotation = Vec3::Zero();          ///< rad, small
  Vec3 velocity = Vec3::Zero();          ///< m/s, of the material at the reference point
  Vec3 angular_velocity = Vec3::Zero();  ///< rad/s
  double roller_ahead = 0;               ///< m, of the axle of a roller from the wheelset's centre
  /// Lateral and vertical acceleration without the part of the present wheel forces, m/s², and that part per
  /// force, 1/kg; 0: the rail moves as given. Constraint contact takes it.
  Vec2 acceleration = Vec2::Zero(), mobility = Vec2::Zero();
};

/// Motion of the left and right rail beside each wheelset; empty: rigid rails. Elastic contact takes all of
/// it but `acceleration` and `mobility`. Constraint contact takes displacement, velocity and these two across
/// and upright, where Model::rails_move.
using RailMotions = std::span<const std::array<RailMotion, 2>>;

/// Load of a wheel on its rail: force and moment about the reference point, in the wheelset's track frame.
struct RailReaction {
  double ahead = 0;            ///< m, the force's mean place along the rail before the wheelset's centre
  Vec3 force = Vec3::Zero();   ///< N, on the rail
  Vec3 moment = Vec3::Zero();  ///< N m, on the rail about the reference point
  double stiffness = 0;        ///< N/m, how the normal forces grow with indentation: of an implicit step
};

}  // namespace flangeway::wheelrail
