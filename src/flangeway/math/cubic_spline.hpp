// An interpolating cubic spline on any increasing nodes.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace flangeway::math {

enum class SplineEnds { not_a_knot, natural };

/// C² cubic spline through (x_i, y_i); nodes strictly increasing, at least 2.
/// With 2 nodes a straight line, with 3 a parabola (not-a-knot) or the natural spline.
/// Outside the nodes the end cubics are continued.
class CubicSpline {
 public:
  CubicSpline() = default;
  CubicSpline(std::vector<double> nodes, std::vector<double> values,
              SplineEnds ends = SplineEnds::not_a_knot);

  [[nodiscard]] bool empty() const { return nodes_.empty(); }
  [[nodiscard]] const std::vector<double>& nodes() const { return nodes_; }
  [[nodiscard]] double value(double x) const;
  [[nodiscard]] double first(double x) const;
  [[nodiscard]] double second(double x) const;
  /// Powers 0…3 of (x − node) in interval i.
  [[nodiscard]] std::array<double, 4> coefficients(std::size_t interval) const { return cubics_[interval]; }

 private:
  [[nodiscard]] std::size_t interval(double x) const;

  std::vector<double> nodes_;
  std::vector<std::array<double, 4>> cubics_;
};

}  // namespace flangeway::math
