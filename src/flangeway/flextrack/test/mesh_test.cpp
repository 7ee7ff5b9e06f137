#include "flangeway/flextrack/mesh.hpp"

#include <gtest/gtest.h>

#include "flangeway/flextrack/newmark.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "support.hpp"

namespace flangeway::flextrack {
namespace {

using namespace testing;

track::TrackModel model_of(const track::TrackSpec& spec) {
  Findings findings;
  auto model = track::compile(spec, findings);
  if (!model) throw std::runtime_error(findings.text());
  return *model;
}

// Settlement of the loaded left rail in its track frame, x, y, z, m.
Vec3 settlement(const Structure& structure, const track::TrackModel* model, double s) {
  const Mesh mesh = meshed(structure, s - 9, s + 9, model);
  Mat3 frame = Mat3::Identity();
  if (model != nullptr) {
    track::Frame at;
    track::evaluate_frame(*model, s, at);
    frame = at.rotation;
  }
  const Vec3 force(0, 8e3, -6e4);
  const Newmark newmark(assemble(mesh), 1e-3);
  const RailPlace place = locate(mesh, 0, s);
  const Motion still = newmark.equilibrium(unit_load(mesh, 0, s, frame * force));
  const BeamElement& beam = mesh.beams[place.beam];
  const Vec6 section = section_shape(mesh, place) * gather(beam.i, beam.j, still.displacement);
  return frame.transpose() * section.head<3>();
}

TEST(Mesh, CountsNodesAndElements) {
  const Mesh mesh = meshed(compiled(track_spec()), 0, 6);
  EXPECT_EQ(mesh.sleepers.size(), 11u);
  EXPECT_EQ(mesh.rail_nodes[0].size(), 61u);
  EXPECT_EQ(mesh.nodes.size(), 2u * 61 + 6 * 11);
  EXPECT_EQ(mesh.beams.size(), 2u * 60 + 5 * 11);
  EXPECT_EQ(mesh.springs.size(), 2u * 11 + 4 * 11 + 4 * 10 + 4);
  EXPECT_DOUBLE_EQ(mesh.end(), 6);
  for (const BeamElement& beam : mesh.beams) EXPECT_LT(beam.j - beam.i, 9u);  // a narrow band
}

TEST(Mesh, AnswersTheSameWhereverTheTrackPoints) {
  const Structure structure = compiled(track_spec());
  const Vec3 straight = settlement(structure, nullptr, 30.1);
  ASSERT_LT(straight.z(), -1e-4);
  track::TrackSpec spec = track_spec();
  // far from home behind a tight curve, on a gradient, canted: a straight that points elsewhere
  spec.segments[0].length = 40;
  track::SegmentSpec curve, transition, end;
  transition.kind = track::SegmentKind::transition, transition.length = 20;
  curve.kind = track::SegmentKind::circular, curve.length = 60, curve.radius = 60, curve.cant = 0.1;
  end.length = 80, end.cant = 0.1;
  spec.segments = {spec.segments[0], transition, curve, transition, end};
  track::GradientSpec up;
  up.gradient_permille = 30;
  spec.gradients = {up};
  const track::TrackModel turned = model_of(spec);
  EXPECT_LT((settlement(structure, &turned, 180.1) - straight).norm(), 1e-9 * straight.norm());
  // in a curve of 60 m the same to the order of half a rail distance over the radius
  EXPECT_LT((settlement(structure, &turned, 90.1) - straight).norm(), 0.02 * straight.norm());
}

TEST(Mesh, LiesOnTheRails) {
  track::TrackSpec spec = track_spec();
  spec.rails.inclination = 0.05;
  track::HarmonicSpec wave;
  wave.amplitude = 0.004, wave.wavelength = 7;
  spec.irregularities.harmonic = {wave};
  const track::TrackModel model = model_of(spec);
  const Structure structure = compiled(spec);
  const Mesh mesh = meshed(structure, 60, 66, &model);
  track::Irregularity irregularity;
  track::evaluate_irregularity(model, 61.3, irregularity);
  const Node& node = mesh.nodes[mesh.rail_nodes[1][13]];
  EXPECT_NEAR(node.position.x(), 61.3, 1e-9);
  EXPECT_NEAR(node.position.y(), -structure.rail_distance / 2 + irregularity.value[2], 1e-12);
  EXPECT_GT(std::abs(irregularity.value[2]), 1e-3);
  EXPECT_NEAR(node.frame(1, 2), std::sin(std::atan(0.05)), 1e-12);  // the right rail leans to the left
}

// On an inclined seat a softer lateral spring lets a rail that is pressed upright slide inwards, down the
// seat: under P by about P β (1/k_y − 1/k_z), docs/theory/flexible_track.md (11).
TEST(Mesh, PadsLieOnTheInclinedSeat) {
  track::TrackSpec spec = track_spec();
  spec.rails.inclination = 0.05;
  spec.structure->rail.beam.inertia_lateral *= 1e-4;  // the seat alone holds the rail
  spec.structure->rail.beam.inertia_vertical *= 1e-4;
  spec.structure->sleeper->beam.youngs_modulus *= 1e3;
  spec.structure->ballast->stiffness = {1e12, 1e12, 1e12};
  const auto inwards = [&] {
    const Mesh mesh = meshed(compiled(spec), -3, 3);
    Eigen::VectorXd load = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns()));
    Vec6 wrench = Vec6::Zero();
    wrench(2) = -3e4;  // through the middle of the foot: it lies outside the centre of the section
    wrench(3) = -3e4 * spec.structure->rail.centre_height * std::sin(std::atan(0.05));
    add_load(mesh, locate(mesh, 0, 0), wrench, load);
    const Newmark newmark(assemble(mesh), 1e-3);
    const Motion still = newmark.equilibrium(load);
    return -still.displacement(static_cast<Eigen::Index>(6 * mesh.rail_nodes[0][30] + 1));
  };
  const double expected = 3e4 * 0.05 * (1 / 40e6 - 1 / 130e6);
  EXPECT_NEAR(inwards(), expected, 0.1 * expected);
  spec.structure->pad.stiffness[1] = spec.structure->pad.stiffness[2];
  EXPECT_NEAR(inwards(), 0, 0.02 * expected);
}

// A rail that nothing but its seat holds turns about its foot, by the torque over the pad's stiffness in
// roll.
TEST(Mesh, PadsHoldTheRailAgainstRoll) {
  track::TrackSpec spec = track_spec();
  spec.rails.inclination = 0;
  track::BeamSpec& rail = spec.structure->rail.beam;
  rail.inertia_lateral *= 1e-4, rail.inertia_vertical *= 1e-4, rail.torsion_constant *= 1e-6;
  spec.structure->sleeper->beam.youngs_modulus *= 1e3;
  spec.structure->sleeper->beam.shear_modulus *= 1e3;
  spec.structure->ballast->stiffness = {1e12, 1e12, 1e12};
  const Mesh mesh = meshed(compiled(spec), -3, 3);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.unknowns()));
  const double torque = 100, stiffness = spec.structure->pad.rotational_stiffness[0];
  add_load(mesh, locate(mesh, 0, 0), torque * Vec6::Unit(3), load);
  const Newmark newmark(assemble(mesh), 1e-3);
  const Motion still = newmark.equilibrium(load);
  const auto place = static_cast<Eigen::Index>(6 * mesh.rail_nodes[0][30]);
  const double turn = torque / stiffness;
  EXPECT_NEAR(still.displacement(place + 3), turn, 0.02 * turn);
  // Its centre lies above the foot and goes to the right.
  EXPECT_NEAR(still.displacement(place + 1), -turn * spec.structure->rail.centre_height,
              0.1 * turn * spec.structure->rail.centre_height);
}

// End load of a beam with a travelling wave e^{i(ωt − kx)}: a force of EI k³/ω over the velocity
// and a moment of EI k/ω over the rate of the slope, with EI k⁴ = m ω². Their product is EI m and their ratio
// k².
TEST(Mesh, EndsOfRailsTakeWhatWavesOfEachPlaneDemand) {
  track::TrackSpec spec = track_spec();
  const Structure structure = compiled(spec);
  const Section& b = structure.rail.section;
  const double omega = 2 * pi * structure.absorber.frequency, line = b.density * b.area;
  std::size_t ends = 0;
  for (const SpringElement& element : meshed(structure, 0, 6).springs) {
    if (element.kind != SpringKind::terminal) continue;
    ++ends;
    const auto expect_plane = [&](double inertia, double force, double moment) {
      const double bending = b.youngs_modulus * inertia;
      EXPECT_NEAR(force * moment / (bending * line), 1, 1e-12);
      EXPECT_NEAR(force / moment / (omega * std::sqrt(line / bending)), 1, 1e-12);
    };
    expect_plane(b.inertia_lateral, element.damping(1), element.damping(5));
    expect_plane(b.inertia_vertical, element.damping(2), element.damping(4));
    // Along the rail and about it: √(E ρ) A, √(G J ρ I_p).
    EXPECT_NEAR(element.damping(0), b.area * std::sqrt(b.youngs_modulus * b.density), 1e-6);
    EXPECT_NEAR(element.damping(3),
                std::sqrt(b.shear_modulus * b.torsion_constant * b.density * (3055e-8 + 512e-8)), 1e-9);
  }
  EXPECT_EQ(ends, 4u);
}

TEST(Mesh, ConvergesWithItsElements) {
  track::TrackSpec spec = track_spec();
  double settled[3];
  const long elements[] = {2, 6, 12};
  for (std::size_t i = 0; i < 3; ++i) {
    spec.structure->elements_per_bay = elements[i];
    settled[i] = settlement(compiled(spec), nullptr, 30.3).z();
  }
  EXPECT_NEAR(settled[0], settled[2], 1e-6 * std::abs(settled[2]));  // exact for loads at nodes
  EXPECT_NEAR(settled[1], settled[2], 1e-6 * std::abs(settled[2]));
}

TEST(Mesh, FollowsChangesOfTheStructure) {
  track::TrackSpec spec = track_spec();
  const double whole = settlement(compiled(spec), nullptr, 30.0).z();
  track::StructureChangeSpec missing;
  missing.from = 29.9, missing.to = 30.1, missing.pad = 0, missing.side = track::ChangeSide::left;
  spec.structure->changes = {missing};
  EXPECT_LT(settlement(compiled(spec), nullptr, 30.0).z(), 1.2 * whole);
  missing.pad = 1, missing.ballast = 0, missing.side = track::ChangeSide::both;
  spec.structure->changes = {missing};
  EXPECT_LT(settlement(compiled(spec), nullptr, 30.0).z(), 1.1 * whole);
  track::StructureChangeSpec slab;
  slab.from = 32, slab.to = 100, slab.ramp = 2, slab.ballast = 100;
  spec.structure->changes = {slab};
  const Structure onto_slab = compiled(spec);
  EXPECT_DOUBLE_EQ(factors_at(onto_slab, 31).ballast[0], 50.5);
  EXPECT_TRUE(factors_at(onto_slab, 29.9).none());
  EXPECT_GT(settlement(onto_slab, nullptr, 40).z(), 0.8 * whole);
}

TEST(Mesh, KnowsTwinBlocks) {
  track::TrackSpec spec = track_spec();
  spec.structure->sleeper->kind = track::SleeperKind::twin_block;
  spec.structure->sleeper->block_length = 0.8;
  spec.structure->sleeper->middle = concrete();
  spec.structure->sleeper->middle->inertia_vertical = 1e-6;
  const Mesh mesh = meshed(compiled(spec), 0, 6);
  const auto& nodes = mesh.sleepers[3].nodes;
  EXPECT_NEAR(mesh.nodes[nodes[2]].position.y(), 1.3 - 0.8, 1e-12);
  EXPECT_EQ(mesh.beams[mesh.beams.size() - 3].beam.section.inertia_vertical, 1e-6);
}

}  // namespace
}  // namespace flangeway::flextrack
