// The law of an element over numbers, and how it changes with what it is a function of. Private to the room.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

struct Model;

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

/// Functions that need the law of a kind. Compiled with the forces of the kind (element_forces.hpp), so that
/// nothing else of the room reads its law.
template <template <typename> class Kind>
struct LawOf {
  using E = Element<Kind>;
  using At = DeformationOf<E, double>;
  [[nodiscard]] static ResponseOf<E, double> response(const Model& model, const E& element, const At& at);
  [[nodiscard]] static TangentOf<E> tangent(const Model& model, const E& element, const At& at);
};

template <template <typename> class Kind>
[[nodiscard]] ResponseOf<Element<Kind>, double> response_of(const Model& model, const Element<Kind>& element,
                                                            const DeformationOf<Element<Kind>, double>& at) {
  return LawOf<Kind>::response(model, element, at);
}

/// By dual numbers.
template <template <typename> class Kind>
[[nodiscard]] TangentOf<Element<Kind>> tangent_of(const Model& model, const Element<Kind>& element,
                                                  const DeformationOf<Element<Kind>, double>& at) {
  return LawOf<Kind>::tangent(model, element, at);
}

}  // namespace flangeway::multibody
