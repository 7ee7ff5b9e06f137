#include <algorithm>
#include <cmath>

#include "flangeway/wheelrail/elastic/candidates.hpp"
#include "flangeway/wheelrail/elastic/evaluate.hpp"
#include "flangeway/wheelrail/elastic/solve_patches.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// Searches the whole wheel for candidates that have come within reach; known ones keep their impact speed.
void look_again(const Shape& shape, const WheelResult& wheel, std::size_t every,
                ContactCandidates& candidates) {
  const ContactCandidates before = candidates;
  candidates.count = 0;
  Placement place = wheel.placement;
  for (place.on_rail = 0; place.on_rail < rail_count(shape); ++place.on_rail) {
    ContactCandidates seen;
    search(shape, place, reach, seen, every);
    for (std::size_t i = 0; i < seen.count; ++i) add_candidate(seen.at[i], candidates);
  }
  inherit(before, candidates);
}

// Adaptive steps may be as long as a wheel needs to come to its flange: after each all is looked for.
void commit_candidates(const Shape& shape, const WheelResult& wheel, std::size_t turn, bool long_steps,
                       ContactCandidates& candidates) {
  constexpr std::size_t idles = 4;  // steps between two looks at candidates that are inactive
  // Steps between two searches of a wheel as a whole: a rail that rises towards it is faster than the wheel.
  const std::size_t looks = shape.varying.empty() ? 32 : 4;
  candidates = wheel.candidates;
  for (std::size_t k = 0; k < candidates.count; ++k) {
    ContactCandidate& candidate = candidates.at[k];
    if (!candidate.pressed) candidate.impact_speed = 0;
    if (candidate.pressed && candidate.impact_speed == 0)
      candidate.impact_speed = std::max(candidate.rate, 1e-12);
  }
  if (turn % idles == 0 && !long_steps) follow_all(shape, wheel.placement, candidates);
  if (turn % looks == 0 || long_steps) look_again(shape, wheel, long_steps ? 4 : 1, candidates);
}

}  // namespace

void commit(const Model& model, const multibody::Workspace& bodies, Workspace& workspace,
            ContactState& state) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    WheelsetHistory& history = state.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side) {
      const Shape& shape = model.pairs[model.wheelsets[i].pair]->shapes[side];
      if (has_wheel(shape))
        commit_candidates(shape, workspace.wheelsets[i].wheels[side], state.steps + 2 * i + side,
                          model.settings.look != Look::near, history.candidates[side]);
    }
  }
  const PatchSolution& patches = model.settings.patch_solution;
  if (workspace.patch_solver && patches.tolerance > 0 &&
      state.steps % static_cast<std::size_t>(patches.interval) == 0)
    solve_due_patches(model, bodies, workspace, state);
}

}  // namespace flangeway::wheelrail::elastic
