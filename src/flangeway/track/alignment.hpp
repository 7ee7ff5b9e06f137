// The ideal track: exact laws of curvature, cant and slope over the arc length.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/track/spec.hpp"

namespace flangeway::track {

struct Segment {
  SegmentKind kind = SegmentKind::straight;
  TransitionShape shape = TransitionShape::clothoid;
  double start = 0, length = 0;                   ///< m
  double curvature_start = 0, curvature_end = 0;  ///< 1/m, left positive
  double cant_start = 0, cant_end = 0;            ///< m, right rail above left
  double plan_start = 0, plan_length = 0;         ///< m in plan: as start and length unless heights are given
  double gravity_height = 0;                      ///< m, of a Viennese bend
  double gravity_term = 0;  ///< 1/m, of a Viennese bend: the factor of f'' in its curvature
  double end_tangent = 0;   ///< of the angle through which a curve over its tangent turns
  [[nodiscard]] double end() const { return start + length; }
};

/// A stretch of constant rate of slope: straight gradient or vertical circle.
struct SlopePiece {
  double start = 0;  ///< m; holds to the start of the next piece
  double slope = 0;  ///< θ at start, rad, downhill positive
  double rate = 0;   ///< dθ/ds, 1/m
};

/// A stretch of the profile between changes of its law, over the distance in plan.
struct ProfilePiece {
  double plan = 0, s = 0;  ///< m, of its start
  double height = 0;       ///< m
  double gradient = 0;     ///< rise per run at the start
  double rate = 0;         ///< of the gradient at the start, 1/m: parabola
  double rate_change = 0;  ///< of the rate, 1/m²: clothoid
  double radius = 0;       ///< m, of a circle, hollow positive; 0: none
};

/// A stretch in which cant changes, over the positions of the file.
struct CantPiece {
  double start = 0, length = 0;
  double cant_start = 0, cant_end = 0;
  TransitionShape shape = TransitionShape::clothoid;
};

/// Share of a transition's change at x = (s − start)/length in 0…1: 0 at 0, 1 at 1.
///   clothoid x, Bloss 3x² − 2x³, sinusoidal x − sin(2πx)/(2π), cosine (1 − cos πx)/2, Helmert 2x² and
///   1 − 2(1 − x)², Viennese 35x⁴ − 84x⁵ + 70x⁶ − 20x⁷; cubic parabola: that of its cant, x; half wave of a
///   sine: that of its cant, (1 − cos πx)/2.
[[nodiscard]] double ramp(TransitionShape shape, double x);
/// Second derivative of the ramp of the Viennese bend.
[[nodiscard]] double viennese_second(double x);
/// Whether the shape is defined by y(x) over the tangent at its straight end, not by its curvature.
[[nodiscard]] constexpr bool is_over_tangent(TransitionShape shape) {
  return shape == TransitionShape::cubic_parabola || shape == TransitionShape::sine_half_wave;
}
/// Curvature of a curve over its tangent with this end tangent at the share x of its length, over that at its
/// end.
[[nodiscard]] double parabola_share(TransitionShape shape, double end_tangent, double x);
/// 1/m, at the end of a curve over its tangent X that belongs to a circle of this curvature, 1/m, by its
/// second derivative: y = x³/(6RX), or y'' = (1 − cos(πx/X))/(2R). `length`: m, of its arc. Nothing where it
/// turns through more than 24.1 degrees.
[[nodiscard]] std::optional<double> end_over_tangent(TransitionShape shape, double curvature, double length);

class Alignment {
 public:
  Alignment() = default;
  /// Checks segments and gradients. With findings the object is not to be used.
  static Alignment from(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes);

  [[nodiscard]] const std::vector<Segment>& segments() const { return segments_; }
  [[nodiscard]] double length() const { return segments_.empty() ? 0 : segments_.back().end(); }
  /// Plan curvature, 1/m. The values at both ends are kept beyond them (before a transition: straight). At a
  /// jump the value after it. Curvature and cant are means over the seam length about s.
  [[nodiscard]] double curvature(double s) const;
  [[nodiscard]] double cant(double s) const;
  /// θ, rad, downhill positive.
  [[nodiscard]] double slope(double s) const;
  /// Rise per run, uphill positive.
  [[nodiscard]] double gradient(double s) const;
  /// Position in plan that belongs to s, and back. The same unless heights are given.
  [[nodiscard]] double plan(double s) const;
  [[nodiscard]] double arc(double plan) const;
  /// Length in plan from the start, with gradients too, m.
  [[nodiscard]] double plan_length(double s) const;
  /// m: as given by heights, else above the start.
  [[nodiscard]] double height(double s) const;
  [[nodiscard]] bool level() const;
  [[nodiscard]] const std::vector<HeightSpec>& heights() const { return heights_; }
  [[nodiscard]] const std::vector<SlopePiece>& slopes() const { return slopes_; }
  /// Empty if the segments have the cant.
  [[nodiscard]] const std::vector<CantPiece>& cants() const { return cants_; }
  [[nodiscard]] const std::vector<ChainageSpec>& chainages() const { return chainage_; }
  /// Chainage at s, m, if there is any.
  [[nodiscard]] std::optional<double> chainage(double s) const;
  /// All s where a law changes, ascending: quadrature must not cross them.
  [[nodiscard]] std::vector<double> joints() const;

 private:
  [[nodiscard]] const Segment& segment_at(double s) const;
  [[nodiscard]] double given_curvature(double s) const;
  [[nodiscard]] double given_cant(double s) const;
  /// Mean of a law over the seam length about s.
  template <typename Law>
  [[nodiscard]] double mean_over_seam(double s, const Law& law) const;
  /// The s where the law of a segment, of cant or of slope changes, ascending.
  [[nodiscard]] std::vector<double> seams() const;

  std::vector<Segment> segments_;
  std::vector<SlopePiece> slopes_;
  std::vector<HeightSpec> heights_;
  std::vector<ProfilePiece> profile_;
  std::vector<CantPiece> cants_;
  std::vector<ChainageSpec> chainage_;
  double seam_length_ = 0;     // m
  std::vector<double> seams_;  // m; empty where nothing is averaged
};

}  // namespace flangeway::track
