// The constrained motion of a wheelset across the track, divided where a contact jumps.
#pragma once

#include <vector>

#include "flangeway/geometry/position.hpp"

namespace flangeway::geometry {

/// A contact that jumps to another place of the profiles while the wheelset moves: two-point contact at
/// `before.shift`.
struct Jump {
  Position before, after;  ///< on either side, less than 1 nm apart in shift
  bool left = false;       ///< which wheel's contact jumps
};

struct Sweep {
  std::vector<Position> positions;  ///< increasing shift; both sides of each jump are in it
  std::vector<Jump> jumps;          ///< increasing shift
};

struct SweepRange {
  double shift_max =
      0.03;  ///< m; the sweep runs from −shift_max to shift_max or to where a wheel leaves its rail
  double shift_step = 5e-5;  ///< m
  double gauge_variation = 0;
  TouchLimits limits;
};

/// A jump of the contact along the wheel larger than this is a two-point contact; smaller ones are fast
/// rolling.
inline constexpr double jump_threshold = 3e-4;  // [m]
/// A contact steeper than this is a flange contact.
inline constexpr double flange_angle = 0.6;  // [rad]

[[nodiscard]] Sweep sweep(const PositionSearch& search, const SweepRange& range);

/// The jump from tread to flange on the left wheel (the mirror image serves the right one): the first jump
/// with positive shift that ends on a contact steeper than flange_angle. nullptr if the pair has none
/// ("one-point" pair).
[[nodiscard]] const Jump* tread_flange_jump(const Sweep& sweep, bool left);

/// The wheel's arc length halfway between the tread and flange contacts of the two-point position; 0: a
/// one-point pair.
[[nodiscard]] double tread_flange_division(const Sweep& sweep, bool left);

/// Arc lengths on the wheel at which its loaded patch is divided, rising: halfway between contacts that
/// change places from further apart than a patch reaches, and between tread and flange.
[[nodiscard]] std::vector<double> patch_divisions(const Sweep& sweep, bool left);

/// A search for contacts that are means over the patch under a positive load. `points` searches the same
/// geometry for points.
[[nodiscard]] PositionSearch loaded_search(const WheelsetGeometry& geometry, const PositionSearch& points,
                                           double load, const PatchSettings& patch);

}  // namespace flangeway::geometry
