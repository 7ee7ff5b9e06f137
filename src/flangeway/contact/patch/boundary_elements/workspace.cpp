#include "flangeway/contact/patch/boundary_elements/workspace.hpp"

#include <algorithm>

namespace flangeway::contact::patch {
namespace {

constexpr std::size_t max_convolvers = 32;  // of two patches: whole, part, tangential, coarser ones of each

/// The largest size whose transforms are as long as those of n.
int roomy(int n) {
  return (math::fast_length(2 * n - 1) + 1) / 2;
}

}  // namespace

Convolver& convolver_for(BoundaryElementMemory& memory, const InfluenceSpec& at_least) {
  InfluenceSpec spec = at_least;
  spec.nx = roomy(spec.nx), spec.ny = roomy(spec.ny);
  auto& all = memory.convolvers;
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& c) { return c->spec() == spec; });
  if (found != all.end()) {
    std::rotate(all.begin(), found, found + 1);
  } else {
    if (all.size() == max_convolvers) all.pop_back();
    all.insert(all.begin(), std::make_unique<Convolver>(influence_table(spec)));
  }
  return *all.front();
}

Convolver& convolver_for(BoundaryElementMemory& memory, const Problem& problem, int nx, int ny,
                         double shift) {
  return convolver_for(memory,
                       {nx, ny, problem.grid.dx, problem.grid.dy, problem.material, problem.element, shift,
                        shift == 0 ? problem.layer_flexibility : 0, problem.third_body.flexibility});
}

void shape_surface(const Problem& problem, Direction direction, const Box& box, Convolver& convolver) {
  const std::vector<double>& angles = problem.conformity.inclination;
  convolver.set_inclinations(angles.empty() ? nullptr : angles.data() + box.y_first,
                             angles.empty() ? 0 : static_cast<std::size_t>(box.ny()),
                             problem.conformity.correction);
  convolver.set_coefficients(problem.coefficients.get(), box.y_first);
  if (problem.interaction.part.empty() || direction == Direction::tangential) {
    convolver.set_one_part();
  } else {
    convolver.set_interaction(problem.interaction, problem.grid, box);
  }
}

}  // namespace flangeway::contact::patch
