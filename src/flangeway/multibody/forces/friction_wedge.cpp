#include "flangeway/multibody/elements/laws/friction_wedge.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<FrictionWedge>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<FrictionWedge>;

}  // namespace flangeway::multibody
