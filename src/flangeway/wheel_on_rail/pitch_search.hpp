// Finds the pitch velocity at which a wheel has a prescribed longitudinal force. Private to the room.
#pragma once

#include <limits>

#include "flangeway/wheel_on_rail/solver_at_height.hpp"

namespace flangeway::wheel_on_rail {

/// Share of the load that may be missing where a solution jumps over the wanted force.
inline constexpr double coarse_force = 1e-2;

/// Pitch velocity at which the longitudinal force is the prescribed one. The force grows with the velocity:
/// secant steps inside what is known of both sides, from where the last search ended.
class PitchSearch {
 public:
  explicit PitchSearch(const ContactProblem& problem);
  [[nodiscard]] bool by_force() const { return problem_.longitudinal == LongitudinalControl::force; }
  [[nodiscard]] double velocity() const { return velocity_; }
  void begin();
  /// Whether the force is met; else velocity() is the next to try. `slope` guesses how the force grows, N
  /// s/rad.
  bool meets(const Contact& contact, double slope);

 private:
  void keep_inside();
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  struct Side {
    double velocity = 0, excess = unknown;
  };
  const ContactProblem& problem_;
  double velocity_ = 0, slope_ = unknown, guess_ = unknown, last_velocity_ = 0, last_excess_ = unknown;
  Side low_, high_;
  Halving halving_;
};

/// Solves everything where the wheel stands, lowered by `lowering` m since its patches were formed, and says
/// in the status whether a longitudinal force that is prescribed was met. Returns the vertical force, N.
double solve_with_longitudinal_force(const ContactProblem& problem, double lowering, PitchSearch& pitch,
                                     SolverAtHeight& solver, Contact& contact);

}  // namespace flangeway::wheel_on_rail
