// Solves the patches of a wheel at one height after another. Internal to the room.
#pragma once

#include "flangeway/wheel_on_rail/aggregate.hpp"
#include "flangeway/wheel_on_rail/depth_search.hpp"
#include "flangeway/wheel_on_rail/workspace.hpp"

namespace flangeway::wheel_on_rail {

/// One problem while its height is looked for.
class SolverAtHeight {
 public:
  SolverAtHeight(const ContactProblem& problem, const Contact* previous, Workspace::Memory& memory,
                 Contact& contact);

  /// Whether any point of the wheel is above a point of the rail.
  [[nodiscard]] bool overlaps() const;
  /// Height at which the wheel just touches, m.
  [[nodiscard]] double touching_height() const { return touching_height_; }
  /// Depth below it at which the vertical force is about that wanted, by Hertz's formula for every region.
  [[nodiscard]] double estimated_depth(const VerticalDemand& wanted);

  /// Forms the patches with the wheelset at height z.
  void form(double z);

  /// Solves the normal problems with the wheel `lowering` m below the height of form(), to a relative
  /// tolerance. Returns the vertical force, N.
  double solve_normal(double lowering, double tolerance);
  /// About the vertical force of friction that solve_fully() will find after solve_normal(), N: by a creep
  /// law.
  [[nodiscard]] double estimated_friction(double pitch_velocity) const;
  /// About how the longitudinal force grows with the pitch velocity while nothing slides, N s/rad.
  [[nodiscard]] double estimated_pitch_stiffness() const;
  /// Solves all of it. Vertical force on the wheel, N.
  double solve_fully(double lowering, double pitch_velocity);
  /// Vertical force by pressures alone at the last solve_fully(), N.
  [[nodiscard]] double normal_part() const;
  /// Whether tractions change the pressures at a given height.
  [[nodiscard]] bool friction_moves_pressures() const;
  /// Adds up the patches as they are.
  void sum();
  /// Leaves the wheel where it was lowered to.
  void settle(double lowering);

 private:
  double solve_patches(double lowering);
  void find_regions();
  [[nodiscard]] double min_gap() const;
  [[nodiscard]] bool on_grid() const;
  void set_height(double z);

  const ContactProblem& problem_;
  const Contact* previous_;
  Workspace::Memory& memory_;
  Contact& contact_;
  Placement placement_;
  double z_ = 0, touching_height_ = 0;
};

}  // namespace flangeway::wheel_on_rail
