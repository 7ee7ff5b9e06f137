#include "flangeway/multibody/elements/laws/draw_gear.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<DrawGear>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Buffer>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<DrawGear>;
template struct LawOf<Buffer>;

}  // namespace flangeway::multibody
