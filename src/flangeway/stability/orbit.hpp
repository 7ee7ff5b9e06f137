// Periodic solutions of autonomous equations by collocation, and branches of them over a parameter.
// Theory: docs/theory/stability.md.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <vector>

namespace flangeway::stability {

/// dx/dt = f(x, p).
struct Flow {
  /// False where f has no value.
  std::function<bool(const Eigen::VectorXd& x, double parameter, Eigen::VectorXd& rate)> rate;
  Eigen::VectorXd scale;       ///< of the components of x: what counts as much in one as in another
  double parameter_scale = 1;  ///< that counts as much in p
};

/// A closed orbit. Columns of `nodes` are the states at the beginnings of the intervals of time; the three
/// stages of interval i, at Gauss' points, are the columns 3i … 3i + 2 of `stages`.
struct Orbit {
  double parameter = 0, period = 0;
  Eigen::MatrixXd nodes, stages;
  Eigen::VectorXd widths;        ///< of the intervals, shares of the period; their sum is 1
  Eigen::VectorXcd multipliers;  ///< Floquet's, without the one that is 1 on every orbit
  int iterations = 0;            ///< of Newton's method
  [[nodiscard]] bool stable() const;
};

/// How a branch goes on from an orbit: of all its unknowns, per unit of arc length in the scales of the flow.
struct Direction {
  double parameter = 0, period = 0;
  Eigen::MatrixXd nodes, stages;
};

struct OrbitAndDirection {
  Orbit orbit;
  Direction direction;  ///< parameter, period, nodes and stages turn the same way as before
};

inline constexpr Eigen::Index stages_per_interval = 3;

/// A small oscillation about an equilibrium: x + amplitude Re(vector e^{iωt}). Not yet an orbit: it is where
/// a search begins, in the direction of growing amplitude.
[[nodiscard]] OrbitAndDirection small_oscillation(const Eigen::VectorXd& equilibrium,
                                                  const Eigen::VectorXcd& vector, double angular_frequency,
                                                  double parameter, Eigen::Index intervals);

/// The orbit `step` ahead along the branch: predicted along the direction and corrected by Newton's method
/// square to it. Empty where this does not converge.
[[nodiscard]] std::optional<OrbitAndDirection> next_orbit(const Flow& flow, const OrbitAndDirection& from,
                                                          double step);
/// The orbit nearest to one that is almost an orbit, square to its direction. Empty where there is none.
[[nodiscard]] std::optional<OrbitAndDirection> corrected(const Flow& flow, const OrbitAndDirection& near);
/// The orbit at a given parameter, near the one that is given.
[[nodiscard]] std::optional<OrbitAndDirection> orbit_at(const Flow& flow, const OrbitAndDirection& near,
                                                        double parameter);

}  // namespace flangeway::stability
