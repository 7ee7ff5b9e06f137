#include "flangeway/multibody/elements/laws/matrix_bushing.hpp"

#include "flangeway/multibody/element_forces.hpp"

namespace flangeway::multibody {

template <>
FLANGEWAY_VECTORIZED void add_forces(const std::vector<ElementBatch<MatrixBushing>>& batches,
                                     ElementSums& sums) {
  add_each(batches, sums);
}

template struct LawOf<MatrixBushing>;

}  // namespace flangeway::multibody
