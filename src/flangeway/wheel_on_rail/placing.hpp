// Positions and velocities of all parts of a problem. Internal to the room.
#pragma once

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/geometry/spatial/roller.hpp"
#include "flangeway/geometry/spatial/rows.hpp"
#include "flangeway/geometry/spatial/sections.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"

namespace flangeway::wheel_on_rail {

/// All in track axes. The wheelset stands at motion.z.
struct Placement {
  geometry::spatial::PlacedWheel wheel;
  geometry::spatial::PlacedRail rail;
  geometry::spatial::Marker wheelset;
  geometry::spatial::Varying varying;
};

[[nodiscard]] Placement place(const ContactProblem& problem, const geometry::spatial::Wheel& wheel,
                              const geometry::spatial::Rail& rail);

/// On a roller, the axes of a patch at `pitch` (rad), turned about the roller's axle → track; on a rail those
/// of the track.
[[nodiscard]] geometry::spatial::Marker patch_axes(const geometry::spatial::PlacedRail& rail, double pitch);
/// The same in axes that are turned about the axle of the roller.
[[nodiscard]] Placement seen_from(const geometry::spatial::Marker& axes, const Placement& track);

/// A motion as the velocity of one point and an angular velocity.
struct Twist {
  Vec3 at = Vec3::Zero(), velocity = Vec3::Zero(), angular = Vec3::Zero();
  [[nodiscard]] Vec3 of(const Vec3& point) const { return velocity + angular.cross(point - at); }
};

/// Velocities of the material of both bodies, track axes.
struct Velocities {
  Twist wheelset;   ///< without pitch
  Twist pitch;      ///< of the wheelset, around its axle
  Twist deviation;  ///< of the flexible wheelset at this wheel
  Twist rail;       ///< of its deviation; of a roller its own turning, too
  Twist curve;      ///< of the track, seen from the turning track frame
  bool roller = false;
  [[nodiscard]] Vec3 wheel_at(const Vec3& point) const {
    return wheelset.of(point) + pitch.of(point) + deviation.of(point);
  }
  [[nodiscard]] Vec3 rail_at(const Vec3& point) const { return rail.of(point) + curve.of(point); }
  [[nodiscard]] Vec3 angular() const {
    return wheelset.angular + pitch.angular + deviation.angular - rail.angular - curve.angular;
  }
};
[[nodiscard]] Velocities velocities(const ContactProblem& problem, const Placement& placement,
                                    double pitch_velocity);
[[nodiscard]] Velocities seen_from(const geometry::spatial::Marker& axes, const Velocities& track);

/// Reference speed of creepages at `point`, m/s: mean of the forward speed of the wheel there without and by
/// pitch; on a roller the mean speed of both surfaces along x.
[[nodiscard]] double reference_speed(const Velocities& velocities, const Vec3& point);

/// Creepages of the point of the wheel's surface relative to that of the rail's, in a plane across the rail
/// at `angle`.
[[nodiscard]] contact::Creepages creepages(const Velocities& velocities, const Vec3& on_wheel,
                                           const Vec3& on_rail, double angle, double speed);

}  // namespace flangeway::wheel_on_rail
