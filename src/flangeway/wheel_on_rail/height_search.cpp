#include "flangeway/wheel_on_rail/height_search.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::wheel_on_rail {
namespace {

// A wheel that was lowered by less than this part of its depth since its patches were formed keeps them:
// their change is of the order of the product of both.
constexpr double formed_well = 5e-3;
constexpr double normal_tolerance = 1e-3;  // of normal problems on the way
constexpr int quick_forms = 10, max_forms = 70, max_full_solutions = 60;
// Between two depths closer than this (m) the force has jumped; with the same patches, closer than this part
// of them.
constexpr double jump_width = 1e-10, jump_part = 1e-7;
// Part of the force to which fast methods find it: strips end within 1e-4 of their lengths.
constexpr double noise = 1e-4;
// A wheel pressed deeper than this (m) is no contact of elastic bodies any more.
constexpr double max_depth = 2e-3;

}  // namespace

HeightSearch::HeightSearch(const ContactProblem& problem, const VerticalDemand& demand,
                           SolverAtHeight& solver, Contact& contact)
    : problem_(problem),
      solver_(solver),
      contact_(contact),
      pitch_(problem),
      demand_(demand),
      below_{demand.at(solver.touching_height()), demand.stiffness},
      likely_(below_, jump_width),
      certain_(below_, jump_width),
      here_(below_, 0) {}

void HeightSearch::run() {
  if (!(below_.force > 0)) {
    contact_.patches.clear();
    contact_.status = Status::no_contact;
    return;
  }
  double depth = solver_.estimated_depth(demand_);
  for (int i = 1; !settled_; ++i) {
    if (!std::isfinite(depth)) {
      contact_.z = depth;  // which shows that nothing here is a result
      return;
    }
    form(std::min(depth, max_depth));
    keep_ = certain_.closed() || i >= max_forms;
    quick_ = i <= quick_forms && formed_ < max_depth && !likely_.closed() && !keep_;
    depth = quick_ ? solve_normal() : formed_;
    if (keep_ || is_near(depth)) depth = iterate_from(depth);
    depth = certain_.keep_inside(depth);
  }
}

bool HeightSearch::meets(const Iterate& iterate, double part) const {
  const double wanted = below_.at(-iterate.depth), floor = below_.stiffness > 0 ? min_load : 0;
  return std::abs(iterate.force - wanted) < part * std::max(std::abs(wanted), floor);
}

bool HeightSearch::is_near(double depth) const {
  return std::abs(depth - formed_) < formed_well * formed_;
}

void HeightSearch::form(double depth) {
  solver_.form(solver_.touching_height() - depth);
  formed_ = depth;
  here_ = DepthSearch(below_, jump_part * depth);
}

// Height of the wheel from its pressures alone. They cost a small part of a full solution: heights nearby are
// refined once more.
double HeightSearch::solve_normal() {
  const double pressures = solver_.solve_normal(0, normal_tolerance);
  if (!has_full_ && pressures > 0) share_ = 1 + solver_.estimated_friction(pitch_.velocity()) / pressures;
  alone_ = {formed_, pressures};
  const double depth = likely_.next({formed_, pressures, share_ * pressures, true});
  if (!is_near(depth)) return depth;
  const double again = solver_.solve_normal(depth - formed_, problem_.solver.tolerance);
  alone_ = {depth, again};
  return here_.next({depth, again, share_ * again, false});
}

double HeightSearch::alone_at(double depth) const {
  return alone_.depth > 0 ? alone_.pressures * std::pow(depth / alone_.depth, 1.5) : 0;
}

Iterate HeightSearch::solve_fully(double depth) {
  Iterate iterate{depth, 0,
                  solve_with_longitudinal_force(problem_, depth - formed_, pitch_, solver_, contact_), true};
  iterate.pressures = solver_.normal_part();
  const double alone = solver_.friction_moves_pressures() ? alone_at(depth) : iterate.pressures;
  if (alone > 0) share_ = iterate.force / alone;
  likely_ = DepthSearch(below_, jump_width);  // the share is another one now
  has_full_ = true;
  return iterate;
}

// Rolls with the patches as they are until the force is met or the wheel leaves them; then where to.
double HeightSearch::iterate_from(double depth) {
  for (int i = 0; i < max_full_solutions; ++i) {
    const Iterate iterate = solve_fully(depth);
    if (!std::isfinite(iterate.force)) {
      give_up(depth);
      return depth;
    }
    const double outside = certain_.next(iterate), inside = here_.next(iterate);
    if (meets(iterate, problem_.force_tolerance)) {
      settle(depth);
      return depth;
    }
    if (depth >= max_depth && iterate.force < below_.at(-depth)) {
      settle(depth);
      contact_.status = Status::force_unreachable;
      return depth;
    }
    if (here_.closed()) {
      settle_at_jump();
      return depth;
    }
    if (!keep_ && !is_near(inside)) return quick_ ? inside : outside;
    depth = inside;
  }
  give_up(depth);
  return depth;
}

void HeightSearch::settle(double depth) {
  // A force that jumps leaves the wheel further from where its patches were formed than rounding does.
  const double allowed = std::max(4 * formed_well * formed_, jump_width);
  if (contact_.status == Status::solved && keep_ && std::abs(depth - formed_) > allowed)
    contact_.status = Status::force_jumps;
  solver_.settle(depth - formed_);
  settled_ = true;
}

void HeightSearch::give_up(double depth) {
  settle(depth);
  contact_.status = Status::not_converged;
}

// Hard springs change by more over the width to which depths are told apart than the force is met to.
void HeightSearch::settle_at_jump() {
  const Iterate iterate = solve_fully(here_.nearest().depth);
  const double missed = std::abs(iterate.force - below_.at(-iterate.depth));
  const bool met = meets(iterate, noise) || missed < below_.stiffness * jump_width;
  if (contact_.status == Status::solved && !met) contact_.status = Status::force_jumps;
  settle(iterate.depth);
}

}  // namespace flangeway::wheel_on_rail
