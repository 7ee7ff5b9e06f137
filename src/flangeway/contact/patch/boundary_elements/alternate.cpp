#include "flangeway/contact/patch/boundary_elements/alternate.hpp"

#include <cmath>

#include "flangeway/contact/patch/boundary_elements/normal_problem.hpp"
#include "flangeway/contact/patch/boundary_elements/tangential_problem.hpp"
#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/contact/patch/problem/summary.hpp"

namespace flangeway::contact::patch {
namespace {

bool coupled(const Problem& problem) {
  return directions_coupled(problem) && problem.motion.kind != TangentialKind::none;
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

}  // namespace

void alternate(const Problem& problem, const Box& box, const Tractions* previous, BoundaryElementMemory& m,
               Solution& s) {
  for (s.outer_iterations = 0; s.outer_iterations < problem.settings.max_outer;) {
    m.last_pressure = s.tractions.pressure;
    if (problem.given_pressure.empty()) solve_normal_problem(problem, box, m, s);
    mark_contact(s);
    summarise(problem, s);
    if (s.contact_elements > 0 && problem.motion.kind != TangentialKind::none)
      solve_tangential_problem(problem, previous, m, s);
    ++s.outer_iterations;
    if (!coupled(problem) || !problem.given_pressure.empty()) return;
    // The sequence converges by about a third per turn.
    if (relative_change(s.tractions.pressure, m.last_pressure) <= 2 * problem.settings.tolerance) return;
  }
  if (s.outcome == Outcome::solved) s.outcome = Outcome::not_converged_normal;
}

}  // namespace flangeway::contact::patch
