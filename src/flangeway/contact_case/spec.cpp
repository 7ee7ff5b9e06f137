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
NumberRule load() {
  return {.unit = "N", .minimum = 0, .maximum = 1e9};  // a hundred thousand tonnes: a slip of the unit
}
NumberRule force() {
  return {.unit = "N", .minimum = -1e9, .maximum = 1e9};
}
NumberRule exactly(std::size_t count, std::string_view unit, double minimum = -any, bool excluded = false) {
  return {.unit = unit, .minimum = minimum, .minimum_excluded = excluded, .least = count, .most = count};
}

}  // namespace

void describe(Visitor& v, MaterialSpec& spec) {
  v.number("shear_modulus", spec.shear_modulus,
           {.unit = "Pa", .minimum = 0, .maximum = 1e15, .minimum_excluded = true},
           "shear modulus of the body; or give youngs_modulus");
  v.number("youngs_modulus", spec.youngs_modulus, {.unit = "Pa", .minimum = 0, .maximum = 1e15},
           "Young's modulus of the body, instead of shear_modulus; 0: shear_modulus holds");
  v.number("poisson_ratio", spec.poisson_ratio, {.unit = "1", .minimum = 0, .maximum = 0.5},
           "Poisson's ratio of the body");
  v.number("delayed_compliance", spec.delayed_compliance, {.unit = "1", .minimum = 0, .maximum = 1e6},
           "visco-elastic body: delayed compliance as a multiple of the instantaneous one; the moduli are "
           "instantaneous");
  v.number("delay_time", spec.delay_time, {.unit = "s", .minimum = 0, .maximum = 1e6},
           "visco-elastic body: time constant of creep under constant load (63 % of the delayed compliance)");
  v.number("temperature", spec.temperature, {.unit = "°C", .minimum = -273, .maximum = 3000},
           "temperature of the body far from the contact, with heat");
  v.number("conductivity", spec.conductivity,
           {.unit = "W/(m K)", .minimum = 0, .maximum = 1e4, .minimum_excluded = true},
           "thermal conductivity of the body, with heat");
  v.number("density", spec.density, {.unit = "kg/m³", .minimum = 0, .maximum = 1e5, .minimum_excluded = true},
           "density of the body, with heat");
  v.number("specific_heat", spec.specific_heat,
           {.unit = "J/(kg K)", .minimum = 0, .maximum = 1e5, .minimum_excluded = true},
           "specific heat of the body, with heat");
}

void describe(Visitor& v, FrictionSpec& spec) {
  v.number("coefficient", spec.coefficient, {.unit = "1", .minimum = 0, .maximum = 100},
           "friction coefficient; where it falls with the slip, its limit at large slip");
  v.choice("law", spec.law, "how friction changes with the slip or with the temperature");
  v.number("fall_1", spec.fall_1, {.unit = "1", .minimum = 0, .maximum = 100},
           "first falling term: amplitude added to the coefficient at zero slip");
  v.number("speed_1", spec.speed_1, not_negative("m/s"),
           "slip speed at which half of the first term is gone");
  v.number("fall_2", spec.fall_2, {.unit = "1", .minimum = 0, .maximum = 100},
           "second falling term: amplitude added to the coefficient at zero slip");
  v.number("speed_2", spec.speed_2, not_negative("m/s"),
           "slip speed at which half of the second term is gone");
  v.number("memory_distance", spec.memory_distance, not_negative("m"),
           "slip distance over which friction adapts to a new slip speed; 0: at once");
  v.number("memory_speed", spec.memory_speed, not_negative("m/s"),
           "lower limit of the slip speed at which friction adapts");
  v.number("temperature_change", spec.temperature_change, {.unit = "1"},
           "change of the coefficient from the lower to the upper temperature");
  v.number("temperature_begin", spec.temperature_begin, {.unit = "°C", .minimum = -273, .maximum = 3000},
           "temperature of the surface from which the coefficient changes");
  v.number("temperature_range", spec.temperature_range,
           {.unit = "K", .minimum = 0, .maximum = 1e4, .minimum_excluded = true},
           "rise of the temperature over which the coefficient changes");
  v.curve("over_inclination", spec.over_inclination, {.unit = "rad, 1"},
          "wheel on rail: friction coefficient over the inclination of the surface in the axes of the wheel "
          "profile, positive on the gauge face; instead of coefficient");
}

void describe(Visitor& v, MethodSpec& spec) {
  v.choice("normal", spec.normal, "how pressures are computed");
  v.choice("tangential", spec.tangential, "how tractions are computed");
  v.number("slope_initial", spec.slope_initial,
           {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "modified FASTSIM: initial slope of the creep curve, divided by that of clean surfaces");
  v.number("slope_limit", spec.slope_limit, {.unit = "1", .minimum = 0, .maximum = 1},
           "modified FASTSIM: slope at large creepage, divided by the initial slope");
  v.number("slope_rate", spec.slope_rate, not_negative("1"),
           "modified FASTSIM: how fast the slope falls with the creepage");
}

void describe(Visitor& v, BelowSpec& spec) {
  v.numbers(
      "depths", spec.depths, {.unit = "m", .most = 1000},
      "z of the points: positive in the upper body or the wheel, negative in the lower body or the rail");
  v.numbers("x", spec.x, {.unit = "m", .most = 1000},
            "x of the points, combined with each y; points lie below all elements if not given");
  v.numbers("y", spec.y, {.unit = "m", .most = 1000}, "y of the points");
}

void describe(Visitor& v, SurfaceShape& spec) {
  v.numbers("curvatures", spec.curvatures, exactly(2, "1/m", 0, true),
            "Hertz: sums of the curvatures of both bodies along x and y");
  v.numbers("semi_axes", spec.semi_axes, exactly(2, "m", 0, true),
            "Hertz: semi-axes of the contact ellipse along x and y");
  v.number("curvature_x", spec.curvature_x, not_negative("1/m"),
           "Hertz: sum of the curvatures along x, with axis_ratio; or that of a line contact, with length");
  v.number("axis_ratio", spec.axis_ratio, not_negative("1"), "ratio a/b of the contact ellipse, a along x");
  v.number("length", spec.length, not_negative("m"), "length of a line contact, along y");
  v.numbers("quadratic", spec.quadratic, exactly(6, "m"),
            "[b1 … b6]: distance b1 x² + b2 xy + b3 y² + b4 x + b5 y + b6");
  v.curve("heights", spec.heights, {.unit = "m, m", .least = 2},
          "[y, distance] pairs with linear interpolation and extrapolation; with radius_x");
  v.number("radius_x", spec.radius_x, {.unit = "m"}, "radius of the rolling body, with heights");
  v.number("centre_x", spec.centre_x, {.unit = "m"}, "x of the lowest point, with heights");
  v.numbers("waves", spec.waves, exactly(8, "m, 1/m"),
            "[b1 … b8]: distance b1 sin(b2 (x − b3)) − b4 sin(b5 (x − b6)) + x²/b7 + y²/b8");
  v.numbers("distances", spec.distances, {.unit = "m"}, "distance at each element, x fastest");
}

void describe(Visitor& v, ElementsSpec& spec) {
  v.integer("nx", spec.nx, {.presence = Presence::required, .minimum = 1, .maximum = 20000},
            "number of elements along x");
  v.integer("ny", spec.ny, {.presence = Presence::required, .minimum = 1, .maximum = 20000},
            "number of elements along y");
  v.number("margin", spec.margin, {.unit = "1", .minimum = 0, .maximum = 100, .minimum_excluded = true},
           "Hertz: sides of the grid divided by the axes of the ellipse");
  v.number("dx", spec.dx, not_negative("m"),
           "side of an element along x; for Hertz it can follow from margin");
  v.number("dy", spec.dy, not_negative("m"),
           "side of an element along y; for Hertz it can follow from margin");
  v.numbers("first", spec.first, exactly(2, "m"),
            "centre of the first element; the grid is centred if not given");
  v.numbers("inside", spec.inside, exactly(6, "1"),
            "[p1 … p6]: contact only where p1 x² + p2 xy + p3 y² + p4 x + p5 y + p6 < 0");
  v.numbers("rectangles", spec.rectangles, exactly(8, "m"),
            "two times [x low, x high, y low, y high]: contact only inside one of these rectangles");
  v.flag("bilinear", spec.bilinear,
         "true: tractions vary linearly between the centres of elements; false: constant on each element");
}

namespace {

void describe_motion(Visitor& v, PatchSpec& spec) {
  v.choice("tangential", spec.tangential, "kind of motion");
  v.choice("longitudinal", spec.longitudinal, "quantity that is given along x");
  v.number("longitudinal_creepage", spec.longitudinal_creepage, {.unit = "1"},
           "creepage along x of the upper body relative to the lower; for a shift a displacement in m");
  v.number("longitudinal_force", spec.longitudinal_force, force(), "force along x on the upper body");
  v.choice("lateral", spec.lateral, "quantity that is given along y");
  v.number("lateral_creepage", spec.lateral_creepage, {.unit = "1"},
           "creepage along y of the upper body relative to the lower; for a shift a displacement in m");
  v.number("lateral_force", spec.lateral_force, force(), "force along y on the upper body");
  v.number("spin", spec.spin, {.unit = "1/m"},
           "spin creepage of the upper body relative to the lower; for a shift an angle in rad");
  v.number("spin_centre_x", spec.spin_centre_x, {.unit = "m"},
           "x of the point where the spin causes no slip");
  v.number("spin_centre_y", spec.spin_centre_y, {.unit = "m"},
           "y of the point where the spin causes no slip");
  v.choice("direction", spec.direction, "direction of rolling");
  v.number("speed", spec.speed, {.unit = "m/s", .minimum = 0, .maximum = 1000}, "rolling velocity");
  v.number("step", spec.step, not_negative("m"), "rolling distance of the step");
  v.numbers("extra_slip_x", spec.extra_slip_x, {.unit = "1"},
            "longitudinal slip added to the rigid slip, for each element");
  v.numbers("extra_slip_y", spec.extra_slip_y, {.unit = "1"},
            "lateral slip added to the rigid slip, for each element");
}

}  // namespace

void describe(Visitor& v, ThirdBodySpec& spec) {
  spec.where = v.here();
  v.number("thickness", spec.thickness, not_negative("m"),
           "thickness of the layer; 0: it yields at the surface of the bodies");
  v.number("shear_modulus", spec.shear_modulus, not_negative("Pa"), "shear modulus of the layer");
  v.number("yield_stress", spec.yield_stress, not_negative("Pa"),
           "tangential traction at which fresh material begins to yield; 0: it stays elastic");
  v.number("hardening", spec.hardening, {.unit = "Pa/m"},
           "growth of the yield stress with the plastic shear; negative: it softens");
  v.number("heat_share", spec.heat_share, {.unit = "1", .minimum = 0, .maximum = 1},
           "share of the plastic work that becomes heat");
}

namespace {

void describe_solution(Visitor& v, SolutionSpec& spec) {
  v.renamed({{"sheet", "layer_flexibility"}});
  v.choice("long_steps", spec.long_steps, "transient rolling: what a step longer than an element is");
  v.number(
      "layer_flexibility", spec.layer_flexibility, {.unit = "m/Pa", .minimum = 0, .maximum = 1e-3},
      "flexibility of a thin elastic layer between the bodies, indentation over pressure; boundary elements "
      "only");
  v.section("third_body", spec.third_body,
            "layer between the bodies that shears and yields, such as sand, oxide or a solid lubricant; "
            "boundary elements only");
  v.section("friction", spec.friction, "friction between the bodies");
  v.flag("heat", spec.heat, "true: also compute the temperatures of both surfaces in steady rolling");
  v.section("method", spec.method, "how pressures and tractions are computed");
  v.section("below", spec.below, "points below the surface where stresses and displacements are computed");
  v.flag("stiffness", spec.stiffness,
         "true: also compute the derivatives of the tangential forces with respect to the creepages");
}

}  // namespace

void describe(Visitor& v, PatchSpec& spec) {
  spec.where = v.here();
  v.choice("control", spec.control, "quantity that is given normal to the patch");
  v.number("normal_force", spec.normal_force, load(), "force that presses the bodies together");
  v.number("approach", spec.approach, {.unit = "m"},
           "approach of the undeformed bodies; they are in contact where their distance is smaller");
  describe_motion(v, spec);
  v.section("upper", spec.upper, "material of the upper body, into which z points");
  v.section("lower", spec.lower, "material of the lower body");
  v.flag("coupled", spec.coupled,
         "false: between bodies of different materials pressures do not move the surfaces sideways, nor "
         "tractions "
         "along the normal; the program CONTACT takes visco-elastic bodies so");
  describe_solution(v, spec);
  v.section("surface", spec.surface, "distance of the undeformed bodies, given in one of several ways",
            Presence::required);
  v.section("elements", spec.elements, "elements of the potential contact area", Presence::required);
}

void describe(Visitor& v, RailPlaceSpec& spec) {
  v.renamed({{"inclination", "inclination_angle"}});
  v.choice("placing", spec.placing, "how the lateral position of the rail is given");
  v.number("gauge", spec.gauge, {.unit = "m", .minimum = 0.3, .maximum = 3},
           "distance between the gauge faces of both rails");
  v.number("gauge_depth", spec.gauge_depth, positive("m"),
           "depth below the top of the rail where the gauge is measured");
  v.number("y", spec.y, {.unit = "m"}, "lateral position of the profile's origin; negative on the right");
  v.number("z", spec.z, {.unit = "m"}, "height of the profile's origin");
  v.number("inclination_angle", spec.inclination_angle, {.unit = "rad", .minimum = -0.5, .maximum = 0.5},
           "angle by which the rail is inclined towards the middle of the track");
  v.number("deviation_y", spec.deviation_y, {.unit = "m"},
           "lateral deviation of the rail from that position");
  v.number("deviation_z", spec.deviation_z, {.unit = "m"},
           "vertical deviation of the rail from that position");
  v.number("deviation_roll", spec.deviation_roll, {.unit = "rad"}, "rotation of the rail about x");
  v.number("velocity_y", spec.velocity_y, {.unit = "m/s"}, "rate of deviation_y");
  v.number("velocity_z", spec.velocity_z, {.unit = "m/s"}, "rate of deviation_z");
  v.number("velocity_roll", spec.velocity_roll, {.unit = "rad/s"}, "rate of deviation_roll");
  v.number("roller_radius", spec.roller_radius, {.unit = "m", .minimum = 0, .maximum = 1e6},
           "roller instead of a rail: depth of its axle below z = 0 of the profile; 0: a rail");
  v.number("roller_velocity_pitch", spec.roller_velocity_pitch, {.unit = "rad/s"},
           "angular velocity of the roller; positive: its top runs backward, below a wheelset that rolls "
           "forward");
}

void describe(Visitor& v, RailSpringsSpec& spec) {
  spec.where = v.here();
  v.number("stiffness_y", spec.stiffness_y,
           {.presence = Presence::required, .unit = "N/m", .minimum = 1e3, .maximum = 1e13},
           "lateral stiffness of the rail's support");
  v.number("stiffness_z", spec.stiffness_z,
           {.presence = Presence::required, .unit = "N/m", .minimum = 1e3, .maximum = 1e13},
           "vertical stiffness of the rail's support");
  v.number("force_y", spec.force_y, force(), "lateral force on the rail in addition to that of the wheel");
  v.number("force_z", spec.force_z, force(),
           "vertical force on the rail in addition to that of the wheel; negative: downwards");
}

void describe(Visitor& v, WheelPlaceSpec& spec) {
  v.renamed({{"back_distance", "back_to_back"}, {"nominal_radius", "wheel_radius"}});
  v.number("back_to_back", spec.back_to_back, {.unit = "m", .minimum = 0.3, .maximum = 3},
           "distance between the flange backs");
  v.number("back_position", spec.back_position, {.unit = "m"}, "y of the flange back in the profile");
  v.number("wheel_radius", spec.wheel_radius, {.unit = "m", .minimum = 0.01, .maximum = 10},
           "nominal rolling radius, at z = 0 of the profile or at tape_circle");
  v.numbers("tape_circle", spec.tape_circle, {.unit = "m", .most = 1},
            "[y] in the profile: the profile is moved until its radius there is wheel_radius");
}

void describe(Visitor& v, WheelsetSpec& spec) {
  v.number("s", spec.s, {.unit = "m"}, "position along the track");
  v.number("y", spec.y, {.unit = "m"}, "lateral position of the wheelset's centre");
  v.number(
      "z", spec.z, {.unit = "m"},
      "height of the wheelset's centre above its nominal height, which is wheel_radius above the rails; with "
      "vertical = \"position\"");
  v.number("roll", spec.roll, {.unit = "rad"}, "roll angle of the wheelset");
  v.number("pitch", spec.pitch, {.unit = "rad"}, "pitch angle of the wheelset");
  v.number("yaw", spec.yaw, {.unit = "rad"}, "yaw angle of the wheelset");
  v.number("speed", spec.speed, {.unit = "m/s", .minimum = -1000, .maximum = 1000}, "speed along the track");
  v.number("velocity_y", spec.velocity_y, {.unit = "m/s"}, "lateral velocity of the centre");
  v.number("velocity_z", spec.velocity_z, {.unit = "m/s"}, "vertical velocity of the centre");
  v.number("velocity_roll", spec.velocity_roll, {.unit = "rad/s"},
           "angular velocity about the wheelset's x axis");
  v.number(
      "velocity_pitch", spec.velocity_pitch, {.unit = "rad/s"},
      "angular velocity about the axle, positive when rolling forward; 0: speed, on a roller that of its "
      "surface, divided by wheel_radius");
  v.number("velocity_yaw", spec.velocity_yaw, {.unit = "rad/s"},
           "angular velocity about the wheelset's z axis");
}

void describe(Visitor& v, ReferenceSpec& spec) {
  v.choice("surface", spec.surface, "shape of the surface on which a patch is solved");
  v.choice("position", spec.position, "point of the interpenetration at which a patch is anchored");
  v.choice("angle", spec.angle, "contact angle of a patch");
  v.integer("power", spec.power, {.minimum = 1, .maximum = 2},
            "power of the interpenetration in the weights of weighted position and angle");
}

void describe(Visitor& v, ResolutionSpec& spec) {
  v.renamed({{"most_elements", "max_elements"}});
  v.number("dx", spec.dx, {.unit = "m", .minimum = 1e-6, .maximum = 0.1}, "side of an element along x");
  v.number("ds", spec.ds, {.unit = "m", .minimum = 1e-6, .maximum = 0.1},
           "side of an element along the rail's surface");
  v.integer("max_elements", spec.max_elements, {.minimum = 16, .maximum = 2000000},
            "largest number of elements of a patch; elements are doubled in size until it has no more");
  v.number("combine_distance", spec.combine_distance, not_negative("m"),
           "regions of interpenetration up to this distance are one patch");
  v.number("separate_distance", spec.separate_distance, not_negative("m"),
           "regions up to this distance are one patch with reduced sub-patch interaction");
  v.number("turn_distance", spec.turn_distance, not_negative("m"),
           "regions up to this distance are two patches whose planes turn towards each other; 0: "
           "2 separate_distance − combine_distance");
  v.number("separate_angle", spec.separate_angle, {.unit = "rad", .minimum = 0},
           "regions whose contact angles differ by more are separate patches");
  v.choice("search", spec.search, "how the interpenetration is found");
  v.flag("bilinear", spec.bilinear,
         "true: tractions vary linearly between the centres of elements; false: constant on each element");
}

void describe(Visitor& v, WheelOnRailSpec& spec) {
  spec.where = v.here();
  v.choice("side", spec.side, "side of the track");
  v.text("wheel", spec.wheel, Presence::required, "name or file of the wheel profile");
  v.text("rail", spec.rail, Presence::required, "name or file of the rail profile");
  v.number("smoothing", spec.smoothing, {.unit = "mm", .minimum = 0, .maximum = 50},
           "shortest wavelength that is kept in profiles read from files; 0: the points are interpolated");
  v.section("rail_place", spec.rail_place, "position and motion of the rail");
  v.section("rail_springs", spec.rail_springs,
            "springs that support a rail without mass; its deflection is found and added to its deviation");
  v.section("wheel_place", spec.wheel_place, "position of the wheel on its axle");
  v.section("wheelset", spec.wheelset, "position and motion of the wheelset");
  v.number("curvature", spec.curvature, {.unit = "1/m", .minimum = -1, .maximum = 1},
           "curvature of the track, positive to the left");
  v.choice("vertical", spec.vertical, "quantity that is given vertically");
  v.number("vertical_force", spec.vertical_force, load(), "vertical force of this wheel on its rail");
  v.choice("longitudinal", spec.longitudinal, "quantity that is given along the track");
  v.number("longitudinal_force", spec.longitudinal_force, force(),
           "force on the wheel along the wheelset's x axis");
  v.choice("tangential", spec.tangential, "kind of motion; for a shift the velocities are displacements");
  v.number("step", spec.step, not_negative("m"),
           "transient rolling: distance rolled since the instant before; 0: elements.dx");
  v.section("wheel_material", spec.wheel_material, "material of the wheel");
  v.section("rail_material", spec.rail_material, "material of the rail");
  describe_solution(v, spec);
  v.section("reference", spec.reference, "surface on which a patch is solved");
  v.section("elements", spec.elements, "size of the elements, and which regions are one patch");
}

void describe(Visitor& v, SweepSpec& spec) {
  spec.where = v.here();
  v.text("key", spec.key, Presence::required, "path of the key that is varied, such as \"patch.spin\"");
  v.numbers("values", spec.values, {}, "values of the key; or give from, to and count");
  v.number("from", spec.from, {}, "first of count values");
  v.number("to", spec.to, {}, "last of count values");
  v.integer("count", spec.count, {.minimum = 0, .maximum = 1000000}, "number of evenly spaced values");
}

void describe(Visitor& v, ContactSpec& spec) {
  v.text("name", spec.name, Presence::optional, "name of the case");
  v.flag("sequence", spec.sequence,
         "true: the cases follow each other in time, and each starts from the tractions of the case before");
  v.path("table", spec.table, Presence::optional,
         "CSV file with a line of keys and then one case per line; its values replace those of this file");
  v.list("sweep", spec.sweep, {.most = 10},
         "keys that are varied; several keys give all combinations, the last key varies fastest");
  v.section("patch", spec.patch, "one contact patch that is given directly");
  v.section("wheel_on_rail", spec.wheel_on_rail, "one wheel on one rail");
}

}  // namespace flangeway::contact_case
