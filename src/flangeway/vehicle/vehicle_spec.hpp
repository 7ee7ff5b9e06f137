// What a vehicle file says, one to one.
//
// Vehicle frame: x forward from the reference of the vehicle, y left, z up from the plane of the rail tops,
// m. Every point is a nominal position in this frame, whatever it is fixed to.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::vehicle {

using Curve = std::vector<std::array<double, 2>>;
using Triple = std::array<double, 3>;

struct BodySpec {
  document::Located<std::string> name;
  double mass = 0;               ///< kg
  Triple inertia{};              ///< Ixx, Iyy, Izz about the centre of gravity, kg m²
  Triple products_of_inertia{};  ///< ∫xy dm, ∫xz dm, ∫yz dm, kg m²
  Triple position{};             ///< of the centre of gravity
  SourceLocation where;
  std::string key;
};

struct WheelsetSpec {
  document::Located<std::string> name;
  double mass = 0;
  Triple inertia{};
  double x = 0;             ///< of the axle; its height is the wheel radius
  double wheel_radius = 0;  ///< r0, m
  document::Located<std::string> wheel_profile, wheel_profile_left, wheel_profile_right;
  double profile_position = 0;          ///< Lw, m; 0: not given
  double back_to_back = 0;              ///< distance of the flange backs, m; 0: not given
  double tape_circle_from_back = 0.07;  ///< m, with back_to_back
  SourceLocation where;
  std::string key;
};

/// The same element once more, shifted along the vehicle and between other bodies.
struct CopySpec {
  document::Located<std::string> name, body_i, body_j;  ///< a body not given: as in the original
  double shift = 0;                                     ///< m, added to x of all points
};

/// What all elements have. `body_j` may be "track": the track frame that moves along with body i.
struct ElementSpec {
  document::Located<std::string> name, body_i, body_j;
  bool mirror_y = false;  ///< a second one at −y; the two are called "…_left" and "…_right"
  std::vector<CopySpec> copies;
  SourceLocation where;
  std::string key;
};

/// Spring and damper in parallel along a line. A rod is the same.
struct AxialSpec : ElementSpec {
  Triple position_i{}, position_j{};
  double stiffness = 0, damping = 0;
  Curve spring, damper;  ///< force (N) over elongation (m), over its rate (m/s)
  double preload = 0;    ///< N, tension positive
  bool auto_preload = true;
};

/// Spring and damper in series along a line.
struct SeriesSpec : ElementSpec {
  Triple position_i{}, position_j{};
  double stiffness = 0, damping = 0;
};

/// Springs and dampers in the three directions of body i, and against relative rotation.
struct ShearSpec : ElementSpec {
  Triple position{};
  Triple stiffness{}, damping{};
  Triple damper_series_stiffness{};  ///< 0: the damper is rigidly mounted
  Triple rotational_stiffness{}, rotational_damping{};
  Triple preload{};  ///< force on body j, N
  bool auto_preload = true;
};

struct BumpStopSpec : ElementSpec {
  Triple position{}, direction{0, 1, 0};
  double clearance = 0;
  double stiffness = 0;
  Curve table;  ///< force (N) over penetration (m), instead of stiffness
  bool one_sided = false;
};

/// Resists relative roll of body i and body j.
struct AntiRollBarSpec : ElementSpec {
  double stiffness = 0, damping = 0;  ///< Nm/rad, Nms/rad
};

/// Constant force and torque on body i, axes of body i; their reaction on body j, if given.
struct ConstantSpec : ElementSpec {
  Triple position{}, force{}, torque{};
};

/// Holds one point of both bodies together; spherical and fixed joints.
struct PointJointSpec : ElementSpec {
  Triple position{};
};

/// Leaves one rotation.
struct RevoluteJointSpec : PointJointSpec {
  Triple axis{0, 1, 0};
};

/// Keeps two points apart.
struct RigidLinkSpec : ElementSpec {
  Triple position_i{}, position_j{};
};

/// Ties two pitch angles.
struct GearSpec : ElementSpec {
  double ratio = 0;  ///< pitch rate of body i over that of body j, both relative to the carrier
  document::Located<std::string> carrier;
};

struct VehicleSpec {
  document::Located<std::string> name;
  double gravity = 9.81;
  double shortest_relaxation_time = 0;  ///< s
  std::vector<BodySpec> bodies;
  std::vector<WheelsetSpec> wheelsets;
  std::vector<AxialSpec> spring_dampers, rods;
  std::vector<SeriesSpec> series;
  std::vector<ShearSpec> shear_springs;
  std::vector<BumpStopSpec> bump_stops;
  std::vector<AntiRollBarSpec> anti_roll_bars;
  std::vector<ConstantSpec> constants;
  std::vector<RevoluteJointSpec> revolute_joints;
  std::vector<PointJointSpec> spherical_joints, fixed_joints;
  std::vector<RigidLinkSpec> rigid_links;
  std::vector<GearSpec> gears;
  SourceLocation where;
  std::string key;
};

void describe(document::Visitor& visitor, BodySpec& spec);
void describe(document::Visitor& visitor, WheelsetSpec& spec);
void describe(document::Visitor& visitor, CopySpec& spec);
void describe(document::Visitor& visitor, AxialSpec& spec);
void describe(document::Visitor& visitor, SeriesSpec& spec);
void describe(document::Visitor& visitor, ShearSpec& spec);
void describe(document::Visitor& visitor, BumpStopSpec& spec);
void describe(document::Visitor& visitor, AntiRollBarSpec& spec);
void describe(document::Visitor& visitor, ConstantSpec& spec);
void describe(document::Visitor& visitor, PointJointSpec& spec);
void describe(document::Visitor& visitor, RevoluteJointSpec& spec);
void describe(document::Visitor& visitor, RigidLinkSpec& spec);
void describe(document::Visitor& visitor, GearSpec& spec);
void describe(document::Visitor& visitor, VehicleSpec& spec);

}  // namespace flangeway::vehicle
