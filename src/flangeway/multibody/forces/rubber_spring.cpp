#include "flangeway/multibody/elements/laws/rubber_spring.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<RubberSpring>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<RubberSpring>;

}  // namespace flangeway::multibody
