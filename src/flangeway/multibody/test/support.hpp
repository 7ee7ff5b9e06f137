// Tracks, states and an integrator for the tests of this room.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/statics.hpp"
#include "flangeway/multibody/suspension.hpp"

namespace flangeway::multibody::test {

inline track::SegmentSpec segment(track::SegmentKind kind, double length, double curvature = 0,
                                  double cant = 0) {
  track::SegmentSpec out;
  out.kind = kind;
  out.length = length;
  out.curvature = curvature;
  out.cant = cant;
  return out;
}

inline track::TrackModel compile_track(const track::TrackSpec& spec) {
  Findings findings;
  auto model = track::compile(spec, findings);
  findings.throw_if_any();
  return *model;
}

inline track::TrackSpec plain_spec() {
  track::TrackSpec spec;
  spec.rails.lateral_position = 0.75;
  spec.rails.profile.value = "60e1";
  return spec;
}

inline track::TrackModel straight_track() {
  track::TrackSpec spec = plain_spec();
  spec.segments = {segment(track::SegmentKind::straight, 300)};
  return compile_track(spec);
}

/// Straight, smooth transition, canted left curve of 200 m radius on a vertical curve.
inline track::TrackModel curved_track(double step = 0.5) {
  track::TrackSpec spec = plain_spec();
  auto transition = segment(track::SegmentKind::transition, 60);
  transition.shape = track::TransitionShape::sinusoidal;
  spec.segments = {segment(track::SegmentKind::straight, 50), transition,
                   segment(track::SegmentKind::circular, 200, 1 / 200.0, 0.1)};
  spec.gradients = {{0, 0, 0, {}, ""}, {120, 10, 12000, {}, ""}};
  spec.centreline_step = step;
  return compile_track(spec);
}

inline Body some_body() {
  Body body;
  body.name = "body";
  body.mass = 2615;
  body.inertia = Mat3{{1722, 30, -45}, {30, 1476, 25}, {-45, 25, 3067}};
  body.initial << 0, 0, 0.6, 0, 0, 0;
  return body;
}

/// Rates of the flat state under suspension forces alone.
inline std::vector<double> state_rate(const Model& model, const track::TrackModel& track, Workspace& w,
                                      const std::vector<double>& y) {
  std::vector<double> rate(y.size(), 0.0);
  evaluate_kinematics(model, track, y.data(), w);
  evaluate_suspension(model, y.data(), w, rate.data() + model.auxiliary_offset());
  const std::size_t n = model.velocity_offset();
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    const Vec6 acceleration = solve_mass(w.bodies[b], w.bodies[b].force);
    for (std::size_t k = 0; k < 6; ++k) {
      rate[6 * b + k] = y[n + 6 * b + k];
      rate[n + 6 * b + k] = acceleration[static_cast<Eigen::Index>(k)];
    }
  }
  return rate;
}

inline std::vector<double> plus(const std::vector<double>& y, double h, const std::vector<double>& f) {
  std::vector<double> out = y;
  for (std::size_t i = 0; i < y.size(); ++i) out[i] += h * f[i];
  return out;
}

/// Classical Runge–Kutta.
inline std::vector<double> integrate(const Model& model, const track::TrackModel& track,
                                     std::vector<double> y, double duration, int steps) {
  Workspace w = make_workspace(model);
  const double h = duration / steps;
  for (int step = 0; step < steps; ++step) {
    const auto k1 = state_rate(model, track, w, y);
    const auto k2 = state_rate(model, track, w, plus(y, h / 2, k1));
    const auto k3 = state_rate(model, track, w, plus(y, h / 2, k2));
    const auto k4 = state_rate(model, track, w, plus(y, h, k3));
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

/// The flat state with its velocities advanced along themselves by h: q + h q̇.
inline std::vector<double> drift(const Model& model, const std::vector<double>& y, double h) {
  std::vector<double> out = y;
  for (std::size_t i = 0; i < model.velocity_offset(); ++i) out[i] += h * y[model.velocity_offset() + i];
  return out;
}

inline Vec3 global_position(const BodyState& b, const Vec3& arm = Vec3::Zero()) {
  return b.frame.position + b.frame.rotation * (b.position + arm);
}

}  // namespace flangeway::multibody::test
