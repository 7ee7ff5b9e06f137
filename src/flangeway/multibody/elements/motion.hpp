// How an element sees its two ends move, and what its resistance does to them: the kinematics of elements
// over any scalar. Theory: docs/theory/suspension.md.
#pragma once

#include <array>
#include <utility>

#include "flangeway/multibody/elements/pose.hpp"

namespace flangeway::multibody {

/// Calls use(0) … use(N − 1). A loop that is no loop to the compiler: what it indexes stays in registers.
template <std::size_t N, typename Use>
void for_each_index(const Use& use) {
  [&]<std::size_t... K>(std::index_sequence<K...>) {
    (use(K), ...);
  }
  (std::make_index_sequence<N>());
}

/// Action of an element on its two ends: a force on pose i and the opposite force on pose j, and moments
/// about the origins of the poses. Master components.
template <typename T>
struct Wrenches {
  Packed<T, 3> force, moment_i, moment_j;
};

/// The same force at one place of each pose; arms from the origins of the poses.
template <typename T>
[[nodiscard]] Wrenches<T> force_at(const Packed<T, 3>& arm_i, const Packed<T, 3>& arm_j,
                                   const Packed<T, 3>& force) {
  const Packed<T, 3> opposite = -force;
  return {force, arm_i.cross(force), arm_j.cross(opposite)};
}

// A motion measures `components` deflections of an element and their rates. Its resist() is the transpose: a
// resistance f takes the power f · rate from the two poses.

/// Along the line of two points: elongation l − length. A resistance is a tension. `length` is a parameter of
/// the element, as point_i and point_j are.
template <typename T>
struct AlongLine {
  static constexpr std::size_t components = 1;
  static constexpr bool rotational = false;

  Packed<T, 3> arm_i, arm_j, direction;
  std::array<T, 1> deflection, rate;

  template <typename Parameters>
  AlongLine(const Parameters& e, const BasicPose<T>& i, const BasicPose<T>& j)
      : arm_i(i.rotation * e.point_i.template cast<T>()), arm_j(j.rotation * e.point_j.template cast<T>()) {
    using std::sqrt;
    const Packed<T, 3> span = j.position + arm_j - i.position - arm_i;
    const T length = sqrt(span.squaredNorm() + tiny);
    direction = span * (T(1) / length);
    deflection[0] = length - e.length;
    rate[0] = direction.dot(j.velocity + j.angular_velocity.cross(arm_j) - i.velocity -
                            i.angular_velocity.cross(arm_i));
  }
  [[nodiscard]] Wrenches<T> resist(const std::array<T, 1>& tension) const {
    return force_at<T>(arm_i, arm_j, tension[0] * direction);
  }

 private:
  static constexpr double tiny = 1e-24;  ///< m²: points that meet have no direction, and need none
};

/// Motion of a point of pose j in the axes of pose i, relative to the point of pose i. The force acts where
/// the point of pose j is, on both poses, so that force and moment balance exactly.
template <typename T>
struct OfPoint {
  static constexpr std::size_t components = 3;
  static constexpr bool rotational = false;

  const Packed<T, 3, 3>& axes;  ///< of pose i, which outlives the motion
  Packed<T, 3> arm_i, arm_j;    ///< both to the point of pose j
  Packed<T, 3> offset, motion;  ///< axes of pose i
  std::array<T, 3> deflection, rate;

  template <typename Parameters>
  OfPoint(const Parameters& e, const BasicPose<T>& i, const BasicPose<T>& j)
      : axes(i.rotation), arm_j(j.rotation * e.point_j.template cast<T>()) {
    arm_i = j.position + arm_j - i.position;
    offset = axes.transpose() * arm_i - e.point_i.template cast<T>();
    const Packed<T, 3> apart =
        j.velocity + j.angular_velocity.cross(arm_j) - i.velocity - i.angular_velocity.cross(arm_i);
    motion = axes.transpose() * apart;
    deflection = {offset[0], offset[1], offset[2]};
    rate = {motion[0], motion[1], motion[2]};
  }
  [[nodiscard]] Wrenches<T> resist(const std::array<T, 3>& resistance) const {
    return resist(Packed<T, 3>{resistance[0], resistance[1], resistance[2]});
  }
  /// Force on pose i in its axes.
  [[nodiscard]] Wrenches<T> resist(const Packed<T, 3>& resistance) const {
    return force_at<T>(arm_i, arm_j, axes * resistance);
  }
};

/// Motion of a point of pose j along a direction fixed in pose i; `direction` is a parameter of the element.
template <typename T>
struct AlongDirection {
  static constexpr std::size_t components = 1;
  static constexpr bool rotational = false;

  OfPoint<T> point;
  Packed<T, 3> direction;  ///< axes of pose i
  std::array<T, 1> deflection, rate;

  template <typename Parameters>
  AlongDirection(const Parameters& e, const BasicPose<T>& i, const BasicPose<T>& j)
      : point(e, i, j),
        direction(e.direction.template cast<T>()),
        deflection{direction.dot(point.offset)},
        rate{direction.dot(point.motion)} {}
  [[nodiscard]] Wrenches<T> resist(const std::array<T, 1>& resistance) const {
    return point.resist(Packed<T, 3>(resistance[0] * direction));
  }
};

/// Relative rotation R = A_iᵀ A_j about the axes of pose i, measured by χ = ½ vee(R − Rᵀ), which is the
/// rotation vector for small angles. A resistance is a moment.
template <typename T>
struct Rotation {
  static constexpr std::size_t components = 3;
  static constexpr bool rotational = true;

  const Packed<T, 3, 3>& axes;  ///< of pose i, which outlives the motion
  Packed<T, 3, 3> map;          ///< χ̇ = map · relative angular velocity in axes of pose i
  std::array<T, 3> deflection, rate;

  template <typename Parameters>
  Rotation(const Parameters&, const BasicPose<T>& i, const BasicPose<T>& j) : axes(i.rotation) {
    const Packed<T, 3, 3> r = axes.transpose() * j.rotation;
    const T half = 0.5;
    deflection = {half * (r(2, 1) - r(1, 2)), half * (r(0, 2) - r(2, 0)), half * (r(1, 0) - r(0, 1))};
    map = -half * r;
    const T trace = half * (r(0, 0) + r(1, 1) + r(2, 2));
    for (Eigen::Index k = 0; k < 3; ++k) map(k, k) += trace;
    const Packed<T, 3> turning = axes.transpose() * (j.angular_velocity - i.angular_velocity);
    const Packed<T, 3> chi_rate = map * turning;
    rate = {chi_rate[0], chi_rate[1], chi_rate[2]};
  }
  [[nodiscard]] Wrenches<T> resist(const std::array<T, 3>& resistance) const {
    const Packed<T, 3> inner = map.transpose() * Packed<T, 3>{resistance[0], resistance[1], resistance[2]};
    const Packed<T, 3> moment = axes * inner;
    return {Packed<T, 3>::Zero(), moment, -moment};
  }
};

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

/// Angular velocity of pose j relative to pose i about a direction fixed in pose i. The angle itself grows
/// without limit and is not measured: the deflection is 0.
template <typename T>
struct Spin {
  static constexpr std::size_t components = 1;
  static constexpr bool rotational = true;

  Packed<T, 3> axis;  ///< master components
  std::array<T, 1> deflection, rate;

  template <typename Parameters>
  Spin(const Parameters& e, const BasicPose<T>& i, const BasicPose<T>& j)
      : axis(i.rotation * e.direction.template cast<T>()),
        deflection{T(0.0)},
        rate{axis.dot(j.angular_velocity - i.angular_velocity)} {}
  [[nodiscard]] Wrenches<T> resist(const std::array<T, 1>& resistance) const {
    const Packed<T, 3> moment = resistance[0] * axis;
    return {Packed<T, 3>::Zero(), moment, -moment};
  }
};

}  // namespace flangeway::multibody
