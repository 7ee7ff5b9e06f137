// Profiles that tests of this room put on each other.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "flangeway/profile/standard.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"

namespace flangeway::wheel_on_rail {

using CurvePointer = std::shared_ptr<const profile::Curve>;

inline CurvePointer standard(const char* name) {
  return std::make_shared<profile::Curve>(profile::standard_profile(name)->curve);
}

/// An arc through the origin, lowest there with sign 1, highest with −1, `reach` rad to both sides.
inline CurvePointer arc(double radius, double reach, double sign) {
  std::vector<Vec2> points;
  for (int i = -200; i <= 200; ++i) {
    const double angle = reach * i / 200;
    points.emplace_back(radius * std::sin(angle), sign * radius * (1 - std::cos(angle)));
  }
  return std::make_shared<profile::Curve>(points);
}

/// S1002 on 60E1 inclined 1:40, rolling at 20 m/s.
inline ContactProblem rolling_wheel() {
  ContactProblem problem;
  problem.wheel = standard("s1002");
  problem.rail = standard("60e1");
  problem.rail_place.inclination = std::atan(1.0 / 40);
  problem.motion.velocity = Vec3(20, 0, 0);
  problem.motion.velocity_pitch = 20 / 0.46;
  return problem;
}

}  // namespace flangeway::wheel_on_rail
