// The correction of Hertz and the creep law by solved patches: where it is taken, how it changes between two
// solutions, and when the next one is due. docs/theory/elastic.md, section "Patches solved in the run"
#pragma once

#include "flangeway/wheelrail/elastic/patch_solver.hpp"
#include "flangeway/wheelrail/state.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

/// Load of a wheel by Hertz's formula without damping, N.
[[nodiscard]] double hertz_load(const WheelsetResult& result, std::size_t side);

/// Coordinates of a loaded wheel on which its patches depend: logarithm of Hertz's load, lateral position,
/// yaw and roll relative to the rail, mean creepages, share of the flange in the load.
[[nodiscard]] PatchCoordinates patch_coordinates(const WheelsetResult& result, std::size_t side);

/// The correction elsewhere than at its solution, on a straight line from there.
[[nodiscard]] PatchValues correction_at(const PatchCorrection& correction, const PatchCoordinates& place);

/// Whether patches should be solved again.
[[nodiscard]] bool is_due(const PatchCorrection& correction, const PatchCoordinates& place);

/// Difference between the solved patches and the contacts of a wheel after the evaluation.
[[nodiscard]] PatchValues difference(const WheelsetResult& result, std::size_t side,
                                     const PatchAction& patches);
/// … in which its normal forces are multiplied by `factor`.
[[nodiscard]] std::array<PatchRatios, 2> ratios(const WheelsetResult& result, std::size_t side, double factor,
                                                const PatchAction& patches);

/// Takes the next solution: its difference, the slope towards it, and how far it reaches for `tolerance`.
void learn(const PatchCoordinates& place, const PatchValues& value, double tolerance,
           PatchCorrection& correction);

/// Multiplies the normal forces of a wheel before its creep forces are found.
void scale_normal_forces(double factor, std::size_t side, WheelsetResult& result);
/// … or after it, with creep forces along their slope.
void scale_forces(double factor, std::size_t side, WheelsetResult& result);

/// Adds force and moment that the correction has beside its factor of the normal force.
void add_rest(const multibody::BodyState& body, const PatchValues& value, std::size_t side,
              WheelsetResult& result);

/// Makes the contacts show the forces and sizes of the patches, keeping those of Hertz and the creep law.
void show_patches(const std::array<PatchRatios, 2>& parts, std::size_t side, WheelsetResult& result);

}  // namespace flangeway::wheelrail::elastic
