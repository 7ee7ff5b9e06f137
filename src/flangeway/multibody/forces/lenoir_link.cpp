#include "flangeway/multibody/elements/laws/lenoir_link.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<LenoirLink>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<LenoirLink>;

}  // namespace flangeway::multibody
