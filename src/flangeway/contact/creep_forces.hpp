// Creep forces of one contact patch from its creepages, as templates over the scalar. Forces act on the wheel
// and oppose the creepage (docs/theory/creep_forces.md).
#pragma once

#include <type_traits>
#include <utility>

#include "flangeway/contact/creep_law.hpp"
#include "flangeway/contact/creep_table_read.hpp"
#include "flangeway/contact/hertz.hpp"
#include "flangeway/math/dual.hpp"

namespace flangeway::contact {

/// Creepages: velocities of the wheel relative to the rail, divided by the reference velocity.
template <typename T>
struct BasicCreepages {
  T longitudinal{}, lateral{};  ///< ξx, ξy, dimensionless
  T spin{};                     ///< φ in 1/m
};
using Creepages = BasicCreepages<double>;

/// On the wheel, in the frame of the contact: x rolling direction, y lateral in the tangent plane, z normal.
template <typename T>
struct BasicCreepForces {
  T longitudinal{}, lateral{};  ///< N
  T spin_moment{};              ///< N m, about the normal
};
using CreepForces = BasicCreepForces<double>;

/// μ(w) = coefficient ((1 − limit_ratio) e^(−decay w) + limit_ratio), w the sliding speed. [Polach2005, eq.
/// 25]
template <typename Scalar>
struct BasicFriction {
  Scalar coefficient = 0.3;  ///< μ0 ≥ 0, at rest
  Scalar limit_ratio = 1;    ///< A = μ∞/μ0, 0 … 1; 1 is Coulomb friction
  Scalar decay = 0;          ///< B in s/m, ≥ 0
};
using Friction = BasicFriction<double>;
/// μ at the sliding speed w in m/s; Scalar as in the law, or a dual number of it.
template <typename Scalar, typename T>
[[nodiscard]] T friction_coefficient(const BasicFriction<Scalar>& friction, const T& sliding_speed);

/// Polach's reduction factors for contaminated rails, 0 < k_s ≤ k_a ≤ 1; 1 and 1 are dry and clean.
struct PolachReduction {
  double k_a = 1;  ///< in the area of adhesion
  double k_s = 1;  ///< in the area of slip
};

/// For CreepLaw::fixed_coefficients: Fx = −f11 ξx, Fy = −f22 ξy − f23 φ, Mz = f23 ξy − f33 φ. With a limit
/// these are saturated as in shen_hedrick_elkins, the limit in place of μN.
struct FixedCoefficients {
  double f11 = 0, f22 = 0;  ///< N
  double f23 = 0;           ///< N m
  double f33 = 0;           ///< N m²
  double limit = 0;         ///< N, of the creep force; 0: none
};

/// Which law, and its constants.
struct CreepModel {
  CreepLaw law = CreepLaw::kalker_table;
  double shear_modulus = 8.203125e10;  ///< Pa; see combined_shear_modulus
  Friction friction;
  PolachReduction reduction;
  FixedCoefficients fixed;
};

/// Creep forces on the wheel for normal force N (N) and sliding speed w (m/s, used by falling friction only).
/// N ≤ 0 gives exactly zero. T is double or math::Dual<n>; normal force and sliding speed may be plain
/// numbers.
template <typename T>
[[nodiscard]] BasicCreepForces<T> creep_forces(const CreepModel& model, const UnitPatch& patch,
                                               std::type_identity_t<T> normal_force,
                                               const BasicCreepages<T>& creepages,
                                               std::type_identity_t<T> sliding_speed);

/// The same for several contacts at once and for chosen derivatives: normal force and creepages are double,
/// Batch or dual numbers of them, each its own; the friction coefficient is given. `read` reads the creep
/// table (generated code does so by itself).
template <typename N, typename C, typename F, typename Read = CreepTableReader>
[[nodiscard]] auto creep_forces_with(const CreepModel& model, const BasicUnitPatch<math::scalar_of<N>>& patch,
                                     const N& normal_force, const BasicCreepages<C>& creepages,
                                     const F& friction, const Read& read = {})
    -> BasicCreepForces<decltype(std::declval<N>() + std::declval<C>())>;

/// How much the forces oppose the sliding velocities v = creepage × reference speed, N s/m:
/// −∂Fx/∂vx and −∂Fy/∂vy, exact derivatives. Falling friction can make them negative.
template <typename Scalar>
struct BasicCreepDamping {
  Scalar longitudinal = 0, lateral = 0;
};
using CreepDamping = BasicCreepDamping<double>;

/// The damping at one operating point, reference_speed > 0 in m/s. The sliding speed is taken as
/// reference_speed·√(ξx² + ξy²), and follows the derivative.
[[nodiscard]] CreepDamping creep_damping(const CreepModel& model, const UnitPatch& patch, double normal_force,
                                         const Creepages& creepages, double reference_speed);
/// The same with the friction apart from the model, for a double or a Batch.
template <typename Scalar>
[[nodiscard]] BasicCreepDamping<Scalar> creep_damping_with(
    const CreepModel& model, const BasicFriction<Scalar>& friction, const BasicUnitPatch<Scalar>& patch,
    const Scalar& normal_force, const BasicCreepages<Scalar>& creepages, const Scalar& reference_speed);

}  // namespace flangeway::contact

#include "flangeway/contact/creep_forces_impl.hpp"
