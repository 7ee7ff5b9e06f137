#include "flangeway/wheel_on_rail/pitch_search.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::wheel_on_rail {
namespace {

constexpr int max_pitches = 40;

bool known(double x) {
  return !std::isnan(x);
}

double friction_limit(const Contact& contact) {
  double limit = 0;
  for (const Patch& patch : contact.patches) limit += patch.friction * patch.sum_of_pressure;
  return limit;
}

}  // namespace

PitchSearch::PitchSearch(const ContactProblem& problem) : problem_(problem) {
  velocity_ = problem.motion.velocity_pitch;
  const double speed = problem.motion.velocity.x() + surface_speed(problem.rail_place);
  if (by_force() && velocity_ == 0) velocity_ = speed / problem.wheel_place.nominal_radius;
}

bool PitchSearch::meets(const Contact& contact, double slope) {
  const double excess = contact.total.wheelset.force.x() - problem_.longitudinal_force;
  if (std::abs(excess) < problem_.force_tolerance * friction_limit(contact)) return true;
  if (!known(slope_)) slope_ = guess_ = slope;
  if (known(last_excess_) && velocity_ != last_velocity_) {
    const double learnt = (excess - last_excess_) / (velocity_ - last_velocity_);
    if (learnt > 0.01 * guess_ && learnt < 3 * guess_)
      slope_ = learnt;  // else the division of elements jumped
  }
  // Far from it all slides, and the force hardly grows: then twice as far.
  double step = -excess / slope_;
  const double last_step = velocity_ - last_velocity_;
  if (known(last_excess_) && step * last_step > 0 && std::abs(excess) > std::abs(last_excess_) / 2)
    step = std::copysign(std::max(std::abs(step), 2 * std::abs(last_step)), step);
  last_excess_ = excess, last_velocity_ = velocity_;
  (excess < 0 ? low_ : high_) = {velocity_, excess};
  velocity_ += step;
  if (known(low_.excess) && known(high_.excess)) keep_inside();
  return false;
}

// Between the sides, whose distance is halved at least every third time.
void PitchSearch::keep_inside() {
  const double width = high_.velocity - low_.velocity, inside = (velocity_ - low_.velocity) / width;
  if (halving_.is_due(std::abs(width))) {
    velocity_ = low_.velocity + width / 2;
    return;
  }
  if (inside > 0.01 && inside < 0.99) return;
  const double part = std::clamp(-low_.excess / (high_.excess - low_.excess), 0.1, 0.9);
  velocity_ = low_.velocity + part * width;
}

void PitchSearch::begin() {
  low_ = high_ = {};
  last_excess_ = unknown;
  halving_ = {};
}

double solve_with_longitudinal_force(const ContactProblem& problem, double lowering, PitchSearch& pitch,
                                     SolverAtHeight& solver, Contact& contact) {
  contact.status = Status::solved;
  if (!pitch.by_force()) return solver.solve_fully(lowering, pitch.velocity());
  pitch.begin();
  double force = 0;
  for (int i = 0; i < max_pitches; ++i) {
    force = solver.solve_fully(lowering, pitch.velocity());
    solver.sum();
    if (std::abs(problem.longitudinal_force) >= friction_limit(contact)) {
      contact.status = Status::longitudinal_unreachable;
      return force;
    }
    if (pitch.meets(contact, solver.estimated_pitch_stiffness())) return force;
  }
  const double missed = std::abs(contact.total.wheelset.force.x() - problem.longitudinal_force);
  if (missed > coarse_force * friction_limit(contact)) contact.status = Status::not_converged;
  return force;
}

}  // namespace flangeway::wheel_on_rail
