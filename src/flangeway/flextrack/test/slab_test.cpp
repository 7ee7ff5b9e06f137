// Slab track against closed forms: docs/theory/flexible_track.md, "Slab track".
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "flangeway/flextrack/newmark.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "support.hpp"

namespace flangeway::flextrack {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using Complex = std::complex<double>;

constexpr double spacing = 0.2;              // m, so close that pads are as good as continuous
constexpr double width = 2.8, height = 0.3;  // m

// Rails of 60 kg/m on a slab of concrete, without anything that acts along the track: rail and slab bend
// apart from each other.
track::TrackSpec slab_track() {
  track::TrackSpec spec = track_spec();
  track::StructureSpec& s = *spec.structure;
  s.sleeper.reset(), s.ballast.reset(), s.bond = {};
  s.elements_per_bay = 2;
  s.pad.stiffness = {1, 40e6, 60e6}, s.pad.damping = {};
  track::SlabSpec& slab = s.slab.emplace();
  slab.spacing = spacing;
  slab.width = width, slab.height = height;
  slab.beam.youngs_modulus = 34e9, slab.beam.shear_modulus = 14e9, slab.beam.density = 2500;
  slab.beam.area = width * height, slab.beam.inertia_vertical = width * std::pow(height, 3) / 12;
  slab.beam.inertia_lateral = height * std::pow(width, 3) / 12;
  slab.beam.torsion_constant = width * std::pow(height, 3) / 3;
  slab.foundation.stiffness = {1, 3e8, 2e8};
  return spec;
}

Eigen::VectorXd both_rails(const Mesh& mesh, double s, double right) {
  return unit_load(mesh, 0, s, Vec3::UnitZ()) + right * unit_load(mesh, 1, s, Vec3::UnitZ());
}

// Deflection of the left rail under 1 N on each at s = 0, m.
double deflection(const track::TrackSpec& spec) {
  const Mesh mesh = meshed(compiled(spec), -12, 12);
  return receptance(assemble(mesh), both_rails(mesh, 0, 1), {0})[0].real() / 2;
}

double rail_stiffness(const track::TrackSpec& spec) {
  const track::BeamSpec& rail = spec.structure->rail.beam;
  return rail.youngs_modulus * rail.inertia_vertical;
}

// Infinite beam on a continuous support, under 1 N.
double on_winkler(double bending, double k) {
  return 1 / (8 * bending * std::pow(k / (4 * bending), 0.75));
}

struct TwoBeams {
  double bending[2], mass[2];
  Complex between, below;  // stiffness per metre
};

// Receptance of the upper beam: 1/π ∫ over the wave numbers ≥ 0 of the response to a force that is a wave.
Complex receptance_of(const TwoBeams& b, double omega) {
  constexpr double step = 1e-4, last = 80;
  const auto answer = [&](double k) {
    const double k4 = k * k * k * k, w2 = omega * omega;
    const Complex upper = b.bending[0] * k4 - w2 * b.mass[0] + b.between,
                  lower = b.bending[1] * k4 - w2 * b.mass[1] + b.between + b.below;
    return lower / (upper * lower - b.between * b.between);
  };
  Complex sum = (answer(0) + answer(last)) / 2.0;
  for (int i = 1; i < static_cast<int>(last / step); ++i) sum += answer(i * step);
  return (sum * step + 1 / (3 * b.bending[0] * std::pow(last, 3))) / pi;
}

// Both rails loaded alike, so that each has a half of the slab below it.
TEST(Slab, HasTheReceptanceOfTwoBeamsOnAFoundation) {
  const double frequencies[] = {5, 30, 60, 100, 160, 250, 400};
  for (const double f : frequencies) {
    const double omega = 2 * pi * f;
    track::TrackSpec spec = slab_track();
    track::StructureSpec& s = *spec.structure;
    s.absorber.length = 18;  // the slab's waves are long
    s.pad.damping[2] = 0.2 * s.pad.stiffness[2] / omega;
    s.slab->foundation.damping[2] = 0.3 * s.slab->foundation.stiffness[2] / omega;
    const TwoBeams beams{
        {rail_stiffness(spec), s.slab->beam.youngs_modulus * s.slab->beam.inertia_vertical / 2},
        {60.34, s.slab->beam.density * s.slab->beam.area / 2},
        s.pad.stiffness[2] / spacing * Complex(1, 0.2),
        s.slab->foundation.stiffness[2] / 2 * Complex(1, 0.3)};
    const Mesh mesh = meshed(compiled(spec), -32, 32);
    const Complex found = receptance(assemble(mesh), both_rails(mesh, 0, 1), {f})[0] / 2.0,
                  expected = receptance_of(beams, omega);
    EXPECT_LT(std::abs(found - expected), 0.01 * std::abs(expected)) << f << " Hz " << found << expected;
  }
}

TEST(Slab, OnRockItIsRailsOnPads) {
  track::TrackSpec spec = slab_track();
  spec.structure->slab->foundation.stiffness[2] = 1e15;
  const double expected = on_winkler(rail_stiffness(spec), 60e6 / spacing);
  EXPECT_NEAR(deflection(spec), expected, 2e-3 * expected);
}

// On pads that are stiff upright, rail and slab bend as one beam with the sum of both stiffnesses; if pads
// hold the rail along the slab as well, with that of the compound section.
TEST(Slab, OnHardPadsRailAndSlabAreOneBeam) {
  track::TrackSpec spec = slab_track();
  const track::SlabSpec& slab = *spec.structure->slab;
  const track::BeamSpec& rail = spec.structure->rail.beam;
  spec.structure->pad.stiffness[2] = 1e12;
  const double sum = rail_stiffness(spec) + slab.beam.youngs_modulus * slab.beam.inertia_vertical / 2,
               below = slab.foundation.stiffness[2] / 2;
  EXPECT_NEAR(deflection(spec), on_winkler(sum, below), 2e-3 * on_winkler(sum, below));
  spec.structure->pad.stiffness[0] = 1e12;
  const double along_rail = rail.youngs_modulus * rail.area,
               along_slab = slab.beam.youngs_modulus * slab.beam.area / 2,
               apart = spec.structure->rail.centre_height + height / 2,
               compound = sum + apart * apart / (1 / along_rail + 1 / along_slab);
  EXPECT_NEAR(deflection(spec), on_winkler(compound, below), 5e-3 * on_winkler(compound, below));
  EXPECT_LT(on_winkler(compound, below), 0.9 * on_winkler(sum, below));
}

// A torque T in the middle turns an infinite slab by T/(2 √(GJ k)), with k = k_z w²/12 per metre.
TEST(Slab, TurnsOnItsWidth) {
  track::TrackSpec spec = slab_track();
  spec.structure->rail.beam.inertia_vertical *= 1e-5;
  spec.structure->pad.stiffness[1] = 1, spec.structure->pad.rotational_stiffness = {};
  spec.structure->slab->foundation.stiffness[1] = 1;
  const Structure structure = compiled(spec);
  const Mesh mesh = meshed(structure, -16, 16);
  const Motion still = Newmark(assemble(mesh), 1e-3).equilibrium(both_rails(mesh, 0, -1));
  const Sleeper& middle = mesh.sleepers[mesh.sleepers.size() / 2];
  ASSERT_NEAR(middle.s, 0, 1e-9);
  const track::SlabSpec& slab = *spec.structure->slab;
  const double torque = structure.rail_distance, k = slab.foundation.stiffness[2] * width * width / 12,
               turned = torque / (2 * std::sqrt(slab.beam.shear_modulus * slab.beam.torsion_constant * k));
  const auto at = static_cast<Eigen::Index>(6 * middle.seats[0].node);
  EXPECT_NEAR(still.displacement(at + 3), turned, 5e-3 * turned);
}

// 1 N at the distance a from the free end of a half-infinite beam on springs, by superposition of infinite
// beams [Hetenyi1946, section 9].
double beside_an_end(double bending, double k, double a) {
  const double l = std::pow(k / (4 * bending), 0.25), e = std::exp(-l * a), c = std::cos(l * a),
               s = std::sin(l * a);
  const double end_force = e * (c - s) + 2 * e * c, end_moment = -e * (2 * c - s) / l;
  return l / (2 * k) * (1 + end_force * e * (c + s)) + end_moment * l * l / k * e * s;
}

// The joint beside the load, with all else far away and rails that do not help.
TEST(Slab, EndsAtAJoint) {
  track::TrackSpec spec = slab_track();
  track::StructureSpec& s = *spec.structure;
  s.rail.beam.inertia_vertical *= 1e-6, s.rail.beam.area *= 1e-6;
  s.pad.stiffness[2] = 1e12;
  s.slab->seats = 60;
  const double bending = s.slab->beam.youngs_modulus * s.slab->beam.inertia_vertical / 2,
               k = s.slab->foundation.stiffness[2] / 2;
  const double expected = beside_an_end(bending, k, spacing / 2);
  EXPECT_NEAR(deflection(spec), expected, 5e-3 * expected);
  EXPECT_GT(expected, 3 * on_winkler(bending, k));
  // closed by springs as stiff as the slab itself it is continuous again
  s.slab->joint.emplace().stiffness = {1e12, 1e12, 1e14};
  s.slab->joint->rotational_stiffness = {1e12, 1e14, 1e12};
  EXPECT_NEAR(deflection(spec), on_winkler(bending, k), 5e-3 * on_winkler(bending, k));
}

// Far from its ends each kind of track yields as if it were alone.
TEST(Slab, FollowsOnSleepers) {
  track::TrackSpec alone = slab_track(), mixed = track_spec();
  alone.structure->pad = mixed.structure->pad;
  alone.structure->slab->spacing = mixed.structure->sleeper->spacing;
  mixed.structure->slab = alone.structure->slab;
  mixed.structure->slab->from = 0.3, mixed.structure->slab->to = 18.3;
  mixed.structure->elements_per_bay = alone.structure->elements_per_bay = 2;
  const Mesh mesh = meshed(compiled(mixed), -18, 36);
  const auto yields = [&](const Mesh& at, double s) {
    return receptance(assemble(at), both_rails(at, s, 1), {0})[0].real();
  };
  track::TrackSpec ballasted = track_spec();
  ballasted.structure->elements_per_bay = 2;
  const double on_sleepers = yields(meshed(compiled(ballasted), -18, 18), 0),
               on_a_slab = yields(meshed(compiled(alone), -18, 18), 0);
  EXPECT_NEAR(yields(mesh, -9), on_sleepers, 1e-3 * on_sleepers);
  EXPECT_NEAR(yields(mesh, 9.6), on_a_slab, 1e-3 * on_a_slab);
  EXPECT_NEAR(yields(mesh, 27), on_sleepers, 1e-3 * on_sleepers);
  const std::size_t seats = static_cast<std::size_t>(
      std::count_if(mesh.sleepers.begin(), mesh.sleepers.end(), [](const Sleeper& s) { return s.slab; }));
  EXPECT_EQ(seats, 30u);  // 0.6 to 18 m
}

std::string slab_complaint(const track::TrackSpec& spec) {
  Findings findings;
  EXPECT_FALSE(compile_structure(spec, findings));
  return findings.text();
}

TEST(SlabFindings, WhatCarriesNothing) {
  track::TrackSpec spec = slab_track();
  spec.structure->slab->foundation.stiffness[1] = 0;
  EXPECT_THAT(
      slab_complaint(spec),
      HasSubstr("structure.slab.foundation.stiffness: leaves the slab free in a direction (got 0; "
                "allowed three numbers > 0 in N/m^2). Give the stiffness along, across and upright."));
  spec.structure->slab.reset();
  EXPECT_THAT(slab_complaint(spec),
              HasSubstr("structure.sleeper: is missing: nothing carries the rails. Give "
                        "[structure.sleeper] or [structure.slab]."));
  spec = track_spec();
  spec.structure->ballast.reset();
  EXPECT_THAT(
      slab_complaint(spec),
      HasSubstr("structure.ballast: is missing: nothing carries the sleepers. Give [structure.ballast]."));
}

TEST(SlabFindings, WhatHasNoEffect) {
  track::TrackSpec spec = slab_track();
  spec.structure->slab->joint.emplace();
  spec.structure->ballast.emplace().stiffness = {1, 1, 1};
  const std::string text = slab_complaint(spec);
  EXPECT_THAT(text,
              HasSubstr("structure.slab.joint: has no effect on a slab without joints. Give slab.seats, "
                        "or leave it out."));
  EXPECT_THAT(text, HasSubstr("structure.ballast: has no effect under a slab. Leave it out; a slab stands on "
                              "slab.foundation."));
}

TEST(SlabFindings, SleepersAndSlabThatDoNotFit) {
  track::TrackSpec spec = track_spec();
  spec.structure->slab = slab_track().structure->slab;
  std::string text = slab_complaint(spec);
  EXPECT_THAT(text,
              HasSubstr("structure.sleeper: is given beside a slab that lies along the whole track. Leave "
                        "it out, or give slab.from and slab.to."));
  EXPECT_THAT(text,
              HasSubstr("structure.slab.spacing: differs from that of the sleepers of the same track (got "
                        "0.2; allowed sleeper.spacing = 0.6 in m)."));
  spec.structure->slab->spacing = 0.6, spec.structure->slab->offset = 0.1;
  spec.structure->slab->from = 9, spec.structure->slab->to = 3;
  text = slab_complaint(spec);
  EXPECT_THAT(text, HasSubstr("structure.slab.to: lies before from (got 3; allowed at least 9 in m)."));
  EXPECT_THAT(text,
              HasSubstr("structure.slab.offset: does not lie a whole number of spacings from that of the "
                        "sleepers (got 0.1; allowed sleeper.offset = 0 in m, or whole spacings from it)."));
  spec = slab_track();
  spec.structure->slab->to = 3;
  EXPECT_THAT(slab_complaint(spec),
              HasSubstr("structure.sleeper: is missing: a slab with from and to needs sleepers "
                        "before and behind it. Give [structure.sleeper], or leave from and to "
                        "out."));
}

}  // namespace
}  // namespace flangeway::flextrack
