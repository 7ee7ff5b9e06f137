#include "flangeway/symbolic_model/model_spec.hpp"

namespace flangeway::symbolic_model {

using document::NumberRule;
using document::Presence;
using document::Visitor;

namespace {

constexpr NumberRule three{.least = 3, .most = 3};
constexpr NumberRule wanted_three{.presence = Presence::required, .least = 3, .most = 3};

}  // namespace

void describe(Visitor& v, CoordinateSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the coordinate; d and the name is its velocity");
  v.number("position", spec.position, {}, "at the start, in m or rad");
  v.number("velocity", spec.velocity, {}, "at the start, in m/s or rad/s");
}

void describe(Visitor& v, BaseSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the base");
  v.text("parent", spec.parent, Presence::optional, "base that it is turned against");
  v.triple("axis", spec.axis, wanted_three, "axis of the rotation, the same in both bases");
  v.text("angle", spec.angle, Presence::optional, "angle in rad, an expression");
}

void describe(Visitor& v, PointSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the point");
  v.text("parent", spec.parent, Presence::optional, "point that it is measured from");
  v.text("base", spec.base, Presence::optional, "base of the offset");
  v.values("offset", spec.offset, wanted_three, "components in m, expressions");
}

void describe(Visitor& v, SolidSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the solid");
  v.text("base", spec.base, Presence::required, "base that turns with it");
  v.text("centre", spec.centre, Presence::required, "its centre of mass, a point");
  v.text("mass", spec.mass, Presence::required, "mass in kg, an expression");
  v.values("inertia", spec.inertia, wanted_three, "Ixx, Iyy, Izz about the centre of mass in kg m²");
  v.values("products", spec.products, three, "the elements xy, xz, yz of the inertia tensor in kg m²");
}

void describe(Visitor& v, SpringSpec& spec) {
  v.text("a", spec.a, Presence::required, "point at one end");
  v.text("b", spec.b, Presence::required, "point at the other end");
  v.text("stiffness", spec.stiffness, Presence::required, "N/m, an expression");
  v.text("damping", spec.damping, Presence::optional, "N s/m, an expression");
  v.text("length", spec.length, Presence::optional, "length without force in m, an expression");
}

void describe(Visitor& v, BushingSpec& spec) {
  v.text("base", spec.base, Presence::required, "base of its axes");
  v.text("a", spec.a, Presence::required, "point at one end");
  v.text("b", spec.b, Presence::required, "point at the other end");
  v.values("stiffness", spec.stiffness, wanted_three, "along the three axes in N/m");
  v.values("damping", spec.damping, three, "along the three axes in N s/m");
}

void describe(Visitor& v, RotationalBushingSpec& spec) {
  v.text("a", spec.a, Presence::required, "base that takes the moment");
  v.text("b", spec.b, Presence::required, "base that takes the reaction");
  v.text("base", spec.base, Presence::required, "base of the axis");
  v.triple("axis", spec.axis, wanted_three, "axis of the angle");
  v.text("angle", spec.angle, Presence::required, "by which b is turned against a, in rad, an expression");
  v.text("stiffness", spec.stiffness, Presence::required, "N m/rad, an expression");
  v.text("damping", spec.damping, Presence::optional,
         "N m s/rad against the turning of b relative to a, an expression");
}

void describe(Visitor& v, GearWheelSpec& spec) {
  v.text("base", spec.base, Presence::required, "base that turns with it");
  v.text("centre", spec.centre, Presence::required, "its centre, a point");
  v.text("angle", spec.angle, Presence::required, "its angle in rad, an expression");
  v.text("radius", spec.radius, Presence::required, "radius of its base circle in m, an expression");
}

void describe(Visitor& v, GearSpec& spec) {
  v.section("first", spec.first, "the gear wheel that the force on the line acts on", Presence::required);
  v.section("second", spec.second, "the gear wheel that takes the reaction", Presence::required);
  v.text("base", spec.base, Presence::required, "base of the line of action");
  v.triple("line", spec.line, three, "direction of the force on the first gear wheel");
  v.text("stiffness", spec.stiffness, Presence::required, "of the teeth in N/m, an expression");
  v.text("damping", spec.damping, Presence::optional, "of the teeth in N s/m, an expression");
}

void describe(Visitor& v, TorqueSpec& spec) {
  v.text("on", spec.on, Presence::required, "base that takes the torque");
  v.text("base", spec.base, Presence::required, "base of the axis");
  v.text("against", spec.against, Presence::optional, "base that takes the reaction");
  v.triple("axis", spec.axis, wanted_three, "axis of the torque");
  v.text("torque", spec.torque, Presence::required, "N m, an expression");
}

void describe(Visitor& v, ConstraintSpec& spec) {
  v.text("zero", spec.zero, Presence::required, "expression of coordinates that stays zero");
}

void describe(Visitor& v, LoopSpec& spec) {
  v.text("a", spec.a, Presence::required, "point that stays with point b");
  v.text("b", spec.b, Presence::required, "point");
  v.text("base", spec.base, Presence::optional, "base of the axis");
  v.triple("axis", spec.axis, wanted_three, "direction in which a and b do not part");
}

void describe(Visitor& v, WheelSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the wheel");
  v.text("body", spec.body, Presence::required, "base that spins with the wheel");
  v.text("axle", spec.axle, Presence::required, "base that does not spin, y along the axle");
  v.text("centre", spec.centre, Presence::required, "point on the axle from which u of the profile counts");
  v.choice("side", spec.side, {"left", "right"}, "the rail it runs on", Presence::required);
}

void describe(Visitor& v, CubicTableSpec& spec) {
  v.numbers("breaks", spec.breaks, {.presence = Presence::required, .unit = "m", .least = 2},
            "ends of the pieces, increasing");
  const NumberRule rule{.presence = Presence::required, .least = 1};
  v.numbers("a", spec.a, rule, "cubic coefficient of each piece");
  v.numbers("b", spec.b, rule, "quadratic coefficient of each piece");
  v.numbers("c", spec.c, rule, "linear coefficient of each piece");
  v.numbers("d", spec.d, rule, "value at the beginning of each piece");
}

void describe(Visitor& v, ContactSpec& spec) {
  v.number("youngs_modulus", spec.youngs_modulus, {.unit = "Pa", .minimum = 0, .minimum_excluded = true},
           "of wheels and rails");
  v.number("poisson_ratio", spec.poisson_ratio, {.unit = "1", .minimum = 0, .maximum = 0.5},
           "of wheels and rails");
  v.number("friction", spec.friction, {.unit = "1", .minimum = 0, .minimum_excluded = true},
           "coefficient of friction");
  v.section("wheel", spec.wheel, "minus the radius over u, which counts towards the flange",
            Presence::required);
  v.section("rail", spec.rail, "height of the rail over u, which counts towards the other rail",
            Presence::required);
}

void describe(Visitor& v, SectionSpec& spec) {
  v.number("to", spec.to, {.presence = Presence::required, .unit = "m"}, "x at its end");
  v.text("y", spec.y, Presence::optional, "centre line over x in m, an expression");
  v.text("z_left", spec.z_left, Presence::optional, "base of the left rail over x in m, an expression");
  v.text("z_right", spec.z_right, Presence::optional, "base of the right rail over x in m, an expression");
  v.text("camber", spec.camber, Presence::optional,
         "angle of the rails' cross section about the track's direction over x in rad, an expression");
}

void describe(Visitor& v, TrackSpec& spec) {
  v.number("from", spec.from, {.unit = "m"}, "x at its beginning");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = 1e-3, .maximum = 100},
           "distance of the nodes of its splines");
  v.number("gauge", spec.gauge,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "distance of the centre lines of the rails");
  v.list("sections", spec.sections, {.presence = Presence::required, .least = 1}, "piece by piece along x");
}

void describe(Visitor& v, ModelSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the model");
  v.number("gravity", spec.gravity, {.unit = "m/s²", .minimum = 0}, "downwards along z of the ground");
  v.settings("parameters", spec.parameters, "numbers that expressions name; the generated code can set them");
  v.settings("inputs", spec.inputs, "numbers that may change from step to step, with their defaults");
  v.list("coordinates", spec.coordinates, {.presence = Presence::required, .least = 1},
         "generalised coordinates");
  v.list("bases", spec.bases, {}, "bases, each turned against its parent");
  v.list("points", spec.points, {}, "points, each at an offset from its parent");
  v.list("solids", spec.solids, {.presence = Presence::required, .least = 1}, "rigid bodies");
  v.list("springs", spec.springs, {}, "springs and dampers along the line between two points");
  v.list("bushings", spec.bushings, {}, "springs and dampers along the axes of a base");
  v.list("rotational_bushings", spec.rotational_bushings, {}, "moments between two bases");
  v.list("gears", spec.gears, {}, "pairs of gear wheels with elastic teeth");
  v.list("torques", spec.torques, {}, "torques between two bases");
  v.list("constraints", spec.constraints, {}, "expressions that stay zero");
  v.list("loops", spec.loops, {}, "points that stay together in a direction");
  v.list("wheels", spec.wheels, {}, "wheels that run on the rails");
  v.section("contact", spec.contact, "material and profiles of wheels and rails");
  v.section("track", spec.track, "the rails");
}

}  // namespace flangeway::symbolic_model
