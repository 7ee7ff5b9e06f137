// A profile that varies along the track or around a wheel: a smooth surface through slices.
#pragma once

#include <memory>
#include <vector>

#include "flangeway/math/cubic_spline.hpp"
#include "flangeway/profile/curve.hpp"

namespace flangeway::profile {

/// How the surface goes from slice to slice.
enum class SliceFit {
  interpolate,  ///< a cubic spline through all of them
  approximate   ///< a cubic B-spline with the slices as control points: sharp edges are rounded
};

struct Slice {
  double place = 0;  ///< m along the track, or rad around the wheel
  std::shared_ptr<const Curve> curve;
  /// Chord lengths in m from the start of the curve at which its parts begin and end; empty: all of it is one
  /// part. As many in all slices.
  std::vector<double> features;
};

/// Points of all slices with the same share of a part lie on one line of the surface.
/// [docs/theory/profiles.md, "Profiles that vary"]
class SlicedProfile {
 public:
  /// At least four slices with rising places.
  SlicedProfile(const std::vector<Slice>& slices, SliceFit fit);
  [[nodiscard]] double first() const { return places_.front(); }
  [[nodiscard]] double last() const { return places_.back(); }

  /// Number of lines along the surface.
  [[nodiscard]] std::size_t lines() const { return y_.empty() ? control_.size() : y_.size(); }
  /// Point of a line; before the first and behind the last slice as there.
  [[nodiscard]] Vec2 point(std::size_t line, double place) const;
  /// The profile at a place.
  [[nodiscard]] Curve at(double place) const;

 private:
  void resample(const std::vector<Slice>& slices);
  void set_knots();
  [[nodiscard]] Vec2 blend(std::size_t line, double place) const;

  std::vector<double> places_, knots_;
  std::vector<std::vector<Vec2>>
      control_;  // line by line, a point for each slice; approximate: and at both ends
  std::vector<math::CubicSpline> y_, z_;  // interpolate: one for each line
};

}  // namespace flangeway::profile
