// Angle corrections of the influence coefficients on a curved surface.
#include "flangeway/contact/patch/problem/inclinations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "halfspace_cases.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;

constexpr std::array all_corrections{AngleCorrection::displacements, AngleCorrection::tractions,
                                     AngleCorrection::tractions_across, AngleCorrection::halves};
constexpr int nx = 7, ny = 6;
constexpr std::size_t n = static_cast<std::size_t>(nx) * ny;

const std::vector<double> inclination{-0.5, -0.35, -0.1, 0.05, 0.3, 0.7};

/// Tractions or displacements: along x, across, normal.
struct Fields {
  std::array<std::vector<double>, 3> at;
  Fields() {
    for (auto& field : at) field.assign(n, 0.0);
  }
};

Fields random_fields(unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Fields made;
  for (auto& field : made.at)
    for (double& value : field) value = uniform(engine);
  return made;
}

InfluenceSpec spec_with(double shift, const Material& upper = steel) {
  return {nx, ny, 1e-3, 1.4e-3, combine(upper, steel), ElementKind::constant, shift};
}

Fields product(Convolver& convolver, const Fields& p) {
  Fields u, more;
  const auto& [px, py, pz] = p.at;
  convolver.tangential(px.data(), py.data(), u.at[0].data(), u.at[1].data());
  convolver.normal(pz.data(), u.at[2].data());
  convolver.tangential_from_pressure(pz.data(), more.at[0].data(), more.at[1].data());
  convolver.normal_from_tangential(px.data(), py.data(), more.at[2].data());
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < n; ++i) u.at[k][i] += more.at[k][i];
  return u;
}

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix times(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < 3; ++j) c[i][k] += a[i][j] * b[j][k];
  return c;
}

Matrix rotation(double angle) {
  return {{{1, 0, 0}, {0, std::cos(angle), -std::sin(angle)}, {0, std::sin(angle), std::cos(angle)}}};
}

/// Influence matrix with a correction, as products of 3 × 3 matrices.
Matrix corrected(const Matrix& plane, double turn, AngleCorrection correction) {
  switch (correction) {
    case AngleCorrection::displacements:
      return times(rotation(turn), plane);
    case AngleCorrection::halves:
      return times(times(rotation(turn / 2), plane), rotation(turn / 2));
    default:
      break;
  }
  Matrix made = times(plane, rotation(turn));
  if (correction == AngleCorrection::tractions_across) made[0][2] = plane[0][2];
  return made;
}

Fields direct_sum(const InfluenceSpec& spec, AngleCorrection correction, const Fields& p) {
  const InfluenceTable t = influence_table(spec);
  Fields u;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const std::size_t at = t.centre() + i % nx - j % nx + t.width() * (i / nx - j / nx);
      const double xz = t.xz.empty() ? 0 : t.xz[at], yz = t.yz.empty() ? 0 : t.yz[at];
      const Matrix plane{{{t.xx[at], t.xy[at], xz}, {t.xy[at], t.yy[at], yz}, {-xz, -yz, t.zz[at]}}};
      const Matrix m = corrected(plane, inclination[j / nx] - inclination[i / nx], correction);
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) u.at[k][i] += m[k][l] * p.at[l][j];
    }
  return u;
}

double difference(const Fields& a, const Fields& b) {
  double apart = 0, size = 0;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      apart = std::max(apart, std::abs(a.at[k][i] - b.at[k][i]));
      size = std::max(size, std::abs(b.at[k][i]));
    }
  return apart / size;
}

double work(const Fields& p, const Fields& u) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < n; ++i) sum += p.at[k][i] * u.at[k][i];
  return sum;
}

// With a shift the displacements are those of another place; the convolver then has other spectra.
TEST(AngleCorrection, ProductsAreThoseOfTurnedMatrices) {
  const Fields p = random_fields(1);
  for (const double shift : {0.0, 0.3e-3})
    for (const AngleCorrection correction : all_corrections) {
      Convolver convolver(influence_table(spec_with(shift)));
      convolver.set_inclinations(inclination.data(), ny, correction);
      EXPECT_LT(difference(product(convolver, p), direct_sum(spec_with(shift), correction, p)), 1e-12)
          << static_cast<int>(correction) << " " << shift;
    }
}

// Pressures on unequal bodies move the surfaces sideways: all nine terms of the matrix.
TEST(AngleCorrection, OfUnequalBodiesIsThatOfTurnedMatrices) {
  const Fields p = random_fields(5);
  const Material rubber{1e9, 0.45};
  for (const double shift : {0.0, 0.3e-3})
    for (const AngleCorrection correction : all_corrections) {
      const InfluenceSpec spec = spec_with(shift, rubber);
      Convolver convolver(influence_table(spec));
      convolver.set_inclinations(inclination.data(), ny, correction);
      EXPECT_LT(difference(product(convolver, p), direct_sum(spec, correction, p)), 1e-12)
          << static_cast<int>(correction) << " " << shift;
    }
}

TEST(AngleCorrection, WithoutInclinationIsThePlane) {
  const Fields p = random_fields(2);
  const std::vector<double> none(ny, 0.0), same(ny, 0.4);
  for (const AngleCorrection correction : all_corrections) {
    Convolver convolver(influence_table(spec_with(0)));
    Fields plane;
    convolver.tangential(p.at[0].data(), p.at[1].data(), plane.at[0].data(), plane.at[1].data());
    convolver.normal(p.at[2].data(), plane.at[2].data());
    for (const auto& level : {none, same}) {
      convolver.set_inclinations(level.data(), ny, correction);
      EXPECT_LT(difference(product(convolver, p), plane), 1e-14) << static_cast<int>(correction);
    }
  }
}

// Reciprocity (Betti): q does the work on the displacements of p that p does on those of q. Turning both by
// half has it; turning displacements is the transpose of turning tractions, so that neither has.
TEST(AngleCorrection, ReciprocityHoldsByHalves) {
  const Fields p = random_fields(3), q = random_fields(4);
  const auto cross = [&](AngleCorrection correction, const Fields& does, const Fields& moves) {
    Convolver convolver(influence_table(spec_with(0)));
    convolver.set_inclinations(inclination.data(), ny, correction);
    return work(does, product(convolver, moves));
  };
  const double scale = cross(AngleCorrection::halves, p, p);
  EXPECT_GT(scale, 0);
  EXPECT_NEAR(cross(AngleCorrection::halves, p, q), cross(AngleCorrection::halves, q, p), 1e-13 * scale);
  EXPECT_NEAR(cross(AngleCorrection::displacements, p, q), cross(AngleCorrection::tractions, q, p),
              1e-13 * scale);
  for (const AngleCorrection one_sided : {AngleCorrection::displacements, AngleCorrection::tractions_across})
    EXPECT_GT(std::abs(cross(one_sided, p, q) - cross(one_sided, q, p)), 1e-5 * scale);
}

/// A ball in a groove: the patch is on a circle of 10 mm across.
Problem groove(AngleCorrection correction) {
  Problem p = quadratic(centred(32, 24, 2.4e-3, 3.4e-3), 50, 12, steel, steel);
  p.normal_force = 10e3;
  p.motion.longitudinal.value = 2e-4;
  p.motion.spin = 0.5;
  for (int iy = 0; iy < p.grid.ny; ++iy) p.conformity.inclination.push_back(p.grid.y(iy) / 10e-3);
  p.conformity.correction = correction;
  return p;
}

// Turned quantities differ by terms of the angle between rows: forces agree within a few hundredths of the
// bound. The normal problem alone is the same for all corrections that turn by the whole angle.
TEST(AngleCorrection, EveryOneIsSolved) {
  const Solution by_displacements = solve(groove(AngleCorrection::displacements));
  ASSERT_EQ(by_displacements.outcome, Outcome::solved);
  Problem flat = groove(AngleCorrection::displacements);
  flat.conformity = {};
  const Solution plane = solve(flat);
  for (const AngleCorrection correction : all_corrections) {
    const Solution s = solve(groove(correction));
    EXPECT_EQ(s.outcome, Outcome::solved) << static_cast<int>(correction);
    EXPECT_LT(s.outer_iterations, 12);
    EXPECT_NEAR(s.approach / by_displacements.approach, 1, 0.01) << static_cast<int>(correction);
    EXPECT_LT(s.approach, 0.999 * plane.approach);  // rows that face elsewhere move each other less
    EXPECT_NEAR(s.force_x, by_displacements.force_x, 0.06 * 3e3) << static_cast<int>(correction);
    Problem frictionless = groove(correction);
    frictionless.motion.kind = TangentialKind::none;
    if (correction == AngleCorrection::halves) continue;
    frictionless.normal_control = NormalControl::approach, frictionless.approach = 5e-6;
    Problem other = frictionless;
    other.conformity.correction = AngleCorrection::displacements;
    EXPECT_DOUBLE_EQ(solve(frictionless).normal_force, solve(other).normal_force);
  }
}

// Steps take the coefficients of the plane; what they lead to moves the bodies by those of the curved
// surface.
TEST(AngleCorrection, DisplacementsAreThoseOfTheCurvedSurface) {
  for (const AngleCorrection correction : all_corrections) {
    const Problem p = groove(correction);
    const Solution s = solve(p);
    ASSERT_EQ(s.outcome, Outcome::solved);
    Convolver convolver(influence_table({p.grid.nx, p.grid.ny, p.grid.dx, p.grid.dy, p.material}));
    convolver.set_inclinations(p.conformity.inclination.data(), p.conformity.inclination.size(), correction);
    const Tractions& t = s.tractions;
    std::vector<double> x(p.grid.size()), y = x, more_x = x, more_y = x;
    convolver.tangential(t.x.data(), t.y.data(), x.data(), y.data());
    convolver.tangential_from_pressure(t.pressure.data(), more_x.data(), more_y.data());
    double largest = 0, apart = 0;
    for (std::size_t i = 0; i < p.grid.size(); ++i) {
      if (s.state[i] == ElementState::outside) continue;
      largest = std::max(largest, std::hypot(s.displacement_x[i], s.displacement_y[i]));
      apart = std::max(
          apart, std::hypot(x[i] + more_x[i] - s.displacement_x[i], y[i] + more_y[i] - s.displacement_y[i]));
    }
    EXPECT_LT(apart, 1e-5 * largest) << static_cast<int>(correction);
  }
}

// Both problems in turn cost little more than once: each turn goes on from the tractions of the one before,
// and is solved no further than it has to.
TEST(AngleCorrection, TurnsCostLittleMoreThanOne) {
  Problem flat = groove(AngleCorrection::displacements);
  flat.conformity = {};
  const Solution plane = solve(flat);
  for (const AngleCorrection correction : all_corrections) {
    const Solution s = solve(groove(correction));
    EXPECT_GT(s.outer_iterations, 2);
    EXPECT_LT(s.products, 3 * plane.products) << static_cast<int>(correction);
  }
}

// Transient rolling takes the displacements of the step before a part of an element ahead; many small steps
// lead to the steady state on a curved surface as on a plane.
TEST(AngleCorrection, TransientRollingTendsToSteadyRolling) {
  Problem p = groove(AngleCorrection::displacements);
  const Solution steady = solve(p);
  p.motion.kind = TangentialKind::transient_rolling;
  p.motion.step = p.grid.dx;
  Workspace workspace;
  Solution now, before;
  for (int step = 0; step < 80; ++step) {
    solve(p, step == 0 ? nullptr : &before.tractions, workspace, now);
    ASSERT_EQ(now.outcome, Outcome::solved);
    before = now;
  }
  EXPECT_NEAR(now.force_x, steady.force_x, 1e-3 * 3e3);
  EXPECT_NEAR(now.force_y, steady.force_y, 1e-3 * 3e3);
}

TEST(AngleCorrection, IsNotForStrips) {
  Problem p = groove(AngleCorrection::halves);
  EXPECT_THAT(find_faults(p), testing::IsEmpty());
  p.method.normal = NormalMethod::analyn;
  EXPECT_THAT(find_faults(p), testing::IsEmpty());
  p.method.normal = NormalMethod::strips;
  EXPECT_THAT(find_faults(p),
              testing::ElementsAre("method.normal: strips have no angle correction for conformal contact"));
}

TEST(Inclinations, AreLinearBetweenThePointsAndBeyond) {
  const Inclinations points{{0, 0.1}, {1, 0.3}, {3, 0.3}};
  EXPECT_DOUBLE_EQ(inclination_at(points, 0.5), 0.2);
  EXPECT_DOUBLE_EQ(inclination_at(points, 2), 0.3);
  EXPECT_DOUBLE_EQ(inclination_at(points, -1), -0.1);
  EXPECT_DOUBLE_EQ(inclination_at(points, 9), 0.3);
}

TEST(Inclinations, StraightenedAreTheLineOfLeastSquares) {
  // Residuals of the least line are orthogonal to 1 and to the places.
  const Inclinations points{{0, 0.1}, {1, 0.35}, {2.5, 0.3}, {4, 0.8}}, line = straightened(points);
  double sum = 0, moment = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    sum += points[i][1] - line[i][1];
    moment += points[i][0] * (points[i][1] - line[i][1]);
  }
  EXPECT_NEAR(sum, 0, 1e-15);
  EXPECT_NEAR(moment, 0, 1e-15);
  EXPECT_NEAR(inclination_at(line, 2), 0.5 * (line[0][1] + line[3][1]), 1e-15);
  Inclinations circle;
  for (int i = 0; i < 20; ++i) circle.push_back({0.2 * i - 2, (0.2 * i - 2) / 10});
  const Inclinations same = straightened(circle);
  for (std::size_t i = 0; i < circle.size(); ++i) EXPECT_NEAR(same[i][1], circle[i][1], 1e-16);
}

}  // namespace
}  // namespace flangeway::contact::patch
