#include "flangeway/contact/halfspace/subsurface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "halfspace_cases.hpp"

namespace flangeway::contact::halfspace {
namespace {

using namespace test;

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
    const double shear = 0.5 * subsurface_stress(g, t, 0.28, z).tresca[25];
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
    const StressField f = subsurface_stress(g, t, nu, z);
    const double u = z / a, direct = -(1 + nu) * (1 - u * std::atan(1 / u)) + 0.5 / (1 + u * u);
    EXPECT_NEAR(f.xx[middle] / 1e9, direct, 2e-3);
    EXPECT_NEAR(f.yy[middle] / 1e9, direct, 2e-3);
    EXPECT_NEAR(f.zz[middle] / 1e9, -1 / (1 + u * u), 2e-3);
    EXPECT_NEAR(f.xy[middle], 0, 1e3);
    EXPECT_NEAR(f.mises[middle], std::abs(f.zz[middle] - f.xx[middle]), 1e-3 * f.mises[middle]);
    EXPECT_NEAR(f.tresca[middle], f.mises[middle], 1e-3 * f.mises[middle]);
  }
  EXPECT_NEAR(0.5 * subsurface_stress(g, t, nu, 0.48e-3).tresca[middle] / 1e9, 0.310, 2e-3);
}

TEST(Subsurface, TheSurfaceCarriesTheTractionsOfBothBodies) {
  Problem p = spin_ellipse(20);
  const Solution s = solve(p);
  const StressField upper = subsurface_stress(p.grid, s.tractions, 0.28, 0),
                    lower = subsurface_stress(p.grid, s.tractions, 0.28, -1e-9);
  const double peak = s.max_pressure;
  for (std::size_t i = 0; i < p.gap.size(); ++i) {
    EXPECT_NEAR(upper.zz[i], -s.tractions.pressure[i], 1e-9 * peak);
    EXPECT_NEAR(upper.xz[i], -s.tractions.x[i], 1e-9 * peak);
    EXPECT_NEAR(upper.yz[i], -s.tractions.y[i], 1e-9 * peak);
    // The bodies hold each other: the same stress vector on the common plane, 1 nm below it.
    EXPECT_NEAR(lower.zz[i], upper.zz[i], 1e-4 * peak);
    EXPECT_NEAR(lower.xz[i], upper.xz[i], 1e-4 * peak);
  }
}

// Equilibrium ∂σ_xj/∂x + ∂σ_yj/∂y + ∂σ_zj/∂z = 0 by central differences, away from the surface.
TEST(Subsurface, StressesAreInEquilibrium) {
  Problem p = spin_ellipse(24);
  const Solution s = solve(p);
  const double z = 2e-3, h = p.grid.dx, k = 1e-5;
  const StressField f = subsurface_stress(p.grid, s.tractions, 0.28, z);
  const StressField above = subsurface_stress(p.grid, s.tractions, 0.28, z - k);
  const StressField below = subsurface_stress(p.grid, s.tractions, 0.28, z + k);
  const auto d = [](const std::vector<double>& v, std::size_t i, std::size_t step, double side) {
    return (v[i + step] - v[i - step]) / (2 * side);
  };
  const double scale = s.max_pressure / 4e-3;
  const auto nx = static_cast<std::size_t>(p.grid.nx);
  for (const std::size_t i : {p.grid.index(12, 12), p.grid.index(8, 14), p.grid.index(16, 9)}) {
    const auto dz = [&](const std::vector<double> StressField::*v) {
      return ((below.*v)[i] - (above.*v)[i]) / (2 * k);
    };
    EXPECT_NEAR(d(f.xx, i, 1, h) + d(f.xy, i, nx, p.grid.dy) + dz(&StressField::xz), 0, 0.02 * scale);
    EXPECT_NEAR(d(f.xy, i, 1, h) + d(f.yy, i, nx, p.grid.dy) + dz(&StressField::yz), 0, 0.02 * scale);
    EXPECT_NEAR(d(f.xz, i, 1, h) + d(f.yz, i, nx, p.grid.dy) + dz(&StressField::zz), 0, 0.02 * scale);
  }
}

}  // namespace
}  // namespace flangeway::contact::halfspace
