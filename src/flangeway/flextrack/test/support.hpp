// Short ways to build structures in tests.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>

#include "flangeway/flextrack/matrices.hpp"
#include "flangeway/flextrack/structure.hpp"

namespace flangeway::flextrack::testing {

/// Rail of design notes: E 210 GPa, I 3055 cm⁴, 60.34 kg/m; no damping.
inline track::BeamSpec rail_60() {
  track::BeamSpec beam;
  beam.youngs_modulus = 210e9, beam.shear_modulus = 81e9;
  beam.area = 7.67e-3, beam.density = 60.34 / beam.area;
  beam.inertia_vertical = 3055e-8, beam.inertia_lateral = 512e-8, beam.torsion_constant = 2.2e-6;
  return beam;
}

inline track::BeamSpec concrete() {
  track::BeamSpec beam;
  beam.youngs_modulus = 31e9, beam.shear_modulus = 15e9;
  beam.area = 5.6e-2, beam.density = 2750;
  beam.inertia_vertical = 2.6e-4, beam.inertia_lateral = 1.67e-4, beam.torsion_constant = 1.71e-3;
  return beam;
}

/// A track with rails_60 on concrete sleepers.
inline track::TrackSpec track_spec() {
  track::TrackSpec spec;
  track::SegmentSpec straight;
  straight.length = 200;
  spec.segments = {straight};
  auto& structure = spec.structure.emplace();
  structure.key = "structure";
  structure.rail.beam = rail_60();
  structure.sleeper.emplace().beam = concrete();
  structure.pad.stiffness = {40e6, 40e6, 130e6};
  structure.pad.damping = {5e3, 5e3, 5e3};
  structure.pad.rotational_stiffness = {2e5, 0, 0};
  structure.ballast.emplace().stiffness = {5.5e5, 1e7, 6.2e7};
  structure.ballast->damping = {3e4, 3e4, 3e4};
  structure.bond.stiffness = {3.9e7, 4e5, 5.5e5};
  return spec;
}

inline Structure compiled(const track::TrackSpec& spec) {
  Findings findings;
  auto structure = compile_structure(spec, findings);
  if (!structure) throw std::runtime_error(findings.text());
  return *structure;
}

inline Mesh meshed(const Structure& structure, double from, double to,
                   const track::TrackModel* track = nullptr) {
  Findings findings;
  auto mesh = make_mesh(structure, track, from, to, findings);
  if (!mesh) throw std::runtime_error(findings.text());
  return *mesh;
}

/// A bare beam along x from 0 in elements of `step`, in place of both rails of a mesh.
inline Mesh bare_beam(const track::BeamSpec& section, double step, std::size_t elements,
                      track::BeamTheory theory = track::BeamTheory::euler_bernoulli) {
  Mesh mesh;
  mesh.station_step = step;
  for (std::size_t k = 0; k <= elements; ++k) {
    mesh.nodes.push_back({Vec3(step * static_cast<double>(k), 0, 0), Mat3::Identity()});
    mesh.rail_nodes[0].push_back(k);
    if (k == 0) continue;
    mesh.rail_beams[0].push_back(mesh.beams.size());
    mesh.beams.push_back({k - 1, k, {compile_section(section), theory, step}, Mat3::Identity(), 0});
  }
  return mesh;
}

inline void hold(Mesh& mesh, std::size_t node, const Vec6& stiffness, const Vec6& damping = Vec6::Zero()) {
  SpringElement spring;
  spring.i = node, spring.stiffness = stiffness, spring.damping = damping;
  mesh.springs.push_back(spring);
}

inline Vec6 six(double x, double y, double z, double turn_x = 0, double turn_y = 0, double turn_z = 0) {
  Vec6 v;
  v << x, y, z, turn_x, turn_y, turn_z;
  return v;
}

}  // namespace flangeway::flextrack::testing
