// Content of a symbolic model file, one to one. Expressions are kept as texts with their places.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::symbolic_model {

using Text = document::Located<std::string>;
/// Components: numbers, or texts that are expressions.
using Entries = std::vector<document::Value>;

struct CoordinateSpec {
  Text name;
  double position = 0, velocity = 0;  ///< at the start; m or rad, m/s or rad/s
};
struct BaseSpec {
  Text name, parent{"ground", {}}, angle{"0", {}};
  std::array<double, 3> axis{};
  Entries euler_parameters;  ///< e0 … e3, in place of axis and angle
};
struct PointSpec {
  Text name, parent{"origin", {}}, base{"ground", {}};
  Entries offset;
};
struct SolidSpec {
  Text name, base, centre, mass;
  Entries inertia, products;  ///< xx yy zz; xy xz yz
};
struct SpringSpec {
  Text a, b, stiffness, damping{"0", {}}, length{"0", {}};
};
struct BushingSpec {
  Text base, a, b;
  Entries stiffness, damping;
};
struct RotationalBushingSpec {
  Text a, b, base;  ///< bases that take the moment and its reaction; base of the axis
  Text angle, stiffness, damping{"0", {}};
  std::array<double, 3> axis{};
};
/// One wheel of a pair of gears: its base, its centre, its angle and its radius.
struct GearWheelSpec {
  Text base, centre, angle, radius;
};
struct GearSpec {
  GearWheelSpec first, second;
  Text base, stiffness, damping{"0", {}};
  std::array<double, 3> line{0, 0, 1};
};
struct TorqueSpec {
  Text on, against{"ground", {}}, base, torque;
  std::array<double, 3> axis{};
};
struct ConstraintSpec {
  Text zero;
};
struct LoopSpec {
  Text a, b, base{"ground", {}};
  std::array<double, 3> axis{};
};

enum class Side { left, right };

constexpr auto alternatives_of(Side) {
  using One = Alternative<Side>;
  return std::array{One{Side::left, "left", "the left rail"}, One{Side::right, "right", "the right rail"}};
}
struct WheelSpec {
  Text name, body, axle, centre;
  Side side = Side::left;
};
/// z = d + s (c + s (b + s a)) with s = u − break; the last break ends the last piece.
struct CubicTableSpec {
  std::vector<double> breaks, a, b, c, d;
};
struct ContactSpec {
  double youngs_modulus = 2.1e11, poisson_ratio = 0.27, friction = 0.3;
  CubicTableSpec wheel, rail;
};
struct SectionSpec {
  double to = 0;
  Text y{"0", {}}, z_left{"0", {}}, z_right{"0", {}}, camber{"0", {}};
};
struct TrackSpec {
  double from = 0, spacing = 0.25, gauge = 0;  ///< m
  std::vector<SectionSpec> sections;
};

struct ModelSpec {
  Text name;
  double gravity = 9.81;  ///< m/s², along −z of the ground
  std::vector<document::Setting> parameters, inputs;
  std::vector<CoordinateSpec> coordinates;
  std::vector<BaseSpec> bases;
  std::vector<PointSpec> points;
  std::vector<SolidSpec> solids;
  std::vector<SpringSpec> springs;
  std::vector<BushingSpec> bushings;
  std::vector<RotationalBushingSpec> rotational_bushings;
  std::vector<GearSpec> gears;
  std::vector<TorqueSpec> torques;
  std::vector<ConstraintSpec> constraints;
  std::vector<LoopSpec> loops;
  std::vector<WheelSpec> wheels;
  std::optional<ContactSpec> contact;
  std::optional<TrackSpec> track;
};

void describe(document::Visitor& v, ModelSpec& spec);

}  // namespace flangeway::symbolic_model
