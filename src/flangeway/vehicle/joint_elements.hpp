// The joints of a vehicle file: one struct each, with its keys, its checks and how it becomes a joint of the
// model.
#pragma once

#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Holds one point of both bodies together.
struct PointJointSpec : JointSpec {
  Triple position{};

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(),
             "nominal position of the point that both bodies share; for a wheelset a point on the axle");
  }
  void visit_vectors(VectorVisit& visit) { visit.point(position); }
  void check(ElementBuilder&) const {}

 protected:
  /// Whether it could be added.
  bool place_at_point(ElementBuilder& b, multibody::JointType type, multibody::Joint joint) const {
    const ElementBuilder::Ends ends = b.joint_ends_of(*this);
    if (!ends.ok) return false;
    for (const std::size_t body : {ends.i, ends.j}) b.check_on_axle(*this, "position", body, position);
    joint.type = type;
    joint.point_i = b.local(ends.i, position), joint.point_j = b.local(ends.j, position);
    b.add(*this, ends, joint);
    return true;
  }
};

/// Leaves one rotation.
struct RevoluteJointSpec : PointJointSpec {
  static constexpr const char *list = "revolute_joints", *type = "revolute_joint",
                              *help =
                                  "joints that allow one rotation: axle boxes on wheelsets, shafts in their "
                                  "bearings";
  Triple axis{0, 1, 0};

  void describe(document::Visitor& v) {
    PointJointSpec::describe(v);
    v.triple("axis", axis, {.unit = "1"},
             "direction of the axis of rotation in the vehicle frame; for a wheelset its axle");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(axis, false);
  }
  void check(ElementBuilder& b) const {
    if (any(axis)) return;
    b.complain(*this, "axis", {"is zero", "", "a vector of any length but zero", ""});
  }
  void place(ElementBuilder& b) const {
    if (!any(axis)) return;
    multibody::Joint joint;
    joint.axis = vec(axis).normalized();
    if (!place_at_point(b, multibody::JointType::revolute, joint)) return;
    for (const std::size_t body : {b.model().joints.back().i, b.model().joints.back().j})
      check_axle(b, b.model().bodies[body], joint.axis);
  }

 private:
  void check_axle(ElementBuilder& b, const multibody::Body& body, const Vec3& direction) const {
    if (!body.wheelset || std::abs(direction.x()) + std::abs(direction.z()) < 1e-9) return;
    b.complain(*this, "axis",
               {fmt::format("is not the axle of \"{}\"", body.name),
                fmt::format("[{:g}, {:g}, {:g}]", axis[0], axis[1], axis[2]), "[0, 1, 0]", ""});
  }
};

/// Leaves all rotations.
struct SphericalJointSpec : PointJointSpec {
  static constexpr const char *list = "spherical_joints", *type = "spherical_joint",
                              *help = "joints that allow all rotations";
  void place(ElementBuilder& b) const { (void)place_at_point(b, multibody::JointType::spherical, {}); }
};

/// Leaves nothing.
struct FixedJointSpec : PointJointSpec {
  static constexpr const char *list = "fixed_joints", *type = "fixed_joint",
                              *help = "joints that allow no relative motion";
  void place(ElementBuilder& b) const {
    for (const auto* end : {&body_i, &body_j}) {
      if (!b.is_wheelset(end->value)) continue;
      b.complain(*this, end == &body_i ? "body_i" : "body_j",
                 {"is a wheelset, which spins in its joints", "\"" + end->value + "\"", "a body",
                  "Give the mass to the wheelset, or take a revolute_joint"});
      return;
    }
    (void)place_at_point(b, multibody::JointType::fixed, {});
  }
};

/// Keeps two points apart.
struct RigidLinkSpec : JointSpec {
  static constexpr const char *list = "rigid_links", *type = "rigid_link",
                              *help = "links that keep two points at a fixed distance";
  Triple position_i{}, position_j{};

  void describe(document::Visitor& v) {
    describe_ends(v);
    describe_line(v, position_i, position_j);
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position_i);
    visit.point(position_j);
  }
  void check(ElementBuilder& b) const { b.check_length(*this, position_i, position_j); }
  void place(ElementBuilder& b) const {
    const ElementBuilder::Ends ends = b.joint_ends_of(*this);
    if (!ends.ok) return;
    b.check_on_axle(*this, "position_i", ends.i, position_i);
    b.check_on_axle(*this, "position_j", ends.j, position_j);
    multibody::Joint joint;
    joint.type = multibody::JointType::link;
    joint.point_i = b.local(ends.i, position_i), joint.point_j = b.local(ends.j, position_j);
    joint.length = (vec(position_j) - vec(position_i)).norm();
    b.add(*this, ends, joint);
  }
};

/// Ties two pitch angles.
struct GearSpec : JointSpec {
  static constexpr const char *list = "gears", *type = "gear",
                              *help = "gears that keep the pitch rates of two bodies at a fixed ratio";
  double ratio = 0;  ///< pitch rate of body i over that of body j, both relative to the carrier
  document::Located<std::string> carrier;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.number("ratio", ratio,
             {.presence = document::Presence::required, .unit = "1", .minimum = -1000, .maximum = 1000},
             "pitch rate of body_i divided by that of body_j; negative: they turn in opposite directions");
    v.text("carrier", carrier, document::Presence::optional,
           "body that holds the shafts: pitch rates are relative to it and it takes the reaction torque; the "
           "track if not given");
  }
  void visit_vectors(VectorVisit&) {}
  void check(ElementBuilder& b) const {
    if (ratio != 0) return;
    b.complain(*this, "ratio",
               {"is zero", "", "any number but zero", "Hold a shaft that must not turn by a fixed_joint"});
  }
  void place(ElementBuilder& b) const {
    const ElementBuilder::Ends ends = b.joint_ends_of(*this);
    multibody::Joint joint;
    joint.type = multibody::JointType::gear;
    joint.ratio = ratio;
    const bool carried = !carrier.value.empty();
    if (carried) joint.carrier = b.find_body(*this, "carrier", carrier, "a body or a wheelset");
    if (!ends.ok || (carried && joint.carrier == multibody::no_index)) return;
    if (joint.carrier == ends.i || joint.carrier == ends.j) {
      b.complain(*this, "carrier",
                 {"is one of the two shafts", "\"" + carrier.value + "\"", "a third body", ""});
    } else {
      b.add(*this, ends, joint);
    }
  }
};

using JointLists = std::tuple<std::vector<RevoluteJointSpec>, std::vector<SphericalJointSpec>,
                              std::vector<FixedJointSpec>, std::vector<RigidLinkSpec>, std::vector<GearSpec>>;

}  // namespace flangeway::vehicle
