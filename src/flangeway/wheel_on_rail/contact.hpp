// The contact of one wheel with one rail as a result: patches, forces and position.
#pragma once

#include <string>
#include <vector>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"

namespace flangeway::wheel_on_rail {

/// Force and moment on the wheel.
struct Wrench {
  Vec3 force = Vec3::Zero();   ///< N
  Vec3 moment = Vec3::Zero();  ///< N m, about the origin of the frame named
};

/// The same action in all frames, each with moments about its own origin: track (on the rail's head plane at
/// the centre line), rail and wheel (origins of the profiles, axes of the profiles), wheelset (its centre;
/// axes do not pitch).
struct WrenchInFrames {
  Wrench track, rail, wheel, wheelset;
};

/// One row (constant s) of a curved patch; a plane has the angle of its reference in all rows.
struct PatchRow {
  double y = 0, z = 0;  ///< m, in track axes; on a roller in axes turned by the patch's pitch about its axle
  double angle = 0;     ///< rad, of the surface
};

/// Region in which a patch may touch, in track axes, m: along its elements, across its interpenetration.
struct Reach {
  double x_begin = 0, x_end = 0, y_begin = 0, y_end = 0;
};

/// One contact patch. Contact frame: origin at the reference point, x forward, s to the left along the
/// surface, n into the wheel. On a roller it is turned about the roller's axle by `pitch`.
struct Patch {
  Vec3 position = Vec3::Zero();  ///< reference point in track axes, on the rail
  double angle = 0;              ///< contact angle: of s in track axes, rad; positive on a left flange
  double pitch = 0;              ///< rad, on a roller: > 0 where the reference point lies forward of its top
  double rail_s = 0;             ///< arc length of the reference point on the rail
  double rail_x = 0;             ///< m along the track; on a roller along its circumference, from its top
  /// m, the same from the origin of the lattice of elements: of the track for shifts, of the wheelset for
  /// rolling; and across from where the profile has y = 0.
  Vec2 on_lattice = Vec2::Zero();
  Reach reach;
  Vec2 on_rail = Vec2::Zero();       ///< the reference point in rail profile axes (y, z)
  Vec3 on_wheel = Vec3::Zero();      ///< … in wheel profile axes (x, y, z)
  double interpenetration = 0;       ///< m, along n, largest of the undeformed surfaces: the approach
  double interpenetration_area = 0;  ///< m², seen from above
  contact::Creepages
      creepages;  ///< of the wheel relative to the rail; curved: fitted over the interpenetration
  double reference_speed = 0;  ///< m/s, what creepages are divided by
  double friction = 0;         ///< coefficient at rest, at the reference point
  /// Resultant in the contact frame, on the wheel, moment about the reference point.
  double normal_force = 0, longitudinal_force = 0, lateral_force = 0;  ///< N
  Vec3 moment = Vec3::Zero();                                          ///< N m
  double sum_of_pressure = 0, sum_of_lateral_traction = 0;  ///< N, plain sums over a curved surface
  double vertical_force_of_pressure = 0;                    ///< N, in track axes
  WrenchInFrames wrench;
  double max_pressure = 0;      ///< Pa
  double contact_area = 0;      ///< m²
  double elastic_energy = 0;    ///< J
  double frictional_power = 0;  ///< W, ≤ 0
  double max_temperature = 0;   ///< °C, of both surfaces in contact; 0 where no heat is given
  int contact_elements = 0, adhesion_elements = 0, slip_elements = 0, plastic_elements = 0;
  bool at_profile_edge = false;  ///< touches the end of a profile: the true patch may be larger

  std::vector<PatchRow> rows;         ///< one for each row of the grid
  contact::patch::Problem problem;    ///< as solved: grid, gap, rigid slip
  contact::patch::Solution solution;  ///< fields: tractions, slip, displacements
};

/// How a problem ended. Whatever is not `solved` or `no_contact` has a text in message().
enum class Status {
  solved,
  no_contact,                ///< at the prescribed position; all forces are zero
  no_overlap,                ///< no point of the wheel is above or below a point of the rail
  force_unreachable,         ///< no position gives the prescribed vertical force
  force_jumps,               ///< the force jumps over the wanted value (patches merge); the nearest is given
  springs_jump,              ///< the lateral force jumps over what the springs of the rail carry
  longitudinal_unreachable,  ///< the prescribed longitudinal force exceeds friction
  not_converged,             ///< a solver of a patch stopped early; what it reached is given
  not_finite,                ///< forces are not finite; none are given
};
[[nodiscard]] std::string message(Status status);

struct Contact {
  Status status = Status::solved;
  std::vector<std::string> warnings;  ///< what a user should know of a result that is usable
  double s = 0;                       ///< m along the track, as given
  double z = 0;                       ///< m, as given or found
  double velocity_pitch = 0;          ///< rad/s, as given or found
  double rail_deflection_y = 0, rail_deflection_z = 0;  ///< m, of RailSprings
  std::vector<Patch> patches;                           ///< from the flange to the field side
  WrenchInFrames total;                                 ///< of all patches, on the wheel
  /// Point on the rail's surface at which the total force acts with the least moment [Vollebregt2021, eq.
  /// 27], in track axes.
  Vec3 average_position = Vec3::Zero();
  int position_iterations = 0, normal_solutions = 0;
};

/// Reflection at the plane y = 0: vectors change the sign of y, moments (axial vectors) those of x and z.
[[nodiscard]] Wrench reflected(const Wrench& wrench);

/// The contact of the right-hand pair whose mirrored problem was solved. Fields of the patches stay in the
/// left-hand pair (rows are mirrored).
[[nodiscard]] Contact mirror_image(const Contact& left);

}  // namespace flangeway::wheel_on_rail
