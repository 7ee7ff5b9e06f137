#include "flangeway/multibody/elements/laws/bump_stop.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<BumpStop>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<BumpStop>;

}  // namespace flangeway::multibody
