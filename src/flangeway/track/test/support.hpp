// Short ways to build tracks in tests.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>

#include "flangeway/track/model.hpp"

namespace flangeway::track::testing {

inline SegmentSpec straight(double length, double cant = 0) {
  SegmentSpec spec;
  spec.kind = SegmentKind::straight, spec.length = length, spec.cant = cant;
  return spec;
}

inline SegmentSpec transition(double length, TransitionShape shape = TransitionShape::clothoid) {
  SegmentSpec spec;
  spec.kind = SegmentKind::transition, spec.length = length, spec.shape = shape;
  return spec;
}

/// Left positive.
inline SegmentSpec circular(double length, double curvature, double cant = 0) {
  SegmentSpec spec;
  spec.kind = SegmentKind::circular, spec.length = length, spec.curvature = curvature, spec.cant = cant;
  return spec;
}

inline GradientSpec gradient(double s, double permille, double radius = 0) {
  GradientSpec spec;
  spec.s = s, spec.gradient_permille = permille, spec.radius = radius;
  return spec;
}

inline TrackModel compiled(const TrackSpec& spec) {
  Findings findings;
  auto model = compile(spec, findings);
  if (!model) throw std::runtime_error(findings.text());
  return *model;
}

inline TrackModel compiled(std::vector<SegmentSpec> segments, double step = 0.5) {
  TrackSpec spec;
  spec.segments = std::move(segments);
  spec.centreline_step = step;
  return compiled(spec);
}

inline std::string findings_of(const TrackSpec& spec) {
  Findings findings;
  EXPECT_FALSE(compile(spec, findings).has_value());
  return findings.text();
}

inline Frame frame_at(const TrackModel& model, double s) {
  Frame frame;
  evaluate_frame(model, s, frame);
  return frame;
}

inline Irregularity irregularity_at(const TrackModel& model, double s) {
  Irregularity result;
  evaluate_irregularity(model, s, result);
  return result;
}

/// A bit of everything: transitions of all shapes, both directions, cant, gradients.
inline TrackSpec varied_track() {
  TrackSpec spec;
  spec.segments = {straight(50),
                   transition(60, TransitionShape::bloss),
                   circular(80, 1 / 400.0, 0.1),
                   transition(90, TransitionShape::sinusoidal),
                   circular(70, -1 / 600.0, -0.08),
                   transition(60),
                   straight(60)};
  spec.gradients = {gradient(0, 4), gradient(130, -10, 3000), gradient(330, 6, 5000)};
  return spec;
}

}  // namespace flangeway::track::testing
