#include <array>
#include <cmath>
#include <utility>

#include "flangeway/core/assertion.hpp"
#include "flangeway/wheelrail/creep.hpp"
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

// The work of creep on the way of the last step, J/m. Nothing before the first one.
void clean_rails(const Model& model, const multibody::Workspace& bodies, const Workspace& workspace,
                 ContactState& state) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const WheelsetResult& result = workspace.wheelsets[i];
    const multibody::BodyState& body = bodies.bodies[model.wheelsets[i].body];
    const double from = std::exchange(state.wheelsets[i].s, result.s);
    if (state.steps == 0 || from == result.s) continue;
    std::array<double, 2> work{};
    for (std::size_t k = 0; k < result.contact_count; ++k) {
      const Contact& contact = result.contacts[k];
      work[contact.side] +=
          std::fmax(creep_power(body, contact), 0) / reference_speed(body, contact.rail_speed);
    }
    for (std::size_t side = 0; side < 2; ++side) state.rails[side].add(from, result.s, work[side]);
  }
}

}  // namespace

ContactState make_contact_state(const Model& model) {
  ContactState state;
  state.wheelsets.resize(model.wheelsets.size());
  if (const AdhesionRecovery& recovery = model.settings.recovery; recovery.work > 0)
    state.rails = {RailMemory(recovery.length), RailMemory(recovery.length)};
  return state;
}

void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state) {
  FLANGEWAY_ASSERT(workspace.wheelsets.size() == model.wheelsets.size(),
                   "make_workspace() has made the workspace for this model");
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const WheelsetResult& result = workspace.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side)
      add_force(wheel_forces(result, side), state.wheelsets[i].forces[side]);
  }
  if (model.settings.recovery.work > 0) clean_rails(model, bodies, workspace, state);
  model.method->commit(model, bodies, workspace, state);
  ++state.steps;
}

bool lift_and_land(const Model& model, const Workspace& workspace, ContactState& state) {
  FLANGEWAY_ASSERT(workspace.wheelsets.size() == model.wheelsets.size(),
                   "make_workspace() has made the workspace for this model");
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
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
