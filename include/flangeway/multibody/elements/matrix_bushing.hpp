// Bushing with full matrices of stiffness and damping. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// A point of pose j in the axes of pose i, and the relative rotation about them: three deflections, then
/// three rotations.
template <typename T>
struct PointAndRotation {
  static constexpr std::size_t components = 6;
  static constexpr bool rotational = false;  ///< the first three are not

  OfPoint<T> point;
  Rotation<T> turn;
  std::array<T, 6> deflection, rate;

  template <typename Parameters>
  PointAndRotation(const Parameters& e, const BasicPose<T>& i, const BasicPose<T>& j)
      : point(e, i, j), turn(e, i, j) {
    for (std::size_t k = 0; k < 3; ++k) {
      deflection[k] = point.deflection[k], deflection[3 + k] = turn.deflection[k];
      rate[k] = point.rate[k], rate[3 + k] = turn.rate[k];
    }
  }
  [[nodiscard]] Wrenches<T> resist(const std::array<T, 6>& f) const {
    const Wrenches<T> pull = point.resist(std::array<T, 3>{f[0], f[1], f[2]}),
                      twist = turn.resist(std::array<T, 3>{f[3], f[4], f[5]});
    return {pull.force, pull.moment_i + twist.moment_i, pull.moment_j + twist.moment_j};
  }
};

/// Forces and moments f = K d + C ḋ − preload, with symmetric K and C whose rows and columns are those of the
/// motion.
template <typename P>
struct MatrixBushing {
  template <typename T>
  using Motion = PointAndRotation<T>;
  static constexpr std::size_t states = 0, curves = 0;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 6, 6> stiffness = Packed<P, 6, 6>::Zero();  ///< N/m, N/rad and Nm/m, Nm/rad
  Packed<P, 6, 6> damping = Packed<P, 6, 6>::Zero();    ///< the same times s
  Packed<P, 6> preload = Packed<P, 6>::Zero();  ///< force and moment on j at zero deflection, axes of i

  template <typename T>
  [[nodiscard]] Response<T, 6> respond(const Curves<P, curves>&, const Deformation<T, 6>& at) const {
    Response<T, 6> r;
    for_each_index<6>([&](std::size_t n) {
      const auto row = static_cast<Eigen::Index>(n);
      T elastic = 0.0, viscous = 0.0;
      for_each_index<6>([&](std::size_t l) {
        const auto column = static_cast<Eigen::Index>(l);
        elastic += stiffness(row, column) * at.deflection[l];
        viscous += damping(row, column) * at.rate[l];
      });
      r.force[n] = elastic + viscous - preload[row];
      r.energy += 0.5 * (elastic * at.deflection[n]) - preload[row] * at.deflection[n];
      r.loss += viscous * at.rate[n];
    });
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) { damping.setZero(); }
};

}  // namespace flangeway::multibody
