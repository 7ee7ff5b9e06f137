// Finds height and roll of a wheelset that rests on both rails at a lateral position.
#pragma once

#include <array>

#include "flangeway/geometry/touch.hpp"

namespace flangeway::geometry {

/// One constrained position of a wheelset. `y, z, roll` in track coordinates, contacts in left-hand
/// coordinates of their side. `shift` u = y + r0 sin(roll) is the lateral position at rail level: along it
/// the motion is unique even where the wheelset climbs straight up (docs/theory/contact_geometry.md).
struct Position {
  bool found = false;
  double shift = 0, y = 0, z = 0, roll = 0;
  Touch left, right;
  /// Rates of y, z and roll along the constrained motion, per unit of shift.
  double y_rate = 0, z_rate = 0, roll_rate = 0;
};

/// Which wheel points take part.
struct TouchLimits {
  double left_wheel_s = 0, right_wheel_s = 0;
};

class PositionSearch {
 public:
  explicit PositionSearch(const WheelsetGeometry& geometry, const std::array<WheelLoad, 2>& loads = {})
      : left_(geometry.left, loads[0]), right_(geometry.right, loads[1]), radius_(geometry.left.radius) {}

  /// Position at `shift` on a track whose gauge is wider by `gauge_variation`; found = false if a wheel has
  /// no rail.
  [[nodiscard]] Position at_shift(double shift, double gauge_variation, double roll_guess = 0,
                                  const TouchLimits& limits = {}) const;
  /// Position at lateral displacement y (the first one, on the branch without climbing back).
  [[nodiscard]] Position at_y(double y, double gauge_variation, const Position& guess,
                              const TouchLimits& limits = {}) const;

  [[nodiscard]] const TouchSearch& left() const { return left_; }
  [[nodiscard]] const TouchSearch& right() const { return right_; }
  [[nodiscard]] double radius() const { return radius_; }

 private:
  TouchSearch left_, right_;
  double radius_;
};

/// Rates of the constrained motion from the two contacts alone.
void set_rates(double radius, Position& position);

}  // namespace flangeway::geometry
