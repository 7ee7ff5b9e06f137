// A plane curve through points, made of cubic splines over its arc length.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "flangeway/math/types.hpp"

namespace flangeway::profile {

/// y(s), z(s) over the arc length s ∈ [0, length()], in metres. Because s is the arc length, vertical faces
/// and undercuts are as good as any other place; |dr/ds| is 1 within the accuracy of the splines. Between two
/// breaks the curve has continuous curvature; at a break only the position is certainly continuous (a
/// junction of two arcs, where the curvature jumps, or a kink). Outside [0, length()] the curve goes on
/// straight along its end tangents.
class Curve {
 public:
  /// Interpolates the points, in order; at least 2, and no two successive ones may coincide.
  /// `breaks` are indices of points, ascending, ends not included.
  explicit Curve(const std::vector<Vec2>& points, const std::vector<std::size_t>& breaks = {});

  [[nodiscard]] double length() const { return knots_.back(); }
  [[nodiscard]] Vec2 point(double s) const;
  /// Unit tangent, in the direction of increasing s. At a break: that of the part behind it.
  [[nodiscard]] Vec2 tangent(double s) const;
  /// Curvature in 1/m, with the sign of a rotation from y to z: positive = the centre lies on the left of the
  /// tangent, which is above where y increases (a valley); a crown has a negative curvature.
  [[nodiscard]] double curvature(double s) const;
  /// Direction of the tangent in rad, without jumps of 2π: angle(b) − angle(a) is the turn from a to b, kinks
  /// included.
  [[nodiscard]] double angle(double s) const;

  /// Point, derivative by the arc length and second derivative at once; s within the curve.
  struct Frame {
    Vec2 point, first, second;
  };
  [[nodiscard]] Frame frame(double s) const;

  /// Arc lengths of the points the curve was made from.
  [[nodiscard]] const std::vector<double>& knots() const { return knots_; }
  /// Arc lengths at which the curvature (or the direction) may jump; ends not included.
  [[nodiscard]] const std::vector<double>& breaks() const { return breaks_; }
  /// The points themselves.
  [[nodiscard]] std::vector<Vec2> points() const;

  /// The same curve moved by `shift` (m).
  [[nodiscard]] Curve moved(const Vec2& shift) const;

 private:
  using Cubic = std::array<Vec2, 4>;  // powers 0…3 of s − knot
  struct Derivatives {
    Vec2 first, second;
  };
  [[nodiscard]] std::size_t interval(double s) const;
  [[nodiscard]] Derivatives derivatives(double s) const;
  void accumulate_angles();
  void index_intervals();

  std::vector<double> knots_, breaks_;
  std::vector<std::size_t> bins_;  // interval at the beginning of each of equal parts of the length
  std::vector<Cubic> cubics_;
  std::vector<double> angles_;  // at the left end of each interval
};

/// Mean curvature (1/m) over the arc length s ± window/2, cut off at the ends of the curve: exactly the turn
/// of the tangent between the ends of the window, divided by its length. window > 0, in m; s within the
/// curve.
[[nodiscard]] double smoothed_curvature(const Curve& curve, double s, double window);

}  // namespace flangeway::profile
