// Equilibria, eigenvalues over speed and Hopf points of reduced equations.
#pragma once

#include "flangeway/stability/stability.hpp"

namespace flangeway::stability {

/// A Hopf point with what a branch of limit cycles begins with.
struct Crossing {
  HopfPoint point;
  simulate::Mode mode;
  Eigen::VectorXd equilibrium;
};

struct LinearStability {
  std::vector<LocusPoint> locus;
  std::vector<Crossing> crossings;
};

/// Without displacement of the wheelsets at the start, at constant speed.
[[nodiscard]] vehicle_case::CaseModel centred(const vehicle_case::CaseModel& model);

[[nodiscard]] LinearStability linear_stability(simulate::ReducedEquations& equations,
                                               const Settings& settings, const Progress& progress);

/// Where the vehicle runs steadily at a speed, from a neighbouring place. Throws NumericalFailure.
[[nodiscard]] Eigen::VectorXd equilibrium(simulate::ReducedEquations& equations, double speed,
                                          Eigen::VectorXd x);

}  // namespace flangeway::stability
