#include "flangeway/multibody/elements/laws/centre_bowl.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<CentreBowl>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<CentreBowl>;

}  // namespace flangeway::multibody
