// What the contacts of a vehicle carry from step to step: all that an evaluation depends on besides the
// model, the time and the coordinates. Saved and loaded with core/state_codec.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::wheelrail {

/// What solved patches add to Hertz and the creep law until they are solved again: the normal force of a
/// wheel is `normal` times Hertz's, and the rest of the action grows with it. In the wheelset's track frame,
/// moment about its centre.
struct PatchCorrection {
  double normal = 1;
  double load = 0;  ///< N, normal force that the rest belongs to; 0: no patch has been solved
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();                ///< the rest, as expected until then
  Vec3 solved_force = Vec3::Zero(), solved_moment = Vec3::Zero();  ///< … as it was at the last solution
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<PatchCorrection> state) {
  codec(state.normal, state.load, state.force, state.moment, state.solved_force, state.solved_moment);
}

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
  Vec6 damping = Vec6::Zero();  ///< 1/s, rates of damping by creep
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelsetHistory> state) {
  codec(state.lifted, state.multipliers, state.candidates, state.corrections, state.forces, state.damping);
}

struct ContactState {
  std::vector<WheelsetHistory> wheelsets;
  std::size_t steps = 0;             ///< calls of commit()
  bool damping_known = false;        ///< rates of damping have been evaluated
  std::size_t unsolved_patches = 0;  ///< how often the patches of a wheel were not solved to the end
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ContactState> state) {
  codec(state.wheelsets, state.steps, state.damping_known, state.unsolved_patches);
}

/// Before the first step.
[[nodiscard]] ContactState make_contact_state(const Model& model);

}  // namespace flangeway::wheelrail
