#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

#include "flangeway/contact/kalker_table.hpp"
#include "flangeway/contact/patch/boundary_elements/influence.hpp"
#include "halfspace_cases.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;

/// Largest difference of the tractions over the largest traction.
double difference(const Solution& a, const Solution& b) {
  double most = 0, size = 0;
  for (std::size_t i = 0; i < a.tractions.x.size(); ++i) {
    most =
        std::max(most, std::hypot(a.tractions.x[i] - b.tractions.x[i], a.tractions.y[i] - b.tractions.y[i]));
    size = std::max(size, std::hypot(a.tractions.x[i], a.tractions.y[i]));
  }
  return most / size;
}

// Adhesion within θ = ½ of the radius; shift (1−θ²)(3μFn/(2πaG))(π/2 − νπ/4) without the lateral tractions
// that the closed form neglects. [Johnson1985, ch. 7.2]
TEST(HalfspaceTangential, ShiftedBallSticksInAnInnerCircle) {
  const double expected = 0.75 * 3 * 0.4 * 9.1954 / (2 * pi * 1e-3 * 200e6) * (pi / 2 - 0.42 * pi / 4);
  for (const int n : {19, 57}) {
    const Solution s = solve(cattaneo(n));
    ASSERT_EQ(s.outcome, Outcome::solved);
    EXPECT_NEAR(s.creepage_x / expected, 1, 0.003);
    EXPECT_NEAR(std::sqrt(static_cast<double>(s.adhesion_elements) / s.contact_elements), 0.5, 0.2 / n);
    EXPECT_NEAR(s.force_x / (0.4 * 9.1954), -0.875, 1e-5);
    EXPECT_NEAR(s.creepage_y / s.creepage_x, 0, 1e-5);
    EXPECT_LT(s.frictional_power, 0);
  }
}

// Fx/μFn = 1 − (a′/a)² = 0.64; the steady difference over one element is of first order.
TEST(HalfspaceTangential, RollingCylinderConvergesToCarter) {
  double before = 1;
  for (const int n : {55, 110, 220}) {
    const Solution s = solve(carter(n));
    ASSERT_EQ(s.outcome, Outcome::solved);
    const double error = std::abs(s.force_x / (0.3 * 35780) - 0.64);
    EXPECT_LT(error, 0.6 * before);
    EXPECT_LT(error, 0.5 / n);
    before = error;
    EXPECT_NEAR(static_cast<double>(s.adhesion_elements) / s.contact_elements, 0.6, 1.5 / n);
  }
}

// Free rolling of unequal cylinders with complete slip rolls with a creepage of 5.259e-4. [Bentall and
// Johnson]
TEST(HalfspaceTangential, FreeRollingOfUnequalMaterials) {
  const Solution s = solve(bentall(1e-4));
  ASSERT_EQ(s.outcome, Outcome::solved);
  EXPECT_NEAR(s.creepage_x / 5.259e-4, 1, 0.002);
  EXPECT_NEAR(s.force_x, 0, 1e-5 * 1e-4 * 16201.9);
}

TEST(HalfspaceTangential, NewtonAndGaussSeidelAgree) {
  std::vector<Problem> problems{spin_ellipse(18), carter(40)};
  problems.push_back(spin_ellipse(15));
  problems.back().motion.direction = -1;
  problems.push_back(cattaneo(15));
  problems.back().motion.longitudinal = {Control::creepage, -5e-6};
  problems.back().motion.lateral = {Control::creepage, 2e-6};
  for (std::size_t k = 0; k < problems.size(); ++k) {
    Problem& p = problems[k];
    p.settings.tolerance = 1e-8;
    p.settings.max_iterations = 2000;
    const Solution newton = solve(p);
    p.settings.gauss_seidel = true;
    const Solution sweeps = solve(p);
    ASSERT_EQ(newton.outcome, Outcome::solved);
    ASSERT_EQ(sweeps.outcome, Outcome::solved) << k;
    EXPECT_LT(difference(newton, sweeps), 1e-5) << k;
    EXPECT_EQ(newton.adhesion_elements, sweeps.adhesion_elements);
    EXPECT_NEAR(newton.frictional_power, sweeps.frictional_power, 1e-5 * std::abs(sweeps.frictional_power));
    EXPECT_NEAR(newton.elastic_energy, sweeps.elastic_energy, 1e-6 * sweeps.elastic_energy);
  }
}

TEST(HalfspaceTangential, ConditionsOfEveryElement) {
  Problem p = spin_ellipse(30);
  p.settings.tolerance = 1e-9;
  const Solution s = solve(p);
  for (std::size_t i = 0; i < p.gap.size(); ++i) {
    const double size = std::hypot(s.tractions.x[i], s.tractions.y[i]),
                 slip = std::hypot(s.slip_x[i], s.slip_y[i]);
    const double bound = 0.3 * s.tractions.pressure[i];
    if (s.state[i] == ElementState::adhesion) {
      EXPECT_LE(size, bound * (1 + 1e-9));
      EXPECT_LT(slip, 1e-9);
    } else if (s.state[i] == ElementState::slip) {
      EXPECT_NEAR(size, bound, 1e-9 * bound);
      const double along = s.tractions.x[i] * s.slip_x[i] + s.tractions.y[i] * s.slip_y[i];
      EXPECT_NEAR(along, -size * slip, 1e-6 * size * slip + 1e-12 * bound);
    } else {
      EXPECT_EQ(size, 0);
    }
  }
}

TEST(HalfspaceTangential, MirrorImagesAndReverseRolling) {
  Problem p = spin_ellipse(24);
  p.motion.longitudinal.value = 3e-4;
  const Solution s = solve(p);
  Problem mirrored = p;  // y → −y
  mirrored.motion.lateral.value *= -1;
  mirrored.motion.spin *= -1;
  const Solution m = solve(mirrored);
  EXPECT_NEAR(m.force_x / s.force_x, 1, 1e-5);
  EXPECT_NEAR(m.force_y / s.force_y, -1, 1e-5);
  EXPECT_NEAR(m.moment_z / s.moment_z, -1, 1e-5);
  Problem reversed = p;  // turned by π about z
  reversed.motion.direction = -1;
  reversed.motion.longitudinal.value *= -1;
  reversed.motion.lateral.value *= -1;
  const Solution r = solve(reversed);
  EXPECT_NEAR(r.force_x / s.force_x, -1, 1e-5);
  EXPECT_NEAR(r.force_y / s.force_y, -1, 1e-5);
  EXPECT_NEAR(r.moment_z / s.moment_z, 1, 1e-5);
}

// Exchanging the bodies turns the patch about x: y → −y and z → −z, the slip changes sign once more.
TEST(HalfspaceTangential, BodiesExchanged) {
  const Material aluminium{2 * 1.31 * 23e9, 0.31};
  Problem p = spin_ellipse(16);
  p.material = combine(aluminium, steel);
  p.motion.longitudinal.value = 2e-4;
  Problem q = p;
  q.material = combine(steel, aluminium);
  // Motion of body 2 relative to 1, seen from the other side: ξ → −ξ, η → +η, φ → +φ.
  q.motion.longitudinal.value *= -1;
  const Solution a = solve(p), b = solve(q);
  ASSERT_EQ(a.outcome, Outcome::solved);
  EXPECT_NEAR(b.normal_force / a.normal_force, 1, 1e-9);
  EXPECT_NEAR(b.approach / a.approach, 1, 1e-4);
  EXPECT_NEAR(b.force_x / a.force_x, -1, 2e-3);
  EXPECT_NEAR(b.force_y / a.force_y, 1, 2e-3);
}

TEST(HalfspaceTangential, ForcesGivenFindTheCreepagesThatGiveThem) {
  Problem p = spin_ellipse(22);
  p.motion.longitudinal.value = 4e-4;
  const Solution by_creepage = solve(p);
  p.motion.longitudinal = {Control::force, by_creepage.force_x};
  p.motion.lateral = {Control::force, by_creepage.force_y};
  const Solution by_force = solve(p);
  ASSERT_EQ(by_force.outcome, Outcome::solved);
  EXPECT_NEAR(by_force.creepage_x, 4e-4, 1e-7);
  EXPECT_NEAR(by_force.creepage_y, -6.25e-4, 1e-7);
  p.motion.longitudinal = {Control::force_over_mu_n, 1.2};
  EXPECT_EQ(solve(p).outcome, Outcome::force_unreachable);
}

// With few elements, one of them carrying much of the force, Newton's method may circle around the solution.
TEST(HalfspaceTangential, ForcesAreMetOnFewElements) {
  for (const int n : {2, 3, 4, 5}) {
    for (int k = 0; k < 20; ++k) {
      Problem p = spin_ellipse(n);
      p.motion.kind = k % 2 == 0 ? TangentialKind::steady_rolling : TangentialKind::shift;
      const bool rolls = k % 2 == 0;
      p.motion.spin = rolls ? 0.1 * (k % 5) : 2e-5 * (k % 5);
      p.motion.longitudinal = {Control::force_over_mu_n, -0.85 + 0.09 * k};
      p.motion.lateral = k % 3 == 0 ? Prescribed{Control::force_over_mu_n, 0.4}
                                    : Prescribed{Control::creepage, rolls ? -1e-2 : -1e-4};
      const Solution s = solve(p);
      const double bound = 0.3 * s.normal_force;
      if (s.outcome == Outcome::force_unreachable) continue;
      ASSERT_EQ(s.outcome, Outcome::solved) << n << " " << k;
      EXPECT_NEAR(s.force_x / bound, p.motion.longitudinal.value, 2e-5) << n << " " << k;
    }
  }
}

// Linear theory: small creepages of an ellipse of equal bodies. The table has three digits.
TEST(HalfspaceTangential, KalkersCoefficientsByOurOwnSolver) {
  const double force = 1e4, nu = 0.25;
  const Material m{2 * (1 + nu) * 82e9, nu};
  for (const double ratio : {0.3, 3.0}) {
    const double b = 3e-3, a = ratio * b, g = 82e9, tiny = 1e-9;
    const KalkerCoefficients c = kalker_coefficients(std::log(ratio), nu);
    // First-order error of the difference over one element: two grids and a straight line to zero.
    const auto forces = [&](int n, double xi, double eta, double phi) {
      Problem p = ellipse(a, b, force, n, m);
      p.friction[0].kinetic = 1e3;  // adhesion everywhere
      p.motion.longitudinal.value = xi;
      p.motion.lateral.value = eta;
      p.motion.spin = phi;
      const Solution s = solve(p);
      EXPECT_EQ(s.outcome, Outcome::solved);
      return std::array{-s.force_x / (g * a * b), -s.force_y / (g * a * b),
                        -s.moment_z / (g * a * b * a * b)};
    };
    const auto limit = [&](double xi, double eta, double phi) {
      const auto coarse = forces(64, xi, eta, phi), fine = forces(128, xi, eta, phi);
      return std::array{2 * fine[0] - coarse[0], 2 * fine[1] - coarse[1], 2 * fine[2] - coarse[2]};
    };
    const auto creep = limit(tiny, tiny, 0), spin = limit(0, 0, tiny);
    EXPECT_NEAR(creep[0] / tiny / c.c11, 1, 0.015) << ratio;
    EXPECT_NEAR(creep[1] / tiny / c.c22, 1, 0.015) << ratio;
    EXPECT_NEAR(spin[1] / tiny / std::sqrt(a * b) / c.c23, 1, 0.015) << ratio;
    EXPECT_NEAR(spin[2] / tiny / c.c33, 1, 0.015) << ratio;
  }
}

// A wheel of 460 mm with friction that falls steeply with the slip: after a steady state the next step of
// rolling may stick or slide, and both are solutions. [Vollebregt2012]
TEST(HalfspaceTangential, FallingFrictionHasTwoSolutions) {
  Problem p = quadratic({92, 1, 0.1e-3, 0.2, -4.6e-3, 0}, 0.5 / 0.46, 0, steel, steel);
  p.normal_force = 622216;
  p.friction = {{FrictionKind::exponential, 0.18, 0.12, 0.1, 0, 0}};
  p.motion.speed = 45;
  p.motion.longitudinal.value = -0.9999e-3;
  const Solution steady = solve(p);
  ASSERT_EQ(steady.outcome, Outcome::solved);
  EXPECT_NEAR(steady.frictional_power, -4849, 1);
  p.motion.kind = TangentialKind::transient_rolling;
  p.motion.step = 0.1e-3;
  p.motion.longitudinal.value = -1e-3;
  Workspace workspace;
  Solution low, high;
  solve(p, &steady.tractions, workspace, low);
  p.settings.initial_slip_speed = 45;
  solve(p, &steady.tractions, workspace, high);
  EXPECT_NEAR(low.force_x, 111600, 100);
  EXPECT_NEAR(high.force_x, 106400, 100);
  EXPECT_EQ(low.slip_elements, 4);
  EXPECT_EQ(high.slip_elements, 47);
  for (const Solution* s : std::initializer_list<const Solution*>{&steady, &low, &high}) {
    EXPECT_EQ(s->outcome, Outcome::solved);
    for (std::size_t i = 0; i < p.gap.size(); ++i) {
      if (s->state[i] == ElementState::outside) continue;
      EXPECT_NEAR(s->friction[i], friction_coefficient(p.friction[0], 45 * std::abs(s->slip_x[i])), 1e-3);
    }
  }
}

// Many steps of transient rolling with constant creepage tend to the steady state.
TEST(HalfspaceTangential, TransientRollingTendsToSteadyRolling) {
  Problem p = spin_ellipse(14);
  const Solution steady = solve(p);
  p.motion.kind = TangentialKind::transient_rolling;
  p.motion.step = p.grid.dx;
  Workspace workspace;
  Solution s, before;
  for (int k = 0; k < 60; ++k) {
    before = s;
    solve(p, k == 0 ? nullptr : &before.tractions, workspace, s);
    ASSERT_EQ(s.outcome, Outcome::solved);
  }
  EXPECT_LT(difference(s, steady), 1e-3);
  EXPECT_NEAR(s.force_y / steady.force_y, 1, 1e-4);
}

// In a step of four elements that is not divided particles enter the contact: S = f Δq w + u − u', f the
// share of the step since then and u' the displacement before the step ahead of the leading edge. Summed here
// element by element.
TEST(HalfspaceTangential, ParticlesEnterDuringALongStep) {
  Problem p = carter(40);
  p.motion.kind = TangentialKind::transient_rolling;
  p.motion.step = 4 * p.grid.dx;
  p.settings.divide_steps = false;
  InfluenceSpec spec;
  spec.nx = 50, spec.ny = 1, spec.dx = p.grid.dx, spec.dy = p.grid.dy, spec.material = p.material;
  const InfluenceTable table = influence_table(spec);
  const auto displacement = [&](const Solution& s, int ix) {
    double u = 0;
    for (int jx = 0; jx < p.grid.nx; ++jx)
      u += table.xx[table.centre() + static_cast<std::size_t>(jx > ix ? jx - ix : ix - jx)] *
           s.tractions.x[static_cast<std::size_t>(jx)];
    return u;
  };
  Workspace workspace;
  for (const bool by_force : {false, true}) {
    if (by_force) p.motion.longitudinal = {Control::force_over_mu_n, 0.5};
    Solution before, now;
    solve(p, nullptr, workspace, before);
    solve(p, &before.tractions, workspace, now);
    ASSERT_EQ(now.outcome, Outcome::solved);
    if (by_force) {
      EXPECT_NEAR(now.force_x, 0.5 * 0.3 * 35780, 1);
    }
    int edge = p.grid.nx;
    while (now.state[static_cast<std::size_t>(edge - 1)] == ElementState::outside) --edge;
    int checked = 0;
    for (int ix = edge - 1; now.state[static_cast<std::size_t>(ix)] != ElementState::outside;
         --ix, ++checked) {
      const double share = std::min(1.0, (edge - ix) / 4.0);
      const double entered = displacement(before, share < 1 ? edge : ix + 4);
      const double slip = share * p.motion.step * now.creepage_x + displacement(now, ix) - entered;
      EXPECT_NEAR(now.slip_x[static_cast<std::size_t>(ix)] * p.motion.step, slip, 1e-11) << ix;
    }
    EXPECT_GT(checked, 30);
  }
  EXPECT_THAT(long_step_warning(p), ::testing::HasSubstr("is 4 elements long and not divided"));
}

// A step of four elements is four steps of one, under a load that grows over them.
TEST(HalfspaceTangential, LongStepIsDivided) {
  for (const bool by_force : {false, true}) {
    Problem p = carter(40);
    p.motion.kind = TangentialKind::transient_rolling;
    p.motion.step = p.grid.dx;
    if (by_force) p.motion.longitudinal = {Control::force, 0.3 * 0.3 * 35780};
    Workspace workspace;
    Solution first;
    solve(p, nullptr, workspace, first);
    p.normal_force *= 1.2;
    Problem pressed = p;
    pressed.motion.kind = TangentialKind::none;
    const Tractions heavier = solve(pressed).tractions;
    Tractions before = first.tractions;
    Solution step;
    double power = 0;
    for (int k = 1; k <= 4; ++k) {
      Problem part = p;
      part.given_pressure.resize(p.grid.size());
      for (std::size_t i = 0; i < p.grid.size(); ++i)
        part.given_pressure[i] =
            first.tractions.pressure[i] + k / 4.0 * (heavier.pressure[i] - first.tractions.pressure[i]);
      step = {};
      solve(part, &before, workspace, step);
      ASSERT_EQ(step.outcome, Outcome::solved);
      power += step.frictional_power / 4;
      before = step.tractions;
    }
    p.motion.step = 4 * p.grid.dx;
    Solution divided;
    solve(p, &first.tractions, workspace, divided);
    ASSERT_EQ(divided.outcome, Outcome::solved);
    EXPECT_NEAR(divided.force_x / step.force_x, 1, 1e-5);
    EXPECT_NEAR(divided.creepage_x / step.creepage_x, 1, 1e-4);
    EXPECT_NEAR(divided.frictional_power / power, 1, 5e-3);
    EXPECT_EQ(divided.adhesion_elements, step.adhesion_elements);
    EXPECT_EQ(long_step_warning(p), "");
  }
}

TEST(HalfspaceTangential, BilinearElementsConvergeToTheSame) {
  Problem p = spin_ellipse(40);
  const Solution constant = solve(p);
  p.element = ElementKind::bilinear;
  const Solution bilinear = solve(p);
  ASSERT_EQ(bilinear.outcome, Outcome::solved);
  EXPECT_NEAR(bilinear.approach / constant.approach, 1, 2e-3);
  EXPECT_NEAR(bilinear.force_y / constant.force_y, 1, 0.02);
}

TEST(HalfspaceTangential, ASecondCallAllocatesNothing) {
  const Problem p = spin_ellipse(20);
  Workspace workspace;
  Solution s;
  solve(p, nullptr, workspace, s);
  solve(p, nullptr, workspace, s);
  const flangeway::test::AllocationGuard guard;
  solve(p, nullptr, workspace, s);
  EXPECT_EQ(guard.count(), 0u);
}

// Two patches in turn, both large enough to start from coarser elements, one of them curved.
TEST(HalfspaceTangential, PatchesInTurnAllocateNothing) {
  const Problem one = spin_ellipse(60);
  Problem other = spin_ellipse(48);
  for (int j = 0; j < other.grid.ny; ++j) other.conformity.inclination.push_back(0.01 * j);
  Workspace workspace;
  Solution a, b;
  const auto solve_both = [&] {
    a.tractions.pressure.clear(), b.tractions.pressure.clear();
    solve(one, nullptr, workspace, a);
    solve(other, nullptr, workspace, b);
  };
  for (int k = 0; k < 3; ++k) solve_both();
  const flangeway::test::AllocationGuard guard;
  solve_both();
  EXPECT_EQ(guard.count(), 0u);
}

// An elastic layer yields to pressures; friction is found with as many products as without.
TEST(HalfspaceTangential, ASheetDoesNotSlowFrictionDown) {
  Problem p = spin_ellipse(60);
  p.normal_control = NormalControl::force;
  p.normal_force = 1e5;
  const Solution bare = solve(p);
  ASSERT_EQ(bare.outcome, Outcome::solved);
  for (const double layer_flexibility : {1e-14, 1e-13}) {
    p.layer_flexibility = layer_flexibility;
    const Solution soft = solve(p);
    ASSERT_EQ(soft.outcome, Outcome::solved);
    EXPECT_LT(soft.products, 1.5 * bare.products) << layer_flexibility;
  }
}

// The angle correction knows differences of inclination only; none at all is a plane.
TEST(HalfspaceConformal, OnlyDifferencesOfInclinationCount) {
  Problem p = spin_ellipse(20);
  p.motion.longitudinal.value = 3e-4;
  const Solution plane = solve(p);
  p.conformity.inclination.assign(20, 0.3);
  const Solution turned = solve(p);
  EXPECT_LT(difference(turned, plane), 1e-4);
  EXPECT_NEAR(turned.approach / plane.approach, 1, 1e-5);
  for (std::size_t j = 0; j < 20; ++j) p.conformity.inclination[j] = 0.04 * static_cast<double>(j) - 0.4;
  const Solution curved = solve(p);
  for (double& angle : p.conformity.inclination) angle += 0.2;
  const Solution both = solve(p);
  ASSERT_EQ(curved.outcome, Outcome::solved);
  EXPECT_LT(difference(both, curved), 1e-3);
  EXPECT_NEAR(both.approach / curved.approach, 1, 1e-5);
  EXPECT_GT(std::abs(curved.approach / plane.approach - 1), 1e-3);
}

// Direct sums of the rotated coefficients, row against row.
TEST(HalfspaceConformal, DisplacementsAreTurnedIntoTheFrameOfEachRow) {
  Problem p = spin_ellipse(9);
  for (std::size_t j = 0; j < 9; ++j)
    p.conformity.inclination.push_back(0.05 * static_cast<double>(j * j) / 8);
  const Solution s = solve(p);
  ASSERT_EQ(s.outcome, Outcome::solved);
  const InfluenceTable t = influence_table({9, 9, p.grid.dx, p.grid.dy, p.material, p.element, 0});
  for (const std::size_t i : {p.grid.index(4, 4), p.grid.index(3, 5)}) {
    double across = 0, normal = 0;
    for (std::size_t j = 0; j < 81; ++j) {
      const std::size_t at = t.centre() + i % 9 - j % 9 + t.width() * (i / 9 - j / 9);
      const double turn = p.conformity.inclination[j / 9] - p.conformity.inclination[i / 9];
      const double u_s = t.xy[at] * s.tractions.x[j] + t.yy[at] * s.tractions.y[j];
      const double u_n = t.zz[at] * s.tractions.pressure[j];
      across += std::cos(turn) * u_s - std::sin(turn) * u_n;
      normal += std::sin(turn) * u_s + std::cos(turn) * u_n;
    }
    EXPECT_NEAR(s.displacement_y[i] / across, 1, 1e-4);
    EXPECT_NEAR(s.displacement_z[i] / normal, 1, 1e-4);
  }
}

TEST(HalfspaceProblem, FaultsAreNamed) {
  EXPECT_TRUE(find_faults(spin_ellipse(10)).empty());
  Problem p = spin_ellipse(10);
  p.material.shear_modulus = -1;
  p.material.poisson_ratio = 0.7;
  p.motion.speed = 0;
  p.gap.pop_back();
  const std::vector<std::string> expected{
      "material.shear_modulus is not positive (got -1.000000; allowed: > 0 Pa)",
      "material.poisson_ratio is out of range (got 0.700000; allowed: 0 ... 0.5)",
      "gap has the wrong size (got 99 values; the grid has 100 elements)",
      "motion.speed: rolling needs a velocity (got 0.000000; allowed: > 0 m/s)"};
  EXPECT_EQ(find_faults(p), expected);
}

// Two hills side by side in one patch: with factor 1 as ever, with 0 as two patches, in between in between.
TEST(SubPatchInteraction, TurnsTheInfluenceOfPartsOnGradually) {
  Problem p = quadratic(centred(30, 60, 3e-3, 6e-3), 1, 0, steel, steel);
  for (int iy = 0; iy < 60; ++iy)
    for (int ix = 0; ix < 30; ++ix) {
      const double y = std::abs(p.grid.y(iy)) - 3e-3;
      p.gap[p.grid.index(ix, iy)] += 2 * y * y + (p.grid.y(iy) > 0 ? 1e-6 : 0);
      if (ix == 0) p.interaction.part.push_back(p.grid.y(iy) > 0 ? 1 : 0);
    }
  p.normal_control = NormalControl::approach;
  p.approach = 8e-6;
  p.motion.longitudinal.value = 1e-3;
  const auto at = [&](double factor) {
    p.interaction.factor = {1, factor, factor, 1};
    EXPECT_TRUE(find_faults(p).empty());
    return solve(p);
  };
  const Solution whole = at(1), half = at(0.5), apart = at(0);
  Problem plain = p;
  plain.interaction = {};
  EXPECT_NEAR(whole.normal_force, solve(plain).normal_force, 1e-6 * whole.normal_force);
  EXPECT_NEAR(whole.force_x, solve(plain).force_x, 1e-4 * std::abs(whole.force_x));
  // Each hill alone.
  double force = 0, friction = 0;
  for (const int part : {0, 1}) {
    Problem one = plain;
    one.may_touch.resize(one.grid.size());
    for (std::size_t i = 0; i < one.grid.size(); ++i) one.may_touch[i] = p.interaction.part[i / 30] == part;
    const Solution alone = solve(one);
    force += alone.normal_force, friction += alone.force_x;
  }
  EXPECT_NEAR(apart.normal_force, force, 1e-4 * force);
  EXPECT_NEAR(apart.force_x, friction, 1e-3 * std::abs(friction));
  EXPECT_LT(whole.normal_force, 0.98 * apart.normal_force);
  EXPECT_NEAR(half.normal_force, 0.5 * (whole.normal_force + apart.normal_force), 0.01 * force);
  p.interaction.factor = {1};
  ASSERT_EQ(find_faults(p).size(), 1u);
  EXPECT_EQ(find_faults(p)[0], "interaction.factor does not fit the parts (got 1 factors, 2 parts)");
}

TEST(HalfspaceTangential, TractionsBeforeAreAnEstimateThatDoesNotShowInTheAnswer) {
  Problem p = spin_ellipse(30);
  p.motion.lateral.value *= 0.2, p.motion.spin *= 0.2;
  const Solution fresh = solve(p);
  ASSERT_GT(2 * fresh.adhesion_elements, fresh.contact_elements);  // else it may take longer
  Workspace workspace;
  Solution warm;
  solve(p, nullptr, workspace, warm);
  p.settings.start_from_tractions = true;
  p.motion.lateral.value *= 1.0001;
  solve(p, nullptr, workspace, warm);  // from near
  p.motion.lateral.value /= 1.0001;
  solve(p, nullptr, workspace, warm);
  EXPECT_EQ(warm.outcome, Outcome::solved);
  EXPECT_LT(difference(fresh, warm), 1e-3);
  EXPECT_NEAR(warm.force_y, fresh.force_y, 1e-4 * std::abs(fresh.force_y));
  EXPECT_LE(warm.products, 1.2 * fresh.products);  // which are a third more with those on coarser elements
  p.motion.kind = TangentialKind::none;
  solve(p, nullptr, workspace, warm);
  EXPECT_EQ(warm.force_y, 0);
}

TEST(HalfspaceTangential, TractionsBeforeDoNotOutliveTheContact) {
  Problem p = spin_ellipse(12);
  p.settings.start_from_tractions = true;
  p.normal_control = NormalControl::approach;
  p.approach = 5e-5;
  Workspace workspace;
  Solution s;
  solve(p, nullptr, workspace, s);
  ASSERT_NE(s.force_y, 0);
  p.approach = -1e-6;
  solve(p, nullptr, workspace, s);
  EXPECT_EQ(s.outcome, Outcome::no_contact);
  for (const double traction : s.tractions.y) EXPECT_EQ(traction, 0);
}

Problem remembering(TangentialKind kind) {
  Problem p = ellipse(4e-3, 4e-3, 50e3, 16);
  p.friction[0] = {FrictionKind::exponential, 0.2, 0.15, 0.05, 0, 0};
  p.memory = {2e-3, 1e-2};
  p.motion.kind = kind;
  p.motion.speed = 10;
  p.motion.step = p.grid.dx;
  p.motion.longitudinal.value = 6e-3;
  p.motion.lateral.value = 2e-3;
  return p;
}

// Rolling on and on comes to what steady rolling finds, with the same lag of friction along the patch.
TEST(FrictionMemory, TransientRollingComesToTheSteadyState) {
  const Solution steady = solve(remembering(TangentialKind::steady_rolling));
  Problem p = remembering(TangentialKind::transient_rolling);
  Workspace workspace;
  Solution s;
  Tractions before;
  for (int step = 0; step < 80; ++step) {
    solve(p, step == 0 ? nullptr : &before, workspace, s);
    ASSERT_EQ(s.outcome, Outcome::solved);
    before = s.tractions;
  }
  EXPECT_NEAR(s.force_x, steady.force_x, 2e-3 * std::abs(steady.force_x));
  EXPECT_NEAR(s.force_y, steady.force_y, 2e-3 * std::abs(steady.force_x));
  for (std::size_t i = 0; i < s.friction.size(); ++i)
    EXPECT_NEAR(s.friction[i], steady.friction[i], 2e-3) << i;
  p.memory = {};
  const double without = [&] {
    Problem q = remembering(TangentialKind::steady_rolling);
    q.memory = {};
    return solve(q).force_x;
  }();
  EXPECT_GT(std::abs(steady.force_x), 1.05 * std::abs(without));  // the memory counts
}

// Rolling that goes on from the steady state stays there from its first step on.
TEST(FrictionMemory, TransientRollingGoesOnFromTheSteadyState) {
  for (const double direction : {1.0, -1.0}) {
    Problem p = remembering(TangentialKind::steady_rolling);
    p.motion.direction = direction;
    const Solution steady = solve(p);
    p.motion.kind = TangentialKind::transient_rolling;
    Workspace workspace;
    Solution next;
    solve(p, &steady.tractions, workspace, next);
    ASSERT_EQ(next.outcome, Outcome::solved);
    EXPECT_NEAR(next.force_x, steady.force_x, 1e-4 * std::abs(steady.force_x));
    EXPECT_NEAR(next.force_y, steady.force_y, 1e-4 * std::abs(steady.force_x));
    for (std::size_t i = 0; i < next.friction.size(); ++i)
      EXPECT_NEAR(next.friction[i], steady.friction[i], 1e-4) << i;
  }
}

// A shift lasts 1 s: dμ/dt = −s/distance (μ − μ(s)) by an implicit step, and then again from there.
TEST(FrictionMemory, ShiftsGoOnFromTheCoefficientsBefore) {
  Problem p = remembering(TangentialKind::shift);
  p.memory = {1e-3, 0};
  p.motion.longitudinal.value = 2e-3;
  p.motion.lateral.value = 0;
  Workspace workspace;
  Solution first, second;
  solve(p, nullptr, workspace, first);
  ASSERT_EQ(first.outcome, Outcome::solved);
  const Tractions before = first.tractions;
  solve(p, &before, workspace, second);
  ASSERT_EQ(second.outcome, Outcome::solved);
  ASSERT_EQ(second.slip_elements, second.contact_elements);
  for (std::size_t i = 0; i < first.friction.size(); ++i) {
    if (first.state[i] == ElementState::outside) continue;
    double mu = 0.35;
    for (const Solution* s : {&first, &second}) {
      const double slip = std::hypot(s->slip_x[i], s->slip_y[i]), pull = slip / 1e-3;
      mu = (mu + pull * friction_coefficient(p.friction[0], slip)) / (1 + pull);
      EXPECT_NEAR(s->friction[i], mu, 1e-4) << i;
    }
  }
  EXPECT_LT(second.friction[8 + 16 * 8], first.friction[8 + 16 * 8]);
}

}  // namespace
}  // namespace flangeway::contact::patch
