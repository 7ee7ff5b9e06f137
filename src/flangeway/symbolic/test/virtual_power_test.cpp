#include "flangeway/symbolic/virtual_power.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "flangeway/expression/tape.hpp"

namespace flangeway::symbolic {
namespace {

constexpr double g = 9.81;

/// n point masses on massless rods in a plane, by relative angles; the last of each triple of symbols is q̈.
struct PendulumChain {
  explicit PendulumChain(int n) {
    Base base;
    Point point;
    for (int i = 0; i < n; ++i) {
      const Coordinate q = frames.coordinate("q");
      base = frames.turn("rod", base, {0, 1, 0}, q.position);
      point = frames.point("mass", point, {base, {0, 0, -length(i)}});
      power.add_solid({"mass", base, point, mass(i), {base, {}}}, {{}, {0, 0, -g}});
    }
  }
  static double length(int i) { return 0.5 + 0.1 * (i % 3); }
  static double mass(int i) { return 1 + 0.2 * (i % 4); }

  expression::Graph graph;
  Frames frames{graph};
  VirtualPower power{frames};
};

// M and δ of a chain in absolute angles φ, M_ij = Σ m l_i l_j cos(φ_i − φ_j), carried over to relative angles
// by the chain rule: an independent derivation.
void expect_chain(int n) {
  PendulumChain chain(n);
  const EquationsOfMotion equations = chain.power.equations();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> values(chain.graph.symbols()), phi, omega;
  double angle = 0, speed = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    phi.push_back(angle += values[3 * i] = uniform(random));
    omega.push_back(speed += values[3 * i + 1] = uniform(random));
  }
  const auto size = static_cast<std::size_t>(n);
  std::vector<double> beyond(size);  // mass at and beyond a joint
  for (std::size_t i = size; i-- > 0;) {
    beyond[i] = PendulumChain::mass(static_cast<int>(i)) + (i + 1 < size ? beyond[i + 1] : 0);
  }
  const auto l = [](std::size_t i) { return PendulumChain::length(static_cast<int>(i)); };
  std::vector<std::vector<double>> mass(size, std::vector<double>(size));
  std::vector<double> force(size);
  for (std::size_t i = 0; i < size; ++i) {
    force[i] = -beyond[i] * g * l(i) * std::sin(phi[i]);
    for (std::size_t j = 0; j < size; ++j) {
      const double common = beyond[std::max(i, j)] * l(i) * l(j);
      mass[i][j] = common * std::cos(phi[i] - phi[j]);
      force[i] -= common * std::sin(phi[i] - phi[j]) * omega[j] * omega[j];
    }
  }
  std::vector<Expression> outputs = equations.force;
  for (const auto& row : equations.mass) outputs.insert(outputs.end(), row.begin(), row.end());
  const std::vector<double> ours = expression::evaluate(chain.graph, outputs, values);
  const double scale = beyond[0] * n;
  for (std::size_t i = 0; i < size; ++i) {
    double expected = 0;
    for (std::size_t k = i; k < size; ++k) expected += force[k];
    EXPECT_NEAR(ours[i], expected, 1e-11 * scale * n);
    for (std::size_t j = 0; j < size; ++j) {
      double m = 0;
      for (std::size_t k = i; k < size; ++k) {
        for (std::size_t q = j; q < size; ++q) m += mass[k][q];
      }
      EXPECT_NEAR(ours[size + i * size + j], m, 1e-11 * scale * n);
    }
  }
}

TEST(VirtualPower, ChainsOfPendulumsEqualAnIndependentDerivation) {
  expect_chain(1);
  expect_chain(3);
  expect_chain(10);
  expect_chain(100);
}

TEST(VirtualPower, OperationsGrowLinearlyWithDepth) {
  const auto operations = [](int n) {
    PendulumChain chain(n);
    return static_cast<double>(
        expression::count_operations(chain.graph, chain.power.generalised_forces()).operations());
  };
  const double first = operations(24), second = operations(48), third = operations(72);
  EXPECT_NEAR((third - second) / (second - first), 1, 0.01);
}

// A free solid in space: what M says of its kinetic energy, and Euler's equations.
TEST(VirtualPower, AFreeBodyObeysEuler) {
  expression::Graph graph;
  Frames frames(graph);
  std::vector<Coordinate> q;
  for (const char* name : {"x", "y", "z", "psi", "theta", "phi"}) q.push_back(frames.coordinate(name));
  const Base yaw = frames.turn("yaw", {}, {0, 0, 1}, q[3].position);
  const Base pitch = frames.turn("pitch", yaw, {0, 1, 0}, q[4].position);
  const Base body = frames.turn("body", pitch, {1, 0, 0}, q[5].position);
  const Point centre = frames.point("centre", {}, {{}, {q[0].position, q[1].position, q[2].position}});
  VirtualPower power(frames);
  const std::array<double, 3> inertia{2, 3, 4.5};
  power.add_solid({"body", body, centre, 7, {body, {{{2, 0, 0}, {0, 3, 0}, {0, 0, 4.5}}}}}, {{}, {0, 0, -g}});
  const EquationsOfMotion equations = power.equations();

  std::vector<double> values(18);
  std::mt19937 random(5);
  for (double& value : values) value = std::uniform_real_distribution<double>(-1, 1)(random);
  const Vector omega = frames.in(frames.angular_velocity(body), body);
  const Vector alpha = frames.in(frames.angular_acceleration(body), body);
  std::vector<Expression> outputs = equations.inverse_dynamics;
  for (const Vector& v : {omega, alpha})
    outputs.insert(outputs.end(), v.components.begin(), v.components.end());
  for (const auto& row : equations.mass) outputs.insert(outputs.end(), row.begin(), row.end());
  const std::vector<double> r = expression::evaluate(graph, outputs, values);

  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(r[i], -7 * (values[3 * i + 2] + (i == 2 ? g : 0)), 1e-13);
  const double *w = &r[6], *a = &r[9];
  const std::array<double, 3> moment{inertia[0] * a[0] + (inertia[2] - inertia[1]) * w[1] * w[2],
                                     inertia[1] * a[1] + (inertia[0] - inertia[2]) * w[2] * w[0],
                                     inertia[2] * a[2] + (inertia[1] - inertia[0]) * w[0] * w[1]};
  EXPECT_NEAR(r[5], -moment[0], 1e-13);  // roll is about the body's own x axis
  double energy = 0, expected = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    for (std::size_t j = 0; j < 6; ++j)
      energy += 0.5 * r[12 + 6 * i + j] * values[3 * i + 1] * values[3 * j + 1];
  }
  for (std::size_t i = 0; i < 3; ++i) {
    expected += 0.5 * (7 * values[3 * i + 1] * values[3 * i + 1] + inertia[i] * w[i] * w[i]);
  }
  EXPECT_NEAR(energy, expected, 1e-13);
}

// Springs are conservative: their generalised forces are minus the slope of their energy; dampers only take.
TEST(VirtualPower, SpringsFollowTheirEnergy) {
  expression::Graph graph;
  Frames frames(graph);
  const Coordinate a = frames.coordinate("a"), s = frames.coordinate("s");
  const Base arm = frames.turn("arm", {}, {0.2, 1, 0}, a.position);
  const Point tip = frames.point("tip", {}, {arm, {1, s.position, 0.3}}),
              wall = frames.point("wall", {}, {{}, {3, 1, 0}});
  const auto forces = [&](double stiffness, double damping) {
    VirtualPower power(frames);
    add_spring_damper(frames, power, tip, wall, stiffness, damping, 0.7);
    add_bushing(frames, power, {}, wall, tip, {2 * stiffness, 0, stiffness}, {0, damping, damping});
    return power.generalised_forces();
  };
  const Vector line = frames.in(frames.position(tip, wall), Base{});
  const Expression stretch = norm(line) - 0.7;
  const Expression energy = 0.5 * 100 * stretch * stretch + 100 * line.components[0] * line.components[0] +
                            50 * line.components[2] * line.components[2];
  const std::vector<Expression> spring = forces(100, 0), damper = forces(0, 5);
  const std::array outputs{spring[0] + derivative(energy, a.position),
                           spring[1] + derivative(energy, s.position),
                           damper[0] * a.velocity + damper[1] * s.velocity};
  const std::vector<double> r =
      expression::evaluate(graph, outputs, std::array<double, 6>{0.4, 0.9, 0, -0.2, 0.7, 0});
  EXPECT_NEAR(r[0], 0, 1e-12);
  EXPECT_NEAR(r[1], 0, 1e-12);
  EXPECT_LT(r[2], -0.1);
}

}  // namespace
}  // namespace flangeway::symbolic
