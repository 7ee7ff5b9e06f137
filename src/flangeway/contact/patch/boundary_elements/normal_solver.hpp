// Solves the normal problem of one patch: the gap is closed wherever pressures are positive.
#pragma once

#include <cstdint>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "flangeway/contact/patch/boundary_elements/krylov.hpp"

namespace flangeway::contact::patch {

/// All fields have the size of the convolver's grid.
struct NormalInput {
  const double* gap = nullptr;            ///< h plus what tangential tractions add to the gap, m
  const std::uint8_t* allowed = nullptr;  ///< where contact may be
  NormalControl control = NormalControl::approach;
  double target = 0;        ///< approach in m, or Σ pressure (force over element area) in Pa
  double tolerance = 1e-5;  ///< of the norm of the last change of the pressures
  int max_iterations = 400;
  double modulus = 1;  ///< G/(1−ν) of the pair, Pa: for the first estimate only
};

/// Memory of solve_by_pivoting(): vectors over the elements in contact, and one number for the approach.
struct PivotingWork {
  std::vector<std::size_t> list;
  std::vector<std::uint8_t> active;
  std::vector<double> box, moved, right_side, update, unit;
  KrylovWork krylov;
};

struct NormalWork {
  std::vector<double> v;  ///< A p of the pressures found, m
  std::vector<double> residual, z, direction, image, ones, below, previous_residual;
  std::vector<double> room, active,
      previous_active;  ///< 1 or 0: where contact may be, and where it is or wants to be
  PivotingWork pivoting;
};

struct NormalResult {
  double approach = 0;
  int iterations = 0;
  bool converged = false;
};

/// A first estimate of the pressures, as large as it comes: it has the shape of Hertz's where the undeformed
/// surfaces overlap at half the approach.
void estimate_pressure(const NormalInput& input, const InfluenceSpec& spec, double* pressure);

/// Bound-constrained conjugate gradients, preconditioned by the periodic inverse, after [Vollebregt2014] and
/// [PolonskyKeer1999]. `pressure` holds the first estimate, or zeros: then one is made from the gap.
/// Visco-elastic bodies, whose coefficients are not symmetric, are solved by solve_by_pivoting().
NormalResult solve_normal(const NormalInput& input, Convolver& convolver, NormalWork& work, double* pressure);

/// The same for any coefficients whose symmetric part is positive definite: the elements in contact are
/// guessed, their linear equations solved by GMRES, and all that then pull or penetrate change sides; where
/// that gets nowhere, one of them at a time [JudicePires1994].
NormalResult solve_by_pivoting(const NormalInput& input, Convolver& convolver, NormalWork& work,
                               double* pressure);

}  // namespace flangeway::contact::patch
