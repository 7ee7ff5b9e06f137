// The ideal track: exact laws of curvature, cant and slope over the arc length.
#pragma once

#include <vector>

#include "flangeway/track/spec.hpp"

namespace flangeway::track {

struct Segment {
  SegmentKind kind = SegmentKind::straight;
  TransitionShape shape = TransitionShape::clothoid;
  double start = 0, length = 0;                   ///< m
  double curvature_start = 0, curvature_end = 0;  ///< 1/m, left positive
  double cant_start = 0, cant_end = 0;            ///< m, right rail above left
  [[nodiscard]] double end() const { return start + length; }
};

/// A stretch of constant rate of slope: straight gradient or vertical circle.
struct SlopePiece {
  double start = 0;  ///< m; holds to the start of the next piece
  double slope = 0;  ///< θ at start, rad, downhill positive
  double rate = 0;   ///< dθ/ds, 1/m
};

/// Share of a transition's change at x = (s − start)/length in 0…1: 0 at 0, 1 at 1.
///   clothoid x, Bloss 3x² − 2x³, sinusoidal x − sin(2πx)/(2π).
[[nodiscard]] double ramp(TransitionShape shape, double x);

class Alignment {
 public:
  Alignment() = default;
  /// Checks segments and gradients. With findings the object is not to be used.
  static Alignment from(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes);

  [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
  [[nodiscard]] double length() const { return segments_.empty() ? 0 : segments_.back().end(); }
  /// Plan curvature, 1/m. The values at both ends are kept beyond them (before a transition: straight). At a
  /// jump the value after it.
  [[nodiscard]] double curvature(double s) const;
  [[nodiscard]] double cant(double s) const;
  /// θ, rad, downhill positive.
  [[nodiscard]] double slope(double s) const;
  /// Rise per run, uphill positive.
  [[nodiscard]] double gradient(double s) const;
  /// All s where a law changes, ascending: quadrature must not cross them.
  [[nodiscard]] std::vector<double> joints() const;

 private:
  [[nodiscard]] const Segment& segment_at(double s) const;

  std::vector<Segment> segments_;
  std::vector<SlopePiece> slopes_;
};

}  // namespace flangeway::track
