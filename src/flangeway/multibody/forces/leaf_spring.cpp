#include "flangeway/multibody/elements/laws/leaf_spring.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<LeafSpring>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<LeafSpring>;

}  // namespace flangeway::multibody
