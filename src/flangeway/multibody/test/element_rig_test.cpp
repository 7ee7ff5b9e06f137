// Elements on the test rig against closed forms, and the same loop by every integrator.
#include "flangeway/multibody/element_rig.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {
namespace {

template <template <typename> class Kind>
Model with(const Element<Kind>& element) {
  Model model;
  model.bodies.resize(2);
  elements_of<Kind>(model).push_back(element);
  for_each_element(model, [](auto& e) { e.j = 1; });
  finish(model, false);
  return model;
}

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
  for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4, RigMethod::dopri5}) {
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
      std::sqrt(exponent * pressure * (1 / spring.volume + 1 / spring.tank_volume) / inertance) / (2 * 3.14159265);
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

Element<Friction> friction(double limit, double stiffness) {
  Element<Friction> e;
  e.stiffness.x() = stiffness, e.limit = limit, e.viscosity = 1e-5 * stiffness;
  return e;
}

// Coulomb's limit H in series with a spring k: 4 H (X − H/k) a cycle, nothing below X = H/k.
TEST(ElementRig, FrictionLosesTheEnergyOfMasingsLoop) {
  const double limit = 1e4, stiffness = 2e6;
  const Model model = with(friction(limit, stiffness));
  for (const double amplitude : {0.004, 0.0055, 0.006, 0.01}) {
    for (const StrokeShape shape : {StrokeShape::sine, StrokeShape::triangle}) {
      for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4, RigMethod::dopri5}) {
        Stroke stroke;
        stroke.shape = shape, stroke.amplitude = amplitude, stroke.frequency = 0.5, stroke.method = method;
        const RigLoop loop = run_stroke(model, 0, 0, stroke);
        const double expected = 4 * limit * std::max(0.0, amplitude - limit / stiffness);
        ASSERT_EQ(loop.status, EvalStatus::ok);
        EXPECT_NEAR(loop.work, expected, 5e-3 * expected + 1e-6) << name_of(method) << " " << amplitude;
      }
    }
  }
}

}  // namespace
}  // namespace flangeway::multibody
