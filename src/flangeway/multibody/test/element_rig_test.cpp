// Elements on the test rig against closed forms, and the same loop by every integrator.
#include "flangeway/multibody/element_rig.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "all_elements.hpp"
#include "flangeway/multibody/elements/laws/friction.hpp"

namespace flangeway::multibody {
namespace {

using test::with;

constexpr double gauge_pressure = 4e5, atmosphere = 1.013e5, exponent = 1.4;

/// Bag, linear throttle and tank.
Element<AirSpring> air_spring(double tank_volume, double time_constant) {
  Element<AirSpring> e;
  e.area = 0.2, e.area_rate = 0.1, e.volume = 0.03;
  e.atmosphere = atmosphere, e.polytropic = exponent;
  e.preload.z() = gauge_pressure * e.area;
  if (tank_volume == 0) return e;
  e.has_tank = 1, e.tank_volume = tank_volume;
  const double series = e.volume * tank_volume / (e.volume + tank_volume);
  e.resistance = time_constant * exponent * (gauge_pressure + atmosphere) / series;
  return e;
}

/// Closed form of small motions: stiffness of the area, then of the gas, which flows with the time constant.
std::complex<double> closed_form(const Element<AirSpring>& e, double tank_volume, double tau, double f) {
  const double p = exponent * (gauge_pressure + atmosphere) * e.area * e.area;
  const double whole = p / (e.volume + tank_volume), bag = p / e.volume;
  const std::complex<double> i_w_tau(0, 2 * 3.14159265358979 * f * tau);
  return gauge_pressure * e.area_rate + whole + (bag - whole) * i_w_tau / (1.0 + i_w_tau);
}

TEST(ElementRig, SmallMotionsOfAnAirSpringFollowTheClosedForm) {
  for (const double tank : {0.0, 0.02, 0.07}) {
    const Element<AirSpring> spring = air_spring(tank, 0.05);
    const Model model = with(spring);
    for (const double f : {0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0}) {
      const auto expected = closed_form(spring, tank, tank > 0 ? 0.05 : 0, f);
      const auto slope = small_stiffness(model, 0, 2, f);
      EXPECT_LT(std::abs(slope - expected), 1e-9 * std::abs(expected)) << f;
    }
  }
}

TEST(ElementRig, AStrokeOfATenthOfAMillimetreIsASmallMotion) {
  const Element<AirSpring> spring = air_spring(0.07, 0.05);
  const Model model = with(spring);
  for (const RigMethod method :
       {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4, RigMethod::dormand_prince}) {
    Stroke stroke;
    stroke.amplitude = 1e-4, stroke.frequency = 2, stroke.method = method, stroke.cycles = 5;
    const RigLoop loop = run_stroke(model, 0, 2, stroke);
    const auto expected = closed_form(spring, 0.07, 0.05, 2);
    ASSERT_EQ(loop.status, EvalStatus::ok);
    EXPECT_LT(std::abs(loop.stiffness - expected), 1e-3 * std::abs(expected)) << name_of(method);
  }
}

// A pipe without resistance and the gas on both sides are a spring and a mass.
TEST(ElementRig, TheAirInAPipeResonates) {
  Element<AirSpring> spring = air_spring(0.07, 0.05);
  spring.has_pipe = 1, spring.pipe_slenderness = 1000, spring.resistance = 10;
  const Model model = with(spring);
  const double pressure = gauge_pressure + atmosphere;
  const double inertance = pressure * spring.pipe_slenderness / (287.05 * 293.15);
  const double resonance =
      std::sqrt(exponent * pressure * (1 / spring.volume + 1 / spring.tank_volume) / inertance) /
      (2 * 3.14159265);
  const double below = small_stiffness(model, 0, 2, 0.99 * resonance).real(),
               above = small_stiffness(model, 0, 2, 1.01 * resonance).real();
  EXPECT_LT(below, -5e6);
  EXPECT_GT(above, 5e6);
}

TEST(ElementRig, AnAirSpringIsHarderInCompression) {
  const Model model = with(air_spring(0, 0));
  Stroke stroke;
  stroke.amplitude = 0.03, stroke.frequency = 1;
  const RigLoop loop = run_stroke(model, 0, 2, stroke);
  const double p0 = gauge_pressure + atmosphere;
  for (const auto& [z, force] : loop.points) {
    const double swept = -0.2 * z + 0.05 * z * z, area = 0.2 - 0.1 * z;
    const double pressure = p0 * std::pow(0.03 / (0.03 - swept), exponent);
    EXPECT_NEAR(force, -(pressure - atmosphere) * area, 1e-9 * std::abs(force));
  }
  EXPECT_NEAR(loop.loss, 0, 1e-9);
}

Element<Friction> friction(double limit, double stiffness, double time = 1e-7) {
  Element<Friction> e;
  e.stiffness.x() = stiffness, e.limit = limit, e.viscosity = time * stiffness;
  return e;
}

// Coulomb's limit H in series with a spring k: 4 H (X − H/k) a cycle, nothing below X = H/k.
TEST(ElementRig, FrictionLosesTheEnergyOfMasingsLoop) {
  const double limit = 1e4, stiffness = 2e6;
  const Model quick = with(friction(limit, stiffness)), slow = with(friction(limit, stiffness, 1e-5));
  for (const double amplitude : {0.004, 0.0055, 0.006, 0.01}) {
    for (const StrokeShape shape : {StrokeShape::sine, StrokeShape::triangle}) {
      for (const RigMethod method :
           {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4, RigMethod::dormand_prince}) {
        Stroke stroke;
        stroke.shape = shape, stroke.amplitude = amplitude, stroke.frequency = 0.5, stroke.method = method;
        const Model& model = method == RigMethod::dormand_prince ? slow : quick;
        const RigLoop loop = run_stroke(model, 0, 0, stroke);
        const double expected = 4 * limit * std::max(0.0, amplitude - limit / stiffness);
        ASSERT_EQ(loop.status, EvalStatus::ok);
        EXPECT_NEAR(loop.work, expected, 5e-3 * expected + 1e-6) << name_of(method) << " " << amplitude;
      }
    }
  }
}

// Ten steps from one end of the stroke to the other are enough: nothing chatters.
TEST(ElementRig, FrictionDoesNotChatterInLongSteps) {
  const Model model = with(friction(1e4, 2e6));
  for (const RigMethod method : {RigMethod::rk4, RigMethod::abm4}) {
    for (const long steps : {20L, 100L, 20000L}) {
      Stroke stroke;
      stroke.shape = StrokeShape::triangle, stroke.amplitude = 0.01, stroke.method = method,
      stroke.steps = steps;
      const RigLoop loop = run_stroke(model, 0, 0, stroke);
      std::size_t turns = 0;
      for (std::size_t k = 1; k + 1 < loop.points.size(); ++k) {
        const double before = loop.points[k][1] - loop.points[k - 1][1],
                     after = loop.points[k + 1][1] - loop.points[k][1];
        if (before * after < -1) ++turns;  // N²
        EXPECT_LT(std::abs(loop.points[k][1]), 1.001e4);
      }
      EXPECT_LE(turns, 2u) << name_of(method) << " " << steps;
    }
  }
}

// Slip along the diagonal: the limit holds for the resultant.
TEST(ElementRig, FrictionInTwoDirectionsHasOneLimit) {
  Element<Friction> e = friction(1e3, 1e6, 1e-5);
  e.stiffness.y() = 1e6;
  const Model model = with(e);
  DeformationOf<Element<Friction>, double> at{};
  at.has = {true, true, false};
  at.deflection = {0.003, 0.004, 0};
  for (int k = 0; k < 2000; ++k) {
    const auto r = e.respond({}, at);
    for (std::size_t n = 0; n < 2; ++n) at.state[n] += 1e-6 * r.state_rate[n];
  }
  const auto r = e.respond({}, at);
  EXPECT_NEAR(r.force[0], 600, 1);
  EXPECT_NEAR(r.force[1], 800, 1);
}

/// [Fancher1980]: K 1e6, c 0.1, β 1.5 mm.
Element<LeafSpring> leaf_spring() {
  Element<LeafSpring> e;
  e.stiffness = 1e6, e.friction = 0.1, e.length = 1.5e-3, e.preload = 2e4;
  return e;
}

// Unloading from the end of a stroke: dF/dD = (F − K D (1 − c))/β, whose solution is the lower envelope moved
// by K (1 − c) β, and an exponential.
TEST(ElementRig, ALeafSpringTendsToItsEnvelopes) {
  const Model model = with(leaf_spring());
  for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
    Stroke stroke;
    stroke.shape = StrokeShape::triangle, stroke.amplitude = 0.01, stroke.frequency = 0.1,
    stroke.method = method;
    const RigLoop loop = run_stroke(model, 0, 0, stroke);
    ASSERT_EQ(loop.status, EvalStatus::ok);
    // The deflection falls from 0.01 to −0.01 (loading), then rises (unloading).
    const auto lowest = std::min_element(loop.points.begin(), loop.points.end());
    const double start = 0.02 - (*lowest)[0], force = -(*lowest)[1];
    const auto envelope = [](double d) { return 1e6 * 0.9 * (d + 1.5e-3); };
    for (auto point = lowest; point != loop.points.end(); ++point) {
      const double d = 0.02 - (*point)[0];
      const double expected = envelope(d) + (force - envelope(start)) * std::exp(-(start - d) / 1.5e-3);
      EXPECT_NEAR(-(*point)[1], expected, 2e-3 * expected) << name_of(method);
    }
  }
}

TEST(ElementRig, APendulumLinkHasTheStiffnessOfItsLoad) {
  Element<PendulumLink> link;
  link.normal = 55000, link.length = 0.25;
  EXPECT_NEAR(small_stiffness(with(link), 0, 1, 1).real(), 220000, 1e-6);
}

TEST(ElementRig, ADamperBlowsOff) {
  Model model;
  model.bodies.resize(2);
  model.table_points = {{0, 0}, {5e3, 0.1}, {5.1e3, 1.1}};
  Element<AxisDamper> damper;
  damper.j = 1, damper.series_stiffness = 5e6, damper.mobility = 1 / 5e4;
  damper.tables[AxisDamper<double>::inverse] = {0, 3, true};
  elements_of<AxisDamper>(model).push_back(damper);
  finish(model, false);
  Stroke stroke;
  stroke.amplitude = 1e-3, stroke.frequency = 1;
  const std::complex<double> slow = run_stroke(model, 0, 0, stroke).stiffness;
  EXPECT_NEAR(slow.imag(), 2 * 3.14159265358979 * 5e4, 0.01 * slow.imag());  // 314 N
  stroke.amplitude = 0.05;
  for (const auto& [x, force] : run_stroke(model, 0, 0, stroke).points) EXPECT_LT(std::abs(force), 5.05e3);
}

}  // namespace
}  // namespace flangeway::multibody
