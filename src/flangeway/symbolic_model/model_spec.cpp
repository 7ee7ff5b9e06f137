#include "flangeway/symbolic_model/model_spec.hpp"

namespace flangeway::symbolic_model {

using document::NumberRule;
using document::Presence;
using document::Visitor;

namespace {

constexpr NumberRule three{.least = 3, .most = 3}, four{.least = 4, .most = 4};
constexpr NumberRule wanted_three{.presence = Presence::required, .least = 3, .most = 3};

}  // namespace

void describe(Visitor& v, CoordinateSpec& spec) {
  v.text("name", spec.name, Presence::required,
         "name of the coordinate; its velocity has the same name after a d");
  v.number("position", spec.position, {}, "value at the start in m or rad");
  v.number("velocity", spec.velocity, {}, "velocity at the start in m/s or rad/s");
}

void describe(Visitor& v, BaseSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the base");
  v.text("parent", spec.parent, Presence::optional, "base relative to which it is rotated");
  v.triple("axis", spec.axis, three, "axis of the rotation; its components are the same in both bases");
  v.text("angle", spec.angle, Presence::optional, "angle of the rotation in rad, an expression");
  v.values(
      "euler_parameters", spec.euler_parameters, four,
      "e0, e1, e2 and e3 of the rotation in place of axis and angle: the cosine of half the angle, and "
      "its sine times the axis; expressions, or four coordinates, which are kept at a sum of squares of 1");
}

void describe(Visitor& v, PointSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the point");
  v.text("parent", spec.parent, Presence::optional, "point from which the offset is measured");
  v.text("base", spec.base, Presence::optional, "base of the components of the offset");
  v.values("offset", spec.offset, wanted_three, "components of the offset in m, expressions");
}

void describe(Visitor& v, SolidSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the solid");
  v.text("base", spec.base, Presence::required, "base that is fixed to it");
  v.text("centre", spec.centre, Presence::required, "point at its centre of mass");
  v.text("mass", spec.mass, Presence::required, "mass in kg, an expression");
  v.values("inertia", spec.inertia, wanted_three,
           "moments of inertia Ixx, Iyy, Izz about the centre of mass in kg m², expressions");
  v.values("products", spec.products, three,
           "elements xy, xz and yz of the inertia tensor in kg m², expressions");
}

void describe(Visitor& v, SpringSpec& spec) {
  v.text("a", spec.a, Presence::required, "point at one end");
  v.text("b", spec.b, Presence::required, "point at the other end");
  v.text("stiffness", spec.stiffness, Presence::required, "stiffness in N/m, an expression");
  v.text("damping", spec.damping, Presence::optional, "damping in N s/m, an expression");
  v.text("length", spec.length, Presence::optional, "length of the unloaded spring in m, an expression");
}

void describe(Visitor& v, BushingSpec& spec) {
  v.text("base", spec.base, Presence::required, "base of its axes");
  v.text("a", spec.a, Presence::required, "point at one end");
  v.text("b", spec.b, Presence::required, "point at the other end");
  v.values("stiffness", spec.stiffness, wanted_three, "stiffness along the three axes in N/m, expressions");
  v.values("damping", spec.damping, three, "damping along the three axes in N s/m, expressions");
}

void describe(Visitor& v, RotationalBushingSpec& spec) {
  v.text("a", spec.a, Presence::required, "base that takes the moment");
  v.text("b", spec.b, Presence::required, "base that takes the reaction");
  v.text("base", spec.base, Presence::required, "base of the axis");
  v.triple("axis", spec.axis, wanted_three, "axis of the angle");
  v.text("angle", spec.angle, Presence::required, "rotation of b relative to a in rad, an expression");
  v.text("stiffness", spec.stiffness, Presence::required, "stiffness in N m/rad, an expression");
  v.text("damping", spec.damping, Presence::optional,
         "damping of the rotation of b relative to a in N m s/rad, an expression");
}

void describe(Visitor& v, GearWheelSpec& spec) {
  v.text("base", spec.base, Presence::required, "base that is fixed to it");
  v.text("centre", spec.centre, Presence::required, "point at its centre");
  v.text("angle", spec.angle, Presence::required, "rotation of the gear wheel in rad, an expression");
  v.text("radius", spec.radius, Presence::required, "radius of the base circle in m, an expression");
}

void describe(Visitor& v, GearSpec& spec) {
  v.section("first", spec.first, "gear wheel on which the force along the line of action acts",
            Presence::required);
  v.section("second", spec.second, "gear wheel that takes the reaction", Presence::required);
  v.text("base", spec.base, Presence::required, "base of the line of action");
  v.triple("line", spec.line, three, "direction of the force on the first gear wheel");
  v.text("stiffness", spec.stiffness, Presence::required, "stiffness of the teeth in N/m, an expression");
  v.text("damping", spec.damping, Presence::optional, "damping of the teeth in N s/m, an expression");
}

void describe(Visitor& v, TorqueSpec& spec) {
  v.text("on", spec.on, Presence::required, "base that takes the torque");
  v.text("base", spec.base, Presence::required, "base of the axis");
  v.text("against", spec.against, Presence::optional, "base that takes the reaction");
  v.triple("axis", spec.axis, wanted_three, "axis of the torque");
  v.text("torque", spec.torque, Presence::required, "torque in N m, an expression");
}

void describe(Visitor& v, ConstraintSpec& spec) {
  v.text("zero", spec.zero, Presence::required, "expression of the coordinates that stays zero");
}

void describe(Visitor& v, LoopSpec& spec) {
  v.text("a", spec.a, Presence::required, "point that coincides with b in the direction of the axis");
  v.text("b", spec.b, Presence::required, "point that coincides with a");
  v.text("base", spec.base, Presence::optional, "base of the axis");
  v.triple("axis", spec.axis, wanted_three, "direction in which a and b stay together");
}

void describe(Visitor& v, WheelSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the wheel");
  v.text("body", spec.body, Presence::required, "base that rotates with the wheel");
  v.text("axle", spec.axle, Presence::required,
         "base that does not rotate with the wheel, with y along the axle");
  v.text("centre", spec.centre, Presence::required,
         "point on the axle from which u of the profile is measured");
  v.choice("side", spec.side, "rail on which the wheel runs", Presence::required);
}

void describe(Visitor& v, CubicTableSpec& spec) {
  v.numbers("breaks", spec.breaks, {.presence = Presence::required, .unit = "m", .least = 2},
            "ends of the pieces in increasing order");
  const NumberRule rule{.presence = Presence::required, .least = 1};
  v.numbers("a", spec.a, rule, "cubic coefficient of each piece");
  v.numbers("b", spec.b, rule, "quadratic coefficient of each piece");
  v.numbers("c", spec.c, rule, "linear coefficient of each piece");
  v.numbers("d", spec.d, rule, "value at the beginning of each piece");
}

void describe(Visitor& v, ContactSpec& spec) {
  v.number("youngs_modulus", spec.youngs_modulus, {.unit = "Pa", .minimum = 0, .minimum_excluded = true},
           "Young's modulus of wheels and rails");
  v.number("poisson_ratio", spec.poisson_ratio, {.unit = "1", .minimum = 0, .maximum = 0.5},
           "Poisson's ratio of wheels and rails");
  v.number("friction", spec.friction, {.unit = "1", .minimum = 0, .minimum_excluded = true},
           "coefficient of friction");
  v.section("wheel", spec.wheel, "negative radius of the wheel over u, which increases towards the flange",
            Presence::required);
  v.section("rail", spec.rail, "height of the rail over u, which increases towards the other rail",
            Presence::required);
}

void describe(Visitor& v, SectionSpec& spec) {
  v.number("to", spec.to, {.presence = Presence::required, .unit = "m"}, "x at the end of the section");
  v.text("y", spec.y, Presence::optional, "lateral position of the centre line over x in m, an expression");
  v.text("z_left", spec.z_left, Presence::optional,
         "height of the left rail's base over x in m, an expression");
  v.text("z_right", spec.z_right, Presence::optional,
         "height of the right rail's base over x in m, an expression");
  v.text("camber", spec.camber, Presence::optional,
         "angle of the rails' cross section about the track's direction over x in rad, an expression");
}

void describe(Visitor& v, TrackSpec& spec) {
  v.number("from", spec.from, {.unit = "m"}, "x at the beginning of the track");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = 1e-3, .maximum = 100},
           "distance between the nodes of the splines");
  v.number("gauge", spec.gauge,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "distance between the centre lines of the rails");
  v.list("sections", spec.sections, {.presence = Presence::required, .least = 1},
         "sections of the track in the order of x");
}

void describe(Visitor& v, ModelSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the model");
  v.number("gravity", spec.gravity, {.unit = "m/s²", .minimum = 0},
           "gravitational acceleration, along -z of the ground");
  v.settings("parameters", spec.parameters,
             "named numbers for expressions; the generated code can change them between runs");
  v.settings("inputs", spec.inputs, "named numbers that may change from step to step, with their defaults");
  v.list("coordinates", spec.coordinates, {.presence = Presence::required, .least = 1},
         "generalised coordinates");
  v.list("bases", spec.bases, {}, "bases, each rotated relative to its parent");
  v.list("points", spec.points, {}, "points, each at an offset from its parent");
  v.list("solids", spec.solids, {.presence = Presence::required, .least = 1}, "rigid bodies");
  v.list("springs", spec.springs, {}, "springs and dampers along the line between two points");
  v.list("bushings", spec.bushings, {}, "springs and dampers along the axes of a base");
  v.list("rotational_bushings", spec.rotational_bushings, {}, "moments between two bases");
  v.list("gears", spec.gears, {}, "pairs of gear wheels with elastic teeth");
  v.list("torques", spec.torques, {}, "torques between two bases");
  v.list("constraints", spec.constraints, {}, "expressions that stay zero");
  v.list("loops", spec.loops, {}, "pairs of points that stay together in one direction");
  v.list("wheels", spec.wheels, {}, "wheels that run on the rails");
  v.section("contact", spec.contact, "material, friction and profiles of wheels and rails");
  v.section("track", spec.track, "the track");
}

}  // namespace flangeway::symbolic_model
