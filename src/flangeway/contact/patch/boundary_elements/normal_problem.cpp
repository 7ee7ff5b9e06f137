#include "flangeway/contact/patch/boundary_elements/normal_problem.hpp"

#include <algorithm>

#include "flangeway/contact/patch/boundary_elements/coarse_normal.hpp"
#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

/// The gap, and what tangential tractions add to it where the materials differ.
void set_gap(const Problem& problem, const Box& box, Convolver& convolver, BoundaryElementMemory& m,
             const Solution& s) {
  const InfluenceSpec& local = convolver.spec();
  gather(problem.grid, box, local, problem.gap.data(), 0.0, m.gap);
  m.added_gap.assign(m.gap.size(), 0.0);
  if (!directions_coupled(problem)) return;
  gather(problem.grid, box, local, s.tractions.x.data(), 0.0, m.field_a);
  gather(problem.grid, box, local, s.tractions.y.data(), 0.0, m.field_b);
  convolver.normal_from_tangential(m.field_a.data(), m.field_b.data(), m.added_gap.data());
  for (std::size_t i = 0; i < m.gap.size(); ++i) m.gap[i] += m.added_gap[i];
}

/// Columns and rows of the convolver's grid where pressures act, and a margin.
Box acting_box(const InfluenceSpec& spec, const std::vector<double>& pressure, int margin) {
  FLANGEWAY_ASSERT(pressure.size() == static_cast<std::size_t>(spec.nx) * static_cast<std::size_t>(spec.ny),
                   "each element has a pressure");
  Box box{spec.nx, 0, spec.ny, 0};
  for (int y = 0; y < spec.ny; ++y) {
    const double* row = pressure.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(spec.nx);
    for (int x = 0; x < spec.nx; ++x) {
      if (!(row[x] > 0)) continue;
      box.x_first = std::min(box.x_first, x), box.x_end = std::max(box.x_end, x + 1);
      box.y_first = std::min(box.y_first, y), box.y_end = y + 1;
    }
  }
  return {std::max(box.x_first - margin, 0), std::min(box.x_end + margin, spec.nx),
          std::max(box.y_first - margin, 0), std::min(box.y_end + margin, spec.ny)};
}

/// Whether elements outside of the part want to touch, with the displacements in m.normal.v.
bool touches_outside(const InfluenceSpec& spec, const Box& part, double approach,
                     const BoundaryElementMemory& m) {
  std::size_t i = 0;
  for (int y = 0; y < spec.ny; ++y) {
    for (int x = 0; x < spec.nx; ++x, ++i) {
      const bool inside = x >= part.x_first && x < part.x_end && y >= part.y_first && y < part.y_end;
      if (!inside && m.allowed[i] && m.gap[i] + m.normal.v[i] < approach) return true;
    }
  }
  return false;
}

/// Solves in the part of the box where the estimate acts, which is half of it where bodies are round. One
/// product tells whether there is contact elsewhere: false if there is, or if the part is nearly all.
bool solve_part(const Problem& problem, const Box& box, const NormalInput& whole, Convolver& convolver,
                BoundaryElementMemory& m, int margin, NormalResult& result) {
  const InfluenceSpec& spec = convolver.spec();
  const Box part = acting_box(spec, m.pressure, margin);
  if (part.empty() || 8 * part.nx() * part.ny() > 7 * box.nx() * box.ny()) return false;
  Convolver& inside = convolver_for(m, problem, part.nx(), part.ny(), 0);
  if (&inside == &convolver) return false;
  const Box placed{box.x_first + part.x_first, std::min(box.x_first + part.x_end, box.x_end),
                   box.y_first + part.y_first, std::min(box.y_first + part.y_end, box.y_end)};
  shape_surface(problem, Direction::normal, placed, inside);
  const Grid all{spec.nx, spec.ny, spec.dx, spec.dy, 0, 0};
  gather(all, part, inside.spec(), m.gap.data(), 0.0, m.part.gap);
  gather<std::uint8_t>(all, part, inside.spec(), m.allowed.data(), 0, m.part.allowed);
  gather(all, part, inside.spec(), m.pressure.data(), 0.0, m.part.pressure);
  NormalInput input = whole;
  input.gap = m.part.gap.data(), input.allowed = m.part.allowed.data();
  result = solve_normal(input, inside, m.normal, m.part.pressure.data());
  std::fill(m.pressure.begin(), m.pressure.end(), 0.0);
  scatter(all, part, inside.spec(), m.part.pressure, m.pressure.data());
  m.normal.v.resize(m.pressure.size());
  convolver.normal(m.pressure.data(), m.normal.v.data());
  return result.converged && !touches_outside(spec, part, result.approach, m);
}

}  // namespace

void solve_normal_problem(const Problem& problem, const Box& box, double tolerance, BoundaryElementMemory& m,
                          Solution& s) {
  Convolver& convolver = convolver_for(m, problem, box.nx(), box.ny(), 0);
  const InfluenceSpec& local = convolver.spec();
  shape_surface(problem, Direction::normal, box, convolver);
  set_gap(problem, box, convolver, m, s);
  if (problem.may_touch.empty()) {
    m.everywhere.assign(problem.grid.size(), 1);
  }
  const std::uint8_t* allowed = problem.may_touch.empty() ? m.everywhere.data() : problem.may_touch.data();
  gather<std::uint8_t>(problem.grid, box, local, allowed, 0, m.allowed);
  gather(problem.grid, box, local, s.tractions.pressure.data(), 0.0, m.pressure);
  for (std::size_t i = 0; i < m.pressure.size(); ++i) m.pressure[i] *= m.allowed[i] ? 1 : 0;
  NormalInput input{m.gap.data(), m.allowed.data(), problem.normal_control};
  const bool by_force = problem.normal_control == NormalControl::force;
  input.target = by_force ? problem.normal_force / problem.grid.element_area() : problem.approach;
  input.tolerance = tolerance;
  input.max_iterations = problem.settings.max_iterations;
  input.modulus = problem.material.shear_modulus / (1 - problem.material.poisson_ratio);
  const bool fresh = std::all_of(m.pressure.begin(), m.pressure.end(), [](double p) { return p == 0; });
  const bool coarse = fresh && estimate_pressure_on_coarse_grid(input, local, m, 0, m.pressure.data());
  if (fresh && !coarse) estimate_pressure(input, local, m.pressure.data());
  // Coarser elements see contact to two elements, others to a share of it.
  const int margin = coarse ? 3 : 2 + std::max(local.nx, local.ny) / 24;
  NormalResult result;
  if (!solve_part(problem, box, input, convolver, m, margin, result)) {
    s.normal_iterations += result.iterations;
    result = solve_normal(input, convolver, m.normal, m.pressure.data());
  }
  s.approach = result.approach;
  s.normal_iterations += result.iterations;
  if (!result.converged) s.outcome = Outcome::not_converged_normal;
  s.tractions.pressure.assign(problem.grid.size(), 0.0);
  scatter(problem.grid, box, local, m.pressure, s.tractions.pressure.data());
  if (problem.interaction.whole_displacements && problem.conformity.inclination.empty())
    convolver.plane_normal(m.pressure.data(), m.normal.v.data());
  for (std::size_t i = 0; i < m.added_gap.size(); ++i) m.added_gap[i] += m.normal.v[i];
  scatter(problem.grid, box, local, m.added_gap, s.displacement_z.data());
}

}  // namespace flangeway::contact::patch
