// Rubber springs, centre bowls, friction wedges and Lenoir links on the test rig, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "all_elements.hpp"
#include "flangeway/multibody/element_rig.hpp"
#include "flangeway/multibody/elements/laws/centre_bowl.hpp"
#include "flangeway/multibody/elements/laws/friction_wedge.hpp"
#include "flangeway/multibody/elements/laws/lenoir_link.hpp"
#include "flangeway/multibody/elements/laws/rubber_spring.hpp"
#include "flangeway/multibody/statics.hpp"

namespace flangeway::multibody {
namespace {

using test::with;

template <template <typename> class Kind>
auto response_of(const Element<Kind>& element, const DeformationOf<Element<Kind>, double>& at) {
  return element.respond({}, at);
}

constexpr double friction_limit = 1000, half_displacement = 1e-3;

Element<RubberSpring> rubber_spring() {
  Element<RubberSpring> e;
  e.friction_limit.x() = friction_limit, e.friction_stiffness.x() = friction_limit / half_displacement;
  return e;
}

Stroke stroke_of(RigMethod method, double amplitude) {
  Stroke stroke;
  stroke.method = method, stroke.amplitude = amplitude, stroke.frequency = 0.5;
  return stroke;
}

// The closed form of the loop that a sinusoidal stroke tends to [Berg1998].
double friction_amplitude(double x) {
  const double x2 = half_displacement;
  return friction_limit / (2 * x2) * (std::sqrt(x2 * x2 + x * x + 6 * x2 * x) - x2 - x);
}
double loop_energy(double x) {
  const double a = 1 + friction_amplitude(x) / friction_limit, half = half_displacement * a;
  return 2 * friction_limit * (2 * x - a * half * std::log((half + 2 * x) / half));
}

TEST(RubberSpring, FrictionHasTheLoopOfTheClosedForm) {
  const Model model = with(rubber_spring());
  for (const double amplitude : {5e-4, 1e-3, 3e-3, 1e-2}) {
    for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
      Stroke stroke = stroke_of(method, amplitude);
      stroke.cycles = 12;
      const RigLoop loop = run_stroke(model, 0, 0, stroke);
      ASSERT_EQ(loop.status, EvalStatus::ok);
      const auto force = [](const auto& a, const auto& b) { return a[1] < b[1]; };
      const auto [least, most] = std::minmax_element(loop.points.begin(), loop.points.end(), force);
      const double expected = friction_amplitude(amplitude);
      EXPECT_NEAR(((*most)[1] - (*least)[1]) / 2, expected, 5e-3 * expected) << name_of(method) << amplitude;
      EXPECT_NEAR(loop.work, loop_energy(amplitude), 5e-3 * loop.work) << name_of(method) << amplitude;
      EXPECT_NEAR(loop.loss, loop.work, 5e-3 * loop.work) << name_of(method) << amplitude;
    }
  }
}

// From rest: half of the limit at x2, two thirds at 2 x2.
TEST(RubberSpring, FrictionComesToHalfOfItsLimit) {
  const Model model = with(rubber_spring());
  Stroke stroke = stroke_of(RigMethod::rk4, 2e-3);
  stroke.cycles = 1;
  double at_x2 = 0, at_end = 0;
  for (const auto& [x, force] : run_stroke(model, 0, 0, stroke).points) {
    if (x <= half_displacement && at_end < force) at_x2 = force;
    at_end = std::max(at_end, force);
  }
  EXPECT_NEAR(at_x2, friction_limit / 2, 2);
  EXPECT_NEAR(at_end, friction_limit * 2 / 3, 2);
}

TEST(RubberSpring, IsStifferAtSmallAmplitudesAndHighFrequencies) {
  Element<RubberSpring> e = rubber_spring();
  e.stiffness.x() = 2e5, e.series_stiffness.x() = 3e5, e.series_damping.x() = 3e3;
  const Model model = with(e);
  for (const double f : {0.1, 1.0, 10.0, 100.0}) {
    const std::complex<double> i_w_tau(0, 2 * pi * f * 3e3 / 3e5);
    const std::complex<double> expected = 2e5 + 1e6 + 3e5 * i_w_tau / (1.0 + i_w_tau);
    EXPECT_LT(std::abs(small_stiffness(model, 0, 0, f) - expected), 1e-9 * std::abs(expected)) << f;
  }
  // The damper adds nothing at a low frequency: elastic stiffness, and that of the friction.
  double before = 1.2e6;
  for (const double amplitude : {2e-4, 1e-3, 5e-3}) {
    Stroke stroke = stroke_of(RigMethod::bdf, amplitude);
    stroke.frequency = 0.05, stroke.cycles = 12;
    const auto points = run_stroke(model, 0, 0, stroke).points;
    const auto [low, high] = std::minmax_element(points.begin(), points.end());
    const double found = ((*high)[1] - (*low)[1]) / (2 * amplitude);
    const double expected = 2e5 + friction_amplitude(amplitude) / amplitude;
    EXPECT_NEAR(found, expected, 0.01 * expected) << amplitude;
    EXPECT_LT(found, before);
    before = found;
  }
}

constexpr double wedge_tangent = 0.7, wedge_friction = 0.4, wedge_load = 20e3;

Element<FrictionWedge> wedge(double asymmetry) {
  Element<FrictionWedge> e;
  e.preload = wedge_load, e.tangent = wedge_tangent, e.coefficient = wedge_friction, e.asymmetry = asymmetry;
  e.rise_stiffness = e.lateral_stiffness = 1e7, e.viscosity = 1e-7 * e.rise_stiffness;
  return e;
}

// Face force Fs/tan(angle), friction coefficient times that: Masing's loop of a constant limit.
TEST(FrictionWedge, ConstantColumnForceLosesTheEnergyOfMasingsLoop) {
  Element<FrictionWedge> e = wedge(0);
  e.carried = 0;
  const Model model = with(e);
  const double limit = wedge_friction * wedge_load / wedge_tangent, amplitude = 0.01;
  EXPECT_NEAR(nominal_force(model, 0)[0], wedge_load / wedge_tangent, 1e-9 * wedge_load);
  EXPECT_EQ(nominal_force(model, 0)[2], 0);
  for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
    for (const std::size_t component : {1u, 2u}) {
      const RigLoop loop = run_stroke(model, 0, component, stroke_of(method, amplitude));
      const double expected = 4 * limit * (amplitude - limit / 1e7);
      EXPECT_NEAR(loop.work, expected, 5e-3 * expected) << name_of(method) << component;
    }
  }
}

// With its friction on the slope the wedge is in equilibrium: N tan(angle) = Fs ± f, f = coefficient · N.
TEST(FrictionWedge, LoadDependentFrictionIsHigherInLoading) {
  for (const double asymmetry : {0.0, 0.5, 1.0}) {
    Element<FrictionWedge> e = wedge(asymmetry);
    e.spring_stiffness = 5e5;
    const Model model = with(e);
    for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
      const RigLoop loop = run_stroke(model, 0, 2, stroke_of(method, 0.02));
      ASSERT_EQ(loop.status, EvalStatus::ok);
      const auto [low, high] = std::minmax_element(loop.points.begin(), loop.points.end());
      const double bent = asymmetry * wedge_friction;
      const double loading = 30e3 * wedge_friction / (wedge_tangent - bent),
                   unloading = 10e3 * wedge_friction / (wedge_tangent + bent);
      EXPECT_NEAR(-(*low)[1], 30e3 + loading, 5e-3 * loading) << name_of(method) << asymmetry;
      EXPECT_NEAR(-(*high)[1], 10e3 - unloading, 5e-3 * unloading) << name_of(method) << asymmetry;
    }
  }
}

TEST(FrictionWedge, EveryIntegratorFindsTheSameLoopInAnyStep) {
  Element<FrictionWedge> e = wedge(1);
  e.spring_stiffness = 5e5;
  const Model model = with(e);
  const double energy = run_stroke(model, 0, 2, stroke_of(RigMethod::bdf, 0.02)).work;
  for (const RigMethod method : {RigMethod::rk4, RigMethod::abm4}) {
    for (const long steps : {100L, 1000L, 20000L}) {
      Stroke stroke = stroke_of(method, 0.02);
      stroke.shape = StrokeShape::triangle, stroke.steps = steps;
      const RigLoop loop = run_stroke(model, 0, 2, stroke);
      EXPECT_NEAR(loop.work, energy, 0.01 * energy) << name_of(method) << steps;
      std::size_t turns = 0;
      for (std::size_t k = 1; k + 1 < loop.points.size(); ++k)
        if ((loop.points[k][1] - loop.points[k - 1][1]) * (loop.points[k + 1][1] - loop.points[k][1]) < -1)
          ++turns;
      EXPECT_LE(turns, 2u) << name_of(method) << steps;
    }
  }
}

// A pair of wedges between two columns: their springs resist, and their normal forces cancel.
TEST(FrictionWedge, APairHoldsTheBolsterBetweenTheColumns) {
  Element<FrictionWedge> ahead = wedge(0), behind = wedge(0);
  ahead.spring_stiffness = behind.spring_stiffness = 5e5, behind.side = -1;
  DeformationOf<Element<FrictionWedge>, double> at{};
  at.deflection[0] = 1e-3;
  const double force = response_of(ahead, at).force[0] + response_of(behind, at).force[0];
  EXPECT_NEAR(force, 2 * 5e5 / (wedge_tangent * wedge_tangent) * 1e-3, 1e-6);
}

Element<CentreBowl> bowl() {
  Element<CentreBowl> e;
  e.contact_stiffness = 2e8, e.preload = 1e5, e.radius = 0.18;
  e.coefficient = 0.3, e.friction_radius = 0.12, e.friction_stiffness = Vec3{2e7, 2e7, 4e6};
  e.viscosity = 2, e.turn_viscosity = 0.4;
  return e;
}

TEST(CentreBowl, TipsOverItsEdge) {
  const Element<CentreBowl> e = bowl();
  DeformationOf<Element<CentreBowl>, double> at{};
  at.deflection[3] = 1e-4;  // all of the edge still carries
  EXPECT_NEAR(response_of(e, at).force[3], 0.5 * 2e8 * 0.18 * 0.18 * 1e-4, 1e-6);
  EXPECT_NEAR(response_of(e, at).force[2], -1e5, 1e-6);
  // On one point of the edge, lifted so that it carries the load: load times radius.
  for (const std::size_t axis : {3u, 4u}) {
    at = {};
    at.deflection[axis] = 0.2;
    at.deflection[2] = 0.18 * 0.2 - (1e5 - 1e5 / 8) / (2e8 / 8);
    const auto tipped = response_of(e, at);
    EXPECT_NEAR(tipped.force[2], -1e5, 1e-6);
    EXPECT_NEAR(std::abs(tipped.force[axis]), 1e5 * 0.18, 1e-6) << axis;
  }
}

TEST(CentreBowl, CarriesAndRubsOnlyUnderLoad) {
  const Element<CentreBowl> e = bowl();
  const Model model = with(e);
  EXPECT_NEAR(nominal_force(model, 0)[2], -1e5, 1e-9);
  for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
    const double force = 0.3 * 1e5, moment = 0.12 * force;
    const RigLoop slide = run_stroke(model, 0, 1, stroke_of(method, 0.01)),
                  turn = run_stroke(model, 0, 5, stroke_of(method, 0.01));
    EXPECT_NEAR(slide.work, 4 * force * (0.01 - force / 2e7), 5e-3 * slide.work) << name_of(method);
    EXPECT_NEAR(turn.work, 4 * moment * (0.01 - moment / 4e6), 5e-3 * turn.work) << name_of(method);
  }
  DeformationOf<Element<CentreBowl>, double> at{};
  at.deflection = {0, 0, 1e-3, 1e-4, 0, 0};
  for (const double force : response_of(e, at).force) EXPECT_EQ(force, 0);
}

TEST(CentreBowl, TheRimStopsWhatSlides) {
  Element<CentreBowl> e = bowl();
  e.friction_stiffness.setZero(), e.rim_stiffness = 1e8, e.rim_clearance = 0.003;
  DeformationOf<Element<CentreBowl>, double> at{};
  at.deflection[0] = 0.003, at.deflection[1] = 0.004;
  const auto stopped = response_of(e, at);
  EXPECT_NEAR(stopped.force[0], 0.6 * 1e8 * 0.002, 2);
  EXPECT_NEAR(stopped.force[1], 0.8 * 1e8 * 0.002, 2);
  at.deflection[0] = at.deflection[1] = 0.002;
  EXPECT_EQ(response_of(e, at).force[0], 0);
}

Element<LenoirLink> lenoir_link() {
  Element<LenoirLink> e;
  e.spring_stiffness = 5e5, e.preload = 12e3, e.tangent = 0.35, e.guide_stiffness = 2e7;
  e.coefficient = 0.3, e.lateral_stiffness = e.vertical_stiffness = 4e6;
  e.viscosity = 1e-7 * e.vertical_stiffness;
  return e;
}

// The box leaves its guide once more than the force of the pusher pulls it away.
TEST(LenoirLink, PushesTheBoxAgainstItsGuide) {
  const double pushed = 0.35 * 12e3;
  for (const double side : {1.0, -1.0}) {
    Element<LenoirLink> e = lenoir_link();
    e.side = side;
    DeformationOf<Element<LenoirLink>, double> at{};
    EXPECT_NEAR(response_of(e, at).force[0], 0, 1e-9);
    at.deflection[0] = -side * 1e-4;
    EXPECT_NEAR(response_of(e, at).force[0], -side * (2e7 + 0.35 * 0.35 * 5e5) * 1e-4, 1e-6);
    at.deflection[0] = side * 2e-3;
    EXPECT_NEAR(response_of(e, at).force[0], side * (pushed + 0.35 * 0.35 * 5e5 * 2e-3), 1e-6);
    // A larger load pushes harder.
    at = {};
    at.deflection[2] = -0.01;
    EXPECT_NEAR(response_of(e, at).force[0], side * 0.35 * 5e3, 1e-6);
  }
}

// The limit is proportional to the load of the spring.
TEST(LenoirLink, RubsUnderTheLoadOfItsSpring) {
  const Model model = with(lenoir_link());
  const double limit = 0.3 * 0.35 * 12e3;
  for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
    const RigLoop sideways = run_stroke(model, 0, 1, stroke_of(method, 0.005));
    EXPECT_NEAR(sideways.work, 4 * limit * (0.005 - limit / 4e6), 5e-3 * sideways.work) << name_of(method);
    const RigLoop loop = run_stroke(model, 0, 2, stroke_of(method, 0.01));
    const auto [low, high] = std::minmax_element(loop.points.begin(), loop.points.end());
    EXPECT_NEAR(-(*low)[1], 17e3 * (1 + 0.3 * 0.35), 5) << name_of(method);
    EXPECT_NEAR(-(*high)[1], 7e3 * (1 - 0.3 * 0.35), 5) << name_of(method);
  }
}

// Two springs of a box share its load by their stiffness; friction carries none of it.
TEST(LenoirLink, SharesTheLoadWithTheAdjacentSpring) {
  Model model;
  model.bodies.resize(2);
  model.bodies[0].wheelset = true;
  model.bodies[1].mass = 1000;
  Element<LenoirLink> link = lenoir_link();
  Element<Bushing> spring;
  spring.stiffness = Vec3{1e6, 1e6, 1.5e6};
  link.preload = 0;
  elements_of<LenoirLink>(model).push_back(link);
  elements_of<Bushing>(model).push_back(spring);
  for_each_element(model, [](auto& e) { e.j = 1; });
  finish(model, false);
  (void)solve_preloads(model);
  EXPECT_NEAR(elements_of<LenoirLink>(model)[0].preload, 0.25 * 1000 * model.gravity, 1e-6);
  EXPECT_NEAR(elements_of<Bushing>(model)[0].preload.z(), 0.75 * 1000 * model.gravity, 1e-6);
}

}  // namespace
}  // namespace flangeway::multibody
