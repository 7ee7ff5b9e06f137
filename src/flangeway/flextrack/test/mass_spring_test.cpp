// A track of masses on springs: closed forms of its receptance, and its place beside the finite elements.
#include "flangeway/flextrack/mass_spring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/flextrack/matrices.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "support.hpp"

namespace flangeway::flextrack {
namespace {
namespace mass_spring_test {

constexpr double rail_distance = 1.5;

track::MassSpringSpec one_layer() {
  track::MassSpringSpec spec;
  spec.rail = {.mass_lateral = 120,
               .mass_vertical = 180,
               .stiffness_lateral = 3e7,
               .stiffness_vertical = 8e7,
               .damping_lateral = 2e4,
               .damping_vertical = 9e4};
  return spec;
}

track::MassSpringSpec two_layers() {
  track::MassSpringSpec spec = one_layer();
  spec.sleeper = track::MassSpringSleeperSpec{.mass = 300,
                                              .roll_inertia = 150,
                                              .support_distance = 1.8,
                                              .stiffness_lateral = 4e7,
                                              .stiffness_vertical = 2e8,
                                              .damping_lateral = 5e4,
                                              .damping_vertical = 3e5};
  return spec;
}

// 1/(k − m ω² + i c ω)
TEST(MassSpringTrack, ARailOnTheGroundIsAnOscillator) {
  const track::MassSpringSpec spec = one_layer();
  const MassSpringReceptances found = receptances(compile(spec, rail_distance), {0, 20, 105, 800});
  for (std::size_t i = 0; i < found.frequencies.size(); ++i) {
    const double w = 2 * pi * found.frequencies[i];
    const std::complex<double> upright(spec.rail.stiffness_vertical - spec.rail.mass_vertical * w * w,
                                       spec.rail.damping_vertical * w),
        across(spec.rail.stiffness_lateral - spec.rail.mass_lateral * w * w, spec.rail.damping_lateral * w);
    EXPECT_NEAR(std::abs(found.vertical[i] * upright - 1.0), 0, 1e-13);
    EXPECT_NEAR(std::abs(found.lateral[i] * across - 1.0), 0, 1e-13);
  }
}

// Springs in series: both rails alike press the sleeper down, a couple rolls it.
TEST(MassSpringTrack, LoadsOnBothRailsSinkAndRollTheSleeper) {
  const track::MassSpringSpec spec = two_layers();
  const MassSpringTrack track = compile(spec, rail_distance);
  const track::MassSpringSleeperSpec& sleeper = *spec.sleeper;
  constexpr double load = 6e4, couple = 1e4;  // N
  RailForces forces;
  forces << 0, -load + couple, 0, -load - couple;
  const MassSpringTrack::Vector at = rest(track, forces);
  const double sink = 2 * load / sleeper.stiffness_vertical,
               roll_stiffness = sleeper.stiffness_vertical * std::pow(sleeper.support_distance / 2, 2),
               roll = couple * rail_distance / roll_stiffness;
  EXPECT_NEAR(at(5), -sink, 1e-15);
  EXPECT_NEAR(at(6), roll, 1e-15);
  EXPECT_NEAR(at(1), -sink + roll * rail_distance / 2 + (couple - load) / spec.rail.stiffness_vertical,
              1e-15);
  EXPECT_NEAR(at(3), -sink - roll * rail_distance / 2 - (couple + load) / spec.rail.stiffness_vertical,
              1e-15);
  EXPECT_NEAR(at(0), 0, 1e-18);
  forces << 3e4, 0, 1e4, 0;
  const MassSpringTrack::Vector pushed = rest(track, forces);
  EXPECT_NEAR(pushed(4), 4e4 / sleeper.stiffness_lateral, 1e-15);
  EXPECT_NEAR(pushed(0) - pushed(4), 3e4 / spec.rail.stiffness_lateral, 1e-15);
}

TEST(MassSpringTrack, AtRestItDoesNotAccelerate) {
  const MassSpringTrack track = compile(two_layers(), rail_distance);
  RailForces forces;
  forces << 3e3, -7e4, -2e3, -5e4;
  const MassSpringTrack::Vector coordinates = rest(track, forces);
  std::array<double, 2 * MassSpringTrack::most_coordinates> both{};
  std::copy_n(coordinates.data(), coordinates.size(), both.begin());
  EXPECT_LT(accelerations(track, both.data(), forces).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_EQ(track.stiffness, track.stiffness.transpose());
  EXPECT_EQ(track.damping, track.damping.transpose());
}

// A beam on a continuous foundation has the dynamic stiffness 2√2 (EI)^¼ (k − m ω²)^¾. Up to the second order
// in the frequency it equals a spring 2√2 (EI)^¼ k^¾ with a mass 3 m/(2 λ), λ⁴ = k/(4 EI): a one-layer track
// agrees with the finite elements of the same rail up to a third of its natural frequency.
TEST(MassSpringTrack, FollowsABeamOnAFoundation) {
  track::TrackSpec line = testing::track_spec();
  track::StructureSpec& structure = *line.structure;
  structure.sleeper->spacing = 0.3;
  structure.elements_per_bay = 2;
  // the sleepers stand still and do not bend: what yields are the pads
  structure.sleeper->beam.youngs_modulus *= 1e4;
  structure.ballast->stiffness = {1e14, 1e14, 1e14};
  structure.rail.beam.rayleigh_mass = structure.rail.beam.rayleigh_stiffness = 0;
  structure.pad.damping = {0, 0, 0};
  const double per_length = structure.pad.stiffness[2] / structure.sleeper->spacing;
  const track::BeamSpec& beam = structure.rail.beam;
  const double bending = beam.youngs_modulus * beam.inertia_vertical, line_mass = beam.density * beam.area,
               lambda = std::pow(per_length / (4 * bending), 0.25);
  track::MassSpringSpec spec = one_layer();
  spec.rail.stiffness_vertical = 2 * std::sqrt(2) * std::pow(bending, 0.25) * std::pow(per_length, 0.75);
  spec.rail.mass_vertical = 3 * line_mass / (2 * lambda);
  spec.rail.damping_vertical = 0;
  const double natural = std::sqrt(per_length / line_mass) / (2 * pi);  // Hz, of the rail on its pads
  const std::vector<double> frequencies{0.02 * natural, 0.2 * natural, 0.33 * natural};
  const MassSpringReceptances found = receptances(compile(spec, rail_distance), frequencies);
  const Mesh mesh = testing::meshed(testing::compiled(line), 0, 24);
  const std::vector<std::complex<double>> exact =
      receptance(assemble(mesh), unit_load(mesh, 0, 12, Vec3::UnitZ()), frequencies);
  const double allowed[] = {0.01, 0.01, 0.02};
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    EXPECT_NEAR(std::abs(found.vertical[i]) / std::abs(exact[i]), 1, allowed[i]) << frequencies[i];
}

}  // namespace mass_spring_test
}  // namespace
}  // namespace flangeway::flextrack
