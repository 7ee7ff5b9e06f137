#include "flangeway/multibody/elements/laws/friction.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<Friction>>& batches, ElementSums& sums) {
  add_each(batches, sums);
}

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<RotationFriction>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<Friction>;
template struct LawOf<RotationFriction>;

}  // namespace flangeway::multibody
