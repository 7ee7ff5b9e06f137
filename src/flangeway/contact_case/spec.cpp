#include "flangeway/contact_case/spec.hpp"

namespace flangeway::contact_case {

using document::NumberRule;
using document::Presence;
using document::Visitor;

namespace {

constexpr double any = std::numeric_limits<double>::infinity();

NumberRule positive(std::string_view unit) {
  return {.unit = unit, .minimum = 0, .minimum_excluded = true};
}
NumberRule not_negative(std::string_view unit) {
  return {.unit = unit, .minimum = 0};
}
NumberRule exactly(std::size_t count, std::string_view unit, double minimum = -any, bool excluded = false) {
  return {.unit = unit, .minimum = minimum, .minimum_excluded = excluded, .least = count, .most = count};
}

}  // namespace

void describe(Visitor& v, MaterialSpec& spec) {
  v.number("shear_modulus", spec.shear_modulus,
           {.unit = "Pa", .minimum = 0, .maximum = 1e15, .minimum_excluded = true}, "of one body");
  v.number("poisson_ratio", spec.poisson_ratio, {.unit = "1", .minimum = 0, .maximum = 0.5}, "of one body");
}

void describe(Visitor& v, FrictionSpec& spec) {
  v.number("coefficient", spec.coefficient, {.unit = "1", .minimum = 0, .maximum = 100},
           "of a law that falls: at large slip");
  v.choice("law", spec.law, {"constant", "linear", "rational", "exponential"},
           "how friction falls with the slip");
  v.number("fall_1", spec.fall_1, not_negative("1"), "what friction at rest has more, first term");
  v.number("speed_1", spec.speed_1, not_negative("m/s"), "slip speed at which half of it is gone");
  v.number("fall_2", spec.fall_2, not_negative("1"), "the second term");
  v.number("speed_2", spec.speed_2, not_negative("m/s"), "of the second term");
  v.number("memory_distance", spec.memory_distance, not_negative("m"),
           "slip over which friction follows; 0: at once");
  v.number("memory_speed", spec.memory_speed, not_negative("m/s"), "least speed of that");
  v.curve("over_inclination", spec.over_inclination, {.unit = "rad, 1"},
          "wheel on rail: coefficient over the inclination of the surface in the wheel profile's axes, "
          "positive on the "
          "gauge face; in place of `coefficient`");
}

void describe(Visitor& v, MethodSpec& spec) {
  v.choice("normal", spec.normal, {"halfspace", "kik_piotrowski", "strips", "analyn"},
           "pressures: boundary elements, virtual interpenetration, elastic strips along x, rows of Hertzian "
           "contacts");
  v.choice("tangential", spec.tangential, {"halfspace", "fastsim", "fastrip"},
           "tractions: boundary elements, or a fast method of steady rolling");
  v.number("slope_initial", spec.slope_initial,
           {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "modified FASTSIM: initial slope over that of clean surfaces");
  v.number("slope_limit", spec.slope_limit, {.unit = "1", .minimum = 0, .maximum = 1},
           "modified FASTSIM: slope at large creepage over the initial one");
  v.number("slope_rate", spec.slope_rate, not_negative("1"), "modified FASTSIM: how soon the slope falls");
}

namespace {

void describe_sheet(Visitor& v, double& sheet) {
  v.number("sheet", sheet, {.unit = "m/Pa", .minimum = 0, .maximum = 1e-3},
           "of a thin sheet between the bodies: how far a pressure of 1 Pa presses it in; boundary elements");
}

}  // namespace

void describe(Visitor& v, BelowSpec& spec) {
  v.numbers("depths", spec.depths, {.unit = "m", .most = 1000},
            "z of the points: positive in the upper body or the wheel, negative in the other");
  v.numbers("x", spec.x, {.unit = "m", .most = 1000}, "with y: at all pairs; else under all elements");
  v.numbers("y", spec.y, {.unit = "m", .most = 1000}, "of the points");
}

void describe(Visitor& v, SurfaceShape& spec) {
  v.numbers("curvatures", spec.curvatures, exactly(2, "1/m", 0, true),
            "Hertz: sums of both bodies' curvatures along x and y");
  v.numbers("semi_axes", spec.semi_axes, exactly(2, "m", 0, true),
            "Hertz: of the contact ellipse along x and y");
  v.number("curvature_x", spec.curvature_x, not_negative("1/m"),
           "Hertz: sum of curvatures along x, with axis_ratio; or of a line contact, with length");
  v.number("axis_ratio", spec.axis_ratio, not_negative("1"), "a/b of the ellipse, a along x");
  v.number("length", spec.length, not_negative("m"), "of a line contact, along y");
  v.numbers("quadratic", spec.quadratic, exactly(6, "m"),
            "[b1 … b6]: distance b1 x² + b2 xy + b3 y² + b4 x + b5 y + b6");
  v.curve("heights", spec.heights, {.unit = "m, m", .least = 2},
          "[y, distance] pairs, linear between them and beyond; with radius_x");
  v.number("radius_x", spec.radius_x, {.unit = "m"}, "of the rolling body, with heights");
  v.number("centre_x", spec.centre_x, {.unit = "m"}, "lowest point along x, with heights");
  v.numbers("waves", spec.waves, exactly(8, "m, 1/m"),
            "[b1 … b8]: distance b1 sin(b2 (x − b3)) − b4 sin(b5 (x − b6)) + x²/b7 + y²/b8");
  v.numbers("distances", spec.distances, {.unit = "m"}, "one per element, x fastest");
}

void describe(Visitor& v, ElementsSpec& spec) {
  v.integer("nx", spec.nx, {.presence = Presence::required, .minimum = 1, .maximum = 20000},
            "elements along x");
  v.integer("ny", spec.ny, {.presence = Presence::required, .minimum = 1, .maximum = 20000},
            "elements along y");
  v.number("margin", spec.margin, {.unit = "1", .minimum = 0, .maximum = 100, .minimum_excluded = true},
           "Hertz: sides of the grid over those of the ellipse");
  v.number("dx", spec.dx, not_negative("m"), "side of an element along x; Hertz: from margin");
  v.number("dy", spec.dy, not_negative("m"), "side of an element along y");
  v.numbers("first", spec.first, exactly(2, "m"),
            "centre of the first element; the grid is centred if not given");
  v.numbers("inside", spec.inside, exactly(6, "1"),
            "[p1 … p6]: contact only where p1 x² + p2 xy + p3 y² + p4 x + p5 y + p6 < 0");
  v.numbers("rectangles", spec.rectangles, exactly(8, "m"),
            "two times [x low, x high, y low, y high]: contact only inside one of them");
  v.flag("bilinear", spec.bilinear, "tractions linear between the centres, not constant on each element");
}

namespace {

void describe_motion(Visitor& v, PatchSpec& spec) {
  v.choice("tangential", spec.tangential, {"none", "shift", "transient_rolling", "steady_rolling"},
           "no friction; one step of sliding; one step of rolling; rolling for ever");
  v.choice("longitudinal", spec.longitudinal, {"creepage", "force"}, "what is given along x");
  v.number("longitudinal_creepage", spec.longitudinal_creepage, {.unit = "1"},
           "of the upper body relative to the lower; of a shift: m");
  v.number("longitudinal_force", spec.longitudinal_force, {.unit = "N"}, "on the upper body");
  v.choice("lateral", spec.lateral, {"creepage", "force"}, "what is given along y");
  v.number("lateral_creepage", spec.lateral_creepage, {.unit = "1"}, "as longitudinal_creepage");
  v.number("lateral_force", spec.lateral_force, {.unit = "N"}, "on the upper body");
  v.number("spin", spec.spin, {.unit = "1/m"}, "of the upper body relative to the lower; of a shift: rad");
  v.number("spin_centre_x", spec.spin_centre_x, {.unit = "m"}, "where the spin gives no slip");
  v.number("spin_centre_y", spec.spin_centre_y, {.unit = "m"}, "where the spin gives no slip");
  v.choice("direction", spec.direction, {"forward", "backward"}, "of rolling: towards +x or −x");
  v.number("speed", spec.speed, {.unit = "m/s", .minimum = 0, .maximum = 1000}, "rolling velocity");
  v.number("step", spec.step, not_negative("m"), "distance of a step of transient rolling");
  v.numbers("extra_slip_x", spec.extra_slip_x, {.unit = "1"}, "added to the rigid slip, one per element");
  v.numbers("extra_slip_y", spec.extra_slip_y, {.unit = "1"}, "added to the rigid slip, one per element");
}

}  // namespace

void describe(Visitor& v, PatchSpec& spec) {
  spec.where = v.here();
  v.choice("control", spec.control, {"force", "approach"}, "what is given normal to the patch");
  v.number("normal_force", spec.normal_force, not_negative("N"), "pressing both bodies together");
  v.number("approach", spec.approach, {.unit = "m"}, "contact is where the distance is smaller");
  describe_motion(v, spec);
  v.section("upper", spec.upper, "material of the upper body, into which z points");
  v.section("lower", spec.lower, "material of the lower body");
  describe_sheet(v, spec.sheet);
  v.section("friction", spec.friction, "friction");
  v.section("method", spec.method, "boundary elements, or fast methods");
  v.section("below", spec.below, "stresses and displacements below the surface");
  v.flag("stiffness", spec.stiffness, "also how the tangential forces change with the creepages");
  v.section("surface", spec.surface, "distance of the undeformed bodies; one way of giving it",
            Presence::required);
  v.section("elements", spec.elements, "the potential contact area", Presence::required);
}

void describe(Visitor& v, RailPlaceSpec& spec) {
  v.choice("placing", spec.placing, {"gauge", "position"}, "by the gauge face, or by the profile's origin");
  v.number("gauge", spec.gauge, {.unit = "m", .minimum = 0.3, .maximum = 3}, "distance of both gauge faces");
  v.number("gauge_depth", spec.gauge_depth, positive("m"), "below the top of the rail");
  v.number("y", spec.y, {.unit = "m"}, "of the profile's origin; negative on the right");
  v.number("z", spec.z, {.unit = "m"}, "of the profile's origin");
  v.number("inclination", spec.inclination, {.unit = "rad", .minimum = -0.5, .maximum = 0.5},
           "towards the middle of the track");
  v.number("deviation_y", spec.deviation_y, {.unit = "m"}, "from that place");
  v.number("deviation_z", spec.deviation_z, {.unit = "m"}, "from that place");
  v.number("deviation_roll", spec.deviation_roll, {.unit = "rad"}, "from that place");
  v.number("velocity_y", spec.velocity_y, {.unit = "m/s"}, "of the deviation");
  v.number("velocity_z", spec.velocity_z, {.unit = "m/s"}, "of the deviation");
  v.number("velocity_roll", spec.velocity_roll, {.unit = "rad/s"}, "of the deviation");
  v.number("roller_radius", spec.roller_radius, {.unit = "m", .minimum = 0, .maximum = 1e6},
           "the profile turns about an axle that far below its z = 0: a roller; 0: a rail");
  v.number("roller_velocity_pitch", spec.roller_velocity_pitch, {.unit = "rad/s"},
           "of the roller; positive: its top runs backward, below a wheelset that rolls forward");
}

void describe(Visitor& v, RailSpringsSpec& spec) {
  spec.where = v.here();
  v.number("stiffness_y", spec.stiffness_y,
           {.presence = Presence::required, .unit = "N/m", .minimum = 1e3, .maximum = 1e13}, "across");
  v.number("stiffness_z", spec.stiffness_z,
           {.presence = Presence::required, .unit = "N/m", .minimum = 1e3, .maximum = 1e13}, "vertical");
  v.number("force_y", spec.force_y, {.unit = "N"}, "on the rail, beside that of the wheel");
  v.number("force_z", spec.force_z, {.unit = "N"}, "on the rail, beside that of the wheel; negative: down");
}

void describe(Visitor& v, WheelPlaceSpec& spec) {
  v.number("back_distance", spec.back_distance, {.unit = "m", .minimum = 0.3, .maximum = 3},
           "of both flange backs");
  v.number("back_position", spec.back_position, {.unit = "m"}, "y of the flange back in the profile");
  v.number("nominal_radius", spec.nominal_radius, {.unit = "m", .minimum = 0.01, .maximum = 10},
           "at z = 0 of the profile, or at tape_circle");
  v.numbers("tape_circle", spec.tape_circle, {.unit = "m", .most = 1},
            "[y] in the profile: the profile is moved until its radius there is nominal_radius");
}

void describe(Visitor& v, WheelsetSpec& spec) {
  v.number("s", spec.s, {.unit = "m"}, "along the track");
  v.number("y", spec.y, {.unit = "m"}, "of the wheelset's centre");
  v.number("z", spec.z, {.unit = "m"},
           "0: the centre is nominal_radius above the rails; used with vertical = position");
  v.number("roll", spec.roll, {.unit = "rad"}, "of the wheelset");
  v.number("pitch", spec.pitch, {.unit = "rad"}, "of the wheelset");
  v.number("yaw", spec.yaw, {.unit = "rad"}, "of the wheelset");
  v.number("speed", spec.speed, {.unit = "m/s", .minimum = -1000, .maximum = 1000}, "along the track");
  v.number("velocity_y", spec.velocity_y, {.unit = "m/s"}, "of the centre");
  v.number("velocity_z", spec.velocity_z, {.unit = "m/s"}, "of the centre");
  v.number("velocity_roll", spec.velocity_roll, {.unit = "rad/s"}, "about the wheelset's axes");
  v.number("velocity_pitch", spec.velocity_pitch, {.unit = "rad/s"},
           "positive rolls forward; 0: speed (on a roller that of its surface) over nominal radius");
  v.number("velocity_yaw", spec.velocity_yaw, {.unit = "rad/s"}, "about the wheelset's axes");
}

void describe(Visitor& v, ReferenceSpec& spec) {
  v.choice("surface", spec.surface, {"plane", "curved"},
           "a plane with three creepages, or the mean surface of both profiles with its own slip at every "
           "element");
  v.choice("position", spec.position, {"deepest", "weighted"},
           "where the patch is anchored in the interpenetration");
  v.choice("angle", spec.angle, {"local", "weighted"}, "contact angle: of the rail there, or its mean");
  v.integer("power", spec.power, {.minimum = 1, .maximum = 2}, "of the interpenetration in the weights");
}

void describe(Visitor& v, ResolutionSpec& spec) {
  v.number("dx", spec.dx, {.unit = "m", .minimum = 1e-6, .maximum = 0.1}, "side of an element along x");
  v.number("ds", spec.ds, {.unit = "m", .minimum = 1e-6, .maximum = 0.1},
           "side of an element along the rail's surface");
  v.integer("most_elements", spec.most_elements, {.minimum = 16, .maximum = 2000000},
            "of a patch; elements are doubled until it has no more");
  v.number("combine_distance", spec.combine_distance, not_negative("m"), "closer regions are one patch");
  v.number("separate_distance", spec.separate_distance, not_negative("m"),
           "up to here one patch whose parts feel each other less");
  v.number("turn_distance", spec.turn_distance, not_negative("m"),
           "up to here two patches that turn towards each other; 0: 2 separate_distance − combine_distance");
  v.number("separate_angle", spec.separate_angle, {.unit = "rad", .minimum = 0},
           "regions that differ by more stay apart");
  v.choice("search", spec.search, {"locus", "grid"}, "along the line of least distance, or on a grid (slow)");
  v.flag("bilinear", spec.bilinear, "tractions linear between the centres, not constant on each element");
}

void describe(Visitor& v, WheelOnRailSpec& spec) {
  spec.where = v.here();
  v.choice("side", spec.side, {"left", "right"}, "of the track");
  v.text("wheel", spec.wheel, Presence::required, "name or file of the wheel profile");
  v.text("rail", spec.rail, Presence::required, "name or file of the rail profile");
  v.number("smoothing", spec.smoothing, {.unit = "mm", .minimum = 0, .maximum = 50},
           "of profiles from files: shortest wavelength to keep");
  v.section("rail_place", spec.rail_place, "where the rail stands");
  v.section("rail_springs", spec.rail_springs,
            "a rail without mass on springs: its deflections are found, and added to its deviation");
  v.section("wheel_place", spec.wheel_place, "where the wheel sits on its axle");
  v.section("wheelset", spec.wheelset, "where the wheelset is, and how it moves");
  v.number("curvature", spec.curvature, {.unit = "1/m", .minimum = -1, .maximum = 1},
           "of the track, positive to the left");
  v.choice("vertical", spec.vertical, {"position", "force"}, "what is given");
  v.number("vertical_force", spec.vertical_force, not_negative("N"), "of this wheel on its rail");
  v.choice("longitudinal", spec.longitudinal, {"pitch_velocity", "force"}, "what is given");
  v.number("longitudinal_force", spec.longitudinal_force, {.unit = "N"},
           "on the wheel, along the wheelset's x axis");
  v.choice("tangential", spec.tangential, {"none", "shift", "transient_rolling", "steady_rolling"},
           "as in a patch; of a shift the velocities are displacements");
  v.section("wheel_material", spec.wheel_material, "of the wheel");
  v.section("rail_material", spec.rail_material, "of the rail");
  describe_sheet(v, spec.sheet);
  v.section("friction", spec.friction, "friction");
  v.section("method", spec.method, "boundary elements, or fast methods");
  v.section("below", spec.below, "stresses and displacements below the surface");
  v.flag("stiffness", spec.stiffness, "also how the tangential forces change with the creepages");
  v.section("reference", spec.reference, "the surface on which a patch is solved");
  v.section("elements", spec.elements, "elements, and when regions are one patch");
}

void describe(Visitor& v, SweepSpec& spec) {
  spec.where = v.here();
  v.text("key", spec.key, Presence::required, "path of the key that is varied: \"patch.spin\"");
  v.numbers("values", spec.values, {}, "its values; or from, to, count");
  v.number("from", spec.from, {}, "first of count values");
  v.number("to", spec.to, {}, "last of count values");
  v.integer("count", spec.count, {.minimum = 0, .maximum = 1000000}, "number of values, evenly spaced");
}

void describe(Visitor& v, ContactSpec& spec) {
  v.text("name", spec.name, Presence::optional, "what the case is");
  v.flag("sequence", spec.sequence,
         "the cases follow each other in time: each starts from the tractions before");
  v.path("table", spec.table, Presence::optional,
         "CSV file: a line of keys, then a case per line; values in place of those of this file");
  v.list("sweep", spec.sweep, {.most = 10},
         "keys that are varied; more than one: all combinations, the last fastest");
  v.section("patch", spec.patch, "one patch given directly");
  v.section("wheel_on_rail", spec.wheel_on_rail, "one wheel on one rail");
}

}  // namespace flangeway::contact_case
