#include "flangeway/vehicle/element_spec.hpp"

namespace flangeway::vehicle {

using document::Presence;
using document::Visitor;

namespace {

void describe_both(Visitor& v, ElementSpec& spec, Presence second, std::string_view second_help) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.text("name", spec.name, Presence::required, "name of the element; no two names are equal");
  v.text("body_i", spec.body_i, Presence::required, "body or wheelset at the first end");
  v.text("body_j", spec.body_j, second, second_help);
  v.flag("mirror_y", spec.mirror_y,
         "true: adds the mirror image at -y; the two elements are called \"NAME_left\" and \"NAME_right\"");
  v.list("copies", spec.copies, {}, "copies of the element at other positions along the vehicle");
  v.integer("row", spec.row, {.minimum = 0, .maximum = 1000},
            "number of such elements in a row of parts: '#' in names of bodies stands for 1, 2, … and "
            "\"#+1\" for the "
            "number after it; 0: one element");
}

}  // namespace

void ElementSpec::describe_ends(Visitor& v, Presence second) {
  describe_both(
      v, *this, second,
      "body or wheelset at the second end, or \"track\" for the track frame that moves along with body_i");
}

void NormalForce::describe(Visitor& v) {
  v.number("friction_coefficient", friction_coefficient, not_negative("1"),
           "coefficient of friction, of normal_force and of the force of normal_from");
  v.number("normal_force", normal_force, not_negative("N"), "constant part of the normal force");
  v.text(
      "normal_from", normal_from, Presence::optional,
      "element whose force presses on the surface; of a mirrored one \"NAME\" means that on the same side");
  v.choice("normal_direction", normal_direction,
           "component of that force, where the element has more than one");
  v.number(
      "normal_share", normal_share, not_negative("1"),
      "normal force over the magnitude of that force: 1/tan of the angle of a wedge, tan of that of a link");
}

void JointSpec::describe_ends(Visitor& v) {
  describe_both(v, *this, Presence::required, "body or wheelset at the second end");
}

void describe_line(Visitor& v, Triple& position_i, Triple& position_j) {
  v.triple("position_i", position_i, required_point(),
           "nominal position of the first end in the vehicle frame");
  v.triple("position_j", position_j, required_point(),
           "nominal position of the second end in the vehicle frame");
}

void BushingPlace::describe(Visitor& v) {
  v.triple("position", position, required_point(),
           "nominal position of its centre, where the forces act; with marker_offset the position of the "
           "marker on body_i");
  v.triple("marker_offset", marker_offset, {.unit = "m", .minimum = -10, .maximum = 10},
           "nominal position of the marker on body_j relative to the marker on body_i, for bushings between "
           "two markers; there is no deflection at this offset");
  v.choice("force_at", force_at, "with marker_offset: the place where the forces act on both bodies");
  v.choice("axes", axes, "axes of stiffness, damping and preload");
}

void BushingPlace::visit_vectors(VectorVisit& visit) {
  visit.point(position);
  visit.vector(marker_offset, false);
}

Triple BushingPlace::centre() const {
  const double share = force_at == ForcePlace::body_i ? 0 : force_at == ForcePlace::body_j ? 1 : 0.5;
  Triple point = position;
  for (std::size_t k = 0; k < 3; ++k) point[k] += share * marker_offset[k];
  return point;
}

void describe_friction_time(Visitor& v, double& friction_time) {
  v.number("friction_time", friction_time, {.unit = "s", .minimum = 1e-9, .maximum = 0.1},
           "time in which a force above the limit falls to it; dormand_prince needs steps of about 3 times "
           "this");
}

void describe_auto_preload(Visitor& v, bool& auto_preload) {
  v.flag("auto_preload", auto_preload,
         "true: the preload follows from the static equilibrium in the nominal position");
}

void describe(Visitor& v, CopySpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the copy");
  v.text("body_i", spec.body_i, Presence::optional,
         "body at the first end, if it is not that of the original");
  v.text("body_j", spec.body_j, Presence::optional,
         "body at the second end, if it is not that of the original");
  v.text("normal_from", spec.normal_from, Presence::optional,
         "friction element: element whose force presses, if it differs from the original");
  v.number("shift", spec.shift, {.unit = "m", .minimum = -1000, .maximum = 1000},
           "distance of the copy ahead of the original; negative: behind it");
}

}  // namespace flangeway::vehicle
