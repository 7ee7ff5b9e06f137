// Vehicles from text and from the project's model files.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "flangeway/document/read.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle::test {

inline VehicleModel load_model(const std::string& file) {
  Findings findings;
  const auto document =
      document::Document::from_file(std::string(FLANGEWAY_SOURCE_DIR) + "/models/vehicles/" + file, findings);
  VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  read_vehicle(document, spec, parts, findings);
  auto vehicle = compile(spec, findings);
  findings.throw_if_any();
  return *vehicle;
}

/// Findings for a vehicle written as `text` in a file vehicle.toml.
inline std::string findings_of(std::string_view text) {
  Findings findings;
  const auto document = document::Document::from_text(text, "vehicle.toml", findings);
  VehicleSpec spec;
  document.fill(spec, findings);
  const auto vehicle = compile(spec, findings);
  EXPECT_EQ(vehicle.has_value(), findings.empty());
  return findings.text();
}

inline VehicleModel compile_text(std::string_view text) {
  Findings findings;
  const auto document = document::Document::from_text(text, "vehicle.toml", findings);
  VehicleSpec spec;
  document.fill(spec, findings);
  auto vehicle = compile(spec, findings);
  findings.throw_if_any();
  return *vehicle;
}

inline track::TrackModel straight_track() {
  Findings findings;
  track::TrackSpec spec;
  spec.rails.lateral_position = 0.75;
  spec.rails.profile.value = "60e1";
  auto& segment = spec.segments.emplace_back();
  segment.kind = track::SegmentKind::straight;
  segment.length = 200;
  auto track = track::compile(spec, findings);
  findings.throw_if_any();
  return *track;
}

/// A frame on two wheelsets, without elements: 22 lines.
inline std::string bogie_text() {
  return R"(name = "test"
[[bodies]]
name = "frame"
mass = 2000.0
inertia = [1000.0, 2000.0, 2500.0]
position = [0.0, 0.0, 0.6]
[[wheelsets]]
name = "front"
mass = 1500.0
inertia = [800.0, 100.0, 800.0]
x = 1.2
wheel_radius = 0.46
wheel_profile = "s1002"
profile_position = 0.75
[[wheelsets]]
name = "rear"
mass = 1500.0
inertia = [800.0, 100.0, 800.0]
x = -1.2
wheel_radius = 0.46
wheel_profile = "s1002"
back_to_back = 1.36
)";
}

inline std::string primary_text() {
  return R"([[bushings]]
name = "primary_front"
body_i = "frame"
body_j = "front"
position = [1.2, 1.0, 0.5]
stiffness = [1e7, 5e6, 1e6]
mirror_y = true
copies = [{name = "primary_rear", body_j = "rear", shift = -2.4}]
)";
}

}  // namespace flangeway::vehicle::test
