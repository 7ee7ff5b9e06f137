#include "flangeway/simulate/surface_tolerance.hpp"

#include "flangeway/multibody/lists.hpp"

namespace flangeway::simulate {

// After slip has ended, BDF carries a surface on by a third of its last change, and so on; only the tolerance
// limits this. In a slow cycle with many stops such errors add up.
void tighten_surfaces(const multibody::Model& vehicle, std::vector<integrate::ErrorScale>& scale) {
  constexpr double share = 3e-4;
  for (const std::size_t state : multibody::states_at_rest(vehicle).surfaces)
    scale[vehicle.auxiliary_offset() + state] = {share, share};
}

}  // namespace flangeway::simulate
