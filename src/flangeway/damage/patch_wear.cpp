#include "flangeway/damage/patch_wear.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/fastsim/fastsim.hpp"

namespace flangeway::damage {

using contact::patch::Grid;
using contact::patch::Problem;
using contact::patch::Solution;

namespace {

// Friction opposes the slip.
double work_at(const Solution& s, std::size_t i) {
  return std::max(0.0, -(s.tractions.x[i] * s.slip_x[i] + s.tractions.y[i] * s.slip_y[i]));
}

}  // namespace

void find_wear(const WearLaw& law, const Problem& problem, const Solution& solution, PatchWear& wear) {
  const Grid& grid = problem.grid;
  wear.depth.assign(static_cast<std::size_t>(grid.ny), 0);
  wear.volume = wear.t_gamma = wear.beyond = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) wear.t_gamma += work_at(solution, i) * grid.element_area();
  for (int iy = 0; iy < grid.ny; ++iy) {
    double& depth = wear.depth[static_cast<std::size_t>(iy)];
    for (int ix = 0; ix < grid.nx; ++ix) {
      const std::size_t i = grid.index(ix, iy);
      const double work = work_at(solution, i);
      if (!(work > 0)) continue;
      const Sliding at{solution.tractions.pressure[i], work,
                       std::hypot(solution.slip_x[i], solution.slip_y[i]), problem.motion.speed,
                       wear.t_gamma};
      depth += wear_rate(law, at) * grid.dx;
      if (law.largest > 0 && argument(law, at) > law.largest) wear.beyond += work * grid.element_area();
    }
    wear.volume += depth * grid.dy;
  }
}

EllipseSolver::EllipseSolver(const contact::patch::ElasticPair& material, int elements) {
  problem_.material = material;
  problem_.grid.nx = problem_.grid.ny = elements;
  problem_.gap.assign(problem_.grid.size(), 0);
  problem_.method.tangential = contact::patch::TangentialMethod::fastsim;
  problem_.friction.assign(1, {});
}

bool EllipseSolver::solve(const EllipseContact& contact) {
  Grid& grid = problem_.grid;
  if (!(contact.normal_force > 0 && contact.a > 0 && contact.b > 0 && contact.speed > 0)) return false;
  grid.dx = 2 * contact.a / grid.nx, grid.dy = 2 * contact.b / grid.ny;
  grid.x_first = -contact.a + grid.dx / 2, grid.y_first = -contact.b + grid.dy / 2;
  problem_.given_pressure = contact::patch::ellipse_pressure(grid, contact.a, contact.b, contact.normal_force,
                                                             contact::patch::PressureShape::elliptic);
  problem_.normal_force = contact.normal_force;
  problem_.method.ellipse = contact::patch::Ellipse{contact.a, contact.b};
  problem_.friction.front().kinetic = contact.friction;
  problem_.motion.longitudinal.value = contact.creepage_x;
  problem_.motion.lateral.value = contact.creepage_y;
  problem_.motion.spin = contact.spin;
  problem_.motion.speed = contact.speed;
  contact::patch::solve(problem_, nullptr, workspace_, solution_);
  return true;
}

bool EllipseSolver::find_wear(const WearLaw& law, const EllipseContact& contact, PatchWear& wear) {
  if (!solve(contact)) {
    wear = {};
    return false;
  }
  damage::find_wear(law, problem_, solution_, wear);
  return true;
}

}  // namespace flangeway::damage
