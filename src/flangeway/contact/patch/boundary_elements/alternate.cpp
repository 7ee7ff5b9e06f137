#include "flangeway/contact/patch/boundary_elements/alternate.hpp"

#include <algorithm>
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

/// How far each turn is solved: by so much further than the pressures are expected to change in it that what
/// is left does not slow down the sequence.
class TurnTolerance {
 public:
  TurnTolerance(double asked, bool in_turns)
      : asked_(asked), now_(in_turns ? std::max(asked, first) : asked) {}
  [[nodiscard]] double operator()() const { return now_; }
  [[nodiscard]] bool is_final() const { return now_ == asked_; }
  void change(double by) {
    const double rate = std::min(by / last_change_, 1.0);
    last_change_ = by;
    now_ = std::clamp(share * rate * by, asked_, std::max(asked_, now_));
  }

 private:
  static constexpr double first = 1e-3, share = 0.1;
  double asked_, now_, last_change_ = 1;
};

}  // namespace

void alternate(const Problem& problem, const Box& box, const Tractions* previous, BoundaryElementMemory& m,
               Solution& s) {
  // One turn is Johnson's process: pressures of frictionless contact, and the tractions that belong to them.
  const bool single_turn = problem.settings.max_outer == 1;
  const bool in_turns = coupled(problem) && problem.given_pressure.empty() && !single_turn;
  if (coupled(problem) && single_turn)
    for (auto* field : {&s.tractions.x, &s.tractions.y}) std::fill(field->begin(), field->end(), 0.0);
  TurnTolerance tolerance(problem.settings.tolerance, in_turns);
  for (s.outer_iterations = 0; s.outer_iterations < problem.settings.max_outer;) {
    m.last_pressure = s.tractions.pressure;
    s.outcome = Outcome::solved;  // what counts is the last turn
    if (problem.given_pressure.empty()) solve_normal_problem(problem, box, tolerance(), m, s);
    mark_contact(s);
    summarise(problem, s);
    if (s.contact_elements > 0 && problem.motion.kind != TangentialKind::none)
      solve_tangential_problem(problem, previous, tolerance(), m, s);
    ++s.outer_iterations;
    if (!in_turns) return;
    const double change = relative_change(s.tractions.pressure, m.last_pressure);
    if (tolerance.is_final() && change <= 2 * problem.settings.tolerance) return;
    tolerance.change(change);
  }
  if (s.outcome == Outcome::solved) s.outcome = Outcome::not_converged_normal;
}

}  // namespace flangeway::contact::patch
