#include "flangeway/multibody/elements/laws/actuator.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Actuator>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<TorqueActuator>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<Actuator>;
template struct LawOf<TorqueActuator>;

}  // namespace flangeway::multibody
