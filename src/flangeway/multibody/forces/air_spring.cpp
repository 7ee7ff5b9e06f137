#include "flangeway/multibody/elements/laws/air_spring.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<AirSpring>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<AirSpring>;

}  // namespace flangeway::multibody
