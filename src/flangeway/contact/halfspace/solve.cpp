#include "flangeway/contact/halfspace/solve.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/halfspace/summary.hpp"
#include "flangeway/contact/halfspace/workspace.hpp"

namespace flangeway::contact::halfspace {
namespace {

/// The rectangle of elements that may touch, grown to a size whose transforms are fast.
Box contact_box(const Problem& problem) {
  const Grid& g = problem.grid;
  Box box{g.nx, 0, g.ny, 0};
  for (int iy = 0; iy < g.ny; ++iy) {
    for (int ix = 0; ix < g.nx; ++ix) {
      const std::size_t i = g.index(ix, iy);
      if (!problem.may_touch.empty() && !problem.may_touch[i]) continue;
      if (problem.normal_control == NormalControl::approach && problem.gap[i] >= problem.approach) continue;
      box.x_first = std::min(box.x_first, ix), box.x_end = std::max(box.x_end, ix + 1);
      box.y_first = std::min(box.y_first, iy), box.y_end = std::max(box.y_end, iy + 1);
    }
  }
  return box;
}

void clear(const Problem& problem, Solution& s) {
  const std::size_t n = problem.grid.size();
  for (auto* field : {&s.tractions.pressure, &s.tractions.x, &s.tractions.y, &s.slip_x, &s.slip_y,
                      &s.displacement_x, &s.displacement_y, &s.displacement_z, &s.friction}) {
    field->assign(n, 0.0);
  }
  s.state.assign(n, ElementState::outside);
  s.approach = problem.approach;
  s.normal_iterations = s.tangential_iterations = s.outer_iterations = 0;
  s.outcome = Outcome::solved;
}

}  // namespace

const char* message(Outcome outcome) {
  switch (outcome) {
    case Outcome::solved:
      return "solved";
    case Outcome::no_contact:
      return "no contact: the gap is nowhere closed at this approach";
    case Outcome::not_converged_normal:
      return "the normal problem did not converge";
    case Outcome::not_converged_tangential:
      return "the tangential problem did not converge";
    case Outcome::not_converged_force:
      return "the prescribed tangential force was not reached";
    case Outcome::force_unreachable:
      return "the prescribed tangential force exceeds what friction can carry";
  }
  return "";
}

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

namespace {

/// Solves for the pressures inside the box, and writes them, the approach and what became of it.
void press(const Problem& problem, const Box& box, Workspace::Memory& m, Solution& s) {
  Convolver& convolver = convolver_for(m, problem, box.nx(), box.ny(), 0);
  const InfluenceSpec& local = convolver.spec();
  gather(problem.grid, box, local, problem.gap.data(), 0.0, m.gap);
  std::vector<std::uint8_t> all;
  if (problem.may_touch.empty()) all.assign(problem.grid.size(), 1);
  gather<std::uint8_t>(problem.grid, box, local, all.empty() ? problem.may_touch.data() : all.data(), 0,
                       m.allowed);
  gather(problem.grid, box, local, s.tractions.pressure.data(), 0.0, m.pressure);
  NormalInput input{m.gap.data(), m.allowed.data(), problem.normal_control};
  const bool by_force = problem.normal_control == NormalControl::force;
  input.target = by_force ? problem.normal_force / problem.grid.element_area() : problem.approach;
  input.tolerance = problem.settings.tolerance;
  input.max_iterations = problem.settings.max_iterations;
  input.modulus = problem.material.shear_modulus / (1 - problem.material.poisson_ratio);
  const NormalResult result = solve_normal(input, convolver, m.normal, m.pressure.data());
  s.approach = result.approach;
  s.normal_iterations = result.iterations;
  if (!result.converged) s.outcome = Outcome::not_converged_normal;
  scatter(problem.grid, box, local, m.pressure, s.tractions.pressure.data());
  m.field_a.resize(m.pressure.size());
  convolver.normal(m.pressure.data(), m.field_a.data());
  scatter(problem.grid, box, local, m.field_a, s.displacement_z.data());
}

}  // namespace

void solve(const Problem& problem, const Tractions* previous, Workspace& workspace, Solution& solution) {
  (void)previous;
  clear(problem, solution);
  const Box box = contact_box(problem);
  if (box.empty()) {
    solution.outcome = Outcome::no_contact;
    return;
  }
  press(problem, box, workspace.memory(), solution);
  for (std::size_t i = 0; i < solution.state.size(); ++i) {
    if (solution.tractions.pressure[i] > 0) solution.state[i] = ElementState::adhesion;
  }
  summarise(problem, solution);
}

Solution solve(const Problem& problem) {
  Workspace workspace;
  Solution solution;
  solve(problem, nullptr, workspace, solution);
  return solution;
}

}  // namespace flangeway::contact::halfspace
