// Keys shared by all elements and joints of a vehicle file.
#pragma once

#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

using Curve = std::vector<std::array<double, 2>>;

/// The same element once more, shifted along the vehicle and between other bodies.
struct CopySpec {
  document::Located<std::string> name, body_i, body_j;  ///< a body not given: as in the original
  document::Located<std::string> normal_from;           ///< as well
  double shift = 0;                                     ///< m, added to x of all points
};
void describe(document::Visitor& visitor, CopySpec& spec);

/// Receiver of the points and vectors of an element, from visit_vectors().
class VectorVisit {
 public:
  virtual ~VectorVisit() = default;
  virtual void point(Triple& position) = 0;
  /// Force or direction. `keeps_to_side`: one that points sideways is not the mirror image of itself, and
  /// with it the element is not.
  virtual void vector(Triple& value, bool keeps_to_side) = 0;
  /// Turns the other way in a mirror.
  virtual void moment(Triple& value) = 0;
  /// Rows and columns of three deflections and three rotations.
  virtual void matrix(std::vector<double>& /*values*/) {}
};

/// `body_j` may be "track", but for joints: the track frame that moves along with body i.
///
/// Each kind is one struct derived from it, of cmake/Elements.cmake or of joint_elements.hpp. It has
///   - list, type, help: the key of its list in the file, the type of one in results, what the list holds;
///   - describe(visitor): its keys;
///   - visit_vectors(visit): its points and vectors, which copies shift and mirror images turn round;
///   - check(builder): findings about what the file says, copies and mirror images left aside;
///   - place(builder): adds it to the model.
struct ElementSpec {
  static constexpr bool is_joint = false;
  document::Located<std::string> name, body_i, body_j;
  bool mirror_y = false;  ///< a second one at −y; the two are called "…_left" and "…_right"
  std::vector<CopySpec> copies;
  long row = 0;  ///< elements in a row between parts of a train; 0: one element
  SourceLocation where;
  std::string key;

  void describe_ends(document::Visitor& v, document::Presence second = document::Presence::required);
};

enum class ForceDirection { x, y, z };
inline constexpr auto alternatives_of(ForceDirection) {
  return std::to_array<Alternative<ForceDirection>>({
      {ForceDirection::x, "x", "along x of its body_i"},
      {ForceDirection::y, "y", "along y of its body_i"},
      {ForceDirection::z, "z", "along z of its body_i"},
  });
}

/// Normal force of a friction surface: a constant force and a share of the force of another element.
struct NormalForce {
  double friction_coefficient = 0, normal_force = 0, normal_share = 1;
  document::Located<std::string> normal_from;
  ForceDirection normal_direction = ForceDirection::z;

  void describe(document::Visitor& v);
};

struct JointSpec : ElementSpec {
  static constexpr bool is_joint = true;
  void describe_ends(document::Visitor& v);
};

/// Two points in the vehicle frame.
void describe_line(document::Visitor& v, Triple& position_i, Triple& position_j);
/// How long a friction surface takes to come back to its limit, s.
void describe_friction_time(document::Visitor& v, double& friction_time);
/// The body whose axes the stiffness, damping and preload of an element are given in.
enum class ElementAxes { body_i, body_j };
inline constexpr auto alternatives_of(ElementAxes) {
  return std::to_array<Alternative<ElementAxes>>({
      {ElementAxes::body_i, "body_i", "those of body_i: the preload turns with it"},
      {ElementAxes::body_j, "body_j", "those of body_j: the preload turns with it"},
  });
}
/// The place where the force of a bushing between two markers acts, on both bodies.
enum class ForcePlace { middle, body_i, body_j };
inline constexpr auto alternatives_of(ForcePlace) {
  return std::to_array<Alternative<ForcePlace>>({
      {ForcePlace::middle, "middle",
       "halfway between the markers, as for a coil spring clamped at both ends"},
      {ForcePlace::body_i, "body_i", "at the marker on body_i"},
      {ForcePlace::body_j, "body_j", "at the marker on body_j"},
  });
}

/// The nominal place of a bushing, which may have a marker on each body.
struct BushingPlace {
  Triple position{}, marker_offset{};
  ForcePlace force_at = ForcePlace::middle;
  ElementAxes axes = ElementAxes::body_i;

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit);
  /// The point where forces act, nominally on both bodies.
  [[nodiscard]] Triple centre() const;
};

/// Whether the preload follows from the static equilibrium.
void describe_auto_preload(document::Visitor& v, bool& auto_preload);

[[nodiscard]] inline document::NumberRule required_positive(std::string_view unit) {
  return {.presence = document::Presence::required, .unit = unit, .minimum = 0, .minimum_excluded = true};
}
[[nodiscard]] inline document::NumberRule not_negative(std::string_view unit) {
  return {.unit = unit, .minimum = 0};
}
[[nodiscard]] inline document::NumberRule required_point() {
  return {.presence = document::Presence::required, .unit = "m", .minimum = -1000, .maximum = 1000};
}

template <typename Spec>
requires std::derived_from<Spec, ElementSpec>
void describe(document::Visitor& v, Spec& spec) {
  spec.describe(v);
}

}  // namespace flangeway::vehicle
