// Finds the depth of a wheel that carries a vertical force. Internal to the room.
#pragma once

#include <limits>

namespace flangeway::wheel_on_rail {

/// The vertical force that is to be found, N: one that is given, or at each height of the wheelset above its
/// rail what the springs below the rail carry.
struct VerticalDemand {
  double force = 0;      ///< N, at z = 0
  double stiffness = 0;  ///< N/m ≥ 0: with every m that the wheelset is lower, so much less is carried
  [[nodiscard]] double at(double z) const { return force + stiffness * z; }
};

/// By which factor q a depth is to change for q^power = wanted − slope (q − 1), least … most.
[[nodiscard]] double depth_ratio(double wanted, double slope, double power, double least, double most);

/// Watches the distance of two sides: where steps do not halve it in three, it is to be halved.
class Halving {
 public:
  /// Whether to halve it now; to be called at every step.
  [[nodiscard]] bool is_due(double distance);

 private:
  double checked_distance_ = std::numeric_limits<double>::infinity();
  int steps_ = 0;
};

/// Result at a depth below the height at which the wheel just touches. m, N.
struct Iterate {
  double depth = 0;
  double pressures = 0;  ///< vertical force of the pressures alone
  double force = 0;      ///< with friction: found where `full`, else by a share of the pressures
  bool full = false;
};

/// Steps to the depth at which the vertical force is the wanted one. The force grows like a power of the
/// depth, near 3/2, which is learnt from the last two iterates. Full iterates that carry too little and too
/// much are sides between which the depth lies; where steps do not halve their distance it is halved. So the
/// search ends for every force, between two depths as close as `width` where it jumps.
class DepthSearch {
 public:
  /// The demand is counted from the height at which the wheel just touches.
  DepthSearch(const VerticalDemand& demand, double width) : demand_(demand), width_(width) {}
  /// The depth to try after an iterate.
  [[nodiscard]] double next(const Iterate& iterate);
  /// A depth between the sides: this one, if it is.
  [[nodiscard]] double keep_inside(double depth) const;
  /// Whether nothing is left between the sides.
  [[nodiscard]] bool closed() const { return distance() < width_; }
  /// Load to be carried at a depth, N.
  [[nodiscard]] double wanted(double depth) const { return demand_.at(-depth); }
  /// Full iterate with the smallest error of the force.
  [[nodiscard]] const Iterate& nearest() const { return nearest_; }

 private:
  [[nodiscard]] double distance() const { return high_ - low_; }
  void learn(const Iterate& iterate);
  void narrow(const Iterate& iterate);
  [[nodiscard]] double step(const Iterate& iterate) const;

  VerticalDemand demand_;
  double width_;
  double low_ = 0, high_ = std::numeric_limits<double>::infinity();  // too little and too much force
  double power_ = 1.5;
  Halving halving_;
  Iterate last_, nearest_;
};

}  // namespace flangeway::wheel_on_rail
