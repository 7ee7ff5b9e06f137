#include "flangeway/multibody/elements/laws/running_resistance.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<RunningResistance>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<RunningResistance>;

}  // namespace flangeway::multibody
