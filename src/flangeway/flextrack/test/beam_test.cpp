#include "flangeway/flextrack/beam.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/flextrack/newmark.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "support.hpp"

namespace flangeway::flextrack {
namespace {

using namespace testing;
using track::BeamTheory;

Beam beam_of(BeamTheory theory) {
  return {compile_section(rail_60()), theory, 0.7};
}

TEST(Beam, MovesAsARigidBodyWithoutForce) {
  for (const BeamTheory theory : {BeamTheory::euler_bernoulli, BeamTheory::timoshenko}) {
    const Beam beam = beam_of(theory);
    const Vec3 shift(0.3, -0.2, 0.5), turn(0.1, 0.4, -0.7);
    Eigen::Matrix<double, 12, 1> d;
    d << shift, turn, shift + turn.cross(Vec3(beam.length, 0, 0)), turn;
    EXPECT_LT((stiffness(beam) * d).norm(), 1e-9 * stiffness(beam).norm());
    for (const double xi : {0.0, 0.25, 0.8, 1.0}) {
      const Vec6 section = shape_functions(beam, xi) * d;
      const Vec3 place = shift + turn.cross(Vec3(xi * beam.length, 0, 0));
      EXPECT_LT((section.head<3>() - place).norm() + (section.tail<3>() - turn).norm(), 1e-14);
    }
    const double mass = 60.34 * beam.length;
    Eigen::Matrix<double, 12, 1> move;
    move << shift, Vec3::Zero(), shift, Vec3::Zero();
    EXPECT_NEAR(move.dot(consistent_mass(beam) * move), mass * shift.squaredNorm(), 1e-12 * mass);
  }
}

// Turning about its middle a bar has the energy of Steiner's inertia ρAL³/12 + ρIL of its sections, whose I
// about y is that of vertical bending, about z of lateral, about x both together. Unlike in both planes, and
// as large as Steiner's part.
TEST(Beam, TurnsWithTheInertiaOfItsSections) {
  Beam beam = beam_of(BeamTheory::timoshenko);
  beam.section.inertia_vertical = 3e-4, beam.section.inertia_lateral = 1e-4;
  const Section& b = beam.section;
  const double l = beam.length, line = b.density * b.area, bar = line * l * l * l / 12;
  const double expected[] = {b.density * 4e-4 * l, bar + b.density * 3e-4 * l, bar + b.density * 1e-4 * l};
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 turn = Vec3::Unit(axis), half = turn.cross(Vec3(l / 2, 0, 0));
    Eigen::Matrix<double, 12, 1> move;
    move << -half, turn, half, turn;
    EXPECT_NEAR(move.dot(consistent_mass(beam) * move), expected[axis], 1e-10 * expected[axis]) << axis;
  }
}

// Euler–Bernoulli: the well-known 156, 22 L, 54, 13 L, 4 L², 3 L² over 420.
TEST(Beam, HasTheConsistentMassOfTextbooks) {
  const Beam beam = beam_of(BeamTheory::euler_bernoulli);
  const Mat12 m = consistent_mass(beam) / (60.34 * beam.length / 420);
  const double l = beam.length;
  EXPECT_NEAR(m(1, 1), 156, 1e-10);
  EXPECT_NEAR(m(1, 5), 22 * l, 1e-10);
  EXPECT_NEAR(m(1, 7), 54, 1e-10);
  EXPECT_NEAR(m(1, 11), -13 * l, 1e-10);
  EXPECT_NEAR(m(5, 5), 4 * l * l, 1e-10);
  EXPECT_NEAR(m(5, 11), -3 * l * l, 1e-10);
  EXPECT_NEAR(m(2, 4), -22 * l, 1e-10);
  EXPECT_NEAR(m(0, 6), 70, 1e-10);
}

// Cantilever under a force at its end: P L³/3EI + P L/κGA, whatever the number of elements.
TEST(Beam, BendsLikeACantilever) {
  for (const BeamTheory theory : {BeamTheory::euler_bernoulli, BeamTheory::timoshenko}) {
    const track::BeamSpec b = rail_60();
    Mesh mesh = bare_beam(b, 0.4, 5, theory);
    hold(mesh, 0, six(1e16, 1e16, 1e16, 1e16, 1e16, 1e16));
    const Newmark newmark(assemble(mesh), 1e-3);
    const double p = 1e4, l = 2;
    const double shear = theory == BeamTheory::timoshenko ? 1 : 0;
    for (const int axis : {1, 2}) {
      const double inertia = axis == 1 ? b.inertia_lateral : b.inertia_vertical;
      const Motion still = newmark.equilibrium(p * unit_load(mesh, 0, l, Vec3::Unit(axis)));
      const double expected = p * l * l * l / (3 * b.youngs_modulus * inertia) +
                              shear * p * l / (b.shear_coefficient * b.shear_modulus * b.area);
      EXPECT_NEAR(still.displacement(30 + axis), expected, 1e-6 * expected);
    }
  }
}

Mesh bridge(std::size_t elements, double rayleigh_mass = 0, double rayleigh_stiffness = 0) {
  track::BeamSpec b = rail_60();
  b.rayleigh_mass = rayleigh_mass, b.rayleigh_stiffness = rayleigh_stiffness;
  b.area = 1, b.density = 1e4, b.youngs_modulus = 2.05e10;
  b.inertia_vertical = b.inertia_lateral = 1;
  Mesh mesh = bare_beam(b, 20.0 / static_cast<double>(elements), elements);
  hold(mesh, 0, six(1e14, 1e14, 1e14, 1e14));
  hold(mesh, elements, six(0, 1e14, 1e14));
  return mesh;
}

// Force of 100 kN over a simply supported beam at 50 m/s: series of modes, maximum at midspan 0.9396922 mm.
double midspan_maximum(double step) {
  const Mesh mesh = bridge(10);
  Newmark newmark(assemble(mesh), step);
  Motion motion = newmark.rest();
  double largest = 0;
  for (double t = step; t <= 0.4; t += step) {
    newmark.step(-1e5 * unit_load(mesh, 0, 50 * t, Vec3::UnitZ()), motion);
    largest = std::max(largest, -motion.displacement(6 * 5 + 2));
  }
  return largest;
}

TEST(Beam, BearsAMovingForce) {
  EXPECT_NEAR(midspan_maximum(2e-4), 0.9396922e-3, 2e-4 * 0.9396922e-3);
}

// The trapezoidal rule takes and gives no energy.
TEST(Newmark, KeepsTheEnergyOfAnUndampedBeam) {
  const Mesh mesh = bridge(6);
  const Matrices matrices = assemble(mesh);
  Newmark newmark(matrices, 5e-3);
  Motion motion = newmark.equilibrium(1e5 * unit_load(mesh, 0, 7, Vec3::UnitZ()));
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(motion.displacement.size());
  const auto energy = [&] {
    return (motion.displacement.dot(matrices.stiffness * motion.displacement) +
            motion.velocity.dot(matrices.mass * motion.velocity)) /
           2;
  };
  newmark.step(zero, motion);
  const double start = energy();
  double least = start, most = start;
  for (int i = 0; i < 400; ++i) {
    newmark.step(zero, motion);
    // of the trapezoidal rule from the first step on, whose acceleration was not that of the start
    least = std::min(least, energy()), most = std::max(most, energy());
  }
  EXPECT_LT(most - least, 1e-7 * start);
}

// With C = αM + βK the first mode, ω = π² √(EI/m)/L², decays by the damping ratio α/(2ω) + βω/2
// [Antunes2018, eq. 2].
TEST(Newmark, DecaysByRayleighDamping) {
  const double alpha = 0.94, beta = 3.98e-4, omega = pi * pi * std::sqrt(2.05e10 / 1e4) / 400,
               ratio = alpha / (2 * omega) + beta * omega / 2, period = 2 * pi / omega;
  const Mesh mesh = bridge(10, alpha, beta);
  Newmark newmark(assemble(mesh), period / 200);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(6 * 11);  // of the shape of the mode
  for (int k = 1; k < 10; ++k) load(6 * k + 2) = -1e5 * std::sin(pi * k / 10);
  Motion motion = newmark.equilibrium(load);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(load.size());
  const auto periods = [&](int count) {  // displacement of the middle
    for (int i = 0; i < 200 * count; ++i) newmark.step(zero, motion);
    return motion.displacement(6 * 5 + 2);
  };
  const double before = periods(1), after = periods(10);
  EXPECT_LT(before, 0);
  EXPECT_NEAR(std::log(before / after) / (10 * 2 * pi), ratio, 0.005 * ratio);
}

// Beam on a Winkler foundation of 1e8 N/m²: 100 kN give 0.7025017 mm and a moment of 17 793.6 Nm; receptances
// with a loss factor of 0.1: |1/(8 EI b³)|, b⁴ = (k(1 + iη) − mω²)/(4EI).
Mesh winkler(double damping) {
  constexpr double step = 0.05;
  Mesh mesh = bare_beam(rail_60(), step, 400);
  for (std::size_t k = 0; k < mesh.nodes.size(); ++k) {
    hold(mesh, k, six(1e6, 1e6, 1e8 * step, 1e6), six(0, 0, damping * step));
  }
  // the beam is endless: its ends absorb the rest of the energy
  for (std::size_t k = 0; damping > 0 && k < mesh.beams.size(); ++k) {
    const double x = std::abs(static_cast<double>(k) + 0.5 - 200) / 200;
    mesh.beams[k].absorption = 15000 * std::pow(std::max(0.0, 2 * x - 1), 2);
  }
  return mesh;
}

TEST(Winkler, YieldsLikeItsClosedForm) {
  const Mesh mesh = winkler(0);
  const Newmark newmark(assemble(mesh), 1e-3);
  const Motion still = newmark.equilibrium(-1e5 * unit_load(mesh, 0, 10, Vec3::UnitZ()));
  EXPECT_NEAR(still.displacement(6 * 200 + 2), -0.7025017e-3, 1e-5 * 0.7e-3);
  const Vec6 end = stiffness(mesh.beams[200].beam).topRows<6>() * gather(200, 201, still.displacement);
  EXPECT_NEAR(std::abs(end(4)), 17793.6, 2e-3 * 17793.6);  // springs every 5 cm round the peak off
}

TEST(Winkler, HasTheReceptanceOfItsClosedForm) {
  const double frequencies[] = {50, 100, 200, 500, 1000};
  const double expected[] = {7.32514e-9, 8.56031e-9, 3.66400e-8, 2.11484e-9, 6.72805e-10};
  for (std::size_t i = 0; i < 5; ++i) {
    const Mesh mesh = winkler(0.1 * 1e8 / (2 * pi * frequencies[i]));
    const auto found = receptance(assemble(mesh), unit_load(mesh, 0, 10, Vec3::UnitZ()), {frequencies[i]});
    EXPECT_NEAR(std::abs(found[0]), expected[i], 2e-3 * expected[i]) << frequencies[i];
  }
}

}  // namespace
}  // namespace flangeway::flextrack
