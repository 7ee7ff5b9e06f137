// Finds the contact point of a wheel that is lowered onto its rail. For a given lateral position and roll the
// height of first contact is a maximum over the profile. The search therefore needs no start value, and
// several near contacts, conformal flange roots and undercuts need no special treatment. Theory:
// docs/theory/contact_geometry.md.
#pragma once

#include <limits>
#include <vector>

#include "flangeway/geometry/pair.hpp"

namespace flangeway::geometry {

/// A contact in left-hand coordinates: a point, or the mean over a loaded patch.
struct Touch {
  double height =
      -std::numeric_limits<double>::infinity();  ///< z of the wheelset's centre when it touches; −∞: never
  double wheel_s = 0, rail_s = 0;                ///< arc lengths on the wheel profile and on the placed rail
  Vec2 arm = Vec2::Zero();                       ///< from the wheelset's centre to the contact, track axes
  double angle = 0;  ///< contact angle in the track frame (slope of the common tangent), rad
  /// Relative curvature across the rail of an ellipse like the loaded patch, 1/m; 0: a point
  double lateral_curvature = 0;

  [[nodiscard]] bool found() const { return height > -1e30; }
};

/// The load under which a wheel touches over a patch. Theory: docs/theory/contact_geometry.md, "The loaded
/// patch".
struct WheelLoad {
  double force = 0;  ///< N, vertical; 0: wheel and rail touch at points
  PatchSettings patch;
  /// Parts of the wheel between these arc lengths have patches of their own; rising.
  std::vector<double> divisions;
};

/// A Side prepared for fast searches. Immutable.
class TouchSearch {
 public:
  explicit TouchSearch(const Side& side, const WheelLoad& load = {});

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
  [[nodiscard]] Touch touch_of_points(double y, double roll, double min_wheel_s) const;
  void prepare_load(const WheelLoad& load);
  [[nodiscard]] std::size_t sample_at(double s) const;
  [[nodiscard]] Touch loaded_touch(double y, double roll, double min_wheel_s) const;
  [[nodiscard]] Touch mean_over_patch(double y, double roll, const double* heights, std::size_t first,
                                      std::size_t last) const;

  Side side_;
  std::vector<double> wheel_s_, wheel_y_, wheel_z_;  // samples in the wheelset frame
  double rail_start_ = 0;                            // upper envelope of the rail on a uniform grid of y
  std::vector<double> rail_z_, rail_s_;
  double load_ = 0;                        // of WheelLoad
  std::vector<std::size_t> divisions_;     // samples at which a part begins
  std::vector<double> neighbour_weights_;  // over the distance in samples
  double energy_factor_ = 0;               // N/m^1.75, φ of docs/theory/contact_geometry.md (9)
  std::vector<Vec2> wheel_tangents_;       // of the samples, where a load is given
  std::vector<double> rail_slopes_;        // dz/dy at the nodes of rail_z_, where a load is given
};

}  // namespace flangeway::geometry
