// A list of kinds of elements; cmake/Elements.cmake has the kinds.
#pragma once

#include <tuple>
#include <vector>

namespace flangeway::multibody {

template <template <typename> class... Kinds>
struct KindList {
  /// One vector of each kind: of its elements, or of its batches.
  template <template <template <typename> class> class Of>
  using Vectors = std::tuple<std::vector<Of<Kinds>>...>;
};

}  // namespace flangeway::multibody
