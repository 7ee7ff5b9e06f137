// One wheel on one rail or roller as a problem: shapes, positions, motion, materials, and how the contact is
// resolved.
//
// Everything is a left-hand pair in the track frame: x forward, y to the left, which is the field side, z up;
// origin on the centre line at the wheelset, z = 0 at the top of the rails in their design place. A roller
// lies below its wheelset: the axle that its profile turns about is parallel to y, at x = 0. A right-hand
// pair is its mirror image: mirror what goes in (y, roll, yaw and their rates change sign) and mirror_image()
// what comes out.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/contact/patch/problem/problem.hpp"
#include "flangeway/core/choice.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/profile/curve.hpp"
#include "flangeway/profile/sliced.hpp"

namespace flangeway::wheel_on_rail {

/// Design position of the rail profile, and its deviation from there. m, rad, s.
struct RailPlace {
  bool by_gauge = true;  ///< placed by gauge and gauge_depth; else its origin is put at (y, z). A roller's
                         ///< origin stays at z = 0
  double gauge = 1.435;  ///< distance of both gauge faces
  double gauge_depth = 0.014;  ///< how far below the top the gauge is measured
  double y = 0, z = 0;         ///< place of the profile's origin
  double inclination = 0;      ///< rad, positive leans the head towards the middle of the track
  double deviation_y = 0, deviation_z = 0, deviation_roll = 0;
  double velocity_y = 0, velocity_z = 0, velocity_roll = 0;  ///< of the deviation, about the profile's origin
  /// At z = 0 of the profile. The axle lies that far below z = 0 of the track; the deviation and the place of
  /// the profile move the surface only. None: a rail.
  std::optional<double> roller_radius = std::nullopt;
  double axle_z = 0;                 ///< height of the roller's axle above that place
  double roller_velocity_pitch = 0;  ///< of the roller; > 0: its top runs backward, as a rail does below a
                                     ///< wheelset that rolls forward
};

/// Position of the wheel profile on the axle, and its deviation from there (flexible wheelset), in the
/// wheelset's axes, which do not pitch. m, rad, s.
struct WheelPlace {
  double back_distance = 1.360;   ///< of the backs of both flanges
  double back_position = -0.070;  ///< y of the flange back in profile coordinates
  double nominal_radius = 0.460;  ///< radius at z = 0 of the profile, or at the tape circle if that is given
  std::optional<double> tape_circle;  ///< y in profile coordinates
  Vec3 deviation = Vec3::Zero();
  double deviation_roll = 0, deviation_pitch = 0, deviation_yaw = 0;
  Vec3 deviation_velocity = Vec3::Zero();
  double deviation_velocity_roll = 0, deviation_velocity_pitch = 0, deviation_velocity_yaw = 0;
};

/// Centre of the wheelset: z = 0 where it is nominal_radius above the track plane. Orientation: first roll
/// about x, then yaw about the new z; pitch turns the wheel in itself. m, rad, s.
struct WheelsetMotion {
  double s = 0;  ///< along the track
  double y = 0, z = 0;
  double roll = 0, pitch = 0, yaw = 0;
  Vec3 velocity = Vec3(1, 0, 0);                                   ///< of the centre in track axes
  double velocity_roll = 0, velocity_pitch = 0, velocity_yaw = 0;  ///< angular velocity along the wheelset's
                                                                   ///< axes, pitch > 0 rolls forward
};

/// The prescribed one of a pair of quantities; the other one is computed.
enum class VerticalControl { position, force };

constexpr auto alternatives_of(VerticalControl) {
  using One = Alternative<VerticalControl>;
  return std::array{One{VerticalControl::position, "position",
                        "the height of the wheelset is given, the vertical force is found"},
                    One{VerticalControl::force, "force",
                        "the vertical force is given, the height of the wheelset is found"}};
}

enum class LongitudinalControl { pitch_velocity, force };

constexpr auto alternatives_of(LongitudinalControl) {
  using One = Alternative<LongitudinalControl>;
  return std::array{One{LongitudinalControl::pitch_velocity, "pitch_velocity",
                        "the pitch velocity of the wheelset is given, the longitudinal force is found"},
                    One{LongitudinalControl::force, "force",
                        "the longitudinal force is given, the pitch velocity is found"}};
}

/// A rail on springs without mass: force on the rail + given force = stiffness · deflection. N/m, N. At a
/// given height of the wheelset the vertical force follows.
struct RailSprings {
  double stiffness_y = 0, stiffness_z = 0;
  double force_y = 0, force_z = 0;
};

/// Friction at one inclination of the surface; linear in between, constant outside.
struct FrictionAt {
  double inclination = 0;  ///< rad, of the surface in the wheel profile's axes: positive on the gauge face
  contact::patch::FrictionLaw law;
};

/// The surface on which a patch is solved.
enum class Surface {
  plane,        ///< rigid slip from three creepages
  plane_local,  ///< a plane with the rigid slip of the true surfaces at every element
  curved        ///< follows both profiles across the rail; local normals, local slip
};
/// The point of the interpenetration at which a patch is anchored.
enum class ReferencePosition { deepest, weighted };

constexpr auto alternatives_of(ReferencePosition) {
  using One = Alternative<ReferencePosition>;
  return std::array{One{ReferencePosition::deepest, "deepest", "the point of deepest interpenetration"},
                    One{ReferencePosition::weighted, "weighted",
                        "the centre of the interpenetration, weighted by its power"}};
}

/// The contact angle of a patch.
enum class ReferenceAngle { local, weighted };

constexpr auto alternatives_of(ReferenceAngle) {
  using One = Alternative<ReferenceAngle>;
  return std::array{
      One{ReferenceAngle::local, "local", "the angle of the rail at the reference position"},
      One{ReferenceAngle::weighted, "weighted", "the mean over the interpenetration, weighted by its power"}};
}

/// Position and orientation of a patch's reference; the planar methods of [Vollebregt2021, Table 1] are
/// icp-loc (deepest, local), icp-angle (deepest, weighted), wgt-loc and wgt-angle.
struct Reference {
  Surface surface = Surface::plane;
  ReferencePosition position = ReferencePosition::weighted;
  ReferenceAngle angle = ReferenceAngle::weighted;
  int power = 2;  ///< of the interpenetration in the weights: 1 or 2
};

/// How the interpenetration is found.
enum class Search {
  locus,  ///< along the line of least distance, one gap per point of the wheel profile
  grid    ///< on a grid of the whole surface: slow, needs no theory
};

constexpr auto alternatives_of(Search) {
  using One = Alternative<Search>;
  return std::array{
      One{Search::locus, "locus", "along the line of least distance. Fast; right for all usual profiles"},
      One{Search::grid, "grid", "on a grid of the whole surface. Slow; a check of locus"}};
}

/// How the surfaces are taken where distances are measured.
enum class Surfaces {
  exact,
  /// as the program CONTACT does: the wheel is linear between points dx and ds apart, and all weights and
  /// lengths of regions have the curvature of the nominal radius
  meshed
};

/// Elements, and when regions of interpenetration are one patch. With the distance d of two regions along the
/// rail's surface: d ≤ combine: one patch; ≤ separate: one patch, whose parts feel each other less with
/// distance; ≤ turn: two patches, whose planes turn towards each other as they approach; beyond: two patches.
/// The same with the angle between them; the factors by distance and by angle are multiplied. m, rad.
struct Resolution {
  double dx = 2e-4, ds = 2e-4;
  long most_elements = 20000;  ///< of a patch; elements are doubled in size until it has no more
  double combine_distance = 4e-3, separate_distance = 8e-3;
  std::optional<double> turn_distance;  ///< absent: 2 · separate − combine
  double separate_angle = pi / 2;       ///< regions whose angles differ by more are separate patches
  std::optional<double> combine_angle;  ///< absent: separate_angle; they turn up to 2 · separate − combine
  Search search = Search::locus;
  bool steep_slopes = false;  ///< of a grid for meshed surfaces: longer and with finer rows
  Surfaces surfaces = Surfaces::exact;
  /// Parts between combine_distance and separate_distance feel each other the less the further apart they
  /// are; false: as one surface, as in approximate contact of the program CONTACT.
  bool weighted_parts = true;
  bool whole_displacements = false;  ///< of weighted parts: see SubPatchInteraction
};

/// Angle correction of the influence coefficients, on a curved surface.
struct ConformalCoefficients {
  contact::patch::AngleCorrection correction = contact::patch::AngleCorrection::displacements;
  bool constant_curvature = false;  ///< the inclinations of the rows on a straight line of least squares
};

struct ContactProblem {
  std::shared_ptr<const profile::Curve> wheel, rail;  ///< profile coordinates of a left-hand pair, y to the
                                                      ///< field side, z up
  /// A rail that varies along the track, and a wheel that is not round; null: a prism, a body of revolution.
  /// `rail` is then the profile at motion.s, `wheel` that at motion.pitch.
  std::shared_ptr<const profile::SlicedProfile> rail_slices, wheel_slices;
  RailPlace rail_place;
  WheelPlace wheel_place;
  WheelsetMotion motion;
  double curvature = 0;  ///< of the track, 1/m, positive to the left; enters the creepages only

  VerticalControl vertical = VerticalControl::position;
  double vertical_force = 0;  ///< N > 0, of the rail on the wheel upwards; motion.z is then found
  LongitudinalControl longitudinal = LongitudinalControl::pitch_velocity;
  double longitudinal_force =
      0;  ///< N, on the wheel along the wheelset's x axis; velocity_pitch is then found
  std::optional<RailSprings> springs;

  contact::Material wheel_material, rail_material;
  std::vector<FrictionAt> friction{FrictionAt{}};  ///< at least one, rising inclinations
  contact::patch::FrictionMemory friction_memory;
  contact::patch::ElementKind element = contact::patch::ElementKind::constant;
  double layer_flexibility = 0;          ///< flexibility of a thin elastic layer between wheel and rail, m/Pa
  contact::patch::ThirdBody third_body;  ///< between wheel and rail
  std::optional<contact::patch::Heat> heat;                     ///< body 1 is the wheel
  std::optional<ConformalCoefficients> conformal_coefficients;  ///< absent: those of a plane

  double rolling_distance = 0;  ///< m since the instant before, for transient rolling; 0: dx
  contact::patch::TangentialKind tangential = contact::patch::TangentialKind::steady_rolling;
  contact::patch::Method method;  ///< of every patch
  contact::patch::Settings solver;
  double force_tolerance = 1e-5;  ///< relative, of prescribed forces
  Reference reference;
  Resolution resolution;
};

/// Velocity of the surface of a roller at its nominal radius, backward, m/s; 0 on a rail.
[[nodiscard]] double surface_speed(const RailPlace& rail);
/// Whether a wheel is to roll on a roller while both turn so nearly against each other, at their nominal
/// radii, that their surfaces have no velocity in common.
[[nodiscard]] bool turn_against_each_other(const ContactProblem& problem);
/// Lower bound (exclusive) of the radius of a roller with this profile: its depth below z = 0, m.
[[nodiscard]] double min_roller_radius(const profile::Curve& rail);

/// Errors in a problem, one line each; empty: none. Errors that depend on the shapes at their positions (no
/// overlap, a force that cannot be reached) are in the status of the result.
[[nodiscard]] std::vector<std::string> find_faults(const ContactProblem& problem);

}  // namespace flangeway::wheel_on_rail
