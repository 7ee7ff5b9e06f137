#include "flangeway/simulate/surface_tolerance.hpp"

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::simulate {

// After slip has ended, BDF carries a surface on by a third of its last change, and so on; only the tolerance
// limits this. In a slow cycle with many stops such errors add up.
void tighten_surfaces(const multibody::Model& vehicle, std::vector<integrate::ErrorScale>& scale) {
  constexpr double share = 3e-4;
  multibody::for_each_element(vehicle, [&](const auto& element) {
    if constexpr (multibody::has_surfaces<std::decay_t<decltype(element)>>) {
      for (std::size_t k = 0; k < element.auxiliary.size(); ++k) {
        if (element.auxiliary[k] == multibody::no_index || !(element.slip_rate(k) > 0)) continue;
        scale[vehicle.auxiliary_offset() + element.auxiliary[k]] = {share, share};
      }
    }
  });
}

}  // namespace flangeway::simulate
