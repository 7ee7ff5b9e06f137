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

}  // namespace flangeway::multibody
