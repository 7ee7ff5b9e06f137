// Difference between solved patches of a wheel and Hertz with the creep law, as carried from step to step.
// docs/theory/elastic.md, section "Patches solved in the run"
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>

namespace flangeway::wheelrail {

/// Coordinates of a wheel on its rail that the correction depends on, each divided by a change of it that
/// matters: see elastic::patch_coordinates().
using PatchCoordinates = Eigen::Matrix<double, 8, 1>;
/// Normal force over Hertz's; then the rest of force (1) and moment about the wheelset's centre (m), over the
/// normal force, in the wheelset's track frame.
using PatchValues = Eigen::Matrix<double, 7, 1>;
using PatchSlopes = Eigen::Matrix<double, 7, 8>;

/// Patches on the tread or on the flange over the contact of Hertz and the creep law there.
struct PatchRatios {
  double normal = 1;                               ///< normal force over that contact's
  double longitudinal = 0, lateral = 0, spin = 0;  ///< creep forces beyond the law's, over the normal force
  double length = 1, width = 1, max_pressure = 1;  ///< over Hertz's
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<PatchRatios> state) {
  codec(state.normal, state.longitudinal, state.lateral, state.spin, state.length, state.width,
        state.max_pressure);
}

struct PatchCorrection {
  bool known = false;  ///< false: no patch was solved since the wheel met its rail
  PatchCoordinates at = PatchCoordinates::Zero();  ///< where patches were solved last
  PatchValues value = PatchValues::Zero();         ///< … with this correction
  PatchSlopes slope = PatchSlopes::Zero();         ///< … which changes like this
  double reach = 0;                  ///< distance of coordinates from there at which patches are solved again
  std::size_t passed = 0;            ///< how often patches could have been solved since
  std::array<PatchRatios, 2> parts;  ///< tread, flange
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<PatchCorrection> state) {
  codec(state.known, state.at, state.value, state.slope, state.reach, state.passed, state.parts);
}

}  // namespace flangeway::wheelrail
