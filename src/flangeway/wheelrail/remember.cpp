#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/online/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

void measure_jump(const WheelForces& now, ForceHistory& history, double& jump) {
  const Vec2 force(now.q, now.y);
  jump = history.count >= 2 ? (history.last - (force + history.before) / 2).norm() : 0;
  history.before = history.last;
  history.last = force;
  ++history.count;
}

}  // namespace

void remember(const Model& model, const multibody::Workspace& bodies, Workspace& workspace, Memory& memory) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    WheelsetState& state = workspace.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side)
      measure_jump(wheel_forces(state, side), memory.forces[i][side], state.jump[side]);
  }
  if (is_elastic(model.settings.method)) online::remember(model, bodies, workspace, memory);
  ++memory.steps;
}

}  // namespace flangeway::wheelrail
