// The templates of creep_forces.hpp. Derivations and limits: docs/theory/creep_forces.md.
#pragma once

#include <cmath>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/math/dual.hpp"

namespace flangeway::contact {
namespace detail {

[[nodiscard]] inline double cube_root(double x) {
  return std::cbrt(x);
}
template <std::size_t N>
[[nodiscard]] math::Dual<N> cube_root(const math::Dual<N>& x) {
  const double root = std::cbrt(x.value);
  return x.chain(root, 1 / (3 * root * root));
}

/// atan(x)/x, smooth through 0.
template <typename T>
[[nodiscard]] T atan_ratio(const T& x) {
  using std::atan;
  const double size = math::value_of(x);
  if (size * size > 1e-6) return atan(x) / x;
  const T square = x * x;  // the next term is below 1e-18
  return 1.0 - square * (1.0 / 3 - square * 0.2);
}

template <typename T>
[[nodiscard]] T friction_coefficient(const Friction& friction, const T& sliding_speed) {
  using std::exp;
  const double a = friction.limit_ratio;
  if (a == 1 || friction.decay == 0) return T(friction.coefficient);
  return friction.coefficient * ((1 - a) * exp(-(friction.decay * sliding_speed)) + a);
}

/// Slopes of the linear law at this load: N, N, N m, N m²; and the semi-axis a (m) and √(ab).
template <typename T>
struct LinearSlopes {
  T f11, f22, f23, f33, a, mean_semi_axis;
};

template <typename T>
[[nodiscard]] LinearSlopes<T> kalker_slopes(const UnitPatch& patch, double shear_modulus,
                                            const T& normal_force) {
  const T root = cube_root(normal_force);
  const T mean = std::sqrt(patch.a * patch.b) * root;
  const T g_area = shear_modulus * mean * mean;
  const T g_volume = g_area * mean;
  return {g_area * patch.c11,          g_area * patch.c22, g_volume * patch.c23,
          g_volume * mean * patch.c33, patch.a * root,     mean};
}

template <typename T>
[[nodiscard]] BasicCreepForces<T> linear_law(const LinearSlopes<T>& k, const BasicCreepages<T>& c) {
  return {-(k.f11 * c.longitudinal), -(k.f22 * c.lateral + k.f23 * c.spin),
          k.f23 * c.lateral - k.f33 * c.spin};
}

/// Cubic saturation of the linear force, ρ = |F|/(μN): ρ − ρ²/3 + ρ³/27 up to full sliding at ρ = 3.
template <typename T>
[[nodiscard]] BasicCreepForces<T> shen_hedrick_elkins(const LinearSlopes<T>& k, const T& bound,
                                                      const BasicCreepages<T>& c) {
  using std::sqrt;
  const BasicCreepForces<T> f = linear_law(k, c);
  const T ratio = sqrt(f.longitudinal * f.longitudinal + f.lateral * f.lateral) / bound;
  const T factor = ratio < T(3) ? 1.0 - ratio * (1.0 / 3 - ratio * (1.0 / 27)) : 1.0 / ratio;
  return {factor * f.longitudinal, factor * f.lateral, factor * f.spin_moment};
}

/// Part of the lateral force that spin makes, [Polach2005] in the closed form of our theory page:
/// f23 φ (|η_c|/s_c)/(1 + ε_s²)².
template <typename T>
[[nodiscard]] T polach_spin_force(const LinearSlopes<T>& k, const UnitPatch& patch, const T& bound,
                                  const T& spin, const T& lateral_size, const T& creepage_size) {
  const double growth = 1 + 6.3 * (1 - std::exp(-patch.a / patch.b));
  const T eps = (8.0 / 3 / growth) * k.f23 * lateral_size / (k.a * bound);
  const T fall = 1.0 + eps * eps;
  const T share = math::value_of(creepage_size) > 0 ? lateral_size / creepage_size : T(1);
  return k.f23 * spin * share / (fall * fall);
}

/// Polach gives no moment. Ours has the linear slopes, is bounded by that of pure spin in full sliding,
/// (3π/16) μN √(ab), and fades where the patch slides as a whole.
template <typename T>
[[nodiscard]] T saturating_moment(const LinearSlopes<T>& k, const T& bound, const BasicCreepages<T>& c,
                                  const T& linear_force_square) {
  using std::abs;
  constexpr double pi = 3.14159265358979323846;
  const T spin_part = k.f33 * c.spin;
  const T limit = (3 * pi / 16) * bound * k.mean_semi_axis;
  const T sliding = 1.0 + (pi * pi / 16) * linear_force_square / (bound * bound);
  return (k.f23 * c.lateral - spin_part / (1.0 + abs(spin_part) / limit)) / sliding;
}

template <typename T>
[[nodiscard]] BasicCreepForces<T> polach(const CreepModel& model, const UnitPatch& patch,
                                         const LinearSlopes<T>& k, const T& bound,
                                         const BasicCreepages<T>& c) {
  using std::abs;
  using std::sqrt;
  constexpr double quarter_pi = 0.25 * 3.14159265358979323846;
  // Below this creepage squared (forces of 1e-5 N) the slopes of each direction are taken: their mean is 0/0.
  constexpr double negligible = 1e-24;
  const T shifted = c.lateral + c.spin * k.a;  // lateral creepage at the leading edge
  const T lateral_size = abs(shifted) > abs(c.lateral) ? abs(shifted) : abs(c.lateral);
  const T square = c.longitudinal * c.longitudinal + c.lateral * c.lateral;
  const T fx = k.f11 * c.longitudinal, fy = k.f22 * c.lateral;
  const T linear_force_square = fx * fx + fy * fy;

  BasicCreepForces<T> force;
  T size = lateral_size;
  if (math::value_of(square) > negligible) {
    size = sqrt(c.longitudinal * c.longitudinal + lateral_size * lateral_size);
    const T slope = sqrt(linear_force_square / square);  // G a b c_jj
    const T eps = quarter_pi * slope * size / bound;
    const T adhesion = model.reduction.k_a * eps, slip = model.reduction.k_s * eps;
    const T factor =
        0.5 * slope *
        (model.reduction.k_a / (1.0 + adhesion * adhesion) + model.reduction.k_s * atan_ratio(slip));
    force.longitudinal = -(factor * c.longitudinal);
    force.lateral = -(factor * c.lateral);
  } else {
    const double start = 0.5 * (model.reduction.k_a + model.reduction.k_s);
    force.longitudinal = -(start * fx);
    force.lateral = -(start * fy);
  }
  if (math::value_of(c.spin) != 0 || !std::is_same_v<T, double>) {
    force.lateral = force.lateral - polach_spin_force(k, patch, bound, c.spin, lateral_size, size);
  }
  force.spin_moment = saturating_moment(k, bound, c, linear_force_square);
  return force;
}

}  // namespace detail

template <typename T>
BasicCreepForces<T> creep_forces(const CreepModel& model, const UnitPatch& patch,
                                 std::type_identity_t<T> normal_force, const BasicCreepages<T>& creepages,
                                 std::type_identity_t<T> sliding_speed) {
  if (!(math::value_of(normal_force) > 0) || model.law == CreepLaw::none) return {};
  if (model.law == CreepLaw::fixed_coefficients) {
    const FixedCoefficients& f = model.fixed;
    return detail::linear_law<T>({T(f.f11), T(f.f22), T(f.f23), T(f.f33), T(0.0), T(0.0)}, creepages);
  }
  const detail::LinearSlopes<T> k = detail::kalker_slopes(patch, model.shear_modulus, normal_force);
  if (model.law == CreepLaw::kalker_linear) return detail::linear_law(k, creepages);
  const T bound = detail::friction_coefficient(model.friction, sliding_speed) * normal_force;
  if (!(math::value_of(bound) > 0)) return {};
  if (model.law == CreepLaw::shen_hedrick_elkins) return detail::shen_hedrick_elkins(k, bound, creepages);
  return detail::polach(model, patch, k, bound, creepages);
}

}  // namespace flangeway::contact
