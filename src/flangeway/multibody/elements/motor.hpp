// Motor or brake between two bodies that turn about one axis. Theory: docs/theory/suspension.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Torque on pose j about the axis over the relative speed, and its reaction on pose i.
template <typename P>
struct Motor {
  template <typename T>
  using Motion = Spin<T>;
  static constexpr std::size_t states = 0;
  enum : std::size_t { torque, curves };

  Packed<P, 3> direction = Packed<P, 3>::UnitY();  ///< axes of pose i, unit

  template <typename T>
  [[nodiscard]] Response<T, 1> respond(const Curves<P, curves>& curve, const Deformation<T, 1>& at) const;
  void remove_dampers(std::array<Table, curves>& tables) { tables = {}; }
};

}  // namespace flangeway::multibody
