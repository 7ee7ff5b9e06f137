// Elements whose law a user brings (docs/howto/own_laws.md): along the line of two points, or along a
// direction.
#pragma once

#include <concepts>
#include <memory>

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/library_call.hpp"
#include "flangeway/multibody/elements/motion.hpp"

namespace flangeway::multibody {

/// Its states are the states of the law.
template <typename P, template <typename> class MotionKind>
struct BasicLibrary {
  template <typename T>
  using Motion = MotionKind<T>;
  static constexpr std::size_t states = library_states, curves = 0;
  static constexpr double preload_sign = 1;
  static constexpr bool calls_library = true;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P length = 0;                                    ///< nominal, of a line, m
  Packed<P, 3> direction = Packed<P, 3>::UnitY();  ///< axes of pose i, unit
  P preload = 0;                                   ///< N
  P state_count = 0;                               ///< of the law
  P gives_energy = 0;                              ///< 1: the law gives its energy and its loss; else 0
  P moves = 1;                                     ///< 0: the law sees neither rates nor states

  [[nodiscard]] bool has_state(std::size_t k) const {
    return moves > 0 && static_cast<double>(k) < state_count;
  }

  template <typename T, typename Call>
  [[nodiscard]] Response<T, 1, library_states> respond(const Call& call,
                                                       const Deformation<T, 1, library_states>& at) const;
  void remove_dampers(std::array<Table, curves>&) { moves = 0; }
};

/// In place of tables, the law that an element calls.
template <typename M, calls_library E>
[[nodiscard]] LibraryCall curves_of(const M&, const E& element) {
  return {element.law.get()};
}

/// Resists the elongation between two points.
template <typename P>
struct LibraryLine : BasicLibrary<P, AlongLine> {};

/// Resists the motion of a point of pose j along a direction of pose i.
template <typename P>
struct LibraryDirection : BasicLibrary<P, AlongDirection> {};

}  // namespace flangeway::multibody
