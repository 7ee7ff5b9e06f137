// Motor or brake between two bodies that turn about one axis. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

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

/// Torque on pose j about the axis over the relative speed, and its reaction on pose i.
template <typename P>
struct Motor {
  template <typename T>
  using Motion = Spin<T>;
  static constexpr std::size_t states = 0;
  enum : std::size_t { torque, curves };

  Packed<P, 3> direction = Packed<P, 3>::UnitY();  ///< axes of pose i, unit

  template <typename T>
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const {
    constexpr double width = 1e-4;  // rad/s: tables are straight over it, mostly
    const T &speed = at.rate[0], none = 0.0, drive = curve_value(curve[torque], speed, none, width);
    Response<T, 1> r;
    r.force[0] = -drive;
    r.supplied = drive * speed;
    return r;
  }
  void remove_dampers(std::array<Table, curves>& tables) { tables = {}; }
};

}  // namespace flangeway::multibody
