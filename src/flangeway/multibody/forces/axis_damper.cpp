#include "flangeway/multibody/elements/laws/axis_damper.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<AxisDamper>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<AxisDamper>;

}  // namespace flangeway::multibody
