#include "flangeway/multibody/elements/laws/motor.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Motor>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<Motor>;

}  // namespace flangeway::multibody
