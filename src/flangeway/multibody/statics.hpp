// Static equilibrium at the nominal position on straight level track.
#pragma once

#include <string>
#include <vector>

#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

/// A body that the suspension does not hold.
struct Unsupported {
  std::size_t body = 0;
  std::size_t coordinate = 0;  ///< of q: 0 s … 5 yaw
  double residual = 0;         ///< force or moment left over, N or Nm
};

/// Sets the preloads of all elements with auto_preload so that every body but the wheelsets (which the rails
/// hold, but for rolling along them) is in equilibrium in its nominal position. Of several solutions the one
/// that the stiffnesses give: preload = stiffness × deflection under the weight. Joints carry what they hold.
/// Empty: done.
[[nodiscard]] std::vector<Unsupported> solve_preloads(Model& model);

/// For preloads of the file that are off by a little: changes them, and those that are set, by the least that
/// puts all bodies into equilibrium, as springs in one common small displacement do. `unsupported`: what
/// solve_preloads() has left. False, with nothing changed, where a residual is above a thousandth of the
/// weight, or the springs cannot take it.
[[nodiscard]] bool balance_given_preloads(Model& model, const std::vector<Unsupported>& unsupported);

/// A joint that holds again, nominally, what joints before it in the list hold already.
struct RepeatedJoint {
  std::size_t joint = 0;
  std::size_t directions = 0;  ///< of its rows
};
[[nodiscard]] std::vector<RepeatedJoint> repeated_joints(const Model& model);

}  // namespace flangeway::multibody
