// State of the contacts of a vehicle, carried from step to step: all that an evaluation depends on besides
// the model, the time and the coordinates. Saved and loaded with core/state_codec.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/wheelrail/model.hpp"
#include "flangeway/wheelrail/patch_correction.hpp"

namespace flangeway::wheelrail {

/// Force of a wheel on its rail at the ends of the last two steps.
struct ForceHistory {
  std::size_t count = 0;
  Vec2 last = Vec2::Zero(), before = Vec2::Zero();  ///< Q, Y in N
  /// ‖F(n−1) − (F(n−2) + F(n))/2‖ of the last three steps, N
  double discontinuity = 0;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ForceHistory> state) {
  codec(state.count, state.last, state.before, state.discontinuity);
}

/// One wheelset; arrays: left, right wheel.
struct WheelsetHistory {
  std::array<bool, 2> lifted{};         ///< constraint contact: off the rail, its constraint is released
  std::array<double, 2> multipliers{};  ///< constraint contact: those at the end of the last step
  std::array<elastic::ContactCandidates, 2> candidates;  ///< elastic contact: where a search begins
  std::array<PatchCorrection, 2> corrections;            ///< of solved patches
  std::array<ForceHistory, 2> forces;
  double s = 0;                          ///< m, where it was at the end of the last step
  Vec6 damping = Vec6::Zero();           ///< 1/s, rates of damping by creep
  std::array<double, 4> rail_damping{};  ///< 1/s, the same of rails that move: left y and z, right y and z
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelsetHistory> state) {
  codec(state.lifted, state.multipliers, state.candidates, state.corrections, state.forces, state.s,
        state.damping, state.rail_damping);
}

struct ContactState {
  std::vector<WheelsetHistory> wheelsets;
  std::array<RailMemory, 2> rails;   ///< left, right: with AdhesionRecovery
  std::size_t steps = 0;             ///< calls of commit()
  bool damping_known = false;        ///< rates of damping have been evaluated
  std::size_t unsolved_patches = 0;  ///< how often the patches of a wheel were not solved to the end
  std::size_t solved_patches = 0;    ///< how often those of a wheel were solved at the end of a step
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ContactState> state) {
  codec(state.wheelsets, state.rails, state.steps, state.damping_known, state.unsolved_patches,
        state.solved_patches);
}

/// Before the first step.
[[nodiscard]] ContactState make_contact_state(const Model& model);

}  // namespace flangeway::wheelrail
