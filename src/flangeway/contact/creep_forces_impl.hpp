// The templates of creep_forces.hpp, which is the only file that includes this one. N is the type of normal
// forces and C that of creepages; quantities that depend on both have the type of their sum. Derivations and
// limits: docs/theory/creep_forces.md.
#pragma once

#include <array>
#include <cmath>
#include <stdexcept>

#include "flangeway/contact/creep_table.hpp"
#include "flangeway/contact/fastsim_law.hpp"
#include "flangeway/math/dual.hpp"

namespace flangeway::contact {
namespace detail {

template <typename N, typename C>
using Both = decltype(std::declval<N>() + std::declval<C>());

/// Slopes of the linear law at this load: N, N, N m, N m²; the semi-axis a (m), √(ab), and G ab (N).
template <typename N>
struct LinearSlopes {
  N f11, f22, f23, f33, a, mean_semi_axis, g_area;
};

template <typename N>
[[nodiscard]] LinearSlopes<N> kalker_slopes(const BasicUnitPatch<math::scalar_of<N>>& patch,
                                            double shear_modulus, const N& normal_force) {
  using std::cbrt, std::sqrt;
  const N root = cbrt(normal_force);
  const N mean = sqrt(patch.a * patch.b) * root;
  const N g_area = shear_modulus * (mean * mean);
  const N g_volume = g_area * mean;
  return {patch.c11 * g_area,
          patch.c22 * g_area,
          patch.c23 * g_volume,
          patch.c33 * g_volume * mean,
          patch.a * root,
          mean,
          g_area};
}

template <typename N, typename C>
[[nodiscard]] BasicCreepForces<Both<N, C>> linear_law(const LinearSlopes<N>& k, const BasicCreepages<C>& c) {
  return {-(k.f11 * c.longitudinal), -(k.f22 * c.lateral + k.f23 * c.spin),
          k.f23 * c.lateral - k.f33 * c.spin};
}

/// Cubic saturation of the linear force, ρ = |F|/(μN): ρ − ρ²/3 + ρ³/27 up to full sliding at ρ = 3.
template <typename N, typename C, typename B>
[[nodiscard]] BasicCreepForces<Both<N, C>> shen_hedrick_elkins(const LinearSlopes<N>& k, const B& bound,
                                                               const BasicCreepages<C>& c) {
  using math::select;
  using std::sqrt;
  using T = Both<N, C>;
  const BasicCreepForces<T> f = linear_law(k, c);
  const T ratio = sqrt(f.longitudinal * f.longitudinal + f.lateral * f.lateral) / bound;
  const auto partial = ratio < T(3);
  const T factor =
      select(partial, 1.0 - ratio * (1.0 / 3 - ratio * (1.0 / 27)), 1.0 / select(partial, T(1), ratio));
  return {factor * f.longitudinal, factor * f.lateral, factor * f.spin_moment};
}

/// Part of the lateral force that spin makes, [Polach2005] in the closed form of our theory page:
/// f23 φ (|η_c|/s_c)/(1 + ε_s²)².
template <typename N, typename C, typename B, typename T>
[[nodiscard]] T polach_spin_force(const LinearSlopes<N>& k, const BasicUnitPatch<math::scalar_of<N>>& patch,
                                  const B& bound, const C& spin, const T& lateral_size,
                                  const T& creepage_size) {
  using math::select;
  using std::exp;
  const math::scalar_of<N> growth = 1 + 6.3 * (1 - exp(-patch.a / patch.b));
  const T eps = (8.0 / 3 / growth) * (k.f23 * lateral_size) / (k.a * bound);
  const T fall = 1.0 + eps * eps;
  const auto creeping = math::value_of(creepage_size) > 0;
  const T share = select(creeping, lateral_size / select(creeping, creepage_size, T(1)), T(1));
  return k.f23 * spin * share / (fall * fall);
}

/// Polach gives no moment. Ours has the linear slopes, is bounded by that of pure spin in full sliding,
/// (3π/16) μN √(ab), and fades where the patch slides as a whole.
template <typename N, typename C, typename B, typename T>
[[nodiscard]] T saturating_moment(const LinearSlopes<N>& k, const B& bound, const BasicCreepages<C>& c,
                                  const T& linear_force_square) {
  using std::abs;
  constexpr double pi = 3.14159265358979323846;
  const T spin_part = k.f33 * c.spin;
  const T limit = (3 * pi / 16) * (bound * k.mean_semi_axis);
  const T sliding = 1.0 + (pi * pi / 16) * linear_force_square / (bound * bound);
  return (k.f23 * c.lateral - spin_part / (1.0 + abs(spin_part) / limit)) / sliding;
}

template <typename N, typename C, typename B>
[[nodiscard]] BasicCreepForces<Both<N, C>> polach(const CreepModel& model,
                                                  const BasicUnitPatch<math::scalar_of<N>>& patch,
                                                  const LinearSlopes<N>& k, const B& bound,
                                                  const BasicCreepages<C>& c) {
  using math::atan_ratio, math::select;
  using std::abs, std::sqrt;
  using T = Both<N, C>;
  constexpr double quarter_pi = 0.25 * 3.14159265358979323846;
  const auto [k_a, k_s] = model.reduction;
  const T shifted = c.lateral + c.spin * k.a;  // lateral creepage at the leading edge
  const T lateral(c.lateral);
  const T lateral_size = select(abs(shifted) > abs(lateral), abs(shifted), abs(lateral));
  const C square = c.longitudinal * c.longitudinal + c.lateral * c.lateral;
  // The part of the linear force that does not depend on the load comes first: it need not wait for the root
  // of the load.
  const C linear_x = patch.c11 * c.longitudinal, linear_y = patch.c22 * c.lateral;
  const C linear_square = linear_x * linear_x + linear_y * linear_y;

  // Below this creepage squared (forces of 1e-5 N) the slopes of each direction are taken: their mean is 0/0.
  const auto creeping = math::value_of(square) > 1e-24;
  const C divisor = select(creeping, square, C(1));
  const T size =
      select(creeping, sqrt(c.longitudinal * c.longitudinal + lateral_size * lateral_size), lateral_size);
  const T slope = k.g_area * sqrt(linear_square / divisor);  // G a b c_jj
  const T eps = quarter_pi * (slope * size) / bound;
  const T adhesion = k_a * eps;
  const T factor = 0.5 * slope * (k_a / (1.0 + adhesion * adhesion) + k_s * atan_ratio(T(k_s * eps)));
  const double start = 0.5 * (k_a + k_s);
  BasicCreepForces<T> force;
  force.longitudinal = -(select(creeping, factor, T(start * k.f11)) * c.longitudinal);
  force.lateral = -(select(creeping, factor, T(start * k.f22)) * c.lateral) -
                  polach_spin_force(k, patch, bound, c.spin, lateral_size, size);
  force.spin_moment = saturating_moment(k, bound, c, T(k.g_area * k.g_area * linear_square));
  return force;
}

/// Arguments of the table: the position w over the ratio of the axes and v = s/(r₀ + |s|), mirrored to x ≥ 0
/// and z ≥ 0. docs/theory/creep_table.md (1), (2)
template <typename S, typename T>
struct CreepTablePlace {
  S w;
  std::array<T, 3> v;
  std::array<T, 3> linear;  ///< forces of the linear theory over the bound, mirrored and negative
  T rest;                   ///< 1 − |v|
  S sign_x, sign_yz;        ///< −1 where the place is a mirror image
};

template <typename N, typename C, typename B>
[[nodiscard]] auto creep_table_place(const BasicUnitPatch<math::scalar_of<N>>& patch,
                                     const LinearSlopes<N>& k, const B& bound, const BasicCreepages<C>& c) {
  using math::select;
  using std::sqrt;
  using S = math::scalar_of<N>;
  using T = Both<N, C>;
  const S mean = sqrt(patch.a * patch.b),
          spin_scale = (0.5 / mean) * (patch.c11 * patch.b + patch.c22 * patch.a);
  CreepTablePlace<S, T> place;
  place.w = (patch.a - mean) / (patch.a + mean);
  place.sign_x = select(math::value_of(c.longitudinal) < 0, S(-1.0), S(1.0));
  place.sign_yz = select(math::value_of(c.spin) < 0, S(-1.0), S(1.0));
  const auto stiffness = k.g_area / bound;
  const T x = stiffness * ((place.sign_x * patch.c11) * c.longitudinal),
          y = stiffness * ((place.sign_yz * patch.c22) * c.lateral),
          z = (stiffness * k.mean_semi_axis) * ((place.sign_yz * spin_scale) * c.spin);
  // The small addend keeps the slope of the root finite at zero creepage.
  const T inverse = 1.0 / (CreepTable::half_size + sqrt(x * x + y * y + z * z + 1e-30));
  const S inverse_scale = 1.0 / spin_scale;
  place.v = {x * inverse, y * inverse, z * inverse};
  place.rest = CreepTable::half_size * inverse;
  place.linear = {x, y + (patch.c23 * inverse_scale) * z,
                  (patch.c33 * inverse_scale) * z - (patch.c23 / patch.c22) * y};
  return place;
}

/// Forces over the bound that exceed 1 − δ are turned down, with a continuous slope, so that none exceeds 1.
template <typename T>
void keep_in_circle(T& x, T& y) {
  using math::select;
  using std::sqrt;
  constexpr double margin = 0.005, start = 1 - margin;
  const T square = x * x + y * y;
  const auto large = square > T(start * start);
  if (!math::any(large)) return;
  const T size = sqrt(select(large, square, T(1.0))), excess = size - start;
  const T kept = select(excess < T(2 * margin), size - excess * excess * (0.25 / margin), T(1.0));
  const T factor = select(large, kept / size, T(1.0));
  x = factor * x, y = factor * y;
}

/// Forces of the half-space in steady rolling, from the values that `read` finds in the table.
template <typename N, typename C, typename B, typename Read>
[[nodiscard]] BasicCreepForces<Both<N, C>> kalker_table(const BasicUnitPatch<math::scalar_of<N>>& patch,
                                                        const LinearSlopes<N>& k, const B& bound,
                                                        const BasicCreepages<C>& c, const Read& read) {
  using T = Both<N, C>;
  const auto place = creep_table_place(patch, k, bound, c);
  const std::array<T, 3> values = read(place.w, place.v);
  const T share = 1.0 - place.rest, linear_share = place.rest * place.rest;
  T x = share * values[0] + linear_share * place.linear[0],
    y = share * values[1] + linear_share * place.linear[1];
  const T moment = share * values[2] + linear_share * place.linear[2];
  keep_in_circle(x, y);
  const T mirrored_bound = -(place.sign_yz * bound);
  return {-(place.sign_x * (x * bound)), y * mirrored_bound, moment * (mirrored_bound * k.mean_semi_axis)};
}

template <typename N, typename C, typename B>
[[nodiscard]] BasicCreepForces<Both<N, C>> fastsim(const BasicUnitPatch<math::scalar_of<N>>& patch,
                                                   const LinearSlopes<N>& k, const B& bound,
                                                   const BasicCreepages<C>& c) {
  using T = Both<N, C>;
  constexpr double growth = 3 * 3.14159265358979323846 / 16;
  const auto inverse = 1.0 / bound;
  const FastsimForces<T> f =
      fastsim_forces<T>(growth * (k.f11 * inverse * c.longitudinal), growth * (k.f22 * inverse * c.lateral),
                        2.0 * (k.f23 * inverse * c.spin), patch.b / patch.a);
  return {f.longitudinal * bound, f.lateral * bound, f.moment * (bound * k.a)};
}

template <typename N, typename C>
[[nodiscard]] BasicCreepForces<Both<N, C>> fixed_coefficients(const FixedCoefficients& f,
                                                              const BasicCreepages<C>& c) {
  const LinearSlopes<N> k{N(f.f11), N(f.f22), N(f.f23), N(f.f33), N(0.0), N(0.0), N(0.0)};
  return f.limit > 0 ? shen_hedrick_elkins(k, N(f.limit), c) : linear_law(k, c);
}

template <typename T, typename Choice>
[[nodiscard]] BasicCreepForces<T> where(const Choice& choice, const BasicCreepForces<T>& force) {
  using math::select;
  return {select(choice, force.longitudinal, T(0.0)), select(choice, force.lateral, T(0.0)),
          select(choice, force.spin_moment, T(0.0))};
}

}  // namespace detail

template <typename Scalar, typename T>
T friction_coefficient(const BasicFriction<Scalar>& friction, const T& sliding_speed) {
  using math::select;
  using std::exp;
  const Scalar &a = friction.limit_ratio, &start = friction.coefficient;
  const auto falling = (a < 1) & (friction.decay > 0);
  if (!math::any(falling)) return T(start);
  const T fallen = start * ((1 - a) * exp(-(friction.decay * sliding_speed)) + a);
  return select(falling, fallen, T(start));
}

template <typename N, typename C, typename F, typename Read>
auto creep_forces_with(const CreepModel& model, const BasicUnitPatch<math::scalar_of<N>>& patch,
                       const N& normal_force, const BasicCreepages<C>& creepages, const F& friction,
                       const Read& read) -> BasicCreepForces<detail::Both<N, C>> {
  using math::select;
  const auto loaded = math::value_of(normal_force) > 0;
  if (!math::any(loaded)) return {};
  const N load = select(loaded, normal_force, N(1.0));
  const auto slopes = [&] { return detail::kalker_slopes(patch, model.shear_modulus, load); };
  const auto rough = loaded & (math::value_of(friction) > 0);
  const auto bound = [&] { return select(rough, friction, F(1.0)) * load; };
  // A law without its case does not compile: none may get the forces of another.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"
  switch (model.law) {
    case CreepLaw::kalker_table:
      return detail::where(rough, detail::kalker_table(patch, slopes(), bound(), creepages, read));
    case CreepLaw::fastsim:
      return detail::where(rough, detail::fastsim(patch, slopes(), bound(), creepages));
    case CreepLaw::polach:
      return detail::where(rough, detail::polach(model, patch, slopes(), bound(), creepages));
    case CreepLaw::shen_hedrick_elkins:
      return detail::where(rough, detail::shen_hedrick_elkins(slopes(), bound(), creepages));
    case CreepLaw::kalker_linear:
      return detail::where(loaded, detail::linear_law(slopes(), creepages));
    case CreepLaw::fixed_coefficients:
      return detail::where(loaded, detail::fixed_coefficients<N>(model.fixed, creepages));
    case CreepLaw::none:
      return {};
    case CreepLaw::library:
      throw std::logic_error("creep forces of a library, which wheelrail asks for");
  }
#pragma GCC diagnostic pop
  throw std::logic_error("creep forces of a law that is none of the enumeration");
}

template <typename T>
BasicCreepForces<T> creep_forces(const CreepModel& model, const UnitPatch& patch,
                                 std::type_identity_t<T> normal_force, const BasicCreepages<T>& creepages,
                                 std::type_identity_t<T> sliding_speed) {
  return creep_forces_with(model, patch, normal_force, creepages,
                           friction_coefficient(model.friction, sliding_speed));
}

template <typename Scalar>
BasicCreepDamping<Scalar> creep_damping_with(const CreepModel& model, const BasicFriction<Scalar>& friction,
                                             const BasicUnitPatch<Scalar>& patch, const Scalar& normal_force,
                                             const BasicCreepages<Scalar>& creepages,
                                             const Scalar& reference_speed) {
  using Velocity = math::Dual<2, Scalar>;
  BasicCreepages<Velocity> c{Velocity::variable(creepages.longitudinal, 0),
                             Velocity::variable(creepages.lateral, 1), Velocity(creepages.spin)};
  c.longitudinal.derivative[0] = c.lateral.derivative[1] = 1 / reference_speed;  // dξ/dv
  const Velocity speed = reference_speed * sqrt(c.longitudinal * c.longitudinal + c.lateral * c.lateral);
  const auto force = creep_forces_with(model, patch, normal_force, c, friction_coefficient(friction, speed));
  return {-force.longitudinal.derivative[0], -force.lateral.derivative[1]};
}

inline CreepDamping creep_damping(const CreepModel& model, const UnitPatch& patch, double normal_force,
                                  const Creepages& creepages, double reference_speed) {
  return creep_damping_with(model, model.friction, patch, normal_force, creepages, reference_speed);
}

}  // namespace flangeway::contact
