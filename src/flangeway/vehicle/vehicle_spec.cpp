#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

using document::NumberRule;
using document::Presence;
using document::Visitor;

namespace {

template <typename Spec>
void remember_place(const Visitor& v, Spec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
}

NumberRule required_positive(std::string_view unit) {
  return {.presence = Presence::required, .unit = unit, .minimum = 0, .minimum_excluded = true};
}
NumberRule not_negative(std::string_view unit) {
  return {.unit = unit, .minimum = 0};
}
NumberRule required_point() {
  return {.presence = Presence::required, .unit = "m", .minimum = -1000, .maximum = 1000};
}

void describe_element(Visitor& v, ElementSpec& spec, Presence second, std::string_view second_help) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required, "name of the element; all names differ");
  v.text("body_i", spec.body_i, Presence::required, "body or wheelset at the first end");
  v.text("body_j", spec.body_j, second, second_help);
  v.flag("mirror_y", spec.mirror_y,
         "adds the mirror image at -y; the two are called \"NAME_left\" and \"NAME_right\"");
  v.list("copies", spec.copies, {}, "the same element at other places along the vehicle");
}

void describe_element(Visitor& v, ElementSpec& spec, bool needs_two_bodies = true) {
  describe_element(
      v, spec, needs_two_bodies ? Presence::required : Presence::optional,
      "body or wheelset at the second end, or \"track\": the track frame that moves along with body_i");
}

void describe_joint(Visitor& v, ElementSpec& spec) {
  describe_element(v, spec, Presence::required, "body or wheelset at the second end");
}

void describe_line(Visitor& v, Triple& position_i, Triple& position_j) {
  v.triple("position_i", position_i, required_point(), "nominal position of the first end, vehicle frame");
  v.triple("position_j", position_j, required_point(), "nominal position of the second end, vehicle frame");
}

}  // namespace

void describe(Visitor& v, BodySpec& spec) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required, "name of the body; all names differ");
  v.number("mass", spec.mass, required_positive("kg"), "mass");
  v.triple("inertia", spec.inertia, required_positive("kg m²"),
           "moments of inertia Ixx (roll), Iyy (pitch), Izz (yaw) about the centre of gravity");
  v.triple("products_of_inertia", spec.products_of_inertia, {.unit = "kg m²"},
           "integrals of xy, xz and yz over the mass, from the centre of gravity");
  v.triple("position", spec.position, required_point(),
           "nominal position of the centre of gravity: x forward, y left, z above the rail tops");
}

void describe(Visitor& v, WheelsetSpec& spec) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required, "name of the wheelset");
  v.number("mass", spec.mass, required_positive("kg"),
           "mass, with the axle boxes where these are not bodies on revolute_joints");
  v.triple("inertia", spec.inertia, required_positive("kg m²"),
           "moments of inertia about the x, y (axle) and z axes; those about x and z are equal as a rule");
  v.number("x", spec.x, {.presence = Presence::required, .unit = "m", .minimum = -1000, .maximum = 1000},
           "position of the axle along the vehicle");
  v.number("wheel_radius", spec.wheel_radius,
           {.presence = Presence::required, .unit = "m", .minimum = 0.05, .maximum = 3},
           "nominal rolling radius; the axle lies at this height");
  v.text("wheel_profile", spec.wheel_profile, Presence::optional,
         "name or file of the profile of both wheels");
  v.text("wheel_profile_left", spec.wheel_profile_left, Presence::optional,
         "profile of the left wheel, instead of wheel_profile");
  v.text("wheel_profile_right", spec.wheel_profile_right, Presence::optional,
         "profile of the right wheel, instead of wheel_profile");
  v.number(
      "profile_position", spec.profile_position, {.unit = "m", .minimum = 0, .maximum = 1.5},
      "distance from the middle of the wheelset to the origin of the wheel profile; instead of back_to_back");
  v.number("back_to_back", spec.back_to_back, {.unit = "m", .minimum = 0, .maximum = 3},
           "distance of the flange backs; instead of profile_position");
  v.number("tape_circle_from_back", spec.tape_circle_from_back, {.unit = "m", .minimum = 0, .maximum = 0.2},
           "distance of the profile's origin from the flange back, with back_to_back");
}

void describe(Visitor& v, CopySpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the copy");
  v.text("body_i", spec.body_i, Presence::optional, "body at the first end, if another than the original's");
  v.text("body_j", spec.body_j, Presence::optional, "body at the second end, if another than the original's");
  v.number("shift", spec.shift, {.unit = "m", .minimum = -1000, .maximum = 1000},
           "how far the copy lies ahead of the original");
}

void describe(Visitor& v, AxialSpec& spec) {
  describe_element(v, spec);
  describe_line(v, spec.position_i, spec.position_j);
  v.number("stiffness", spec.stiffness, not_negative("N/m"), "stiffness of the spring");
  v.number("damping", spec.damping, not_negative("N s/m"), "coefficient of the damper");
  v.curve(
      "spring", spec.spring, {.unit = "N", .least = 2},
      "force over elongation, instead of stiffness; one that starts at [0, 0] holds for compression as well");
  v.curve("damper", spec.damper, {.unit = "N", .least = 2},
          "force over rate of elongation, instead of damping; one that starts at [0, 0] holds both ways");
  v.number("preload", spec.preload, {.unit = "N"},
           "tension in the nominal position, with auto_preload = false");
  v.flag("auto_preload", spec.auto_preload, "preload from the static equilibrium in the nominal position");
}

void describe(Visitor& v, SeriesSpec& spec) {
  describe_element(v, spec);
  describe_line(v, spec.position_i, spec.position_j);
  v.number("stiffness", spec.stiffness, required_positive("N/m"), "stiffness of the spring");
  v.number("damping", spec.damping, required_positive("N s/m"), "coefficient of the damper");
}

void describe(Visitor& v, ShearSpec& spec) {
  describe_element(v, spec);
  v.triple("position", spec.position, required_point(),
           "nominal position of its middle, where the forces act");
  v.triple("stiffness", spec.stiffness, not_negative("N/m"), "stiffness along x, y, z of body_i");
  v.triple("damping", spec.damping, not_negative("N s/m"), "damping along x, y, z of body_i");
  v.triple("damper_series_stiffness", spec.damper_series_stiffness, not_negative("N/m"),
           "stiffness in series with each damper; 0: rigidly mounted");
  v.triple("rotational_stiffness", spec.rotational_stiffness, not_negative("N m/rad"),
           "stiffness against relative rotation about x, y, z of body_i");
  v.triple("rotational_damping", spec.rotational_damping, not_negative("N m s/rad"),
           "damping of relative rotation about x, y, z of body_i");
  v.triple("preload", spec.preload, {.unit = "N"},
           "force on body_j in the nominal position, with auto_preload = false");
  v.flag("auto_preload", spec.auto_preload, "preload from the static equilibrium in the nominal position");
}

void describe(Visitor& v, BumpStopSpec& spec) {
  describe_element(v, spec);
  v.triple("position", spec.position, required_point(), "nominal position where its force acts");
  v.triple("direction", spec.direction, {.unit = "1"},
           "direction fixed in body_i of the motion of body_j that it stops");
  v.number("clearance", spec.clearance, not_negative("m"), "free gap to each side");
  v.number("stiffness", spec.stiffness, not_negative("N/m"), "stiffness beyond the gap; instead of table");
  v.curve("table", spec.table, {.unit = "N", .minimum = 0, .least = 2},
          "force over penetration beyond the gap");
  v.flag("one_sided", spec.one_sided, "stops motion in +direction only");
}

void describe(Visitor& v, AntiRollBarSpec& spec) {
  describe_element(v, spec);
  v.number("stiffness", spec.stiffness, required_positive("N m/rad"), "stiffness against relative roll");
  v.number("damping", spec.damping, not_negative("N m s/rad"), "damping of relative roll");
}

void describe(Visitor& v, ConstantSpec& spec) {
  describe_element(v, spec, false);
  v.triple("position", spec.position, required_point(), "nominal position where the force acts");
  v.triple("force", spec.force, {.unit = "N"}, "force on body_i, in its axes");
  v.triple("torque", spec.torque, {.unit = "N m"},
           "torque on body_i, in its axes; y on a wheelset drives its rotation");
}

void describe(Visitor& v, PointJointSpec& spec) {
  describe_joint(v, spec);
  v.triple("position", spec.position, required_point(),
           "nominal position of the point that both bodies share; on a wheelset it lies on the axle");
}

void describe(Visitor& v, RevoluteJointSpec& spec) {
  describe(v, static_cast<PointJointSpec&>(spec));
  v.triple("axis", spec.axis, {.unit = "1"},
           "direction of the axis about which the bodies turn, vehicle frame; of a wheelset its axle");
}

void describe(Visitor& v, RigidLinkSpec& spec) {
  describe_joint(v, spec);
  describe_line(v, spec.position_i, spec.position_j);
}

void describe(Visitor& v, GearSpec& spec) {
  describe_joint(v, spec);
  v.number("ratio", spec.ratio,
           {.presence = Presence::required, .unit = "1", .minimum = -1000, .maximum = 1000},
           "pitch rate of body_i over that of body_j; negative where they turn against each other");
  v.text("carrier", spec.carrier, Presence::optional,
         "body that holds the shafts: pitch rates are relative to it, and it takes the torque; the track if "
         "not given");
}

void describe(Visitor& v, VehicleSpec& spec) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required, "name of the vehicle");
  v.number("gravity", spec.gravity, {.unit = "m/s²", .minimum = 0, .maximum = 100},
           "acceleration of gravity");
  v.number(
      "shortest_relaxation_time", spec.shortest_relaxation_time, {.unit = "s", .minimum = 0, .maximum = 1},
      "a damper whose series spring relaxes faster than this (damping/stiffness) counts as rigidly mounted: "
      "explicit integrators need it at some 1/2 of their step or more");
  v.list("bodies", spec.bodies, {}, "rigid bodies other than wheelsets");
  v.list("wheelsets", spec.wheelsets, {.least = 1}, "wheelsets, in any order");
  v.list("spring_dampers", spec.spring_dampers, {}, "spring and damper in parallel along a line");
  v.list("rods", spec.rods, {}, "rods with elastic ends: spring and damper in parallel along a line");
  v.list("series", spec.series, {}, "spring and damper in series along a line");
  v.list("shear_springs", spec.shear_springs, {}, "springs and dampers in three directions");
  v.list("bump_stops", spec.bump_stops, {}, "stops");
  v.list("anti_roll_bars", spec.anti_roll_bars, {}, "anti-roll bars");
  v.list("constants", spec.constants, {}, "constant forces and torques");
  v.list("revolute_joints", spec.revolute_joints, {},
         "joints that leave one rotation: axleboxes on wheelsets, shafts in their bearings");
  v.list("spherical_joints", spec.spherical_joints, {}, "joints that leave all rotations");
  v.list("fixed_joints", spec.fixed_joints, {}, "joints that leave nothing");
  v.list("rigid_links", spec.rigid_links, {}, "two points at a fixed distance");
  v.list("gears", spec.gears, {}, "pitch rates of two bodies at a fixed ratio");
}

}  // namespace flangeway::vehicle
