// Tangents of elements of any kind.
#pragma once

#include <span>

#include "flangeway/multibody/elements/law.hpp"

namespace flangeway::multibody {

/// The tangent of an element of any kind, for code that is compiled once for all of them. Lives as long as
/// both.
class AnyTangent {
 public:
  template <template <typename> class Kind>
  AnyTangent(const Element<Kind>& element, const TangentOf<Element<Kind>>& tangent)
      : components(component_count<Element<Kind>>),
        states(element.auxiliary),
        first_input(tangent.first_input),
        rows(tangent.rows),
        columns_(tangent.columns),
        value_(tangent.value.data()->data()) {}

  [[nodiscard]] double operator()(std::size_t row, std::size_t column) const {
    return value_[row * columns_ + column];
  }
  /// Slopes of a force component, or of the rate of a state behind them.
  [[nodiscard]] double by_deflection(std::size_t row, std::size_t k) const { return (*this)(row, k); }
  [[nodiscard]] double by_rate(std::size_t row, std::size_t k) const { return (*this)(row, components + k); }
  [[nodiscard]] double by_state(std::size_t row, std::size_t k) const {
    return (*this)(row, 2 * components + k);
  }

  std::size_t components;
  std::span<const std::size_t> states;  ///< their places among the auxiliary states, or no_index
  std::size_t first_input, rows;

 private:
  std::size_t columns_;
  const double* value_;
};

/// How the wrenches of an element under a resistance that stays turn with its poses: by central differences,
/// because they are smooth. Rows: force, moment on i, moment on j. Columns: displacement and rotation of pose
/// i, then of pose j; master components.
using WrenchSlopes = Eigen::Matrix<double, 9, 12>;

template <typename E>
[[nodiscard]] WrenchSlopes wrench_slopes(const E& element, const BasicPose<double>& pose_i,
                                         const BasicPose<double>& pose_j,
                                         const std::array<double, component_count<E>>& resistance) {
  constexpr double step = 1e-5;  // m, rad: a relative error of 1e-10 over lengths of 1 m
  const auto wrenches = [&](Eigen::Index column, double by) {
    BasicPose<double> poses[] = {pose_i, pose_j};
    BasicPose<double>& moved = poses[column / 6];
    const Eigen::Index axis = column % 3;
    if (column % 6 < 3) {
      moved.position[axis] += by;
    } else {
      Packed<double, 3> turn = Packed<double, 3>::Zero();
      turn[axis] = by;
      for (Eigen::Index k = 0; k < 3; ++k)
        moved.rotation.col(k) += turn.cross(Packed<double, 3>(moved.rotation.col(k)));
    }
    const MotionOf<E> motion(element, poses[0], poses[1]);
    const Wrenches<double> at = motion.resist(resistance);
    Eigen::Matrix<double, 9, 1> all;
    for (Eigen::Index k = 0; k < 3; ++k)
      all[k] = at.force[k], all[3 + k] = at.moment_i[k], all[6 + k] = at.moment_j[k];
    return all;
  };
  WrenchSlopes slopes;
  for (Eigen::Index column = 0; column < 12; ++column)
    slopes.col(column) = (wrenches(column, step) - wrenches(column, -step)) / (2 * step);
  return slopes;
}

}  // namespace flangeway::multibody
