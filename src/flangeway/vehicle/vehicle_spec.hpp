// Content of a vehicle file, key by key.
//
// Vehicle frame: x forward from the reference of the vehicle, y left, z up from the plane of the rail tops,
// m. Every point is a nominal position in this frame, whatever it is fixed to.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/core/indirect.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::vehicle {
struct ElementSpecs;  // element_lists.hpp: elements and joints of the file
}
extern template class flangeway::Indirect<flangeway::vehicle::ElementSpecs>;

namespace flangeway::vehicle {

using Triple = std::array<double, 3>;

/// Role that the file gives a body. Wheelsets have theirs.
enum class RoleChoice { from_connections, car_body, bolster, bogie_frame, axlebox, other };
inline constexpr auto alternatives_of(RoleChoice) {
  return std::to_array<Alternative<RoleChoice>>({
      {RoleChoice::from_connections, "auto", "follows from the elements and joints of the body"},
      {RoleChoice::car_body, "car_body", "carries the load or the passengers"},
      {RoleChoice::bolster, "bolster", "between a bogie frame and a car body"},
      {RoleChoice::bogie_frame, "bogie_frame", "frame of a bogie, or one of its side frames"},
      {RoleChoice::axlebox, "axlebox", "bearing housing at one end of a wheelset"},
      {RoleChoice::other, "other", "motor, gearbox or load: no rule has limits for it"},
  });
}

struct TriangleMesh;  // shape_file.hpp

/// A file with the shape of a body, for pictures only.
struct ShapeSpec {
  document::Located<std::string> file;
  double scale = 1;   ///< m per unit of the file
  Triple rotation{};  ///< of the file's axes about x, then y, then z of the vehicle, degrees
  Triple origin{};    ///< of the file's axes, in the vehicle frame
  std::shared_ptr<const TriangleMesh> content;  ///< read_vehicle() sets it; none: it cannot be read
  SourceLocation where;
  std::string key;
};

struct BodySpec {
  document::Located<std::string> name;
  double mass = 0;               ///< kg
  Triple inertia{};              ///< Ixx, Iyy, Izz about the centre of gravity, kg m²
  Triple products_of_inertia{};  ///< ∫xy dm, ∫xz dm, ∫yz dm, kg m²
  Triple position{};             ///< of the centre of gravity
  RoleChoice role = RoleChoice::from_connections;
  std::optional<ShapeSpec> shape;
  SourceLocation where;
  std::string key;
};

enum class WheelSides { both, left, right };
inline constexpr auto alternatives_of(WheelSides) {
  return std::to_array<Alternative<WheelSides>>({
      {WheelSides::both, "both", "two wheels on one axle"},
      {WheelSides::left, "left", "one wheel, on the left rail, on a carrier of its own"},
      {WheelSides::right, "right", "one wheel, on the right rail, on a carrier of its own"},
  });
}

enum class WheelRotation { rigid, independent, torsion };
inline constexpr auto alternatives_of(WheelRotation) {
  return std::to_array<Alternative<WheelRotation>>({
      {WheelRotation::rigid, "rigid", "both wheels turn together"},
      {WheelRotation::independent, "independent", "each wheel turns by itself on an axle bridge"},
      {WheelRotation::torsion,
       "torsion",
       "the axle between the wheels twists",
       {"torsional_stiffness", "torsional_damping"}},
  });
}

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
  WheelSides wheels = WheelSides::both;
  WheelRotation rotation = WheelRotation::rigid;
  double torsional_stiffness = 0, torsional_damping = 0;  ///< Nm/rad, Nms/rad, of the axle
  document::Located<std::string> torque_reaction;         ///< body; empty: none
  SourceLocation where;
  std::string key;
};

struct VehicleSpec {
  document::Located<std::string> name;
  double gravity = 9.81;
  double min_relaxation_time = 0;  ///< s
  std::vector<BodySpec> bodies;
  std::vector<WheelsetSpec> wheelsets;
  Indirect<ElementSpecs> elements;
  SourceLocation where;
  std::string key;
};

void describe(document::Visitor& visitor, ShapeSpec& spec);
void describe(document::Visitor& visitor, BodySpec& spec);
void describe(document::Visitor& visitor, WheelsetSpec& spec);
void describe(document::Visitor& visitor, VehicleSpec& spec);

}  // namespace flangeway::vehicle
