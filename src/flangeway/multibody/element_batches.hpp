// All elements of a model, four of a kind side by side. Private to the room.
#pragma once

#include "flangeway/multibody/element_batch.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/surfaces.hpp"
#include "flangeway/multibody/suspension.hpp"

namespace flangeway::multibody {

struct ElementBatches {
  ElementKinds::Vectors<ElementBatch> kinds;
  /// add_forces() of the kinds that the model has, in their order.
  std::vector<void (*)(const ElementBatches&, ElementSums&)> present;
  Surfaces surfaces;
  SuspensionEnergy energy;  ///< of all elements, from the last evaluation
};

[[nodiscard]] ElementBatches make_element_batches(const Model& model);

}  // namespace flangeway::multibody
