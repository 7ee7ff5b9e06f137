// Depth of wear over the section of a wheel or a rail.
#pragma once

#include <cstddef>
#include <vector>

#include "flangeway/profile/profile.hpp"

namespace flangeway::damage {

/// Bins of equal width along a profile, over its arc length in m. Added depth keeps its area to the last
/// bits; depth beyond the ends goes into the first or the last bin.
class Section {
 public:
  /// `width`: of a bin, m, > 0; a little less where it does not divide the profile's length.
  Section(profile::Kind kind, const profile::Curve& profile, double width);

  /// Arc length of the point with the lateral coordinate y that the other body meets first, of a wheel the
  /// lowest and of a rail the highest one, m; at the ends where there is none.
  [[nodiscard]] double arc_at(double y) const;
  /// A strip between two arc lengths, either may be the larger, with a depth along the normal, m.
  void add(double from, double to, double depth);
  [[nodiscard]] std::size_t size() const { return depth_.size(); }
  [[nodiscard]] double width() const { return width_; }  ///< m, of a bin
  /// Lateral coordinate of the middle of a bin, m.
  [[nodiscard]] double place(std::size_t bin) const { return places_[bin]; }
  [[nodiscard]] const std::vector<double>& depth() const { return depth_; }
  [[nodiscard]] double area() const;  ///< ∫ depth over the arc length, m²

 private:
  double width_;
  std::vector<double> depth_, places_;
  /// Points that the other body meets first: lateral coordinates, falling, and their arc lengths.
  std::vector<double> seen_y_, seen_arc_;
};

}  // namespace flangeway::damage
