// Elements of one kind four side by side, as a step evaluates them. Private to the room.
#pragma once

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {

/// Places beyond the last element repeat it; what they say is not used.
template <template <typename> class Kind>
struct ElementBatch {
  using Law = Kind<math::Batch>;
  Law law;
  Curves<math::Batch, Law::curves> curves;
  std::size_t count = 0;  ///< elements
  math::Batch present;    ///< 1 for elements, 0 for repeated places
  Indices i{}, j{};       ///< poses
  struct State {
    bool any = false;  ///< of the elements has it
    std::array<bool, math::batch_size> given{};
    Indices index{};  ///< among the auxiliary states, where given
  };
  std::array<State, Law::states> states;
  std::array<Indices, inputs_of<Law>> sources{};  ///< in Workspace::element_force; 0 where there is none
};

struct ElementBatches {
  ElementKinds::Vectors<ElementBatch> kinds;
};

[[nodiscard]] ElementBatches make_element_batches(const Model& model);

}  // namespace flangeway::multibody
