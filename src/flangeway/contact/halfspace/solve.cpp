#include "flangeway/contact/halfspace/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/contact/halfspace/blend.hpp"
#include "flangeway/contact/halfspace/coarse_press.hpp"
#include "flangeway/contact/halfspace/element_fields.hpp"
#include "flangeway/contact/halfspace/fastsim.hpp"
#include "flangeway/contact/halfspace/slide.hpp"
#include "flangeway/contact/halfspace/summary.hpp"
#include "flangeway/contact/halfspace/workspace.hpp"

namespace flangeway::contact::halfspace {
namespace {

/// Elements that cannot touch. Tractions of dissimilar materials move the surfaces: then the gap alone does
/// not tell.
bool outside(const Problem& problem, std::size_t i) {
  if (!problem.may_touch.empty() && !problem.may_touch[i]) return true;
  return problem.given_pressure.empty() && problem.normal_control == NormalControl::approach &&
         !directions_coupled(problem) && problem.gap[i] >= problem.approach;
}

/// The rectangle of elements that may touch, grown to a size whose transforms are fast.
Box contact_box(const Problem& problem) {
  const Grid& g = problem.grid;
  Box box{g.nx, 0, g.ny, 0};
  for (int iy = 0; iy < g.ny; ++iy) {
    for (int ix = 0; ix < g.nx; ++ix) {
      const std::size_t i = g.index(ix, iy);
      if (outside(problem, i)) continue;
      box.x_first = std::min(box.x_first, ix), box.x_end = std::max(box.x_end, ix + 1);
      box.y_first = std::min(box.y_first, iy), box.y_end = std::max(box.y_end, iy + 1);
    }
  }
  return box;
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
    case Outcome::not_finite:
      return "the solution is not finite: the given values lie beyond what can be computed";
  }
  return "";
}

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

namespace {

/// The gap, and what tangential tractions add to it where the materials differ.
void set_gap(const Problem& problem, const Box& box, Convolver& convolver, Workspace::Memory& m,
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
                     const Workspace::Memory& m) {
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
bool press_part(const Problem& problem, const Box& box, const NormalInput& whole, Convolver& convolver,
                Workspace::Memory& m, int margin, NormalResult& result) {
  const InfluenceSpec& spec = convolver.spec();
  const Box part = acting_box(spec, m.pressure, margin);
  if (part.empty() || 8 * part.nx() * part.ny() > 7 * box.nx() * box.ny()) return false;
  Convolver& inside = convolver_for(m, problem, part.nx(), part.ny(), 0);
  if (&inside == &convolver) return false;
  shape_surface(problem, box.y_first + part.y_first, std::min(box.y_first + part.y_end, box.y_end), inside);
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

/// Solves for the pressures inside the box, and writes them, the approach and what became of it.
void press(const Problem& problem, const Box& box, Workspace::Memory& m, Solution& s) {
  Convolver& convolver = convolver_for(m, problem, box.nx(), box.ny(), 0);
  const InfluenceSpec& local = convolver.spec();
  shape_surface(problem, box.y_first, box.y_end, convolver);
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
  input.tolerance = problem.settings.tolerance;
  input.max_iterations = problem.settings.max_iterations;
  input.modulus = problem.material.shear_modulus / (1 - problem.material.poisson_ratio);
  const bool fresh = std::all_of(m.pressure.begin(), m.pressure.end(), [](double p) { return p == 0; });
  const bool coarse = fresh && press_coarse(input, local, m, 0, m.pressure.data());
  if (fresh && !coarse) estimate_pressure(input, local, m.pressure.data());
  // Coarser elements see contact to two elements, others to a share of it.
  const int margin = coarse ? 3 : 2 + std::max(local.nx, local.ny) / 24;
  NormalResult result;
  if (!press_part(problem, box, input, convolver, m, margin, result)) {
    s.normal_iterations += result.iterations;
    result = solve_normal(input, convolver, m.normal, m.pressure.data());
  }
  s.approach = result.approach;
  s.normal_iterations += result.iterations;
  if (!result.converged) s.outcome = Outcome::not_converged_normal;
  s.tractions.pressure.assign(problem.grid.size(), 0.0);
  scatter(problem.grid, box, local, m.pressure, s.tractions.pressure.data());
  for (std::size_t i = 0; i < m.added_gap.size(); ++i) m.added_gap[i] += m.normal.v[i];
  scatter(problem.grid, box, local, m.added_gap, s.displacement_z.data());
}

bool coupled(const Problem& problem) {
  return directions_coupled(problem) && problem.motion.kind != TangentialKind::none;
}

void mark_contact(Solution& s) {
  for (std::size_t i = 0; i < s.state.size(); ++i) {
    s.state[i] = s.tractions.pressure[i] > 0 ? ElementState::adhesion : ElementState::outside;
  }
}

/// ‖a − b‖/‖a‖.
double relative_change(const std::vector<double>& a, const std::vector<double>& b) {
  double change = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    change += (a[i] - b[i]) * (a[i] - b[i]);
    size += a[i] * a[i];
  }
  return size > 0 ? std::sqrt(change / size) : 0;
}

/// Normal and tangential problem in turn until the pressures settle (Panagiotopoulos); once where they are
/// apart.
void press_and_slide(const Problem& problem, const Box& box, const Tractions* previous, Workspace::Memory& m,
                     Solution& s) {
  for (s.outer_iterations = 0; s.outer_iterations < problem.settings.max_outer;) {
    m.last_pressure = s.tractions.pressure;
    if (problem.given_pressure.empty()) press(problem, box, m, s);
    mark_contact(s);
    summarise(problem, s);
    if (s.contact_elements > 0 && problem.motion.kind != TangentialKind::none) slide(problem, previous, m, s);
    ++s.outer_iterations;
    if (!coupled(problem) || !problem.given_pressure.empty()) return;
    // The sequence converges by about a third per turn.
    if (relative_change(s.tractions.pressure, m.last_pressure) <= 2 * problem.settings.tolerance) return;
  }
  if (s.outcome == Outcome::solved) s.outcome = Outcome::not_converged_normal;
}

/// Pressures by strips.
void press_strips(const Problem& problem, Workspace::Memory& m, Solution& s) {
  strips::section_of(problem, m.section);
  const bool by_force = problem.normal_control == NormalControl::force;
  m.strips.normal_force = 0;  // no estimate: a result does not depend on what was solved before
  strips::press(problem.method.normal, m.section, problem.material, problem.normal_control,
                by_force ? problem.normal_force : problem.approach, m.press, m.strips);
  strips::spread(m.strips, problem.grid, s.tractions.pressure);
  s.approach = m.strips.approach;
  s.normal_iterations = m.strips.iterations;
  if (!m.strips.converged) s.outcome = Outcome::not_converged_normal;
}

/// Pressures by whatever method, then tractions by a fast one, or by boundary elements.
void solve_fast(const Problem& problem, const Box& box, const Tractions* previous, Workspace::Memory& m,
                Solution& s) {
  const Method& method = problem.method;
  const bool stripwise = problem.given_pressure.empty() && method.normal != NormalMethod::boundary_elements;
  if (stripwise) {
    press_strips(problem, m, s);
  } else if (problem.given_pressure.empty()) {
    press(problem, box, m, s);
  }
  mark_contact(s);
  summarise(problem, s);
  s.outer_iterations = 1;
  if (s.contact_elements == 0 || problem.motion.kind == TangentialKind::none) return;
  if (method.tangential == TangentialMethod::boundary_elements) return slide(problem, previous, m, s);
  if (method.ellipse) {
    strips::strips_of(problem.grid, *method.ellipse, s.normal_force, m.strips);
  } else if (!stripwise) {
    strips::strips_of(problem.grid, s.tractions.pressure, m.strips);
  }
  slide_fast(problem, m.strips, s);
}

bool is_fast(const Method& method) {
  return method.normal != NormalMethod::boundary_elements ||
         method.tangential != TangentialMethod::boundary_elements;
}

bool starts_from_tractions(const Problem& problem) {
  const Motion& m = problem.motion;
  return problem.settings.start_from_tractions && !is_fast(problem.method) &&
         m.kind != TangentialKind::none && m.longitudinal.control == Control::creepage &&
         m.lateral.control == Control::creepage &&
         std::all_of(problem.friction.begin(), problem.friction.end(),
                     [](const FrictionLaw& law) { return law.kind == FrictionKind::coulomb; });
}

/// Clears everything but what is the first estimate.
void begin(const Problem& problem, Workspace::Memory& m, Solution& s) {
  const bool with_tractions = starts_from_tractions(problem);
  const std::array<std::vector<double>*, 3> fields{&s.tractions.pressure, &s.tractions.x, &s.tractions.y},
      kept{&m.last_pressure, &m.field_a, &m.field_b};
  const std::size_t count = with_tractions ? 3 : 1;
  for (std::size_t k = 0; k < count; ++k) kept[k]->swap(*fields[k]);
  clear_fields(problem, s);
  for (std::size_t k = 0; k < count; ++k) {
    if (kept[k]->size() == problem.grid.size()) kept[k]->swap(*fields[k]);
  }
}

void clear_tractions(const Problem& problem, Solution& s) {
  for (auto* field : {&s.tractions.pressure, &s.tractions.x, &s.tractions.y}) {
    field->assign(problem.grid.size(), 0.0);
  }
}

bool is_finite(const Solution& s) {
  const double numbers[] = {s.approach,   s.normal_force,   s.force_x,         s.force_y,
                            s.moment_z,   s.centre_x,       s.centre_y,        s.creepage_x,
                            s.creepage_y, s.elastic_energy, s.frictional_power};
  return std::all_of(std::begin(numbers), std::end(numbers), [](double x) { return std::isfinite(x); });
}

void solve_whole(const Problem& problem, const Tractions* previous, Workspace& workspace,
                 Solution& solution) {
  begin(problem, workspace.memory(), solution);
  const Box box = contact_box(problem);
  if (box.empty()) {
    clear_tractions(problem, solution);
    solution.outcome = Outcome::no_contact;
    return;
  }
  if (!problem.given_pressure.empty()) solution.tractions.pressure = problem.given_pressure;
  if (is_fast(problem.method)) {
    solve_fast(problem, box, previous, workspace.memory(), solution);
  } else {
    press_and_slide(problem, box, previous, workspace.memory(), solution);
  }
  summarise(problem, solution);
  if (solution.contact_elements > 0 || !is_finite(solution)) return;
  clear_tractions(problem, solution);
  solution.outcome = Outcome::no_contact;
}

}  // namespace

void solve(const Problem& problem, const Tractions* previous, Workspace& workspace, Solution& solution) {
  if (needs_blending(problem)) {
    solve_blended(problem, workspace, solution);
  } else {
    solve_whole(problem, previous, workspace, solution);
  }
  if (is_finite(solution)) return;
  clear_fields(problem, solution);
  clear_tractions(problem, solution);
  solution.outcome = Outcome::not_finite;
}

Solution solve(const Problem& problem) {
  Workspace workspace;
  Solution solution;
  solve(problem, nullptr, workspace, solution);
  return solution;
}

}  // namespace flangeway::contact::halfspace
