#include "flangeway/multibody/elements/laws/axial.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Axial>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<Axial>;

}  // namespace flangeway::multibody
