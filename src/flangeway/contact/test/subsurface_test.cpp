#include "flangeway/contact/patch/subsurface/subsurface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/stiffness.hpp"
#include "halfspace_cases.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;

Material body(double poisson) {
  return {2.1e11, poisson};
}

/// Tractions on a grid: Hertz pressure of an ellipse (b = 0: a cylinder along y).
Tractions hertz(const Grid& g, double a, double b, double peak) {
  Tractions t;
  t.pressure.assign(g.size(), 0.0);
  t.x = t.y = t.pressure;
  for (int iy = 0; iy < g.ny; ++iy) {
    for (int ix = 0; ix < g.nx; ++ix) {
      const double u = g.x(ix) / a, v = b > 0 ? g.y(iy) / b : 0;
      t.pressure[g.index(ix, iy)] = peak * std::sqrt(std::max(0.0, 1 - u * u - v * v));
    }
  }
  return t;
}

// Line load: largest shear stress 0.300 p₀ at 0.786 a. [Johnson1985, ch. 4.3]
TEST(Subsurface, MaximumUnderALineLoad) {
  const Grid g{51, 1, 2e-3 / 51, 0.5, -1e-3 + 1e-3 / 51, 0};
  const Tractions t = hertz(g, 1e-3, 0, 1e9);
  double most = 0, depth = 0;
  for (double z = 0.6e-3; z < 1e-3; z += 2e-6) {
    const double shear = 0.5 * invariants(StressLayers(g, t).at(body(0.28), z).points[25]).tresca;
    if (shear > most) most = shear, depth = z;
  }
  EXPECT_NEAR(most / 1e9, 0.300, 1e-3);
  EXPECT_NEAR(depth / 1e-3, 0.786, 0.01);
}

// On the axis of a ball's contact, ν = 0.3: largest shear stress 0.310 p₀ at 0.48 a; closed form of all
// stresses. [Johnson1985, eq. 3.45]
TEST(Subsurface, UnderABall) {
  const double a = 1e-3, nu = 0.3;
  const Grid g = centred(81, 81, a, a);
  const Tractions t = hertz(g, a, a, 1e9);
  const std::size_t middle = g.index(40, 40);
  for (const double z : {0.2e-3, 0.48e-3, 1e-3, 3e-3}) {
    const PointStress f = StressLayers(g, t).at(body(nu), z).points[middle];
    const Invariants found = invariants(f);
    const double u = z / a, direct = -(1 + nu) * (1 - u * std::atan(1 / u)) + 0.5 / (1 + u * u);
    EXPECT_NEAR(f.xx / 1e9, direct, 2e-3);
    EXPECT_NEAR(f.yy / 1e9, direct, 2e-3);
    EXPECT_NEAR(f.zz / 1e9, -1 / (1 + u * u), 2e-3);
    EXPECT_NEAR(f.xy, 0, 1e3);
    EXPECT_NEAR(found.mises, std::abs(f.zz - f.xx), 1e-3 * found.mises);
    EXPECT_NEAR(found.tresca, found.mises, 1e-3 * found.mises);
  }
  EXPECT_NEAR(0.5 * invariants(StressLayers(g, t).at(body(nu), 0.48e-3).points[middle]).tresca / 1e9, 0.310,
              2e-3);
}

TEST(Subsurface, TheSurfaceCarriesTheTractionsOfBothBodies) {
  Problem p = spin_ellipse(20);
  const Solution s = solve(p);
  const auto upper = StressLayers(p.grid, s.tractions).at(steel, 0).points,
             lower = StressLayers(p.grid, s.tractions).at(steel, -1e-9).points;
  const double peak = s.max_pressure;
  for (std::size_t i = 0; i < p.gap.size(); ++i) {
    EXPECT_NEAR(upper[i].zz, -s.tractions.pressure[i], 1e-9 * peak);
    EXPECT_NEAR(upper[i].xz, -s.tractions.x[i], 1e-9 * peak);
    EXPECT_NEAR(upper[i].yz, -s.tractions.y[i], 1e-9 * peak);
    // The bodies hold each other: the same stress vector on the common plane, 1 nm below it.
    EXPECT_NEAR(lower[i].zz, upper[i].zz, 1e-4 * peak);
    EXPECT_NEAR(lower[i].xz, upper[i].xz, 1e-4 * peak);
    // The displacement of the elements is the difference of both surfaces.
    if (s.state[i] == ElementState::outside) continue;
    EXPECT_NEAR(upper[i].ux - lower[i].ux, s.displacement_x[i], 1e-5 * s.approach);
    EXPECT_NEAR(upper[i].uy - lower[i].uy, s.displacement_y[i], 1e-5 * s.approach);
    EXPECT_NEAR(upper[i].uz - lower[i].uz, s.displacement_z[i], 1e-5 * s.approach);
  }
}

// Equilibrium ∂σ_xj/∂x + ∂σ_yj/∂y + ∂σ_zj/∂z = 0 by central differences, away from the surface.
TEST(Subsurface, StressesAreInEquilibrium) {
  Problem p = spin_ellipse(24);
  const Solution s = solve(p);
  const double z = 2e-3, h = p.grid.dx, k = 1e-5;
  const auto f = StressLayers(p.grid, s.tractions).at(steel, z).points,
             above = StressLayers(p.grid, s.tractions).at(steel, z - k).points,
             below = StressLayers(p.grid, s.tractions).at(steel, z + k).points;
  using Part = double PointStress::*;
  const double scale = s.max_pressure / 4e-3, young = steel.youngs_modulus;
  const auto nx = static_cast<std::size_t>(p.grid.nx);
  for (const std::size_t i : {p.grid.index(12, 12), p.grid.index(8, 14), p.grid.index(16, 9)}) {
    const auto dx = [&](Part v) { return (f[i + 1].*v - f[i - 1].*v) / (2 * h); };
    const auto dy = [&](Part v) { return (f[i + nx].*v - f[i - nx].*v) / (2 * p.grid.dy); };
    const auto dz = [&](Part v) { return (below[i].*v - above[i].*v) / (2 * k); };
    using P = PointStress;
    EXPECT_NEAR(dx(&P::xx) + dy(&P::xy) + dz(&P::xz), 0, 0.02 * scale);
    EXPECT_NEAR(dx(&P::xy) + dy(&P::yy) + dz(&P::yz), 0, 0.02 * scale);
    EXPECT_NEAR(dx(&P::xz) + dy(&P::yz) + dz(&P::zz), 0, 0.02 * scale);
    // Hooke's law binds displacements and stresses.
    const double limit = 0.02 * s.max_pressure;
    EXPECT_NEAR(young * dx(&P::ux), f[i].xx - 0.28 * (f[i].yy + f[i].zz), limit);
    EXPECT_NEAR(young * dy(&P::uy), f[i].yy - 0.28 * (f[i].xx + f[i].zz), limit);
    EXPECT_NEAR(young * dz(&P::uz), f[i].zz - 0.28 * (f[i].xx + f[i].yy), limit);
    EXPECT_NEAR(steel.shear_modulus() * (dx(&P::uz) + dz(&P::ux)), f[i].xz, limit);
    EXPECT_NEAR(steel.shear_modulus() * (dy(&P::uz) + dz(&P::uy)), f[i].yz, limit);
    EXPECT_NEAR(steel.shear_modulus() * (dx(&P::uy) + dy(&P::ux)), f[i].xy, limit);
  }
}

// All components at all elements, in both bodies, of tractions without any symmetry and of parts of them.
TEST(Subsurface, SumsGiveTheSameAsTransforms) {
  using P = PointStress;
  const Grid g{7, 4, 1e-3, 1.3e-3, -2.5e-3, -2e-3};
  std::vector<Vec2> centres;
  for (int iy = 0; iy < g.ny; ++iy)
    for (int ix = 0; ix < g.nx; ++ix) centres.emplace_back(g.x(ix), g.y(iy));
  Tractions all;
  for (std::size_t i = 0; i < g.size(); ++i) {
    all.pressure.push_back(1e9 * (0.5 + 0.4 * std::sin(1.0 + static_cast<double>(i * i))));
    all.x.push_back(2e8 * std::sin(2.0 + static_cast<double>(3 * i * i)));
    all.y.push_back(1e8 * std::cos(static_cast<double>(5 * i * i)));
  }
  const std::vector<double> no(g.size(), 0.0);
  Tractions aside = all;  // two elements beside the middle
  for (std::size_t i = 0; i < g.size(); ++i)
    if (i != g.index(4, 1) && i != g.index(5, 1)) aside.pressure[i] = aside.x[i] = aside.y[i] = 0;
  for (const Tractions& t :
       {all, Tractions{all.pressure, no, no, {}, {}}, Tractions{all.pressure, no, all.y, {}, {}}, aside}) {
    StressLayers layers(g, t);
    for (const double z : {1e-3, -2e-3, 0.0, 5e-3}) {
      const auto field = layers.at(steel, z).points;
      const auto sums = subsurface_stress_at(g, t, steel, z, centres);
      for (std::size_t i = 0; i < g.size(); ++i) {
        for (const auto part : {&P::xx, &P::yy, &P::zz, &P::xy, &P::xz, &P::yz})
          EXPECT_NEAR(field[i].*part, sums[i].*part, 1e-12 * 1e9) << i << " at " << z;
        for (const auto part : {&P::ux, &P::uy, &P::uz})
          EXPECT_NEAR(field[i].*part, sums[i].*part, 1e-12 * 1e-4) << i << " at " << z;
      }
    }
  }
}

TEST(Subsurface, ThreadsGiveTheSameLayers) {
  const Grid g{9, 6, 1e-3, 1e-3, -4e-3, -2.5e-3};
  const std::vector<double> pressure(g.size(), 1e9), no(g.size(), 0.0);
  StressLayers layers(g, {pressure, no, no, {}, {}});
  std::vector<StressLayers::Depth> depths;
  for (int i = 0; i < 11; ++i) depths.push_back({steel, (i % 2 == 0 ? 1e-4 : -1e-4) * (i + 1)});
  std::vector<StressField> alone, shared;
  layers.at(depths, 1, alone);
  for (const std::size_t threads : {2u, 4u, 50u}) {
    layers.at(depths, threads, shared);
    ASSERT_EQ(shared.size(), depths.size());
    for (std::size_t k = 0; k < depths.size(); ++k) {
      EXPECT_EQ(shared[k].z, depths[k].z);
      for (std::size_t i = 0; i < g.size(); ++i) EXPECT_EQ(shared[k].points[i].xz, alone[k].points[i].xz);
    }
  }
}

TEST(Subsurface, WithoutDisplacementsHasTheSameStresses) {
  const Problem p = spin_ellipse(12);
  const Solution s = solve(p);
  StressLayers layers(p.grid, s.tractions), stresses(p.grid, s.tractions, LayerValues::stresses);
  for (const double z : {1e-3, -2e-3}) {
    const std::vector<PointStress> all = layers.at(steel, z).points, some = stresses.at(steel, z).points;
    for (std::size_t i = 0; i < p.grid.size(); ++i) {
      using P = PointStress;
      for (const auto part : {&P::xx, &P::yy, &P::zz, &P::xy, &P::xz, &P::yz})
        EXPECT_NEAR(some[i].*part, all[i].*part, 1e-13 * 1e9);
      EXPECT_NE(all[i].uz, 0);
      for (const auto part : {&P::ux, &P::uy, &P::uz}) EXPECT_EQ(some[i].*part, 0);
    }
  }
}

TEST(Subsurface, IsSmoothOverTheCornersOfElements) {
  Problem p = spin_ellipse(12);
  const Solution s = solve(p);
  // Over the corner of an element, where the functions of the corners are 0/0.
  const Vec2 corner(p.grid.x(3) + p.grid.dx / 2, p.grid.y(5) + p.grid.dy / 2);
  const PointStress on = subsurface_stress_at(p.grid, s.tractions, steel, 1e-3, {corner})[0],
                    beside = subsurface_stress_at(p.grid, s.tractions, steel, 1e-3,
                                                  {corner + Vec2(1e-8, 1e-8)})[0];
  EXPECT_NEAR(on.xx, beside.xx, 1e-4 * s.max_pressure);
}

// For an ellipse at small creepages: Kalker's coefficients. For a shift: reciprocity.
TEST(TangentialStiffness, IsThatOfTheLinearTheory) {
  Problem p = spin_ellipse(48);
  p.motion.lateral.value = p.motion.spin = 0;
  Workspace workspace;
  const TangentialStiffness k = tangential_stiffness(p, nullptr, solve(p), workspace);
  const Curvatures c = curvatures_of(8e-3, 4e-3, 82e3, steel);
  const UnitPatch unit = unit_patch(2 * c.x, 2 * c.y, steel, steel);
  const double g_area = 82e9 * 32e-6, root = std::sqrt(32e-6);
  EXPECT_NEAR(k.x_by_x, -g_area * unit.c11, 0.03 * g_area * unit.c11);
  EXPECT_NEAR(k.y_by_y, -g_area * unit.c22, 0.03 * g_area * unit.c22);
  EXPECT_NEAR(k.y_by_spin, -g_area * root * unit.c23, 0.05 * g_area * root * unit.c23);
  EXPECT_NEAR(k.x_by_y, 0, 1e-3 * g_area);
  p.motion.kind = TangentialKind::shift;
  const TangentialStiffness shift = tangential_stiffness(p, nullptr, solve(p), workspace);
  EXPECT_LT(shift.x_by_x, 0);
  EXPECT_NEAR(shift.y_by_spin, shift.moment_by_y, 1e-3 * std::abs(shift.moment_by_spin) / 8e-3);
  p.motion.kind = TangentialKind::none;
  EXPECT_EQ(tangential_stiffness(p, nullptr, solve(p), workspace).x_by_x, 0);
}

}  // namespace
}  // namespace flangeway::contact::patch
