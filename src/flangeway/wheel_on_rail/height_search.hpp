// Finds the height at which a wheel carries a prescribed vertical force. Internal to the room.
#pragma once

#include "flangeway/wheel_on_rail/depth_search.hpp"
#include "flangeway/wheel_on_rail/pitch_search.hpp"

namespace flangeway::wheel_on_rail {

/// Springs that carry next to nothing are met as if they carried this, N.
inline constexpr double min_load = 1;

/// Depths are counted from the height at which the wheel just touches. Patches are formed at a depth and kept
/// while the wheel goes down a little. At first pressures alone lead to where they carry the force, with
/// friction as the share of them that it was last; where that does not end, every depth is solved fully.
class HeightSearch {
 public:
  HeightSearch(const ContactProblem& problem, const VerticalDemand& demand, SolverAtHeight& solver,
               Contact& contact);
  /// Leaves the wheel at the height that was found and the outcome in the contact's status; a height that is
  /// no number where the demand leads to none.
  void run();

 private:
  [[nodiscard]] bool meets(const Iterate& iterate, double part) const;
  [[nodiscard]] bool is_near(double depth) const;
  void form(double depth);
  [[nodiscard]] double solve_normal();
  [[nodiscard]] double iterate_from(double depth);
  [[nodiscard]] Iterate solve_fully(double depth);
  /// Vertical force of the pressures without friction at a depth near the last one, N; 0: not known.
  [[nodiscard]] double alone_at(double depth) const;
  void settle(double depth);
  void give_up(double depth);
  void settle_at_jump();

  const ContactProblem& problem_;
  SolverAtHeight& solver_;
  Contact& contact_;
  PitchSearch pitch_;
  VerticalDemand demand_;                // from the height of the wheelset
  VerticalDemand below_;                 // from the height at which the wheel just touches
  DepthSearch likely_, certain_, here_;  // by pressures and a share; full; with the present patches
  double formed_ = 0;                    // m, depth at which the patches were formed
  double share_ = 1;                     // vertical force over that of the pressures without friction
  Iterate alone_;                        // the last pressures without friction
  bool quick_ = true, has_full_ = false, keep_ = false, settled_ = false;
};

}  // namespace flangeway::wheel_on_rail
