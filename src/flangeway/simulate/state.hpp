// The state of a run, without those of its integrator and of a flexible track.
#pragma once

#include <array>
#include <vector>

#include "flangeway/control/model.hpp"
#include "flangeway/core/state_codec.hpp"
#include "flangeway/multibody/joints.hpp"
#include "flangeway/wheelrail/state.hpp"

namespace flangeway::simulate {

/// Reactions of the joints from which the next evaluation starts; empty where it needs none.
struct JointState {
  std::vector<std::array<double, math::batch_size>> reactions;  ///< N or Nm, of each row of four groups alike
  multibody::JointDrift drift;                                  ///< the largest after steps so far
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<JointState> state) {
  codec(state.reactions, state.drift.position, state.drift.velocity);
}

struct State {
  double time = 0;        ///< s
  std::vector<double> y;  ///< [q | q̇ | auxiliary]
  wheelrail::ContactState contact;
  JointState joints;
  control::State control;

  // Largest so far: constraint residuals before projection, m or rad and m/s or rad/s; rate at which creep
  // damped lateral motion and yaw of a wheelset, 1/s.
  double position_drift = 0, velocity_drift = 0, stiffest_creep = 0;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<State> state) {
  codec(state.time, state.y, state.contact, state.joints, state.control, state.position_drift,
        state.velocity_drift, state.stiffest_creep);
}

}  // namespace flangeway::simulate
