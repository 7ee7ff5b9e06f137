#include "flangeway/multibody/elements/laws/torsion.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Torsion>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<Torsion>;

}  // namespace flangeway::multibody
