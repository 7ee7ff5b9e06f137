#include "flangeway/multibody/elements/laws/maxwell_damper.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<MaxwellDamper>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<MaxwellDamper>;

}  // namespace flangeway::multibody
