#include "flangeway/contact/creep_table/half_space.hpp"

#include <cmath>

#include "flangeway/contact/kalker_table.hpp"
#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::table {
namespace {

// Typical wheel on rail; forces in reduced form do not depend on these values.
constexpr double mean_semi_axis = 5e-3, load = 5e4, friction = 0.3, shear_modulus = 8.2e10;
constexpr std::array<int, 2> elements{24, 48};

patch::Problem make_problem(const UnitPatch& ellipse, int n) {
  const double a = mean_semi_axis * ellipse.a, b = mean_semi_axis * ellipse.b;
  const Material steel{2 * (1 + CreepTable::poisson_ratio) * shear_modulus, CreepTable::poisson_ratio};
  patch::Problem p;
  p.grid = {n, n, 2 * a / n, 2 * b / n, a / n - a, b / n - b};
  p.material = patch::combine(steel, steel);
  p.given_pressure = patch::ellipse_pressure(p.grid, a, b, load, patch::PressureShape::elliptic);
  p.gap.assign(p.grid.size(), 0.0);
  p.normal_force = load;
  p.friction[0].kinetic = friction;
  return p;
}

}  // namespace

UnitPatch unit_ellipse(double a_over_b) {
  FLANGEWAY_ASSERT(a_over_b > 0, "an axis has a length");
  const KalkerCoefficients c = kalker_coefficients(std::log(a_over_b), CreepTable::poisson_ratio);
  const double root = std::sqrt(a_over_b);
  return {root, 1 / root, 0, c.c11, c.c22, c.c23, c.c33};
}

double spin_scale(const UnitPatch& ellipse) {
  return 0.5 * (ellipse.c11 * ellipse.b + ellipse.c22 * ellipse.a);
}

HalfSpace::HalfSpace(double a_over_b) : ellipse_(unit_ellipse(a_over_b)) {
  for (std::size_t i = 0; i < meshes_.size(); ++i) meshes_[i].problem = make_problem(ellipse_, elements[i]);
}

ReducedForces HalfSpace::solve(const ReducedCreepages& s, Mesh& mesh) const {
  constexpr double bound = friction * load;
  const double unit = bound / (shear_modulus * mean_semi_axis * mean_semi_axis);
  patch::Motion& motion = mesh.problem.motion;
  motion.longitudinal.value = s.x * unit / ellipse_.c11;
  motion.lateral.value = s.y * unit / ellipse_.c22;
  motion.spin = s.z * unit / (spin_scale(ellipse_) * mean_semi_axis);
  patch::Solution& found = mesh.solution;
  found.tractions.x.clear(), found.tractions.y.clear();
  patch::solve(mesh.problem, nullptr, mesh.workspace, found);
  return {-found.force_x / bound, -found.force_y / bound, -found.moment_z / (bound * mean_semi_axis)};
}

ReducedForces HalfSpace::solve(const ReducedCreepages& s) {
  const ReducedForces coarse = solve(s, meshes_[0]), fine = solve(s, meshes_[1]);
  return {2 * fine.longitudinal - coarse.longitudinal, 2 * fine.lateral - coarse.lateral,
          2 * fine.moment - coarse.moment};
}

}  // namespace flangeway::contact::table

namespace flangeway::contact {

// Pressures p ∝ √(1 − ρ²) over the ellipse; with q² = 1 − ρ² the area element is ρ dρ = q dq.
ReducedForces full_sliding(double a_over_b, const ReducedCreepages& s) {
  constexpr int radii = 40, angles = 80;
  const UnitPatch ellipse = table::unit_ellipse(a_over_b);
  const double along = s.x / ellipse.c11, across = s.y / ellipse.c22, spin = s.z / table::spin_scale(ellipse);
  ReducedForces sum;
  double weights = 0;
  for (int i = 0; i < radii; ++i) {
    const double q = (i + 0.5) / radii, radius = std::sqrt(1 - q * q);
    for (int j = 0; j < angles; ++j) {
      const double angle = 2 * pi * (j + 0.5) / angles;
      const double x = ellipse.a * radius * std::cos(angle), y = ellipse.b * radius * std::sin(angle);
      const double slip_x = along - spin * y, slip_y = across + spin * x, slip = std::hypot(slip_x, slip_y);
      weights += q * q;
      if (slip == 0) continue;
      sum.longitudinal += q * q * slip_x / slip;
      sum.lateral += q * q * slip_y / slip;
      sum.moment += q * q * (x * slip_y - y * slip_x) / slip;
    }
  }
  return {sum.longitudinal / weights, sum.lateral / weights, sum.moment / weights};
}

}  // namespace flangeway::contact
