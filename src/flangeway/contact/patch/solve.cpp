#include "flangeway/contact/patch/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/contact/patch/boundary_elements/alternate.hpp"
#include "flangeway/contact/patch/boundary_elements/normal_problem.hpp"
#include "flangeway/contact/patch/boundary_elements/tangential_problem.hpp"
#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/contact/patch/problem/summary.hpp"
#include "flangeway/contact/patch/superposition.hpp"
#include "flangeway/contact/patch/temperature.hpp"
#include "flangeway/contact/patch/workspace.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

/// Elements that cannot touch. Tractions of dissimilar materials move the surfaces: then the gap alone does
/// not tell: then `by_gap` is false.
bool outside(const Problem& problem, std::size_t i, bool by_gap) {
  if (!problem.may_touch.empty() && !problem.may_touch[i]) return true;
  return by_gap && problem.gap[i] >= problem.approach;
}

/// The rectangle of elements that may touch, grown to a size whose transforms are fast.
Box contact_box(const Problem& problem) {
  const Grid& g = problem.grid;
  const bool by_gap = problem.given_pressure.empty() && problem.normal_control == NormalControl::approach &&
                      !directions_coupled(problem);
  Box box{g.nx, 0, g.ny, 0};
  for (int iy = 0; iy < g.ny; ++iy) {
    for (int ix = 0; ix < g.nx; ++ix) {
      const std::size_t i = g.index(ix, iy);
      if (outside(problem, i, by_gap)) continue;
      box.x_first = std::min(box.x_first, ix), box.x_end = std::max(box.x_end, ix + 1);
      box.y_first = std::min(box.y_first, iy), box.y_end = std::max(box.y_end, iy + 1);
    }
  }
  return box;
}

/// Pressures by strips.
void solve_strips(const Problem& problem, Workspace::Memory& m, Solution& s) {
  strips::section_of(problem, m.section);
  const bool by_force = problem.normal_control == NormalControl::force;
  m.strips.normal_force = 0;  // no estimate: a result does not depend on what was solved before
  strips::solve_normal(problem.method.normal, m.section, problem.material, problem.normal_control,
                       by_force ? problem.normal_force : problem.approach, m.strip_work, m.strips);
  strips::spread(m.strips, problem.grid, s.tractions.pressure);
  for (std::size_t i = 0; i < s.displacement_z.size(); ++i)  // the surfaces touch
    s.displacement_z[i] = s.tractions.pressure[i] > 0 ? m.strips.approach - problem.gap[i] : 0;
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
    solve_strips(problem, m, s);
  } else if (problem.given_pressure.empty()) {
    solve_normal_problem(problem, box, problem.settings.tolerance, m.boundary_elements, s);
  }
  mark_contact(s);
  summarise(problem, s);
  s.outer_iterations = 1;
  if (s.contact_elements == 0 || problem.motion.kind == TangentialKind::none) return;
  if (method.tangential == TangentialMethod::boundary_elements) {
    return solve_tangential_problem(problem, previous, problem.settings.tolerance, m.boundary_elements, s);
  }
  if (method.ellipse) {
    strips::strips_of(problem.grid, *method.ellipse, s.normal_force, m.strips);
  } else if (!stripwise) {
    strips::strips_of(problem.grid, s.tractions.pressure, m.strips);
  }
  if (method.ellipse_by_extent && !method.ellipse) strips::set_ellipse_by_extent(problem.grid.dy, m.strips);
  solve_fast_tangential(problem, m.strips, previous, s);
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
void begin(const Problem& problem, BoundaryElementMemory& m, Solution& s) {
  const bool with_tractions = starts_from_tractions(problem);
  const std::array<std::vector<double>*, 3> fields{&s.tractions.pressure, &s.tractions.x, &s.tractions.y},
      kept{&m.last_pressure, &m.field_a, &m.field_b};
  const std::size_t count = with_tractions ? 3 : 1;
  for (std::size_t k = 0; k < count; ++k) kept[k]->swap(*fields[k]);
  m.earlier.known = with_tractions && m.last_pressure.size() == problem.grid.size() &&
                    m.field_a.size() == problem.grid.size() && s.state.size() == problem.grid.size();
  if (m.earlier.known) {
    m.earlier.pressure = m.last_pressure;
    m.earlier.creepage = {};
    m.earlier.sliding.resize(s.state.size());
    for (std::size_t i = 0; i < s.state.size(); ++i) m.earlier.sliding[i] = s.state[i] == ElementState::slip;
  }
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

// Friction with its temperatures and tractions with their slip in turn, until the temperatures change no
// more. Where friction follows the slip too far, it follows by a part only. [docs/theory/halfspace.md,
// "Temperature"]
void heat_up(const Problem& problem, BoundaryElementMemory& memory, Solution& s) {
  constexpr int max_turns = 100;
  constexpr double settled = 1e-6;
  if (s.contact_elements == 0) return;
  double part = 1, change_before = 0;
  find_temperatures(problem, s);
  if (s.outcome != Outcome::solved) return;
  for (int turn = 0; turn < max_turns; ++turn) {
    s.outcome = Outcome::solved;  // what counts is the last turn
    const std::vector<double> before = s.temperature_1, friction = memory.hot_friction;
    find_hot_friction(problem, s, memory.hot_friction);
    for (std::size_t i = 0; i < friction.size(); ++i)
      memory.hot_friction[i] = friction[i] + part * (memory.hot_friction[i] - friction[i]);
    solve_tangential_problem(problem, nullptr, problem.settings.tolerance, memory, s);
    find_temperatures(problem, s);
    double change = 0, size = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (s.state[i] == ElementState::outside) continue;
      change += (s.temperature_1[i] - before[i]) * (s.temperature_1[i] - before[i]);
      size += s.temperature_1[i] * s.temperature_1[i];
    }
    if (change <= settled * settled * part * part * size) return;
    if (turn > 1 && change > 0.5 * change_before) part = std::max(0.1, 0.7 * part);
    change_before = change;
  }
  if (s.outcome == Outcome::solved) s.outcome = Outcome::not_converged_tangential;
}

void solve_whole(const Problem& problem, const Tractions* previous, Workspace& workspace,
                 Solution& solution) {
  begin(problem, workspace.memory().boundary_elements, solution);
  const Box box = contact_box(problem);
  if (box.empty()) {
    clear_tractions(problem, solution);
    solution.outcome = Outcome::no_contact;
    return;
  }
  if (!problem.given_pressure.empty()) solution.tractions.pressure = problem.given_pressure;
  BoundaryElementMemory& memory = workspace.memory().boundary_elements;
  memory.hot_friction.clear();
  if (is_fast(problem.method)) {
    solve_fast(problem, box, previous, workspace.memory(), solution);
  } else {
    alternate(problem, box, previous, memory, solution);
    if (problem.heat && friction_is_hot(problem)) heat_up(problem, memory, solution);
  }
  if (problem.heat) find_temperatures(problem, solution);
  summarise(problem, solution);
  if (solution.contact_elements > 0 || !is_finite(solution)) return;
  clear_tractions(problem, solution);
  solution.outcome = Outcome::no_contact;
}

/// Steps of a transient step, each of one element at most.
int count_steps(const Problem& problem) {
  const Motion& m = problem.motion;
  if (m.kind != TangentialKind::transient_rolling || !problem.settings.divide_steps) return 1;
  return std::max(1, static_cast<int>(std::ceil(m.step / problem.grid.dx - 1e-6)));
}

/// Divides a step longer than an element. Pressures grow linearly from the instant before to the present one;
/// creepages and forces are held. The frictional power is the mean over the step.
void solve_in_steps(const Problem& problem, int count, const Tractions* previous, Workspace& workspace,
                    Solution& solution) {
  Problem part = problem;
  part.motion.step = problem.motion.step / count;
  std::vector<double> pressure;
  const bool grows = previous != nullptr && problem.given_pressure.empty();
  if (grows) {
    part.motion.kind = TangentialKind::none;
    Solution pressed;
    solve_whole(part, nullptr, workspace, pressed);
    part.motion.kind = problem.motion.kind;
    pressure = pressed.tractions.pressure;
  }
  Solution between;
  Tractions before;
  double power = 0;
  for (int k = 1; k < count; ++k) {
    if (grows) {
      const double share = static_cast<double>(k) / count;
      part.given_pressure.resize(pressure.size());
      for (std::size_t i = 0; i < pressure.size(); ++i)
        part.given_pressure[i] = (1 - share) * previous->pressure[i] + share * pressure[i];
    }
    between.tractions = {};
    solve_whole(part, k == 1 ? previous : &before, workspace, between);
    if (between.outcome != Outcome::solved && between.outcome != Outcome::no_contact) {
      solution = std::move(between);
      return;
    }
    power += between.frictional_power;
    std::swap(before, between.tractions);
  }
  part.given_pressure = problem.given_pressure;
  solve_whole(part, &before, workspace, solution);
  solution.frictional_power = (power + solution.frictional_power) / count;
}

}  // namespace

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void solve(const Problem& problem, const Tractions* previous, Workspace& workspace, Solution& solution) {
  FLANGEWAY_ASSERT(problem.grid.nx > 0 && problem.grid.ny > 0, "find_faults() has found nothing");
  FLANGEWAY_ASSERT(
      (problem.given_pressure.empty() ? problem.gap : problem.given_pressure).size() == problem.grid.size(),
      "each element has a gap or a pressure");
  if (needs_superposition(problem)) {
    superpose(problem, workspace, solution);
  } else if (const int count = count_steps(problem); count > 1) {
    solve_in_steps(problem, count, previous, workspace, solution);
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

}  // namespace flangeway::contact::patch
