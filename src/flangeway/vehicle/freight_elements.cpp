#include "flangeway/vehicle/freight_elements.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::vehicle {

namespace {

double tangent_of(double angle_deg) {
  return std::tan(angle_deg * pi / 180);
}

document::NumberRule angle_rule(double maximum) {
  return {.presence = document::Presence::required, .unit = "deg", .minimum = 1, .maximum = maximum};
}

}  // namespace

void LoadedFrictionSpec::describe_friction(document::Visitor& v) {
  v.number("friction_coefficient", friction_coefficient, not_negative("1"), "coefficient of friction");
  describe_friction_time(v, friction_time);
}

void LoadedFrictionSpec::describe_load(document::Visitor& v) {
  v.number("preload", preload, not_negative("N"),
           "force that carries body_j in the nominal position, with auto_preload = false");
  describe_auto_preload(v, auto_preload);
}

void LoadedFrictionSpec::check_friction(ElementBuilder& b, std::string_view field, bool stiff) const {
  if (friction_coefficient > 0 && !stiff)
    b.complain(*this, field, {"is missing", "", "", "Give the stiffness before the surface slips"});
  if (friction_coefficient == 0 && stiff)
    b.complain(*this, "friction_coefficient",
               {"is missing", "", "", "Give it, or leave out the stiffness of the friction"});
}

void CentreBowlSpec::describe(document::Visitor& v) {
  describe_ends(v);
  v.triple("position", position, required_point(), "nominal centre of the floor of the bowl");
  v.number("contact_stiffness", contact_stiffness, required_positive("N/m"),
           "vertical stiffness of the floor while all of its edge carries");
  v.number("contact_damping", contact_damping, not_negative("N s/m"),
           "vertical damping of the floor while it carries");
  v.number("radius", radius, required_positive("m"), "radius of the edge that body_j tips over");
  v.number("shear_stiffness", shear_stiffness, not_negative("N/m"),
           "stiffness along x and y of body_i before the floor slips");
  v.number("turn_stiffness", turn_stiffness, not_negative("N m/rad"),
           "stiffness about z of body_i before the floor slips");
  v.number("friction_radius", friction_radius, not_negative("m"),
           "arm of the friction about z; 0: two thirds of the radius, as of a full disc");
  v.number("rim_clearance", rim_clearance, not_negative("m"), "gap around body_j in the nominal position");
  v.number("rim_stiffness", rim_stiffness, not_negative("N/m"),
           "stiffness of the rim beyond rim_clearance; 0: there is no rim");
  describe_friction(v);
  describe_load(v);
}

void CentreBowlSpec::check(ElementBuilder& b) const {
  b.check_preload(*this, preload != 0, auto_preload);
  check_friction(b, "shear_stiffness", shear_stiffness > 0 || turn_stiffness > 0);
  if (shear_stiffness == 0 && rim_stiffness == 0)
    b.complain(
        *this, "rim_stiffness",
        {"is missing: nothing holds body_j in the bowl", "", "", "Give rim_stiffness or shear_stiffness"});
  if (rim_clearance > 0 && rim_stiffness == 0 && shear_stiffness > 0)
    b.complain(
        *this, "rim_stiffness",
        {"is missing: there is no rim at rim_clearance", "", "", "Give it, or leave out rim_clearance"});
  if (friction_radius > 0 && turn_stiffness == 0)
    b.complain(
        *this, "turn_stiffness",
        {"is missing: without it no friction acts about z", "", "", "Give it, or leave out friction_radius"});
}

void CentreBowlSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  if (!ends.ok) return;
  auto e = b.point_element<multibody::CentreBowl>(*this, ends);
  e.contact_stiffness = contact_stiffness, e.contact_damping = contact_damping, e.radius = radius;
  e.coefficient = friction_coefficient;
  e.friction_radius = friction_radius > 0 ? friction_radius : 2 * radius / 3;
  e.friction_stiffness = Vec3{shear_stiffness, shear_stiffness, turn_stiffness};
  if (shear_stiffness > 0) e.viscosity = friction_time * shear_stiffness;
  if (turn_stiffness > 0) e.turn_viscosity = friction_time * turn_stiffness;
  e.rim_stiffness = rim_stiffness, e.rim_clearance = rim_clearance;
  e.preload = preload, e.auto_preload = auto_preload;
  b.needs_load(*this);
  b.add(e);
}

void FrictionWedgeSpec::describe(document::Visitor& v) {
  describe_ends(v);
  v.triple("position", position, required_point(), "nominal position of the face of the column");
  v.choice("column", column, "where the column of body_i is");
  v.number("angle_deg", angle_deg, angle_rule(80), "angle of the slope of body_j from the vertical");
  v.number("spring_stiffness", spring_stiffness, not_negative("N/m"), "stiffness of the spring of the wedge");
  v.number("spring_force", spring_force, not_negative("N"),
           "constant column force: force of a spring inside body_j in the nominal position; 0: the spring "
           "stands on body_i, and the column force depends on the load");
  v.number(
      "asymmetry", asymmetry, {.unit = "1", .minimum = 0, .maximum = 1},
      "share of the friction of the column that loads the slope: with 1 the wedge is in equilibrium, and "
      "friction is higher in loading than in unloading; with 0 it is the same");
  v.number("vertical_stiffness", vertical_stiffness, not_negative("N/m"),
           "vertical stiffness before the wedge slips on the column");
  v.number("lateral_stiffness", lateral_stiffness, not_negative("N/m"),
           "stiffness along y of body_i before the wedge slips; with the distance of two columns it resists "
           "warping");
  describe_friction(v);
  describe_load(v);
}

void FrictionWedgeSpec::check(ElementBuilder& b) const {
  check_friction(b, "vertical_stiffness", vertical_stiffness > 0 || lateral_stiffness > 0);
  b.check_preload(*this, preload != 0, auto_preload);
  if (spring_force == 0 && spring_stiffness == 0)
    b.complain(*this, "spring_stiffness",
               {"is missing", "", "", "Give the spring of the wedge, or a constant spring_force"});
  if (spring_force > 0 && preload > 0)
    b.complain(*this, "preload", {"is given, and so is spring_force", "", "", "Give one of the two"});
  const double tangent = tangent_of(angle_deg);
  if (angle_deg >= 1 && asymmetry * friction_coefficient >= 0.99 * tangent)
    b.complain(*this, "friction_coefficient",
               {"locks the wedge: it never comes down again", fmt::format("{:g}", friction_coefficient),
                fmt::format("< {:.3g}, 0.99 tan(angle_deg)/asymmetry", 0.99 * tangent / asymmetry),
                "Give a larger angle_deg or less friction"});
}

void FrictionWedgeSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  if (!ends.ok) return;
  auto e = b.point_element<multibody::FrictionWedge>(*this, ends);
  e.spring_stiffness = spring_stiffness, e.carried = is_constant() ? 0 : 1;
  e.tangent = tangent_of(angle_deg), e.side = column == ColumnPlace::ahead ? 1 : -1;
  e.coefficient = friction_coefficient, e.asymmetry = asymmetry;
  e.rise_stiffness = vertical_stiffness, e.lateral_stiffness = lateral_stiffness;
  const double stiffest = std::max(vertical_stiffness, lateral_stiffness);
  if (stiffest > 0) e.viscosity = friction_time * stiffest;
  e.preload = is_constant() ? spring_force : preload, e.auto_preload = auto_preload && !is_constant();
  if (!is_constant()) b.needs_load(*this);
  b.add(e);
}

void LenoirLinkSpec::describe(document::Visitor& v) {
  describe_ends(v);
  v.triple("position", position, required_point(), "nominal position where the forces act");
  v.number("stiffness", stiffness, required_positive("N/m"), "vertical stiffness of the spring on the link");
  v.number("angle_deg", angle_deg, angle_rule(60), "angle of the link from the vertical");
  v.choice("pushes", pushes, "direction in which the pusher pushes body_i");
  v.number("guide_stiffness", guide_stiffness, required_positive("N/m"),
           "stiffness of the guide of the frame that the axle box is pushed against");
  v.number("vertical_stiffness", vertical_stiffness, not_negative("N/m"),
           "vertical stiffness before the pusher slips on the axle box");
  v.number("lateral_stiffness", lateral_stiffness, not_negative("N/m"),
           "lateral stiffness before the pusher slips on the axle box");
  describe_friction(v);
  describe_load(v);
}

void LenoirLinkSpec::check(ElementBuilder& b) const {
  b.check_preload(*this, preload != 0, auto_preload);
  check_friction(b, "vertical_stiffness", vertical_stiffness > 0 || lateral_stiffness > 0);
}

void LenoirLinkSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  if (!ends.ok) return;
  auto e = b.point_element<multibody::LenoirLink>(*this, ends);
  e.spring_stiffness = stiffness, e.guide_stiffness = guide_stiffness;
  e.tangent = tangent_of(angle_deg), e.side = pushes == PusherSide::forward ? 1 : -1;
  e.coefficient = friction_coefficient;
  e.lateral_stiffness = lateral_stiffness, e.vertical_stiffness = vertical_stiffness;
  const double stiffest = std::max(vertical_stiffness, lateral_stiffness);
  if (stiffest > 0) e.viscosity = friction_time * stiffest;
  e.preload = preload, e.auto_preload = auto_preload;
  b.needs_load(*this);
  b.add(e);
}

}  // namespace flangeway::vehicle
