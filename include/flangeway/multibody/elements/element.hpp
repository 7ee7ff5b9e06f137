// What the kinds of elements have in common.
//
// A kind is a template of one file of this folder: template <typename P> struct Kind. P is double in a Model,
// and math::Batch where a step evaluates four elements side by side. It has
//   - its parameters, every one of them made of P;
//   - Motion<T> (motion.hpp): what it calls a deflection;
//   - states: how many auxiliary states it may have, has_state(k): which of them it has;
//   - curves: how many tables it may have;
//   - respond(curves, deformation): its law over a scalar T, which is P, math::Dual or an expression;
//   - remove_dampers(tables): takes the dampers out of it.
// Those with a preload have `preload` and preload_sign: how it enters the force of respond().
// Forces of a step, output, energy, Jacobian, preloads, relaxation rates and generated code come from these.
#pragma once

#include <string>

#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/motion.hpp"

namespace flangeway::multibody {

/// What a law is a function of.
template <typename T, std::size_t Components, std::size_t States = 0>
struct Deformation {
  std::array<T, Components> deflection, rate;  ///< m and m/s, or rad and rad/s
  std::array<T, States> state;                 ///< auxiliary
  std::array<bool, States> has{};              ///< the element, or one of four, has this state
};

/// What a law says.
template <typename T, std::size_t Components, std::size_t States = 0>
struct Response {
  std::array<T, Components> force;     ///< resists the deflection, N or Nm
  std::array<T, States> state_rate{};  ///< of the states that it has
  T energy = 0.0;                      ///< stored, J; 0 at zero deflection
  T loss = 0.0;                        ///< dissipated power, W
};

/// An element of a Model between two poses.
template <template <typename> class Kind>
struct Element : Kind<double> {
  std::string name, type;  ///< as in the vehicle file
  std::size_t i = 0, j = 0;
  bool auto_preload = true;  ///< solve_preloads() sets the preload
  std::array<Table, Kind<double>::curves> tables;
  std::array<std::size_t, Kind<double>::states> auxiliary{};  ///< no_index: the element has not this state
};

// What an element has, of a type E that is an Element.
template <typename E>
inline constexpr std::size_t component_count = E::template Motion<double>::components;
template <typename E>
inline constexpr std::size_t state_count = std::tuple_size_v<decltype(E::auxiliary)>;
template <typename E>
using MotionOf = typename E::template Motion<double>;
template <typename E, typename T>
using DeformationOf = Deformation<T, component_count<E>, state_count<E>>;

template <typename E>
[[nodiscard]] auto curves_of(const Model& model, const E& element) {
  Curves<double, std::tuple_size_v<decltype(E::tables)>> curves;
  for (std::size_t k = 0; k < curves.size(); ++k) curves[k] = curve_of(model, element.tables[k]);
  return curves;
}

/// What the poses and the auxiliary states of a model mean to one element. T is double or an expression,
/// State gives the auxiliary state of an index.
template <typename T, typename E, typename State>
[[nodiscard]] DeformationOf<E, T> deformation_of(const E& element,
                                                 const typename E::template Motion<T>& motion,
                                                 const State& state) {
  DeformationOf<E, T> at{motion.deflection, motion.rate, {}, {}};
  for (std::size_t k = 0; k < state_count<E>; ++k) {
    at.has[k] = element.auxiliary[k] != no_index;
    if (at.has[k]) at.state[k] = state(element.auxiliary[k]);
  }
  return at;
}

}  // namespace flangeway::multibody
