// Bodies and suspension elements of a vehicle: immutable, flat, SI.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/core/indirect.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/multibody/elements/table.hpp"

namespace flangeway::multibody {
struct ElementLists;  // elements/list.hpp: the elements of each kind
}
extern template class flangeway::Indirect<flangeway::multibody::ElementLists>;

namespace flangeway::multibody {

// The kinds of elements/list.hpp.
template <template <typename> class Kind>
struct Element;
struct AppliedForce;
template <template <typename> class Kind, typename M>
[[nodiscard]] std::vector<Element<Kind>>& elements_of(M& model);

/// Rigid body. Coordinates q = [s, y, z, roll φ, pitch θ, yaw ψ] relative to the track frame at the body's
/// own s; orientation Rz(ψ) Rx(φ) Ry(θ) [Yu2022, eq. 3; Escalona2021, eq. 8 and 13].
struct Body {
  std::string name;
  double mass = 0;              ///< kg
  Mat3 inertia = Mat3::Zero();  ///< about the centre of gravity, body axes, kg m²
  bool wheelset = false;        ///< attachments do not spin: they follow the intermediate frame Rz(ψ) Rx(φ)
  Vec6 initial = Vec6::Zero();  ///< nominal q: [x in the vehicle, y, height above rail top, 0, 0, 0]
};

// Elements join pose i to pose j. A pose is a body (its index) or, for indices of at least bodies.size(), the
// track frame at the s of the body ground_bodies[index − bodies.size()]. Points and axes are those of the
// attachment frame of the pose: the body frame, the intermediate frame of a wheelset, or the track frame.

enum class JointType { revolute, spherical, fixed, link, gear };

/// Holds two bodies together without any give. Points and axes as those of elements; a wheelset is held by
/// its intermediate frame. Theory: docs/theory/joints.md.
struct Joint {
  std::string name;
  JointType type = JointType::revolute;
  std::size_t i = 0, j = 0;
  std::size_t carrier = no_index;  ///< gear: body that its two pitch angles count from; no_index: the track
  Vec3 point_i = Vec3::Zero(), point_j = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();  ///< revolute: unit, of both bodies
  double length = 0;          ///< link: m
  double ratio = 1;           ///< gear: θ̇_i = ratio · θ̇_j
  std::size_t first_row = 0;  ///< among the rows of all joints
};

/// Constraints of a joint.
[[nodiscard]] constexpr std::size_t row_count(JointType type) {
  constexpr std::size_t counts[] = {5, 3, 6, 1, 1};
  return counts[static_cast<std::size_t>(type)];
}

/// Bodies that joints connect: solved together.
struct JointGroup {
  std::vector<std::size_t> bodies, joints;
  std::vector<std::size_t> rows;  ///< of its joints
};

/// Wheels of a wheelset that may turn against each other: independently, or with an axle that twists. The six
/// coordinates of the body are those of a rigid wheelset whose spin is the mean of both wheels.
/// Theory: docs/theory/independent_wheels.md.
struct AxleTwist {
  std::size_t body = 0;
  bool elastic = false;               ///< the axle twists; else the wheels are independent and have no angle
  double inertia = 0;                 ///< a quarter of that about the axle, kg m²
  double stiffness = 0, damping = 0;  ///< of the axle, Nm/rad and Nms/rad
  std::size_t rate = no_index;        ///< auxiliary state: spin of the left wheel minus the right one, rad/s
  std::size_t angle = no_index;       ///< auxiliary state: its integral, rad; where the axle is elastic
};

/// Properties of every element, whatever its kind: for output, pictures and couplings.
struct ElementInfo {
  std::string name, type;  ///< as in the vehicle file
  std::size_t i = 0, j = 0;
  bool has_points = false;  ///< joins a point of pose i and a point of pose j
  Vec3 point_i = Vec3::Zero(), point_j = Vec3::Zero();
  std::size_t output = 0;  ///< first entry in Workspace::element_force and element_deflection
  std::size_t components = 1;
  bool rotational = false;  ///< Nm and rad instead of N and m
};

struct Model {
  std::vector<Body> bodies;
  std::vector<std::size_t> ground_bodies;  ///< bodies at whose track frame an element ends
  Indirect<ElementLists> lists;            ///< elements_of<Axial>(model), … in elements/list.hpp
  std::vector<Joint> joints;
  std::vector<JointGroup> joint_groups;
  std::vector<AxleTwist> axle_twists;
  TablePoints table_points;
  std::vector<ElementInfo> elements;  ///< one per element, in the order of the lists, without applied forces
  double gravity = 9.81;              ///< m/s²
  std::size_t auxiliary_count = 0;
  std::vector<double> relaxation_rates;  ///< −∂u̇/∂u of each auxiliary state u at rest, 1/s
  std::vector<std::string> commands;     ///< what controllers set: entries of element_force behind the output
  std::size_t output_count = 0;          ///< entries of element_force, without the commands
  std::size_t joint_rows = 0;            ///< constraints of all joints
  std::size_t driven_body = no_index;    ///< whose s̈ is prescribed; no_index: none
  std::size_t reference_body = 0;        ///< whose track frame is the master frame of the suspension

  [[nodiscard]] std::size_t body_count() const { return bodies.size(); }
  [[nodiscard]] std::size_t pose_count() const { return bodies.size() + ground_bodies.size(); }
  /// Size of the flat state y = [q (6 per body) | q̇ (6 per body) | auxiliary].
  [[nodiscard]] std::size_t state_size() const { return 12 * bodies.size() + auxiliary_count; }
  [[nodiscard]] std::size_t velocity_offset() const { return 6 * bodies.size(); }
  [[nodiscard]] std::size_t auxiliary_offset() const { return 12 * bodies.size(); }
};

/// Completes a Model whose bodies, elements and joints are filled: places of auxiliary states and outputs,
/// heaviest body as reference, and as driven body if `prescribe_speed`.
void finish(Model& model, bool prescribe_speed);

/// Takes the dampers out of all elements, and with them the auxiliary states. The output stays as it was.
void remove_dampers(Model& model);

/// Nominal state with every body's s shifted by s0 and all ṡ = speed (pitch rates zero: a wheelset's rolling
/// is the business of who knows its radius).
[[nodiscard]] std::vector<double> nominal_state(const Model& model, double s0, double speed);

}  // namespace flangeway::multibody
