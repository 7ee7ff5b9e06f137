// Which oscillation at one speed is which at another one. Theory: docs/theory/stability.md.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/simulate/linearise.hpp"

namespace flangeway::stability {

/// Slower pairs of eigenvalues are no oscillation, but two real roots.
inline constexpr double min_mode_frequency = 0.01;  // Hz

struct ModeMatch {
  /// For each mode of the second list its place in the first one; none: it begins here, or is no oscillation.
  std::vector<std::optional<std::size_t>> from;
  bool clear = true;  ///< no oscillation has changed its shape so much that another one might be meant
};

/// Matches oscillations by their shapes and eigenvalues. `weight`: of the components in the comparison of
/// shapes.
[[nodiscard]] ModeMatch match(const std::vector<simulate::Mode>& before,
                              const std::vector<simulate::Mode>& after, const Eigen::VectorXd& weight);

/// Weights of the positions: the mass or the moment of inertia of each. All others are zero.
[[nodiscard]] Eigen::VectorXd inertia_weight(const simulate::ReducedEquations& equations);

}  // namespace flangeway::stability
