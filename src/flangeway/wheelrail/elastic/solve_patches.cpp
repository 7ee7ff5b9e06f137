#include "flangeway/wheelrail/elastic/solve_patches.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/wheelrail/elastic/correction.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

bool rolls(const multibody::BodyState& body) {
  return std::abs(body.velocity.x()) >= min_rolling_speed;
}

// Damping leaves every contact of the wheel a force, in proportion to which the law is compared.
bool all_press(const WheelsetResult& result, std::size_t side) {
  for (std::size_t k = 0; k < result.contact_count; ++k)
    if (result.contacts[k].side == side && !(result.contacts[k].stand_in.normal_force > 0)) return false;
  return true;
}

// Solves the wheels on the list, several at a time. No solution depends on another.
void solve_list(const Model& model, const multibody::Workspace& bodies, Workspace& workspace) {
  PatchSolver& solver = *workspace.patch_solver;
  const auto solve = [&](std::size_t k) {
    const auto [i, side] = solver.list[k];
    const WheelResult& wheel = workspace.wheelsets[i].wheels[side];
    solver.actions[k] =
        solver.solve(i, side, bodies.bodies[model.wheelsets[i].body], wheel.rail, wheel.placement);
  };
  const std::size_t count = solver.list.size(), threads = model.settings.patch_solution.threads;
  if (count < 2 || threads < 2) {
    for (std::size_t k = 0; k < count; ++k) solve(k);
  } else {
    for_each_index(count, threads, solve);
  }
}

}  // namespace

void take_corrections(const Model& model, const ContactState& state, Workspace& workspace) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    WheelsetResult& result = workspace.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side) {
      WheelResult& wheel = result.wheels[side];
      const PatchCorrection& correction = state.wheelsets[i].corrections[side];
      wheel.corrected =
          model.settings.patch_solution.tolerance > 0 && correction.known && hertz_load(result, side) > 0;
      if (!wheel.corrected) continue;
      wheel.correction = correction_at(correction, patch_coordinates(result, side));
      wheel.parts = correction.parts;
      scale_normal_forces(wheel.correction(0), side, result);
    }
  }
}

void solve_patches_now(const Model& model, const multibody::Workspace& bodies, Workspace& workspace) {
  for (WheelsetResult& result : workspace.wheelsets)
    for (std::size_t k = 0; k < result.contact_count; ++k)
      result.contacts[k].stand_in = static_cast<const BasicContactForces<double>&>(result.contacts[k]);
  if (model.settings.patch_solution.tolerance > 0) return;
  PatchSolver& solver = *workspace.patch_solver;
  solver.list.clear();
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i)
    for (std::size_t side = 0; side < 2; ++side)
      if (hertz_load(workspace.wheelsets[i], side) > 0 && rolls(bodies.bodies[model.wheelsets[i].body]))
        solver.list.push_back({i, side});
  solve_list(model, bodies, workspace);
  for (std::size_t k = 0; k < solver.list.size(); ++k) {
    const auto [i, side] = solver.list[k];
    const PatchAction& patches = solver.actions[k];
    if (!(patches.pressure > 0)) continue;
    WheelsetResult& result = workspace.wheelsets[i];
    WheelResult& wheel = result.wheels[side];
    wheel.corrected = true;
    wheel.correction = difference(result, side, patches);
    wheel.parts = ratios(result, side, wheel.correction(0), patches);
    scale_forces(wheel.correction(0), side, result);
  }
}

void add_corrections(const multibody::BodyState& body, std::size_t wheelset, Workspace& workspace) {
  FLANGEWAY_ASSERT(wheelset < workspace.wheelsets.size(), "the workspace has this wheelset");
  WheelsetResult& result = workspace.wheelsets[wheelset];
  for (std::size_t side = 0; side < 2; ++side) {
    if (!result.wheels[side].corrected) continue;
    add_rest(body, result.wheels[side].correction, side, result);
    show_patches(result.wheels[side].parts, side, result);
  }
}

void solve_due_patches(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
                       ContactState& state) {
  PatchSolver& solver = *workspace.patch_solver;
  solver.list.clear();
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      PatchCorrection& correction = state.wheelsets[i].corrections[side];
      const WheelsetResult& result = workspace.wheelsets[i];
      ++correction.passed;
      if (!(hertz_load(result, side) > 0)) {
        correction.known = false;  // off the rail: the patches said that of another contact
      } else if (all_press(result, side) && rolls(bodies.bodies[model.wheelsets[i].body]) &&
                 is_due(correction, patch_coordinates(result, side))) {
        solver.list.push_back({i, side});
      }
    }
  }
  solve_list(model, bodies, workspace);
  for (std::size_t k = 0; k < solver.list.size(); ++k) {
    const auto [i, side] = solver.list[k];
    const PatchAction& patches = solver.actions[k];
    ++state.solved_patches;
    if (patches.status == wheel_on_rail::Status::not_converged) ++state.unsolved_patches;
    if (!(patches.pressure > 0)) continue;
    const WheelsetResult& result = workspace.wheelsets[i];
    PatchCorrection& correction = state.wheelsets[i].corrections[side];
    const PatchValues value = difference(result, side, patches);
    correction.parts = ratios(result, side, value(0), patches);
    learn(patch_coordinates(result, side), value, model.settings.patch_solution.tolerance, correction);
  }
}

}  // namespace flangeway::wheelrail::elastic
