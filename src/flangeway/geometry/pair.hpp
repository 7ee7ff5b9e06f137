// The profiles of a wheelset on the rails of a track: the shapes that constraint contact needs.
#pragma once

#include "flangeway/contact/hertz.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::geometry {

/// Position of a rail profile in the track frame. Lengths in m.
struct RailPlacement {
  double lateral = 0;  ///< Lr: half the distance of the profile origins; used if `gauge` is 0
  double gauge = 0;    ///< distance of the gauge faces, `gauge_depth` below the running plane
  double gauge_depth = 0.014;
  double inclination = 0;  ///< tangent of β; positive leans the heads towards the track's middle
};

/// One wheel on one rail, in left-hand coordinates: y to the left, which is the field side, z up.
/// A right-hand pair is the mirror image, so that both sides run through the same code.
struct Side {
  profile::Curve wheel;      ///< profile coordinates: origin at the tape circle
  profile::Curve rail;       ///< track coordinates of the regular track: placed and inclined, top at z = 0
  double wheel_lateral = 0;  ///< Lw: distance of the wheel profile's origin from the wheelset's centre
  double rail_lateral = 0;   ///< Lr as placed
  double rail_height = 0;    ///< added to the rail profile so that the running plane is z = 0
  double inclination_angle = 0;
  double radius = 0;  ///< r0: rolling radius at the profile's origin
};

/// Elastic data of both bodies and the smoothing of curvatures.
struct PatchSettings {
  contact::Material wheel, rail;
  /// Curvatures are averaged over this length of the profile: at the junctions of new profiles they jump, and
  /// a patch a few millimetres wide feels both sides. m
  double curvature_window = 2e-3;
};

struct WheelsetGeometry {
  Side left, right;
  bool symmetric = false;  ///< both sides have the same shapes: tables are made once and mirrored exactly
};

/// Puts a rail profile into track coordinates.
void place_rail(const profile::Profile& rail, const RailPlacement& placement, Side& side);

/// Lateral place of the gauge face of a placed rail, at its innermost point down to `depth` (m) below the
/// running plane.
[[nodiscard]] double gauge_face(const profile::Curve& placed, double depth);

/// Builds both sides. Profiles are left-hand shapes for both sides.
[[nodiscard]] WheelsetGeometry make_geometry(const profile::Profile& wheel_left,
                                             const profile::Profile& wheel_right,
                                             const profile::Profile& rail_left,
                                             const profile::Profile& rail_right, double wheel_lateral,
                                             double radius, const RailPlacement& placement);

/// Lateral coordinate of a point of the placed rail, back in the rail profile's own frame.
[[nodiscard]] double lateral_in_rail_profile(const Side& side, const Vec2& placed);

}  // namespace flangeway::geometry
