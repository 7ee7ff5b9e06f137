// Makes a patch problem from a plan: elements, gap and friction. Internal to the room.
#pragma once

#include "flangeway/wheel_on_rail/contact.hpp"
#include "flangeway/wheel_on_rail/plan.hpp"

namespace flangeway::wheel_on_rail {

/// Elements whose surfaces are further apart than this (m) have no material on one side.
inline constexpr double no_material = geometry::spatial::far_away / 2;

/// Distances of the rail along a row: one for all of a rail, one for each element of a roller. m
struct BelowRow {
  const double* n;
  std::size_t stride;
  double operator[](int i) const { return n[static_cast<std::size_t>(i) * stride]; }
};

/// Data of a patch besides its result.
struct PatchWork {
  geometry::spatial::Marker axes;                   ///< of a patch on a roller → track
  Vec3 reference = Vec3::Zero();                    ///< the reference point in these axes
  Vec2 on_lattice = Vec2::Zero();                   ///< … and from the origin of its elements' lattice
  std::vector<geometry::spatial::Row> rows, plane;  ///< `plane`: of meshed surfaces, below those in one plane
  std::vector<double> across;                       ///< … and their places from the reference point, m
  std::vector<geometry::spatial::RailOffset> rail;  ///< one for each row
  std::vector<double> roller;  ///< in place of it, one for each element, of a roller or a rail that varies:
                               ///< its distance along the normal, m
  std::vector<double> wheel;   ///< one for each element: distance of the wheel along the normal, m
  std::vector<const Patch*> sources;  ///< patches of the instant before that it goes on from
  contact::patch::Tractions before;   ///< … and its tractions, on the present grid
  std::vector<double> gap;            ///< one for each element, before the wheel is lowered

  /// How much a gap along the normals of a surface at `angle` changes with a vertical one.
  [[nodiscard]] double upright(double angle) const;
  [[nodiscard]] BelowRow below(const contact::patch::Grid& grid, int j) const;
};

/// The reference point, the elements, their gap, and the friction at their rows; in a sequence what comes
/// from the instant before, null if there is none. `continued`: patches of that instant that another patch
/// goes on from already; those of this one are added.
void discretise(const ContactProblem& problem, const Placement& placement, const Plan& plan,
                const Contact* previous, std::vector<const Patch*>& continued, PatchWork& work, Patch& patch);

/// The gap after the wheel was lowered by `depth` (m) since the patch was discretised: what is along the
/// normals.
void lower_wheel(double depth, const PatchWork& work, Patch& patch);

}  // namespace flangeway::wheel_on_rail
