// What a vehicle file says, one to one.
//
// Vehicle frame: x forward from the reference of the vehicle, y left, z up from the plane of the rail tops,
// m. All points are nominal positions in this frame, whatever they are fixed to.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::vehicle {

using Curve = std::vector<std::array<double, 2>>;

struct BodySpec {
  document::Located<std::string> name;
  double mass = 0;                              ///< kg
  std::array<double, 3> inertia{};              ///< Ixx, Iyy, Izz about the centre of gravity, kg m²
  std::array<double, 3> products_of_inertia{};  ///< ∫xy dm, ∫xz dm, ∫yz dm, kg m²
  std::array<double, 3> position{};             ///< of the centre of gravity
  SourceLocation where;
  std::string key;
};

struct WheelsetSpec {
  document::Located<std::string> name;
  double mass = 0;
  std::array<double, 3> inertia{};
  double x = 0;             ///< of the axle; its height is the wheel radius
  double wheel_radius = 0;  ///< r0, m
  document::Located<std::string> wheel_profile, wheel_profile_left, wheel_profile_right;
  double profile_position = 0;          ///< Lw, m; 0: not given
  double back_to_back = 0;              ///< distance of the flange backs, m; 0: not given
  double tape_circle_from_back = 0.07;  ///< m, with back_to_back
  SourceLocation where;
  std::string key;
};

enum class Mirror { none, x, y, xy };
enum class Preload { automatic, given };

/// What all elements have. `j` may be "track": the track frame that moves along with body i.
struct EndsSpec {
  document::Located<std::string> name, i, j;
  SourceLocation where;
  std::string key;
};

/// Spring and damper in parallel along a line; `rod` is another word for it.
struct AxialSpec : EndsSpec {
  std::array<double, 3> point_i{}, point_j{};
  double stiffness = 0, damping = 0;
  Curve spring, damper;           ///< force (N) over elongation (m), over its rate (m/s)
  std::optional<double> preload;  ///< N, tension positive; not given: from the static equilibrium
};

/// Spring and damper in series along a line.
struct SeriesSpec : EndsSpec {
  std::array<double, 3> point_i{}, point_j{};
  double stiffness = 0, damping = 0;
};

struct ShearSpec : EndsSpec {
  std::array<double, 3> position{};
  std::array<double, 3> stiffness{}, damping{};     ///< x, y, z, axes of i
  std::array<double, 3> damper_series_stiffness{};  ///< 0: the damper is rigidly mounted
  std::array<double, 3> rotational_stiffness{}, rotational_damping{};
  std::optional<std::array<double, 3>> preload;  ///< force on j, N
};

struct BumpStopSpec : EndsSpec {
  std::array<double, 3> position{}, direction{0, 1, 0};
  double clearance = 0;
  double stiffness = 0;
  Curve table;  ///< force (N) over penetration (m)
  bool one_sided = false;
};

struct AntiRollBarSpec : EndsSpec {
  double stiffness = 0, damping = 0;  ///< Nm/rad, Nms/rad, about x
};

/// Constant force and torque on body i, axes of i; their reaction on body j if given.
struct ConstantSpec : EndsSpec {
  std::array<double, 3> position{}, force{}, torque{};
};

struct VehicleSpec {
  document::Located<std::string> name;
  double gravity = 9.81;
  /// A damper in series with a spring whose relaxation time c/k is shorter than this is taken as rigidly
  /// mounted, s.
  double shortest_relaxation_time = 0;
  std::vector<BodySpec> bodies;
  std::vector<WheelsetSpec> wheelsets;
  std::vector<AxialSpec> spring_dampers, rods;
  std::vector<SeriesSpec> series;
  std::vector<ShearSpec> shear_springs;
  std::vector<BumpStopSpec> bump_stops;
  std::vector<AntiRollBarSpec> anti_roll_bars;
  std::vector<ConstantSpec> constants;
  SourceLocation where;
  std::string key;
};

void describe(document::Visitor& visitor, BodySpec& spec);
void describe(document::Visitor& visitor, WheelsetSpec& spec);
void describe(document::Visitor& visitor, AxialSpec& spec);
void describe(document::Visitor& visitor, SeriesSpec& spec);
void describe(document::Visitor& visitor, ShearSpec& spec);
void describe(document::Visitor& visitor, BumpStopSpec& spec);
void describe(document::Visitor& visitor, AntiRollBarSpec& spec);
void describe(document::Visitor& visitor, ConstantSpec& spec);
void describe(document::Visitor& visitor, VehicleSpec& spec);

}  // namespace flangeway::vehicle
