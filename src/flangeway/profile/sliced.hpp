// A profile that varies along the track or around a wheel: a smooth surface through slices.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
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
  /// part. As many in all slices; negative: not in this slice, of the first or the last ones only.
  std::vector<double> features;
};

/// Points of all slices with the same share of a part lie on one line of the surface. A line ends at the last
/// slice that has it.
/// [docs/theory/profiles.md, "Profiles that vary"]
class SlicedProfile {
 public:
  /// At least four slices with rising places. Slices that have a part follow each other in runs of at least
  /// four, and neighbours have a part in common.
  SlicedProfile(const std::vector<Slice>& slices, SliceFit fit);
  [[nodiscard]] double first() const { return places_.front(); }
  [[nodiscard]] double last() const { return places_.back(); }

  /// Number of lines along the surface.
  [[nodiscard]] std::size_t lines() const { return lines_.size(); }
  /// Whether there is material on a line; before the first and behind the last slice as there.
  [[nodiscard]] bool has(std::size_t line, double place) const;
  /// Point of a line; before the first and behind the last slice as there. Where the line is interrupted, its
  /// nearest end.
  [[nodiscard]] Vec2 point(std::size_t line, double place) const;
  /// The profile at a place.
  [[nodiscard]] Curve at(double place) const;

 private:
  /// A line over slices that follow each other.
  struct Run {
    double first = 0, last = 0;
    math::CubicSpline y, z;                            // interpolate
    std::shared_ptr<const std::vector<double>> knots;  // approximate
    std::vector<Vec2> control;                         // and one more point at both ends
  };

  void add_line(const std::vector<std::optional<Vec2>>& points, SliceFit fit);
  void add_run(std::size_t begin, std::size_t end, const std::vector<std::optional<Vec2>>& points,
               SliceFit fit);
  [[nodiscard]] std::shared_ptr<const std::vector<double>> knots_of(std::size_t begin, std::size_t end);
  [[nodiscard]] const Run& run_at(std::size_t line, double place) const;
  [[nodiscard]] static Vec2 blend(const Run& run, double place);

  std::vector<double> places_;
  std::vector<std::vector<Run>> lines_;
  std::map<std::pair<std::size_t, std::size_t>, std::shared_ptr<const std::vector<double>>> knots_;
};

}  // namespace flangeway::profile
