#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

void add_force(const WheelForces& now, ForceHistory& history) {
  const Vec2 force(now.q, now.y);
  history.discontinuity = history.count >= 2 ? (history.last - (force + history.before) / 2).norm() : 0;
  history.before = history.last;
  history.last = force;
  ++history.count;
}

}  // namespace

ContactState make_contact_state(const Model& model) {
  ContactState state;
  state.wheelsets.resize(model.wheelsets.size());
  return state;
}

void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const WheelsetResult& result = workspace.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side)
      add_force(wheel_forces(result, side), state.wheelsets[i].forces[side]);
  }
  model.method->commit(model, bodies, workspace, state);
  ++state.steps;
}

bool lift_and_land(const Model& model, const Workspace& workspace, ContactState& state) {
  if (!model.settings.lift_off) return false;
  bool changed = false;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const WheelsetResult& result = workspace.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side) {
      bool& lifted = state.wheelsets[i].lifted[side];
      if (lifted ? result.gap[side] >= 0 : result.multipliers[side] >= 0) continue;
      lifted = !lifted;
      changed = true;
    }
  }
  return changed;
}

}  // namespace flangeway::wheelrail
