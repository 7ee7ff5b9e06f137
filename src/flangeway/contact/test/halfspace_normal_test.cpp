#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "flangeway/contact/patch/boundary_elements/influence.hpp"
#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

const Material steel{2 * 1.28 * 82e9, 0.28};

/// A ball of radius 0.5 m on a plane, contact radius a as by Hertz, n × n elements over 2.1 a.
struct Ball {
  double radius = 0.5, a = 5e-3;
  [[nodiscard]] double approach() const { return a * a / radius; }
  [[nodiscard]] double force() const { return 4 * contact_modulus(steel, steel) * a * a * a / (3 * radius); }
  [[nodiscard]] double peak() const { return 1.5 * force() / (pi * a * a); }

  [[nodiscard]] Problem problem(int n) const {
    Problem p;
    const double side = 2.1 * a / n;
    p.grid = {n, n, side, side, -0.5 * (n - 1) * side, -0.5 * (n - 1) * side};
    p.material = combine(steel, steel);
    for (int iy = 0; iy < n; ++iy) {
      for (int ix = 0; ix < n; ++ix) {
        p.gap.push_back((p.grid.x(ix) * p.grid.x(ix) + p.grid.y(iy) * p.grid.y(iy)) / (2 * radius));
      }
    }
    p.motion.kind = TangentialKind::none;
    p.normal_force = force();
    p.approach = approach();
    return p;
  }
};

TEST(HalfspaceNormal, ConvergesToHertzWithTheElementSize) {
  const Ball ball;
  for (const int n : {11, 22, 44, 88}) {
    Problem p = ball.problem(n);
    const Solution by_force = solve(p);
    EXPECT_EQ(by_force.outcome, Outcome::solved);
    EXPECT_NEAR(by_force.normal_force / ball.force(), 1, 1e-12);
    const double error = std::abs(by_force.approach / ball.approach() - 1);
    EXPECT_LT(error, 0.3 / (n * n));  // order h²
    p.normal_control = NormalControl::approach;
    const Solution by_approach = solve(p);
    EXPECT_NEAR(by_approach.normal_force / ball.force(), 1, 0.6 / (n * n));
    EXPECT_NEAR(by_approach.max_pressure / ball.peak(), 1, 0.15 / n);
  }
}

// Work of the load by Hertz: U = ∫ F dδ = (2/5) F δ; the stored ½∫pu is what the gap did not take.
TEST(HalfspaceNormal, EnergyIsTheWorkOfTheForce) {
  const Ball ball;
  const Solution s = solve(ball.problem(60));
  EXPECT_NEAR(s.elastic_energy / (0.4 * ball.force() * ball.approach()), 1, 1e-3);
}

/// ‖p − q‖/‖q‖ of the pressures.
double pressures_apart(const Solution& p, const Solution& q) {
  double apart = 0, size = 0;
  for (std::size_t i = 0; i < q.tractions.pressure.size(); ++i) {
    apart += std::pow(p.tractions.pressure[i] - q.tractions.pressure[i], 2);
    size += std::pow(q.tractions.pressure[i], 2);
  }
  return std::sqrt(apart / size);
}

/// Checks that the gap is closed under pressure and not negative elsewhere where contact is allowed;
/// `tolerance` relative to the approach.
void expect_solution(const Problem& p, const Solution& s, double tolerance) {
  ASSERT_EQ(s.outcome, Outcome::solved);
  for (std::size_t i = 0; i < p.gap.size(); ++i) {
    const double gap = p.gap[i] - s.approach + s.displacement_z[i], pressure = s.tractions.pressure[i];
    EXPECT_GE(pressure, 0);
    if (!p.may_touch.empty() && !p.may_touch[i]) {
      EXPECT_EQ(pressure, 0);
    } else if (pressure > 0) {
      EXPECT_NEAR(gap / s.approach, 0, tolerance);
    } else {
      EXPECT_GT(gap, -tolerance * s.approach);
    }
  }
}

TEST(HalfspaceNormal, PressuresCloseTheGapAndPullNowhere) {
  for (const NormalControl control : {NormalControl::force, NormalControl::approach}) {
    for (const int n : {31, 61}) {  // the larger one starts from coarser elements
      Problem p = Ball().problem(n);
      p.normal_control = control;
      p.settings.tolerance = 1e-10;
      expect_solution(p, solve(p), 1e-8);
    }
  }
}

// Steps in single precision end where those in full precision do. The largest grid has the most to lose:
// noise of displacements is short, and pressures answer it the more the smaller the elements are.
TEST(HalfspaceNormal, SinglePrecisionOfTheStepsDoesNotShow) {
  for (const int n : {23, 61, 250}) {
    Problem p = Ball().problem(n);
    p.normal_control = NormalControl::approach;
    const Solution usual = solve(p);
    expect_solution(p, usual, 1e-4);
    p.settings.tolerance = 1e-9;
    const Solution exact = solve(p);
    EXPECT_LT(pressures_apart(usual, exact), 2e-5) << n;  // twice the tolerance of the last step
    EXPECT_NEAR(usual.normal_force / exact.normal_force, 1, 1e-6) << n;
  }
}

// Pressures that are brought along may lie anywhere: all of the way is then gone in single precision.
TEST(HalfspaceNormal, StartsFarAwayEndAtTheSamePressures) {
  Problem p = Ball().problem(200);
  p.normal_control = NormalControl::approach;
  p.settings.tolerance = 1e-9;
  const Solution exact = solve(p);
  p.settings.tolerance = 1e-6;
  Workspace workspace;
  Solution s;
  s.tractions.pressure.assign(p.gap.size(), 0.0);
  std::fill_n(s.tractions.pressure.begin(), 300, 1e9);  // in a corner, where nothing touches
  solve(p, nullptr, workspace, s);
  expect_solution(p, s, 1e-5);
  EXPECT_LT(pressures_apart(s, exact), 1e-6);
  EXPECT_NEAR(s.normal_force / exact.normal_force, 1, 1e-6);
}

// Elements that may not touch, rows that are inclined, parts that feel each other less: all where only a part
// of the rows and columns is in contact.
TEST(HalfspaceNormal, OfAPartOfTheGridIsThatOfTheWhole) {
  for (const NormalControl control : {NormalControl::force, NormalControl::approach}) {
    for (const int n : {30, 60}) {
      Problem p = Ball().problem(n);
      p.normal_control = control;
      p.settings.tolerance = 1e-10;
      const double side = 1.6 * p.grid.dx;  // so contact is in less than half of the elements
      for (int iy = 0; iy < n; ++iy)
        for (int ix = 0; ix < n; ++ix) p.gap[p.grid.index(ix, iy)] *= 2.56;
      p.grid.dx = p.grid.dy = side, p.grid.x_first *= 1.6, p.grid.y_first *= 1.6;
      p.may_touch.assign(p.gap.size(), 1);
      for (int iy = 0; iy < n; ++iy)
        for (int ix = 0; ix < n; ++ix) p.may_touch[p.grid.index(ix, iy)] = ix != n / 2 && iy != n / 2 + 2;
      expect_solution(p, solve(p), 1e-8);
      p.may_touch.clear();
      for (int iy = 0; iy < n; ++iy) p.conformity.inclination.push_back(0.2 * iy / n);
      expect_solution(p, solve(p), 1e-8);
      p.conformity.inclination.clear();
      for (int iy = 0; iy < n; ++iy) p.interaction.part.push_back(iy < n / 2 ? 0 : 1);
      p.interaction.factor = {1, 0.4, 0.4, 1};
      expect_solution(p, solve(p), 1e-8);
    }
  }
}

// Displacements by direct sums over the elements, with the factors between their parts.
std::vector<double> displacements(const Problem& p, const std::vector<double>& pressure) {
  const InfluenceTable table = influence_table({p.grid.nx, p.grid.ny, p.grid.dx, p.grid.dy, p.material});
  const int parts =
      static_cast<int>(std::lround(std::sqrt(static_cast<double>(p.interaction.factor.size()))));
  std::vector<double> u(p.grid.size());
  for (int iy = 0; iy < p.grid.ny; ++iy)
    for (int ix = 0; ix < p.grid.nx; ++ix)
      for (int jy = 0; jy < p.grid.ny; ++jy)
        for (int jx = 0; jx < p.grid.nx; ++jx) {
          const int a = p.interaction.part_at(p.grid, ix, iy), b = p.interaction.part_at(p.grid, jx, jy);
          const auto offset = static_cast<std::ptrdiff_t>(table.width()) * (iy - jy) + ix - jx;
          const auto at = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(table.centre()) + offset);
          u[p.grid.index(ix, iy)] += p.interaction.factor[static_cast<std::size_t>(a * parts + b)] *
                                     table.zz[at] * pressure[p.grid.index(jx, jy)];
        }
  return u;
}

// Four quarters of a ball, beside each other in both directions: first factors that are positive definite,
// then some with eigenvalues of −0.27 and −0.5, for which conjugate gradients have no answer.
TEST(HalfspaceNormal, PartsMayLieBesideEachOtherAndHaveAnyFactors) {
  for (const NormalControl control : {NormalControl::force, NormalControl::approach})
    for (const auto& [beside, across, over] : {std::array{0.6, 0.5, 0.3}, {0.9, 0.9, 0.0}, {1.5, 1.0, 1.0}}) {
      Problem p = Ball().problem(14);
      p.normal_control = control;
      p.settings.tolerance = 1e-9;
      for (int iy = 0; iy < p.grid.ny; ++iy)
        for (int ix = 0; ix < p.grid.nx; ++ix)
          p.interaction.part.push_back((ix < 7 ? 0 : 1) + (iy < 7 ? 0 : 2));
      p.interaction.factor = {1,      beside, across, over,   beside, 1,      over,   across,
                              across, over,   1,      beside, over,   across, beside, 1};
      ASSERT_TRUE(find_faults(p).empty());
      Solution s = solve(p);
      const std::vector<double> direct = displacements(p, s.tractions.pressure);
      for (std::size_t i = 0; i < direct.size(); ++i) {
        if (s.tractions.pressure[i] > 0) {
          EXPECT_NEAR(s.displacement_z[i], direct[i], 1e-7 * s.approach);
        }
      }
      s.displacement_z = direct;
      expect_solution(p, s, 1e-6);
      // Asked for as those of one half-space, they are without the factors; the pressures are the same.
      Problem one = p;
      one.interaction.whole_displacements = true;
      const Solution as_one = solve(one);
      one.interaction.factor.assign(16, 1.0);
      const std::vector<double> whole = displacements(one, s.tractions.pressure);
      for (std::size_t i = 0; i < whole.size(); ++i) {
        EXPECT_EQ(as_one.tractions.pressure[i], s.tractions.pressure[i]);
        if (s.tractions.pressure[i] > 0) {
          EXPECT_NEAR(as_one.displacement_z[i], whole[i], 1e-7 * s.approach);
        }
      }
    }
}

// A second, smaller summit that reaches down 0.45 of the approach lies outside of the part in which the
// estimate, made at half the approach, sees contact.
TEST(HalfspaceNormal, ContactApartFromTheEstimateIsFound) {
  const Ball ball;
  Problem p;
  const int nx = 38, ny = 24;
  const double side = 5.3 * ball.a / nx;
  p.grid = {nx, ny, side, side, -1.5 * ball.a, -0.5 * (ny - 1) * side};
  p.material = combine(steel, steel);
  for (int iy = 0; iy < ny; ++iy) {
    for (int ix = 0; ix < nx; ++ix) {
      const double x = p.grid.x(ix), y = p.grid.y(iy), beside = x - 3 * ball.a;
      p.gap.push_back(std::min((x * x + y * y) / (2 * ball.radius),
                               0.55 * ball.approach() + (beside * beside + y * y) / 0.02));
    }
  }
  p.motion.kind = TangentialKind::none;
  p.normal_control = NormalControl::approach;
  p.approach = ball.approach();
  p.settings.tolerance = 1e-10;
  const Solution s = solve(p);
  expect_solution(p, s, 1e-8);
  double second = 0;
  for (int iy = 0; iy < ny; ++iy)
    for (int ix = 0; ix < nx; ++ix)
      if (p.grid.x(ix) > 2 * ball.a) second = std::max(second, s.tractions.pressure[p.grid.index(ix, iy)]);
  EXPECT_GT(second, 0.1 * s.max_pressure);
}

// From coarser elements the work on the fine ones does not grow with their number.
TEST(HalfspaceNormal, IterationsDoNotGrowWithTheElements) {
  for (const NormalControl control : {NormalControl::force, NormalControl::approach}) {
    for (const int n : {45, 90, 130}) {
      Problem p = Ball().problem(n);
      p.normal_control = control;
      EXPECT_LE(solve(p).normal_iterations, 9) << n;
    }
  }
}

// An elastic layer much softer than the bodies is a Winkler foundation: p = (δ − r²/2R)/L, F = π R δ²/L. What
// is left is the bodies' own flexibility, which is then small.
TEST(HalfspaceSheet, SoftIsAWinklerFoundation) {
  const Ball ball;
  for (const NormalControl control : {NormalControl::approach, NormalControl::force}) {
    Problem p = ball.problem(61);
    p.normal_control = control;
    p.layer_flexibility = 1e-9;
    p.approach = 0.9 * ball.approach() / 2;  // the elastic layer is touched where r² < 2Rδ
    p.normal_force = pi * ball.radius * p.approach * p.approach / p.layer_flexibility;
    const Solution s = solve(p);
    EXPECT_EQ(s.outcome, Outcome::solved);
    EXPECT_NEAR(s.normal_force * p.layer_flexibility / (pi * ball.radius * s.approach * s.approach), 1, 5e-3);
    EXPECT_NEAR(s.max_pressure * p.layer_flexibility / s.approach, 1, 5e-3);
    EXPECT_LT(s.normal_iterations, 12);
  }
}

TEST(HalfspaceSheet, ThinIsHertz) {
  Problem p = Ball().problem(41);
  const Solution bare = solve(p);
  for (const double part : {1e-2, 1e-4}) {
    p.layer_flexibility = part * bare.approach / bare.max_pressure;
    EXPECT_NEAR(solve(p).approach / bare.approach, 1, 1.2 * part);
    EXPECT_GT(solve(p).approach, (1 + 0.2 * part) * bare.approach);
  }
}

// The gap is closed by what bodies and layer give, and what is stored is the work of the force: ∫F dδ.
TEST(HalfspaceSheet, EnergyIsTheWorkOfTheForce) {
  Problem p = Ball().problem(51);
  p.normal_control = NormalControl::approach;
  p.layer_flexibility = 0.3 * Ball().approach() / Ball().peak();
  const double end = 0.8 * Ball().approach();
  double work = 0, last = 0;
  constexpr int steps = 40;
  Solution s;
  for (int i = 1; i <= steps; ++i) {
    p.approach = end * i / steps;
    s = solve(p);
    work += 0.5 * (last + s.normal_force) * end / steps;
    last = s.normal_force;
    for (std::size_t k = 0; k < p.gap.size(); ++k)
      if (s.tractions.pressure[k] > 0) {
        ASSERT_NEAR((p.gap[k] - s.approach + s.displacement_z[k]) / s.approach, 0, 1e-4);
      }
  }
  EXPECT_NEAR(s.elastic_energy / work, 1, 2e-3);
}

TEST(HalfspaceNormal, AGapThatStaysOpenIsNoContact) {
  Problem p = Ball().problem(11);
  p.normal_control = NormalControl::approach;
  p.approach = -1e-6;
  const Solution s = solve(p);
  EXPECT_EQ(s.outcome, Outcome::no_contact);
  EXPECT_EQ(s.normal_force, 0);
  EXPECT_EQ(s.contact_elements, 0);
}

TEST(HalfspaceNormal, SaysThatThePatchReachesTheBorder) {
  Problem p = Ball().problem(31);
  EXPECT_FALSE(solve(p).touches_border);
  p.normal_force *= 2;
  EXPECT_TRUE(solve(p).touches_border);
}

}  // namespace
}  // namespace flangeway::contact::patch
