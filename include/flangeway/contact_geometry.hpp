// Contact geometry of a wheelset on a track from profiles alone, without vehicle and track files.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "flangeway/profile.hpp"

namespace flangeway {

struct WheelsetPlacement {
  double gauge = 1.435;  ///< m, between the gauge faces, 14 mm below the running plane
  /// Half the distance of the origins of the rail profiles, m; takes the place of the gauge.
  std::optional<double> rail_position = {};
  double inclination = 0.025;         ///< of the rails towards the middle of the track, tangent
  double tape_circle_distance = 1.5;  ///< m, between the tape circles of both wheels
  double radius = 0.46;               ///< m, at the tape circles
};

/// The contact of one wheel with its rail.
struct WheelContact {
  double angle = 0;                ///< rad, of the contact against the horizontal
  double wheel_s = 0, rail_s = 0;  ///< m, arc lengths on the profiles
  double radius = 0;               ///< m, rolling radius
};

/// The wheelset at rest on both rails. y to the left, z up, roll positive if the left wheel is raised.
struct WheelsetPosition {
  bool found = false;             ///< false: a wheel has no rail under it, and all else is 0
  double y = 0, z = 0, roll = 0;  ///< m, m of its centre above the running plane, rad
  WheelContact left, right;
};

/// A contact that jumps from the tread to the flange while the wheelset moves to the left.
struct FlangeJump {
  WheelsetPosition before, after;  ///< less than 1 nm apart
};

/// Difference of the rolling radii, left − right, over the lateral displacement.
struct RadiusDifference {
  std::vector<double> y, value;  ///< m and m; y rises
};

/// Immutable and cheap to copy.
class ContactGeometry {
 public:
  /// The same profiles on both sides. Throws InputError for a rail in place of a wheel and for lengths that
  /// are not positive.
  ContactGeometry(const Profile& wheel, const Profile& rail, const WheelsetPlacement& placement = {});
  /// Left-hand profiles for both sides.
  ContactGeometry(const Profile& left_wheel, const Profile& right_wheel, const Profile& left_rail,
                  const Profile& right_rail, const WheelsetPlacement& placement = {});

  /// One position for each y in m, on a track whose gauge is wider by `gauge_variation` in m. Each search
  /// starts from the position before.
  [[nodiscard]] std::vector<WheelsetPosition> positions(std::span<const double> y,
                                                        double gauge_variation = 0) const;
  /// Nothing for a pair whose contact never jumps.
  [[nodiscard]] std::optional<FlangeJump> flange_jump() const;
  /// `roll`: the wheelset rolls on its contacts; false: it stays level, as in EN 15302.
  [[nodiscard]] RadiusDifference radius_difference(bool roll = false) const;

 private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

}  // namespace flangeway
