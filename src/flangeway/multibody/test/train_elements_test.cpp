// Draw gear, buffers, running resistance, motors and bushings with matrices against closed forms.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "flangeway/multibody/element_rig.hpp"
#include "flangeway/multibody/elements/laws/draw_gear.hpp"
#include "flangeway/multibody/elements/laws/matrix_bushing.hpp"
#include "flangeway/multibody/elements/laws/motor.hpp"
#include "flangeway/multibody/elements/laws/running_resistance.hpp"
#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {
namespace {

template <template <typename> class Kind>
Model alone(const Element<Kind>& element, std::vector<std::array<double, 2>> points = {}) {
  Model model;
  model.bodies.resize(2);
  model.table_points = std::move(points);
  elements_of<Kind>(model).push_back(element);
  for_each_element(model, [](auto& e) { e.j = 1; });
  finish(model, false);
  return model;
}

template <template <typename> class Kind>
auto response_of(const Model& model, double deflection, double rate) {
  using E = Element<Kind>;
  DeformationOf<E, double> at{};
  at.deflection[0] = deflection, at.rate[0] = rate;
  return elements_of<Kind>(model)[0].respond(curves_of(model, elements_of<Kind>(model)[0]), at);
}

constexpr double stiffness = 4e6, lost = 0.5, transition = 4e7;  // N/m, 1, N/m
constexpr double friction_slope = lost * stiffness / 2;

/// Loading with k x, unloading with (1 − lost) k x, in both directions.
template <template <typename> class Kind>
Model gear(double slack) {
  Element<Kind> e;
  e.draw_slack = e.buff_slack = slack;
  e.friction_stiffness = transition, e.viscosity = 1e-7 * transition;
  e.tables = {Table{0, 2}, Table{2, 2}, Table{0, 2}, Table{2, 2}};
  return alone<Kind>(e, {{0, 0}, {1, (1 - lost / 2) * stiffness}, {0, 0}, {1, friction_slope}});
}

/// Area of a loop of friction between x0 and x1: limit a x, transitions of slope k.
double loop_area(double x0, double x1) {
  constexpr double a = friction_slope, k = transition;
  const double top = x1 * (k - a) / (k + a), bottom = x0 * (k + a) / (k - a);
  const std::array<std::array<double, 2>, 4> corners{
      {{x1, a * x1}, {top, -a * top}, {x0, -a * x0}, {bottom, a * bottom}}};
  double twice = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto &p = corners[i], &q = corners[(i + 1) % 4];
    twice += p[0] * q[1] - q[0] * p[1];
  }
  return std::abs(twice) / 2;
}

template <template <typename> class Kind>
void expect_loop(double slack, double from, double to, RigMethod method) {
  Stroke stroke;
  stroke.shape = StrokeShape::triangle, stroke.method = method;
  stroke.mean = (from + to) / 2, stroke.amplitude = std::abs(to - from) / 2;
  stroke.frequency = 0.5, stroke.cycles = 2;
  stroke.steps = 20000;  // a step of 4 µm changes the friction by 160 N, half a percent of its limit
  const RigLoop loop = run_stroke(gear<Kind>(slack), 0, 0, stroke);
  ASSERT_EQ(loop.status, EvalStatus::ok);
  const double expected = loop_area(std::abs(from) - slack, std::abs(to) - slack);
  EXPECT_NEAR(loop.work - loop.stored, expected, 5e-3 * expected);
}

TEST(TrainElements, ADrawGearLosesTheAreaBetweenItsCurves) {
  for (const RigMethod method : {RigMethod::bdf, RigMethod::rk4, RigMethod::abm4}) {
    expect_loop<DrawGear>(0.01, 0.02, 0.06, method);
    expect_loop<DrawGear>(0.01, -0.02, -0.06, method);
    expect_loop<Buffer>(0, -0.01, -0.05, method);
  }
}

TEST(TrainElements, ADrawGearIsFreeInItsSlack) {
  const Model model = gear<DrawGear>(0.01);
  Stroke stroke;
  stroke.amplitude = 0.009, stroke.method = RigMethod::bdf;
  const RigLoop loop = run_stroke(model, 0, 0, stroke);
  for (const auto& [d, force] : loop.points)
    EXPECT_LT(std::abs(force), 5);  // the small viscosity of the surface
}

TEST(TrainElements, ResistanceIsThatOfDavis) {
  Element<RunningResistance> e;
  e.constant = 1500, e.linear = 30, e.quadratic = 4, e.least_speed = 0.1;
  const Model model = alone<RunningResistance>(e);
  EXPECT_DOUBLE_EQ(response_of<RunningResistance>(model, 0, 20).force[0], 1500 + 600 + 1600);
  EXPECT_DOUBLE_EQ(response_of<RunningResistance>(model, 0, -20).force[0], -3700);
  EXPECT_DOUBLE_EQ(response_of<RunningResistance>(model, 0, 0.05).force[0], 750 + 1.5 + 0.01);
  EXPECT_EQ(response_of<RunningResistance>(model, 0, 0).force[0], 0);
}

TEST(TrainElements, AMotorDrivesAndBrakesByItsTable) {
  Element<Motor> e;
  e.tables = {Table{0, 3}};
  const Model model = alone<Motor>(e, {{0, 1000}, {100, 1000}, {200, -500}});
  EXPECT_DOUBLE_EQ(response_of<Motor>(model, 0, 50).force[0], -1000);
  EXPECT_DOUBLE_EQ(response_of<Motor>(model, 0, 50).supplied, 5e4);
  EXPECT_DOUBLE_EQ(response_of<Motor>(model, 0, 200).force[0], 500);
}

// A beam of length l that is clamped to pose i and ends at pose j: 12 EI/l³, 6 EI/l², 4 EI/l.
TEST(TrainElements, AMatrixCouplesForcesWithRotations) {
  Element<MatrixBushing> e;
  constexpr double bending = 2e5, l = 0.5;
  e.stiffness(2, 2) = 12 * bending / (l * l * l), e.stiffness(4, 4) = 4 * bending / l;
  e.stiffness(2, 4) = e.stiffness(4, 2) = 6 * bending / (l * l);
  const Model model = alone<MatrixBushing>(e);
  DeformationOf<Element<MatrixBushing>, double> at{};
  at.deflection[2] = 1e-3;
  const auto pushed = elements_of<MatrixBushing>(model)[0].respond({}, at);
  EXPECT_DOUBLE_EQ(pushed.force[2], 12 * bending / (l * l * l) * 1e-3);
  EXPECT_DOUBLE_EQ(pushed.force[4], 6 * bending / (l * l) * 1e-3);
  // An end that may turn is a cantilever: 3 EI/l³.
  at.deflection[4] = -at.deflection[2] * e.stiffness(2, 4) / e.stiffness(4, 4);
  const auto free = elements_of<MatrixBushing>(model)[0].respond({}, at);
  EXPECT_NEAR(free.force[4], 0, 1e-9);
  EXPECT_NEAR(free.force[2], 3 * bending / (l * l * l) * 1e-3, 1e-9 * free.force[2]);
  EXPECT_NEAR(free.energy, 0.5 * free.force[2] * 1e-3, 1e-12);
}

}  // namespace
}  // namespace flangeway::multibody
