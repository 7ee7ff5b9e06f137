// Smallest balls, and Dang Van's stress below a line contact against the closed form of its stresses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "flangeway/damage/dang_van.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::damage {
namespace {

using contact::patch::Grid;
using contact::patch::PointStress;
using contact::patch::Tractions;

double distance(const Deviator& a, const Deviator& b) {
  double square = 0;
  for (std::size_t k = 0; k < a.size(); ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(square);
}

TEST(SmallestBall, OfPointsOnAndInASphere) {
  std::mt19937_64 engine(7);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  for (int trial = 0; trial < 50; ++trial) {
    const Deviator middle{3e8 * uniform(), 1e8, -2e8, uniform(), 5e7};
    std::vector<Deviator> points;
    for (int i = 0; i < 60; ++i) {
      Deviator arm{uniform(), uniform(), uniform(), uniform(), uniform()};
      const double length = distance(arm, {}) / (i < 30 ? 1.0 : 0.7);
      Deviator point = middle, opposite = middle;
      for (std::size_t k = 0; k < 5; ++k)
        point[k] += 4e8 * arm[k] / length, opposite[k] -= 4e8 * arm[k] / length;
      points.push_back(point);
      points.push_back(opposite);
    }
    const Ball ball = smallest_ball(points);
    EXPECT_NEAR(ball.radius, 4e8, 10);
    EXPECT_LT(distance(ball.centre, middle), 100);
  }
  EXPECT_EQ(smallest_ball({Deviator{1, 2, 3, 4, 5}}).radius, 0);
  const Ball of_two =
      smallest_ball({Deviator{1, 0, 0, 0, 0}, Deviator{-3, 0, 0, 0, 0}, Deviator{0, 1, 0, 0, 0}});
  EXPECT_NEAR(of_two.radius, 2, 1e-9);
  EXPECT_NEAR(of_two.centre[0], -1, 1e-9);
}

// No ball is smaller: each of many random points outside holds less.
TEST(SmallestBall, HoldsAllPoints) {
  std::mt19937_64 engine(11);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; };
  std::vector<Deviator> points;
  for (int i = 0; i < 300; ++i) points.push_back({uniform(), 2 * uniform(), uniform(), 0.1 * uniform(), 0});
  const Ball ball = smallest_ball(points);
  const auto reach = [&](const Deviator& centre) {
    double most = 0;
    for (const Deviator& point : points) most = std::max(most, distance(centre, point));
    return most;
  };
  EXPECT_NEAR(reach(ball.centre), ball.radius, 1e-9);
  for (int i = 0; i < 200; ++i) {
    Deviator beside = ball.centre;
    for (double& value : beside) value += 1e-3 * uniform();
    EXPECT_GT(reach(beside), ball.radius - 1e-12);
  }
}

PointStress shear(double tau) {
  return {0, 0, 0, 0, tau, 0};
}

// A shear that swings between two values: half of its range, whatever its mean.
TEST(DangVan, ConstantStressesSettle) {
  EXPECT_NEAR(dang_van_stress({shear(-1e8), shear(3e8)}, 0.3), 2e8, 1);
  EXPECT_NEAR(dang_van_stress({shear(2e8)}, 0.3), 0, 1);
  const PointStress pressed{-3e8, -3e8, -3e8, 0, 0, 0}, pulled{3e8, 3e8, 3e8, 0, 0, 0};
  EXPECT_NEAR(dang_van_stress({{}, pressed}, 0.3), 0, 1);
  EXPECT_NEAR(dang_van_stress({{}, pulled}, 0.3), 0.9e8, 1);
  // A bar that is pulled and let go: shear of a quarter of the stress, and a third of it as hydrostatic part.
  EXPECT_NEAR(dang_van_stress({{}, {4e8, 0, 0, 0, 0, 0}}, 0.3), 1e8 + 0.4e8, 1);
}

// Stresses below a line contact of the half-width a without traction [Johnson1985, eq. 4.49], for p₀ = 1.
struct LineStress {
  double xx, zz, xz;
};
LineStress line_stress(double x, double z, double a) {
  const double d = a * a - x * x + z * z, root = std::sqrt(d * d + 4 * x * x * z * z);
  const double m = std::sqrt((root + d) / 2), n = std::copysign(std::sqrt(std::max(0.0, (root - d) / 2)), x);
  const double share = (z * z + n * n) / (m * m + n * n);
  return {-(m * (1 + share) - 2 * z) / a, -m * (1 - share) / a, n * (m * m - z * z) / (m * m + n * n) / a};
}

// An incompressible body: the path lies in the plane of q = (σx − σz)/2 and τ, is symmetric in τ, and its
// circle has its centre on the axis of q. The hydrostatic stress is (σx + σz)/2.
double closed_form(double z, double a, double factor) {
  const auto reach = [&](double centre) {
    double most = std::abs(centre);
    for (int i = 0; i <= 2000; ++i) {
      const LineStress s = line_stress(a * 6 * i / 2000, z, a);
      most = std::max(most, std::hypot((s.xx - s.zz) / 2 - centre, s.xz));
    }
    return most;
  };
  double low = -1, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double first = low + (high - low) / 3, second = high - (high - low) / 3;
    if (reach(first) < reach(second)) {
      high = second;
    } else {
      low = first;
    }
  }
  const double centre = (low + high) / 2;
  double most = std::abs(centre);
  for (int i = 0; i <= 2000; ++i) {
    const LineStress s = line_stress(a * 6 * i / 2000, z, a);
    most = std::max(most, std::hypot((s.xx - s.zz) / 2 - centre, s.xz) + factor * (s.xx + s.zz) / 2);
  }
  return most;
}

TEST(DangVan, BelowALineContact) {
  const double a = 5e-3, p0 = 1e9;
  Grid grid{.nx = 6 * 80, .ny = 1, .dx = a / 40, .dy = 2.0};
  grid.x_first = -grid.dx * (grid.nx - 1) / 2;
  Tractions tractions;
  tractions.pressure.assign(grid.size(), 0);
  tractions.x.assign(grid.size(), 0);
  tractions.y.assign(grid.size(), 0);
  for (int ix = 0; ix < grid.nx; ++ix) {
    const double x = grid.x(ix) / a;
    if (std::abs(x) < 1) tractions.pressure[static_cast<std::size_t>(ix)] = p0 * std::sqrt(1 - x * x);
  }
  const contact::Material body{.youngs_modulus = 2.1e11, .poisson_ratio = 0.5};
  const std::vector<double> depths{0.3 * a, 0.5 * a, 0.8 * a, 1.2 * a, 2 * a};
  for (const double factor : {0.0, 0.3}) {
    const SubsurfaceMap map = subsurface_fatigue(grid, tractions, body, depths, factor);
    for (std::size_t i = 0; i < depths.size(); ++i)
      EXPECT_NEAR(map.stress[i], p0 * closed_form(depths[i], a, factor), 0.004 * p0 * 0.25)
          << depths[i] / a << ' ' << factor;
  }
  // The orthogonal shear swings by ±p₀/4 at half the half-width [Johnson1985, ch. 4.2].
  EXPECT_NEAR(line_stress(0.866 * a, 0.5 * a, a).xz, 0.25, 1e-3);
}

TEST(DangVan, OfAnEllipseIsAMirrorImageAndGrowsWithTheLoad) {
  const contact::Material steel;
  const EllipseContact left{6e-3, 4e-3, 8e4, 1e-3, 2e-3, 0.3, 0.3, 20};
  EllipseContact right = left;
  right.creepage_y = -right.creepage_y, right.spin = -right.spin;
  const SubsurfaceSettings settings{.depths = 8};
  const SubsurfaceMap a = subsurface_fatigue(steel, steel, left, 20, settings),
                      b = subsurface_fatigue(steel, steel, right, 20, settings);
  const std::size_t rows = a.y.size();
  for (std::size_t iz = 0; iz < a.z.size(); ++iz)
    for (std::size_t iy = 0; iy < rows; ++iy)
      EXPECT_NEAR(a.stress[iy + rows * iz], b.stress[rows - 1 - iy + rows * iz], 1e-6 * a.largest);
  EllipseContact heavier = left;
  heavier.normal_force *= 2;
  EXPECT_GT(subsurface_fatigue(steel, steel, heavier, 20, settings).largest, 1.5 * a.largest);
  EXPECT_GT(a.z_largest, 0);
  EllipseContact lifted = left;
  lifted.normal_force = 0;
  EXPECT_EQ(subsurface_fatigue(steel, steel, lifted, 20, settings).largest, 0);
}

}  // namespace
}  // namespace flangeway::damage
