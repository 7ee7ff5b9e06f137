#include "flangeway/multibody/elements/laws/pendulum_link.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<PendulumLink>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<PendulumLink>;

}  // namespace flangeway::multibody
