// Constraints φ(q) = 0 with the derivatives that integrators and projections need.
#pragma once

#include <span>
#include <vector>

#include "flangeway/symbolic/frames.hpp"

namespace flangeway::symbolic {

/// m constraints on n coordinates.
struct Constraints {
  std::vector<Expression> residual;               ///< [m] φ
  std::vector<std::vector<Expression>> jacobian;  ///< [m][n] ∂φ/∂q
  std::vector<Expression> velocity_residual;      ///< [m] φ̇ = Φ q̇
  std::vector<Expression> acceleration_side;      ///< [m] γ in Φ q̈ = γ: −(d/dt Φ) q̇
};
[[nodiscard]] Constraints constrain(Frames& frames, std::span<const Expression> residual);

/// ∂x_i/∂symbol_j.
[[nodiscard]] std::vector<std::vector<Expression>> jacobian(expression::Graph& graph,
                                                            std::span<const Expression> x,
                                                            std::span<const Expression> symbols);

}  // namespace flangeway::symbolic
