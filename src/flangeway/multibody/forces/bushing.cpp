#include "flangeway/multibody/elements/laws/bushing.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Bushing>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<Bushing>;

}  // namespace flangeway::multibody
