// The equations S λ + Σ E F(N(λ)) = b for the two multipliers of a wheelset and Newton's method for them:
// docs/theory/creep_in_time.md (3). One template serves the library (four wheelsets in a Batch) and generated
// code (expressions).
#pragma once

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/wheelrail/laws/contact_place.hpp"

namespace flangeway::wheelrail {

/// E: effect of the creep forces of a contact on both constraints.
template <typename T>
struct BasicCreepEffects {
  Packed<T, 2> on_longitudinal, on_lateral, on_spin;
};

/// Residual and Jacobian.
template <typename T>
struct BasicLoadEquations {
  Packed<T, 2> residual;
  Packed<T, 2, 2> slope;
};

template <typename T>
struct BasicNewtonStep {
  Packed<T, 2> step, multipliers;  ///< the change, and the values after it
  T determinant;                   ///< 0: there is no solution
  T excess;                        ///< N²; negative: the equations are solved
};

template <typename T>
[[nodiscard]] inline T normal_force(const BasicContactPlace<T>& place, const Packed<T, 2>& multipliers) {
  return place.elastic_force + place.multiplier_part[0] * multipliers.x() +
         place.multiplier_part[1] * multipliers.y();
}

/// Without contacts.
template <typename T>
[[nodiscard]] inline BasicLoadEquations<T> begin_equations(const Packed<T, 2, 2>& schur,
                                                           const Packed<T, 2>& right_hand,
                                                           const Packed<T, 2>& multipliers) {
  return {schur * multipliers - right_hand, schur};
}

template <typename T, typename Vector>
[[nodiscard]] inline Vector creep_sum(const Vector& longitudinal, const Vector& lateral, const Vector& spin,
                                      const contact::BasicCreepForces<T>& f) {
  return longitudinal * f.longitudinal + lateral * f.lateral + spin * f.spin_moment;
}

/// `forces` are those of the present multipliers.
template <typename T>
inline void add_creep(const BasicCreepEffects<T>& effects, const contact::BasicCreepForces<T>& forces,
                      BasicLoadEquations<T>& equations) {
  equations.residual += creep_sum<T>(effects.on_longitudinal, effects.on_lateral, effects.on_spin, forces);
}
/// `by_load` is their derivative with respect to the normal force.
template <typename T>
inline void add_creep_slope(const BasicCreepEffects<T>& effects, const contact::BasicCreepForces<T>& by_load,
                            const BasicContactPlace<T>& place, BasicLoadEquations<T>& equations) {
  const Packed<T, 2> change =
      creep_sum<T>(effects.on_longitudinal, effects.on_lateral, effects.on_spin, by_load);
  equations.slope.col(0) += change * place.multiplier_part[0];
  equations.slope.col(1) += change * place.multiplier_part[1];
}

/// `length`: −1, or less in size where full steps may cycle.
template <typename T>
[[nodiscard]] inline BasicNewtonStep<T> newton_step(const BasicLoadEquations<T>& equations,
                                                    const Packed<T, 2>& multipliers, const T& length) {
  using std::sqrt;
  constexpr double relative_tolerance = 1e-3;
  const Packed<T, 2>& r = equations.residual;
  const Packed<T, 2, 2>& slope = equations.slope;
  BasicNewtonStep<T> out;
  out.determinant = slope(0, 0) * slope(1, 1) - slope(0, 1) * slope(1, 0);
  const T scale = length / out.determinant;
  out.step << (slope(1, 1) * r.x() - slope(0, 1) * r.y()) * scale,
      (slope(0, 0) * r.y() - slope(1, 0) * r.x()) * scale;
  out.multipliers = multipliers + out.step;
  const T limit = relative_tolerance * sqrt(out.multipliers.dot(out.multipliers)) + 1e-9;
  out.excess = out.step.dot(out.step) - limit * limit;
  return out;
}

/// Creep forces after the last step, to first order in it: 1e-3 of the load leaves less than 1e-6 in the
/// forces.
template <typename T>
[[nodiscard]] inline contact::BasicCreepForces<T> corrected(const contact::BasicCreepForces<T>& f,
                                                            const contact::BasicCreepForces<T>& by_load,
                                                            const BasicContactPlace<T>& place,
                                                            const Packed<T, 2>& step) {
  const T change = place.multiplier_part[0] * step.x() + place.multiplier_part[1] * step.y();
  return {f.longitudinal + by_load.longitudinal * change, f.lateral + by_load.lateral * change,
          f.spin_moment + by_load.spin_moment * change};
}

/// M x = b for a symmetric or any other regular 2×2 matrix: multipliers that remove a residual in the
/// projection.
template <typename T>
[[nodiscard]] inline Packed<T, 2> solve_two(const Packed<T, 2, 2>& m, const T* b) {
  const T inverse = 1 / (m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0));
  return {(m(1, 1) * b[0] - m(0, 1) * b[1]) * inverse, (m(0, 0) * b[1] - m(1, 0) * b[0]) * inverse};
}

}  // namespace flangeway::wheelrail
