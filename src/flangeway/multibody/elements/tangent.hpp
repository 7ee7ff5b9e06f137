// How the law of an element changes with what it is a function of: by dual numbers.
#pragma once

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {

/// Rows: the force components, then the rates of the states. Columns: deflections, their rates, states,
/// forces of other elements.
template <std::size_t Components, std::size_t States, std::size_t Inputs>
struct Tangent {
  static constexpr std::size_t rows = Components + States, first_input = 2 * Components + States,
                               columns = first_input + Inputs;
  std::array<std::array<double, columns>, rows> value{};
};
template <typename E>
using TangentOf = Tangent<component_count<E>, state_count<E>, input_count<E>>;

template <typename M, typename E>
[[nodiscard]] TangentOf<E> tangent_of(const M& model, const E& element, const DeformationOf<E, double>& at) {
  constexpr std::size_t components = component_count<E>, states = state_count<E>;
  using T = math::Dual<TangentOf<E>::columns>;
  DeformationOf<E, T> moved;
  for (std::size_t k = 0; k < components; ++k) {
    moved.deflection[k] = T::variable(at.deflection[k], k);
    moved.rate[k] = T::variable(at.rate[k], components + k);
  }
  for (std::size_t k = 0; k < states; ++k) {
    moved.state[k] = T::variable(at.state[k], 2 * components + k);
    moved.has[k] = element.auxiliary[k] != no_index;
  }
  for (std::size_t k = 0; k < input_count<E>; ++k)
    moved.input[k] = T::variable(at.input[k], TangentOf<E>::first_input + k);
  const auto response = element.respond(curves_of(model, element), moved);
  TangentOf<E> tangent;
  for (std::size_t k = 0; k < components; ++k) tangent.value[k] = response.force[k].derivative;
  for (std::size_t k = 0; k < states; ++k) tangent.value[components + k] = response.state_rate[k].derivative;
  return tangent;
}

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
