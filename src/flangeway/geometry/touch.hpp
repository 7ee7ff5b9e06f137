// Finds the contact point of a wheel that is lowered onto its rail. For a given lateral position and roll the
// height of first contact is a maximum over the profile. The search therefore needs no start value, and
// several near contacts, conformal flange roots and undercuts need no special treatment. Theory:
// docs/theory/contact_geometry.md.
#pragma once

#include <limits>
#include <vector>

#include "flangeway/geometry/pair.hpp"

namespace flangeway::geometry {

/// A point contact in left-hand coordinates.
struct Touch {
  double height =
      -std::numeric_limits<double>::infinity();  ///< z of the wheelset's centre when it touches; −∞: never
  double wheel_s = 0, rail_s = 0;                ///< arc lengths on the wheel profile and on the placed rail
  Vec2 arm = Vec2::Zero();                       ///< from the wheelset's centre to the contact, track axes
  double angle = 0;  ///< contact angle in the track frame (slope of the common tangent), rad

  [[nodiscard]] bool found() const { return height > -1e30; }
};

/// A Side prepared for fast searches. Immutable.
class TouchSearch {
 public:
  explicit TouchSearch(const Side& side);

  /// First contact at lateral position `y` of the wheelset relative to this rail and roll, both in left-hand
  /// coordinates. Only wheel points at arc length ≥ `min_wheel_s` take part (to leave the flange out).
  [[nodiscard]] Touch first_touch(double y, double roll, double min_wheel_s = 0) const;

  [[nodiscard]] const Side& side() const { return side_; }

 private:
  struct Height {
    double z, slope, s;
  };
  [[nodiscard]] Height rail_height(double y) const;
  [[nodiscard]] Touch refined(double y, double roll, double low, double high) const;
  [[nodiscard]] Touch at(double y, double roll, double wheel_s) const;

  Side side_;
  std::vector<double> wheel_s_, wheel_y_, wheel_z_;  // samples in the wheelset frame
  double rail_start_ = 0;                            // upper envelope of the rail on a uniform grid of y
  std::vector<double> rail_z_, rail_s_;
};

}  // namespace flangeway::geometry
