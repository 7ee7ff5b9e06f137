// Whole tracks against closed forms, and their ends.
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/flextrack/newmark.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "support.hpp"

namespace flangeway::flextrack {
namespace {

using namespace testing;

Eigen::VectorXd both_rails(const Mesh& mesh, double s) {
  return unit_load(mesh, 0, s, Vec3::UnitZ()) + unit_load(mesh, 1, s, Vec3::UnitZ());
}

// Rail on pads of 200 MN/m (η 0.2), half sleepers of 150 kg, 40 MN/m of ballast (η 0.5) every 0.6 m. Sleepers
// as good as rigid, both rails loaded alike.
track::TrackSpec two_layers(double omega) {
  track::TrackSpec spec = track_spec();
  track::StructureSpec& s = *spec.structure;
  s.sleeper->beam.youngs_modulus = 1e15;
  s.sleeper->beam.density = 300 / (s.sleeper->beam.area * s.sleeper->length);
  s.pad.stiffness[2] = 200e6, s.pad.damping[2] = 0.2 * 200e6 / omega;
  s.ballast->stiffness[2] = 20e6, s.ballast->damping[2] = 0.5 * 20e6 / omega;
  s.bond = {};
  return spec;
}

TEST(Track, HasTheReceptanceOfTwoLayers) {
  const double frequencies[] = {20, 50, 100, 200, 399};
  // the closed form of two smeared layers; the value at 399 Hz is computed here
  const auto smeared = [](double f) {
    const std::complex<double> i(0, 1), pad = 200e6 / 0.6 * (1.0 + 0.2 * i),
                                        bed = 40e6 / 0.6 * (1.0 + 0.5 * i);
    const double w2 = std::pow(2 * pi * f, 2), ei = 210e9 * 3055e-8;
    const auto below = bed - w2 * 150 / 0.6, support = pad * below / (pad + below);
    return std::abs(1.0 / (8 * ei * std::pow((support - w2 * 60.34) / (4 * ei), 0.75)));
  };
  EXPECT_NEAR(smeared(50), 1.34241e-8, 1e-5 * 1.34e-8);
  EXPECT_NEAR(smeared(100), 9.53293e-9, 1e-5 * 9.5e-9);
  for (const double f : frequencies) {
    const Structure structure = compiled(two_layers(2 * pi * f));
    const Mesh mesh = meshed(structure, -16.2, 16.2);
    const auto found = receptance(assemble(mesh), both_rails(mesh, 0), {f});
    EXPECT_NEAR(std::abs(found[0]) / 2, smeared(f), 0.03 * smeared(f)) << f << " Hz";
  }
}

// In the mode whose nodes are the sleepers: π/2 √(EI/m)/0.6² = 1422.75 Hz.
TEST(Track, VibratesPinnedPinned) {
  track::TrackSpec spec = track_spec();
  spec.structure->pad.damping = {300, 300, 300};
  const Mesh mesh = meshed(compiled(spec), -24, 24);
  const std::vector<double> frequencies{1380, 1395, 1405, 1410, 1415, 1420, 1430, 1445};
  const auto found = receptance(assemble(mesh), both_rails(mesh, 0.3), frequencies);
  std::size_t peak = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::abs(found[i]) > std::abs(found[peak])) peak = i;
  }
  EXPECT_NEAR(frequencies[peak], 1422.75, 0.01 * 1422.75);
}

// A short wave packet from the middle towards both ends, with an absorber and on a mesh so long that nothing
// comes back in time: what differs is the reflection.
double reflection(double frequency) {
  track::TrackSpec spec = track_spec();
  spec.structure->pad.damping = {0, 0, 0};
  const Structure structure = compiled(spec);
  const Mesh absorbing = meshed(structure, -12, 12), longer = meshed(structure, -36, 36);
  constexpr double step = 4e-5;
  Newmark a(assemble(absorbing), step), b(assemble(longer), step);
  Motion in_short = a.rest(), in_long = b.rest();
  const Eigen::VectorXd load_a = both_rails(absorbing, 0), load_b = both_rails(longer, 0);
  const std::size_t at_a = absorbing.rail_nodes[0][absorbing.rail_nodes[0].size() / 2 + 30],
                    at_b = longer.rail_nodes[0][longer.rail_nodes[0].size() / 2 + 30];  // 3 m from the load
  double incident = 0, reflected = 0;
  const double width = 3 / frequency;
  for (int k = 1; k < 450; ++k) {  // 18 ms
    const double t = k * step, window = std::exp(-std::pow((t - 2 * width) / width * 1.5, 2));
    const double force = 1e4 * window * std::sin(2 * pi * frequency * t);
    a.step(force * load_a, in_short);
    b.step(force * load_b, in_long);
    const double x = in_long.velocity(static_cast<Eigen::Index>(6 * at_b + 2)),
                 y = in_short.velocity(static_cast<Eigen::Index>(6 * at_a + 2));
    incident = std::max(incident, std::abs(x));
    reflected = std::max(reflected, std::abs(x - y));
  }
  return reflected / incident;
}

TEST(Track, EndsTakeTheWaves) {
  for (const double f : {300.0, 600.0, 900.0}) EXPECT_LT(reflection(f), 0.03) << f << " Hz";
}

}  // namespace
}  // namespace flangeway::flextrack
