// Solves the tangential problem of one patch with given traction bounds.
#pragma once

#include <array>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/contact_elements.hpp"
#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "flangeway/contact/patch/boundary_elements/krylov.hpp"

namespace flangeway::contact::patch {

/// Slip per step of body 1 over body 2 at element i: s = rigid + shift of creepage + L p. L p is A p, the
/// displacement of the tractions, or in steady rolling the difference A p − (A p one element ahead).
/// Friction that depends on the slip; the bounds then follow the slip.
struct SlipFriction {
  const FrictionLaw* const* laws = nullptr;  ///< count; null: the bounds are fixed
  const double* pressure = nullptr;          ///< count, Pa
  const double* most = nullptr;              ///< count, Pa: largest bounds whatever the slip is; or null
  double speed = 1;                          ///< slip speed in m/s of a slip of 1 m per step
  double initial_speed = 0;                  ///< slip speed at which the coefficients start
  double memory = 0;                         ///< step/(speed·distance) in s/m, for FrictionMemory; 0: none
  double minimal_speed = 0;                  ///< of FrictionMemory
  const double* before = nullptr;            ///< count: μ before this step; null: along the row, steadily
  double* coefficient = nullptr;             ///< count: μ, out
};

/// A third body that yields with hardening or softening: an element whose traction p exceeds `stress` shears
/// plastically by d = (|p| − stress)/hardening against its slip, up to friction. Without hardening the bound
/// is the smaller one of both from the beginning.
struct Yielding {
  const double* stress = nullptr;    ///< count, Pa, before this step; null: nothing hardens
  const double* friction = nullptr;  ///< count, Pa: the bound of friction
  double hardening = 0;              ///< Pa/m of slip per step, not 0
  double least_stress = 0;           ///< Pa, where it softens
};

struct TangentialInput {
  const ContactElements* elements = nullptr;
  bool steady = false;
  double* bound = nullptr;         ///< count, Pa: |p| ≤ bound
  SlipFriction friction;           ///< if its laws are given, sets the bounds
  Yielding yielding;               ///< if its stress is given, sets the bounds
  const double* rigid = nullptr;   ///< 2·count, m: what does not depend on these tractions
  const double* share = nullptr;   ///< count: of a creepage that counts at an element; null: all of it
  std::array<bool, 2> by_force{};  ///< whether Σ p of a direction is given, and the creepage is to be found
  std::array<double, 2> target{};  ///< Σ p in Pa where given
  const std::uint8_t* start_sliding = nullptr;  ///< count: states that belong to the estimate; or null
  std::array<double, 2> start_creepage{};       ///< where the force is given
  double tolerance = 1e-5;
  double unsettled = 5e-5;  ///< share of the elements that may still change between adhesion and sliding
  int max_iterations = 60;
};

struct TangentialWork {
  std::vector<double> slip, box_a, box_b, box_c, box_d, start, update, right_side, unit_x, unit_y,
      normal_slip;
  std::vector<double> displacement_x, displacement_y;  ///< A p of the tractions found, m
  std::vector<double> free, across, slide_share;       ///< of the division: see Newton::linearise()
  std::vector<double> along,
      radial;  ///< of elements that yield: direction of p; stiffness along it less across
  KrylovWork krylov;
  std::vector<std::uint8_t> sliding, yielding;
};

struct TangentialResult {
  std::array<double, 2> creepage{};  ///< added rigid slip per step in m where the force is given
  int iterations = 0, products = 0;  ///< of Newton's method; with the coefficients or the preconditioner
  bool converged = false;
  bool reachable = true;  ///< the given force is not larger than friction
};

/// Semi-smooth Newton method: every element adheres (no slip) or slides (traction at its bound against the
/// slip), and the linear equations of each division are solved by preconditioned GMRES.
/// [docs/theory/halfspace.md] `tractions` (2·count) holds the first estimate; all zeros: one is made.
/// work.slip holds s at the end.
TangentialResult solve_tangential(const TangentialInput& input, Convolver& convolver, TangentialWork& work,
                                  double* tractions);

/// The same for steady rolling or shifts with given creepages and fixed bounds, element by element
/// (Gauss–Seidel) with direct sums: cost n² per sweep. A check of the other.
TangentialResult solve_tangential_by_sweeps(const TangentialInput& input, const InfluenceTable& table,
                                            TangentialWork& work, double* tractions);

}  // namespace flangeway::contact::patch
