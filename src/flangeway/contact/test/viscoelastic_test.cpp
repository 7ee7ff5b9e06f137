// Visco-elastic bodies: coefficients against sums, Hunter's cylinder, and the limits of slow and fast
// rolling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "flangeway/contact/patch/boundary_elements/influence.hpp"
#include "halfspace_cases.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;

Material delayed(Material body, double compliance, double time) {
  body.delayed_compliance = compliance;
  body.delay_time = time;
  return body;
}

const Material hard{2 * 1.25 * 80e9, 0.25}, soft{2 * 1.45 * 20e9, 0.45};

class DelayedInfluence : public ::testing::TestWithParam<ElementKind> {};

// Midpoints over the way of a particle, from tables of elastic bodies shifted by parts of an element.
TEST_P(DelayedInfluence, IsTheWeightedSumOverTheWay) {
  constexpr double dx = 1e-3;
  for (const double length : {0.15e-3, 2e-3}) {
    const bool is_short = length < dx;
    const int parts = is_short ? 200 : 40, far = is_short ? 12 : 90;
    const std::array<Material, 2> bodies{delayed(hard, 0.7, length / 20), delayed(soft, 3, length / 20)};
    for (std::size_t body = 0; body < 2; ++body) {
      // One body alone: the other one is the same but so stiff that it does not count.
      std::array<Material, 2> pair = bodies;
      pair[1 - body] = {1e30, 0.5};
      InfluenceSpec spec{4, 3, dx, 0.7e-3, combine(pair[0], pair[1], 20), GetParam()};
      const InfluenceTable found = influence_table(spec);
      spec.material.delayed = {};
      const InfluenceTable elastic = influence_table(spec);
      spec.nx = far;
      std::vector<InfluenceTable> shifted;
      for (int j = 0; j < parts; ++j) {
        spec.shift = (j + 0.5) / parts * dx;
        shifted.push_back(influence_table(spec));
      }
      const auto expect = [&](const char* name, std::vector<double> InfluenceTable::*field) {
        double largest = 0;
        for (const double value : elastic.*field) largest = std::max(largest, std::abs(value));
        for (int oy = -2; oy <= 2; ++oy) {
          for (int ox = -3; ox <= 3; ++ox) {
            const auto at = [&](const InfluenceTable& table, int x) {
              return (table.*
                      field)[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(table.centre()) + x +
                                                      oy * static_cast<std::ptrdiff_t>(table.width()))];
            };
            double sum = 0;
            for (int k = 0; ox + k < far; ++k)
              for (int j = 0; j < parts; ++j) {
                const double way = (k + (j + 0.5) / parts) * dx;
                sum += std::exp(-way / length) * at(shifted[static_cast<std::size_t>(j)], ox + k);
              }
            // Each part with the whole of its exponential; what varies within it leaves about 1e-4 of
            // kernels.
            sum *= bodies[body].delayed_compliance * 2 * std::sinh(dx / (2 * parts * length));
            EXPECT_NEAR(at(found, ox), at(elastic, ox) + sum, 3e-4 * largest)
                << name << ' ' << ox << ' ' << oy << " length " << length << " body " << body;
          }
        }
      };
      expect("zz", &InfluenceTable::zz);
      expect("xx", &InfluenceTable::xx);
      expect("yy", &InfluenceTable::yy);
      expect("xy", &InfluenceTable::xy);
      expect("xz", &InfluenceTable::xz);
      expect("yz", &InfluenceTable::yz);
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Elements, DelayedInfluence,
                         ::testing::Values(ElementKind::constant, ElementKind::bilinear));

// Rolling to −x mirrors all offsets in x.
TEST(DelayedInfluence, TurnsWithTheDirectionOfRolling) {
  const Material body = delayed(soft, 2, 1e-4), other = delayed(hard, 1, 3e-4);
  InfluenceSpec spec{3, 2, 1e-3, 1e-3, combine(body, other, 10)};
  const InfluenceTable forward = influence_table(spec);
  spec.material = combine(body, other, -10);
  const InfluenceTable backward = influence_table(spec);
  const std::size_t width = forward.width();
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t i = x + width * y, k = width - 1 - x + width * y;
      const double size = forward.xx[forward.centre()];
      EXPECT_NEAR(forward.zz[i], backward.zz[k], 1e-14 * size);
      EXPECT_NEAR(forward.xx[i], backward.xx[k], 1e-14 * size);
      EXPECT_NEAR(forward.yy[i], backward.yy[k], 1e-14 * size);
      EXPECT_NEAR(forward.xy[i], -backward.xy[k], 1e-14 * size);
      EXPECT_NEAR(forward.xz[i], -backward.xz[k], 1e-14 * size);
      EXPECT_NEAR(forward.yz[i], backward.yz[k], 1e-14 * size);
    }
}

// Shorter ways than an element end within it. Midpoints of 2000 parts leave about 1e-7 of the kernel.
TEST(DelayedInfluence, OfAShortWayIsTheWeightedSum) {
  constexpr double dx = 1e-3, speed = 20, compliance = 3;
  constexpr int parts = 2000, far = 4;
  for (const double length : {0.085 * dx, 0.1 * dx, 0.12 * dx}) {
    const Material body = delayed(steel, compliance, length / speed);
    InfluenceSpec spec{1, 1, dx, dx, combine(body, body, speed)};
    const InfluenceTable found = influence_table(spec);
    spec.material.delayed = {};
    const InfluenceTable elastic = influence_table(spec);
    spec.nx = far;
    double sum = 0;
    for (int j = 0; j < parts; ++j) {
      spec.shift = (j + 0.5) / parts * dx;
      const InfluenceTable shifted = influence_table(spec);
      for (int k = 0; k < far; ++k)
        sum += std::exp(-(k * dx + spec.shift) / length) *
               shifted.zz[shifted.centre() + static_cast<std::size_t>(k)];
    }
    sum *= compliance * 2 * std::sinh(dx / (2 * parts * length));
    const double at_once = elastic.zz[elastic.centre()];
    EXPECT_NEAR(found.zz[found.centre()], at_once + sum, 3e-6 * at_once) << length;
  }
}

// The preconditioner marches from the leading edge, also where the last of the bodies has no delay.
TEST(DelayedInfluence, PreconditionerTurnsWithTheDirectionOfRolling) {
  const std::array<std::array<Material, 2>, 3> pairs{{{delayed(steel, 20, 2e-4), delayed(steel, 2, 0)},
                                                      {delayed(steel, 2, 0), delayed(steel, 20, 2e-4)},
                                                      {delayed(steel, 2, 2e-4), delayed(soft, 5, 1e-4)}}};
  constexpr int n = 6;
  for (const auto& [upper, lower] : pairs) {
    InfluenceSpec spec{n, 1, 1e-3, 1e-3, combine(upper, lower, 10)};
    const Delays forward(spec);
    Convolver forward_products(influence_table(spec));
    spec.material = combine(upper, lower, -10);
    const Delays backward(spec);
    Convolver backward_products(influence_table(spec));
    std::vector<double> ahead{1, 0, 3, -2, 0.5, 4}, behind(ahead.rbegin(), ahead.rend());
    forward.undo(ahead.data(), n);
    backward.undo(behind.data(), n);
    std::reverse(behind.begin(), behind.end());
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(ahead[i], behind[i]) << i;
    // In single precision.
    EXPECT_NEAR(backward_products.own_flexibility() / forward_products.own_flexibility(), 1, 1e-5);
  }
}

// Hunter's cylinder [Hunter1961] in the form of docs/theory/halfspace.md, per m of its width.
struct Hunter {
  double half, centre, load, moment;  // m, m, N/m, N about the axis of the cylinder
  std::function<double(double)> pressure;
};

Hunter hunter(double half, double radius, double kappa, double delayed_compliance, double length) {
  const double f = delayed_compliance, mu = half / length, lambda = (1 + f) * mu;
  const auto i = [](double order, double x) { return std::cyl_bessel_i(order, x); };
  const double ratio = std::cyl_bessel_k(1.0, mu) / std::cyl_bessel_k(0.0, mu);
  const double centre = length * f / (1 + f) * i(1, lambda) / (i(1, lambda) + i(0, lambda) * ratio);
  const double load = pi * half / ((1 + f) * kappa * radius) * (half / 2 + centre * ratio);
  const double ahead = centre - length;
  const double moment_in_units =
      (-pi / 2 * ahead / (kappa * radius) - load / half / mu) / (1 + f);  // about the centre, over half²
  const auto pressure = [=](double x) {
    const double t = (x - centre) / half;
    if (std::abs(t) >= 1) return 0.0;
    constexpr int n = 400;
    const double end = std::acos(t);
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      const double angle = (k + 0.5) / n * end, c = std::cos(angle), s = std::sin(angle);
      sum += (half * s * s + centre * ratio - ahead * c) * std::exp(-lambda * (c - t)) * end / n;
    }
    return mu / (kappa * radius) * sum;
  };
  return {half, centre, load, half * half * moment_in_units + centre * load, pressure};
}

// Two equal cylinders, one row 200 mm wide, without friction.
Solution roll(const Hunter& wanted, double compliance, double length, double direction, int n) {
  const double half = 1.1 * (wanted.half + std::abs(wanted.centre)), speed = 20;
  Problem p = quadratic(centred(n, 1, half, 0.1), 1, 0, steel, steel);
  const Material body = delayed(steel, compliance, length / speed);
  p.material = combine(body, body, direction * speed);
  p.motion.direction = direction;
  p.motion.speed = speed;
  p.normal_force = wanted.load * 0.2;
  p.friction[0].kinetic = 0;
  return solve(p);
}

TEST(Viscoelastic, CylinderRollsAsHunterSays) {
  constexpr double half = 1e-3, radius = 0.5;
  const double kappa = 2 * (1 - 0.28) / 82e9;
  for (const double compliance : {0.5, 4.0, 30.0})
    for (const double length : {0.3e-3, 1e-3, 5e-3}) {
      const Hunter h = hunter(half, radius, kappa, compliance, length);
      constexpr int n = 240;
      for (const double direction : {1.0, -1.0}) {
        const Solution s = roll(h, compliance, length, direction, n);
        ASSERT_EQ(s.outcome, Outcome::solved) << compliance << ' ' << length;
        const double dx = 2.2 * (half + h.centre) / n;
        double most = 0, peak = 0;
        for (int ix = 0; ix < n; ++ix) {
          const double x = -1.1 * (half + h.centre) + (ix + 0.5) * dx, p = h.pressure(direction * x);
          most = std::max(most, std::abs(s.tractions.pressure[static_cast<std::size_t>(ix)] - p));
          peak = std::max(peak, p);
        }
        // The edge lies within an element: √(dx/a) of the peak is what one element may be off there.
        EXPECT_LT(most, 0.6 * peak * std::sqrt(dx / half)) << compliance << ' ' << length;
        // Behind the leading edge the pressure rises over length/(1 + compliance).
        EXPECT_NEAR(s.max_pressure / peak, 1, 5e-3 + 0.05 * dx * (1 + compliance) / length)
            << compliance << ' ' << length;
        EXPECT_NEAR(s.contact_elements * dx, 2 * half, 2 * dx) << compliance << ' ' << length;
        EXPECT_NEAR(direction * s.centre_x, h.moment / h.load, 0.02 * h.moment / h.load + 0.002 * half)
            << compliance << ' ' << length;
      }
    }
}

// Slow rolling has all compliance, fast rolling that which is there at once: both are elastic bodies.
TEST(Viscoelastic, SlowAndFastRollingAreElastic) {
  constexpr double compliance = 3, speed = 20;
  const Material relaxed{steel.youngs_modulus / (1 + compliance), steel.poisson_ratio};
  const auto with = [&](const Material& body, double time) {
    Problem p = spin_ellipse(24);
    p.normal_control = NormalControl::approach;
    p.approach = 1.2e-4;
    p.motion.speed = speed;
    const Material moving = delayed(body, time < 0 ? 0 : compliance, std::max(time, 0.0));
    p.material = combine(moving, moving, speed);
    p.motion.longitudinal.value = 5e-4;
    return solve(p);
  };
  const auto expect_near = [](const Solution& a, const Solution& b, double tolerance) {
    ASSERT_EQ(a.outcome, Outcome::solved);
    EXPECT_NEAR(a.normal_force / b.normal_force, 1, tolerance);
    EXPECT_NEAR(a.force_x / b.force_x, 1, tolerance);
    EXPECT_NEAR(a.force_y / b.force_y, 1, tolerance);
    EXPECT_NEAR(a.moment_z / b.moment_z, 1, tolerance);
    EXPECT_NEAR(a.centre_x, 0, tolerance * 8e-3);
  };
  const Solution slow = with(relaxed, -1), fast = with(steel, -1);
  expect_near(with(steel, 0), slow, 1e-4);               // no time is needed
  expect_near(with(steel, 1e-5 / speed), slow, 0.02);    // 0.01 mm of 8 mm
  expect_near(with(steel, 1e-6 / speed), slow, 0.002);   // a tenth of it
  expect_near(with(steel, 10 / speed), fast, 0.02);      // 10 m
  expect_near(with(steel, 1000 / speed), fast, 0.0005);  // 1 km
}

Problem rolling_ball(const Material& body_1, const Material& body_2, double direction) {
  constexpr double speed = 10;
  Problem p = quadratic(centred(20, 20, 6e-3, 6e-3), 5, 5, body_1, body_2);
  p.material = combine(body_1, body_2, direction * speed);
  p.normal_force = 20e3;
  p.motion.speed = speed;
  p.motion.direction = direction;
  p.motion.longitudinal.value = direction * 2e-3;
  p.motion.lateral.value = 1e-3;
  p.motion.spin = direction * 0.3;
  return p;
}

// Elements swept one after the other with direct sums come to the same tractions as Newton's method.
TEST(Viscoelastic, SweepsAgreeWithNewtonsMethod) {
  const Material body = delayed(steel, 2, 2e-4);
  Problem p = rolling_ball(body, body, 1);
  const Solution newton = solve(p);
  p.settings.gauss_seidel = true;
  p.settings.max_iterations = 4000;
  const Solution sweeps = solve(p);
  ASSERT_EQ(newton.outcome, Outcome::solved);
  ASSERT_EQ(sweeps.outcome, Outcome::solved);
  const double scale = 0.3 * 20e3;
  EXPECT_NEAR(newton.force_x, sweeps.force_x, 1e-4 * scale);
  EXPECT_NEAR(newton.force_y, sweeps.force_y, 1e-4 * scale);
  EXPECT_EQ(newton.adhesion_elements, sweeps.adhesion_elements);
  EXPECT_GT(newton.adhesion_elements, 20);
  EXPECT_GT(newton.slip_elements, 20);
}

// Rolling backward with mirrored creepages is the mirror image.
TEST(Viscoelastic, BackwardRollingIsTheMirrorImage) {
  const std::array<std::array<Material, 2>, 2> pairs{
      {{delayed(steel, 2, 2e-4), delayed(soft, 5, 1e-4)}, {delayed(steel, 20, 2e-4), delayed(steel, 2, 0)}}};
  for (const auto& [upper, lower] : pairs) {
    const Solution forward = solve(rolling_ball(upper, lower, 1)),
                   backward = solve(rolling_ball(upper, lower, -1));
    ASSERT_EQ(forward.outcome, Outcome::solved);
    ASSERT_EQ(backward.outcome, Outcome::solved);
    EXPECT_NEAR(forward.force_x, -backward.force_x, 1e-4 * 6e3);
    EXPECT_NEAR(forward.force_y, backward.force_y, 1e-4 * 6e3);
    EXPECT_NEAR(forward.centre_x, -backward.centre_x, 1e-7);
    EXPECT_GT(forward.centre_x, 1e-4);
    EXPECT_NEAR(backward.products, forward.products, 0.1 * forward.products);  // rounding
  }
}

// Which of the two bodies is the upper one changes the signs of what acts on it.
TEST(Viscoelastic, BodiesCanBeExchanged) {
  const Material body = delayed(steel, 2, 2e-4), other = delayed(soft, 5, 1e-4);
  Problem p = rolling_ball(body, other, 1), q = rolling_ball(other, body, 1);
  q.motion.longitudinal.value *= -1;
  q.motion.lateral.value *= -1;
  q.motion.spin *= -1;
  const Solution one = solve(p), two = solve(q);
  ASSERT_EQ(one.outcome, Outcome::solved);
  EXPECT_NEAR(one.force_x, -two.force_x, 1e-4 * 6e3);
  EXPECT_NEAR(one.force_y, -two.force_y, 1e-4 * 6e3);
  EXPECT_NEAR(one.approach, two.approach, 1e-4 * one.approach);
  EXPECT_NEAR(one.max_pressure, two.max_pressure, 1e-4 * one.max_pressure);
  EXPECT_GT(one.outer_iterations, 1);  // coupled
}

// Equal constants at once, but different delays: pressures move the surfaces sideways.
TEST(Viscoelastic, EqualBodiesWithUnequalDelaysAreCoupled) {
  EXPECT_FALSE(combine(delayed(steel, 2, 1e-4), delayed(steel, 2, 1e-4), 10).is_coupled());
  EXPECT_TRUE(combine(delayed(steel, 2, 1e-4), delayed(steel, 2, 2e-4), 10).is_coupled());
  EXPECT_TRUE(combine(delayed(steel, 2, 1e-4), steel, 10).is_coupled());
  const Material incompressible{1e9, 0.5};
  EXPECT_FALSE(combine(delayed(incompressible, 2, 1e-4), incompressible, 10).is_coupled());
}

TEST(Viscoelastic, FaultsAreNamed) {
  const Material body = delayed(steel, 2, 1e-4);
  Problem p = rolling_ball(body, body, 1);
  EXPECT_TRUE(find_faults(p).empty());
  p.motion.kind = TangentialKind::shift;
  p.method.normal = NormalMethod::kik_piotrowski;
  p.method.tangential = TangentialMethod::fastsim;
  const auto faults = find_faults(p);
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0], "material.delayed: visco-elastic bodies need steady rolling");
  EXPECT_EQ(faults[1], "material.delayed: tractions of visco-elastic bodies need boundary elements");
  p = rolling_ball(delayed(steel, -2, 1e-4), steel, 1);
  ASSERT_EQ(find_faults(p).size(), 1u);
  EXPECT_EQ(find_faults(p)[0],
            "material.delayed: a compliance is negative or a length is not finite (got -2.43902e-11 1/Pa, "
            "0.001000 m)");
  p = rolling_ball(body, body, -1);
  p.motion.direction = 1;
  const std::string turned =
      "material.delayed: a length has another sign than motion.direction (got -0.001000 m, 1.000000)";
  EXPECT_EQ(find_faults(p), std::vector<std::string>({turned, turned}));
}

// Kept apart, bodies of different materials roll freely without tractions, and the pressures are the same.
TEST(Viscoelastic, DifferentBodiesMayBeKeptApart) {
  Problem p = bentall(0.3);
  p.motion.longitudinal = {Control::creepage, 0};
  EXPECT_TRUE(p.material.is_coupled());
  EXPECT_GT(std::abs(solve(p).tractions.x[p.grid.size() / 2]), 1);
  p.material.delayed[0] = {1 / p.material.shear_modulus, 0.3, 1e-3};
  EXPECT_TRUE(p.material.is_coupled());
  p.material.coupled = false;
  EXPECT_FALSE(p.material.is_coupled());
  const Solution apart = solve(p);
  ASSERT_EQ(apart.outcome, Outcome::solved);
  for (const double traction : apart.tractions.x) EXPECT_EQ(traction, 0);
  p.motion.kind = TangentialKind::none;
  const Solution alone = solve(p);
  for (std::size_t i = 0; i < p.grid.size(); ++i)
    EXPECT_NEAR(apart.tractions.pressure[i], alone.tractions.pressure[i], 1e-9 * alone.max_pressure);
}

}  // namespace
}  // namespace flangeway::contact::patch
