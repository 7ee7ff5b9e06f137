// From a plan to a patch that can be solved: elements, gap, rigid slip, friction. Internal to the room.
#pragma once

#include "flangeway/wheelrail/patches/contact.hpp"
#include "flangeway/wheelrail/patches/plan.hpp"

namespace flangeway::wheelrail::patches {

/// What belongs to a patch beside its result.
struct PatchWork {
  geometry::spatial::Marker axes;  ///< of a patch on a roller → track
  Vec3 reference = Vec3::Zero();   ///< the reference point in these axes
  std::vector<geometry::spatial::Row> rows;
  std::vector<geometry::spatial::RailOffset> rail;  ///< one for each row
  std::vector<double>
      roller;  ///< in place of it, one for each element: distance of the roller along the normal, m
  std::vector<double> wheel;             ///< one for each element: distance of the wheel along the normal, m
  bool follows = false;                  ///< whether the instant before had this patch
  contact::halfspace::Tractions before;  ///< … and its tractions, on the present grid
  std::vector<double> gap;               ///< one for each element, before sinking

  /// How much a gap along the normals of a surface at `angle` changes with a vertical one.
  [[nodiscard]] double upright(double angle) const;
};

/// The reference point, the elements, their gap, and the friction at their rows.
void discretise(const Situation& situation, const Placement& placement, const Plan& plan, PatchWork& work,
                Patch& patch);

/// Creepages and rigid slip of a patch whose wheel has sunk by `sunk` (m) since it was discretised;
/// velocities in the axes of the patch.
void set_motion(const Situation& situation, const Velocities& velocities, const PatchWork& work, double sunk,
                Patch& patch);

/// The gap after the wheel has sunk by `depth` (m) since the patch was discretised: what is along the
/// normals.
void sink(double depth, const PatchWork& work, Patch& patch);

}  // namespace flangeway::wheelrail::patches
