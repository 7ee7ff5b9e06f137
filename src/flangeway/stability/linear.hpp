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
  std::vector<GrowingRoot> growing;
  std::string failure;  ///< why the locus ends before the highest speed; empty: it does not
};

[[nodiscard]] LinearStability linear_stability(simulate::ReducedEquations& equations,
                                               const Settings& settings, const Progress& progress);

}  // namespace flangeway::stability
