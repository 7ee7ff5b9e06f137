#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, ProfilesSpec& spec) {
  v.text("wheel", spec.wheel, Presence::optional,
         "name or file of the wheel profile, instead of the vehicle's");
  v.text("rail", spec.rail, Presence::optional, "name or file of the rail profile, instead of the track's");
  v.choice("origin", spec.origin, "where profiles read from files have their origin");
  v.number("smoothing", spec.smoothing, {.unit = "mm", .minimum = 0, .maximum = 50},
           "shortest wavelength that is kept in profiles read from files; 0: the points are interpolated");
}

void describe(Visitor& v, InitialSpec& spec) {
  v.number("s", spec.s, {.unit = "m"}, "position of the vehicle's reference along the track at the start");
  v.number("chainage", spec.chainage, {.unit = "m"},
           "chainage of the vehicle's reference at the start, instead of s; of a track with chainage");
  v.number("y", spec.y, {.unit = "m", .minimum = -0.05, .maximum = 0.05},
           "lateral displacement of all wheelsets at the start");
  v.number("yaw", spec.yaw, {.unit = "rad", .minimum = -0.1, .maximum = 0.1},
           "yaw angle of all wheelsets at the start; in a curve added to that of the balanced suspension");
}

void describe(Visitor& v, KecSpec& spec) {
  v.choice("geometry", spec.geometry, "contact geometry from which the equivalent profiles are made");
  v.number(
      "transition_length", spec.transition_length, {.unit = "m", .minimum = 1e-5, .maximum = 0.01},
      "length over which one contact replaces the other, as between tread and flange; the papers use 0.5 "
      "and 1 mm");
  v.integer("points", spec.points, {.minimum = 101, .maximum = 100001},
            "number of nodes of the equivalent profile");
  v.number(
      "conicity", spec.conicity, {.unit = "1", .minimum = 0, .maximum = 1},
      "equivalent conicity in place of the profiles: the rolling radius changes by this times the lateral "
      "displacement, and contacts stay level and in their centred place; 0: the profiles hold");
  v.number("load_transition_length", spec.load_transition_length,
           {.unit = "m", .minimum = 0, .maximum = 0.01},
           "length over which the load moves from one contact to the other; 0: transition_length. Two "
           "different lengths, as in the papers, make forces and constraint disagree within the transition");
  v.flag("linear_roll", spec.linear_roll,
         "linearise the roll of the wheelset in the profile and in the constraint, as the papers do. For "
         "comparisons with them");
  v.flag("irregularity_accelerations", spec.irregularity_accelerations,
         "keep the second derivatives of the irregularities in the constraint; the papers drop them");
}

void describe(Visitor& v, LookupSpec& spec) {
  v.choice("geometry", spec.geometry, "contact geometry from which the lookup table is made");
  v.integer("lateral_points", spec.lateral_points, {.minimum = 21, .maximum = 10001},
            "number of nodes over the lateral displacement");
  v.integer("gauge_points", spec.gauge_points, {.minimum = 2, .maximum = 201},
            "number of nodes over the gauge variation");
  v.number("gauge_variation", spec.gauge_variation,
           {.unit = "m", .minimum = 0, .maximum = 0.05, .minimum_excluded = true},
           "half the range of gauge variations in the table, on both sides of the nominal gauge");
  v.number("transition_length", spec.transition_length, {.unit = "m", .minimum = 1e-5, .maximum = 0.01},
           "width over which sudden changes of the tread contact are averaged");
  v.number("overlap", spec.overlap, {.unit = "m", .minimum = 1e-4, .maximum = 0.01},
           "lateral displacement beyond the first flange contact that the table covers");
  v.number("flange_stiffness", spec.flange_stiffness, {.unit = "N/m^1.5", .minimum = 0, .maximum = 1e15},
           "stiffness of the elastic flange contact; 0: Hertz's stiffness, from the curvatures");
  v.number("flange_damping", spec.flange_damping, {.unit = "N s/m^2", .minimum = 0, .maximum = 1e13},
           "damping coefficient of the flange contact per indentation");
  v.flag("linear_gauge", spec.linear_gauge,
         "interpolate linearly between two rows of the gauge, as the papers do, for comparisons with them. "
         "Each row that the gauge passes is an impact");
  v.flag("rotated_axes", spec.rotated_axes,
         "measure the position of the wheelset in axes that turn with the cross level. The papers leave the "
         "rotation out, which moves a wheelset by millimetres");
  v.flag(
      "longitudinal_terms", spec.longitudinal_terms,
      "keep the terms along the track in the Jacobian of the constraint; [Escalona2021, eq. 25] drops them");
}

void describe(Visitor& v, ElasticSpec& spec) {
  v.renamed({{"longest_step", "max_step"}, {"least_impact_speed", "min_impact_speed"}});
  v.number("restitution", spec.restitution, {.unit = "1", .minimum = 0, .maximum = 1},
           "coefficient of restitution of an impact of wheel on rail; 1: no damping");
  v.number("damper", spec.damper, {.unit = "N s/m", .minimum = 0, .maximum = 1e8},
           "damper between wheel and rail along the normal of each contact, instead of restitution and "
           "min_impact_speed; 0: these hold");
  v.number("min_impact_speed", spec.min_impact_speed, {.unit = "m/s", .minimum = 1e-4, .maximum = 10},
           "lower limit of the impact speed in the hysteresis damping; a smaller limit gives more damping");
  v.number("max_step", spec.max_step, {.unit = "s", .minimum = 1e-6, .maximum = 0.01},
           "longest step of abm4 and rk4 with elastic contact, where a wheelset oscillates at some 200 Hz: "
           "integration.step is divided until it is no longer than this");
}

void describe(Visitor& v, NormalSpec& spec) {
  law::describe(v, spec.own,
                "shared library with a normal law of your own, instead of restitution, damper and "
                "min_impact_speed of contact.elastic: flangeway_normal_law of flangeway_law.h",
                "numbers of your normal law; those that are not given have the values of the library");
}

void describe(Visitor& v, FrictionStationSpec& spec) {
  spec.where = v.here();
  v.number("s", spec.s, {.unit = "m"}, "place on the track");
  v.number("chainage", spec.chainage, {.unit = "m"},
           "chainage of the place, instead of s; of a track with chainage");
  v.number("coefficient", spec.coefficient, {.unit = "1", .minimum = -1, .maximum = 2},
           "friction coefficient at zero slip there; negative: over_angle_deg is given");
  v.number("left", spec.left, {.unit = "1", .minimum = -1, .maximum = 2},
           "friction coefficient of the left rail; negative: coefficient holds");
  v.number("right", spec.right, {.unit = "1", .minimum = -1, .maximum = 2},
           "friction coefficient of the right rail; negative: coefficient holds");
  v.curve("over_angle_deg", spec.over_angle_deg, {.unit = "deg, 1", .minimum = 0, .maximum = 90},
          "friction coefficient over the contact angle in degrees; instead of coefficient, left and right");
}

void describe(Visitor& v, RecoverySpec& spec) {
  v.number("coefficient", spec.coefficient,
           {.presence = Presence::required, .unit = "1", .minimum = 0, .maximum = 2},
           "friction coefficient of a clean rail at zero slip; where a rail has more, nothing changes");
  v.number(
      "work", spec.work,
      {.presence = Presence::required, .unit = "J/m", .minimum = 0, .minimum_excluded = true},
      "work of creep per metre of rail after which all but 1/e of the difference to a clean rail is gone");
}

void describe(Visitor& v, FrictionSpec& spec) {
  v.renamed({{"over_angle", "over_angle_deg"}});
  v.choice(
      "condition", spec.condition,
      "condition of the rails: friction with its decay, instead of coefficient and all other keys here, and "
      "k_a and k_s; with contact.creep.law = \"polach\"");
  v.number("coefficient", spec.coefficient, {.unit = "1", .minimum = 0, .maximum = 2},
           "friction coefficient at zero slip");
  v.number("left", spec.left, {.unit = "1", .minimum = -1, .maximum = 2},
           "friction coefficient of the left rail; negative: coefficient holds");
  v.number("right", spec.right, {.unit = "1", .minimum = -1, .maximum = 2},
           "friction coefficient of the right rail; negative: coefficient holds");
  v.number("limit_ratio", spec.limit_ratio, {.unit = "1", .minimum = 0, .maximum = 1},
           "friction coefficient at large slip divided by that at zero slip; 1: constant friction");
  v.number("decay", spec.decay, {.unit = "s/m", .minimum = 0, .maximum = 1000},
           "rate of the exponential decay of friction with the sliding speed");
  v.curve(
      "over_angle_deg", spec.over_angle_deg, {.unit = "deg, 1", .minimum = 0, .maximum = 90},
      "friction coefficient over the contact angle in degrees, as for a lubricated gauge face; instead of "
      "coefficient, left and right");
  v.list("stations", spec.stations, {},
         "friction along the track, linear between places and constant before the first and behind the last "
         "one; instead of coefficient, left, right and over_angle_deg");
  v.section("recovery", spec.recovery,
            "wheels clean the rails for the wheels behind them; if not given, rails stay as they are");
  law::describe(v, spec.own,
                "shared library with a friction law of your own, instead of limit_ratio and decay: "
                "flangeway_friction_law of flangeway_law.h",
                "numbers of your friction law; those that are not given have the values of the library");
}

void describe(Visitor& v, CreepSpec& spec) {
  v.choice("law", spec.law, "creep force law");
  v.number("k_a", spec.k_a, {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "Polach's reduction factor in the area of adhesion; 1: clean rails");
  v.number("k_s", spec.k_s, {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "Polach's reduction factor in the area of slip; 1: clean rails");
  v.number("f11", spec.f11, {.unit = "N", .minimum = 0}, "longitudinal creep coefficient");
  v.number("f22", spec.f22, {.unit = "N", .minimum = 0}, "lateral creep coefficient");
  v.number("f23", spec.f23, {.unit = "N m", .minimum = 0}, "creep coefficient of lateral force and spin");
  v.number("f33", spec.f33, {.unit = "N m^2", .minimum = 0}, "creep coefficient of spin");
  v.number("limit", spec.limit, {.unit = "N", .minimum = 0},
           "largest creep force of a wheel, with fixed_coefficients; 0: none");
  law::describe(v, spec.own,
                "shared library with the law of your own: flangeway_creep_law of flangeway_law.h",
                "numbers of your law; those that are not given have the values of the library");
}

void describe(Visitor& v, ContactSpec& spec) {
  v.renamed({{"online", "elastic"}});
  v.choice(
      "method", spec.method,
      "how contacts are detected, and how their normal forces follow; if not given, settings that elastic "
      "contact does not have choose the method that has them");
  v.choice("patch", spec.patch, "how the contact patches of elastic contact are solved");
  v.choice("reference", spec.reference, "surface on which a patch is solved");
  v.number("element_size", spec.element_size, {.unit = "m", .minimum = 5e-5, .maximum = 2e-3},
           "side of the elements of a patch");
  v.number(
      "patch_tolerance", spec.patch_tolerance, {.unit = "1", .minimum = 0, .maximum = 0.05},
      "error of the forces of a wheel, over its load, at which its patches are solved again; between two "
      "solutions they follow a line. 0: patches are solved whenever forces are needed, with any integrator");
  v.integer("patch_threads", spec.patch_threads, {.minimum = 1, .maximum = 64},
            "number of threads that solve the patches of several wheels; results do not depend on it");
  v.choice("normal_force", spec.normal_force, "normal force that the creep forces use");
  v.flag("lift_off", spec.lift_off,
         "true: a wheel leaves the rail when its normal force would become negative, and can land again; "
         "false: the constraint also pulls, as in the papers");
  v.section("friction", spec.friction, "friction between wheel and rail");
  v.section("creep", spec.creep, "creep forces");
  v.section("kec", spec.kec, "settings of knife-edge equivalent profiles");
  v.section("lookup", spec.lookup, "settings of the lookup table");
  v.section("elastic", spec.elastic, "settings of elastic contact");
  v.section("normal", spec.normal, "normal force of elastic contact by a law of your own");
  v.number("youngs_modulus", spec.youngs_modulus, {.unit = "Pa", .minimum = 1e8, .maximum = 1e13},
           "Young's modulus of wheel and rail; or give shear_modulus");
  v.number("shear_modulus", spec.shear_modulus, {.unit = "Pa", .minimum = 0, .maximum = 1e13},
           "shear modulus of wheel and rail, instead of youngs_modulus; 0: youngs_modulus holds");
  v.number("poisson_ratio", spec.poisson_ratio, {.unit = "1", .minimum = 0, .maximum = 0.5},
           "Poisson's ratio of wheel and rail");
  v.number("curvature_window", spec.curvature_window, {.unit = "m", .minimum = 1e-4, .maximum = 0.02},
           "length of the profile over which its curvature is averaged");
}

void describe(Visitor& v, IntegrationSpec& spec) {
  v.choice("method", spec.method, "integrator");
  v.number("step", spec.step, {.unit = "s", .minimum = 0, .maximum = 0.01},
           "time step of abm4 and rk4; first step of the other methods; 0: 1 ms, or the step that auto "
           "finds");
  v.number("relative_tolerance", spec.relative_tolerance, {.unit = "1", .minimum = 1e-12, .maximum = 0.01},
           "tolerated error of a step, relative to the size of each state variable");
  v.number(
      "absolute_tolerance", spec.absolute_tolerance, {.unit = "m, rad", .minimum = 1e-14, .maximum = 0.01},
      "tolerated error of a step in positions and angles; velocities may err by ten times this per second");
  v.number("max_step", spec.max_step, {.unit = "s", .minimum = 0, .maximum = 10},
           "longest step; 0: no limit");
  v.choice("error_norm", spec.error_norm,
           "norm of the errors of all state variables, by which adaptive methods accept a step");
  v.integer("max_order", spec.max_order, {.minimum = 1, .maximum = 5},
            "highest order; orders above 2 are unstable for weakly damped oscillations");
  v.choice("step_failure", spec.step_failure,
           "what happens when a step is too long for an event in it, such as an impact of the flange");
  v.number("duration", spec.duration, {.unit = "s", .minimum = 0, .maximum = 1e6},
           "simulated time; 0: the run ends when the vehicle's reference reaches the end of the track");
  v.flag("stiff_creep", spec.stiff_creep,
         "treat creep damping exponentially; allows 1 ms steps down to about 1 m/s");
  v.choice("joint_stabilisation", spec.joint_stabilisation, "how errors of the joints are kept small");
  v.number(
      "joint_stabilisation_rate", spec.joint_stabilisation_rate,
      {.unit = "1/s", .minimum = 0, .maximum = 1e5, .minimum_excluded = true},
      "decay rate of joint errors by Baumgarte's terms; explicit methods need steps well below its inverse");
  v.number("joint_stabilisation_threshold", spec.joint_stabilisation_threshold,
           {.unit = "m, rad", .minimum = 1e-13, .maximum = 0.01},
           "error of a joint, or its rate per second, above which the dependent coordinates are solved anew");
  v.flag("wheel_projection", spec.wheel_projection,
         "put wheels that constraints hold back onto their rails after each step; false: they drift, as in "
         "programs that integrate accelerations only");
}

void describe(Visitor& v, CouplingSpec& spec) {
  v.choice("method", spec.method, "rigid or flexible track, and where the track is computed");
  v.choice("mesh", spec.mesh, "finite element model of the flexible track");
  v.number("reach", spec.reach, {.unit = "m", .minimum = 2, .maximum = 60},
           "length of the model before the first and behind the last wheelset that it carries");
  v.number("tolerance", spec.tolerance, {.unit = "1", .minimum = 1e-6, .maximum = 0.3},
           "relative size of the deformation shapes that the reduced model leaves out");
}

void describe(Visitor& v, CosimSpec& spec) {
  v.number("step", spec.step, {.unit = "s", .minimum = 1e-7, .maximum = 0.01},
           "time step of the track; steps of the vehicle may not be longer");
  v.choice("forces", spec.forces, "contact forces that the vehicle feels between the steps of the track");
}

void describe(Visitor& v, OutputSpec& spec) {
  v.number("interval", spec.interval, {.unit = "s", .minimum = 1e-6, .maximum = 100},
           "time between recorded rows");
  v.number("judged_interval", spec.judged_interval, {.unit = "s", .minimum = 0, .maximum = 0.1},
           "time between records of the quantities that rules judge (forces of the wheels, motion of the "
           "bodies), which are "
           "low-pass filtered at the steps of the integrator before they are sampled; 0: none, and flangeway "
           "assess judges the rows");
  v.number("flush_interval", spec.flush_interval, {.unit = "s", .minimum = 0, .maximum = 86400},
           "wall time after which recorded rows are on the disk at the latest");
  v.numbers(
      "track_places", spec.track_places, {.unit = "m", .most = 20},
      "positions along a flexible track where the motion of rails and sleeper and the forces of pads and "
      "ballast are recorded");
  v.numbers("track_chainages", spec.track_chainages, {.unit = "m", .most = 20},
            "more such places, by their chainage; of a track with chainage");
  v.number("deformed_track_interval", spec.deformed_track_interval,
           {.unit = "s", .minimum = 0, .maximum = 100},
           "time between records of the deformed track around the vehicle; 0: none");
}

void describe(Visitor& v, TractionSpec& spec) {
  v.curve("torque", spec.torque, {.unit = "s, Nm"}, "motor torque on each driven wheelset over time");
  v.texts("wheelsets", spec.wheelsets, "names of the driven wheelsets; all if not given");
}

void describe(Visitor& v, CaseSpec& spec) {
  spec.where = v.here();
  v.text("name", spec.name, Presence::optional, "name of the case, for results and reports");
  v.path("vehicle", spec.vehicle, Presence::required, "vehicle file");
  v.path("track", spec.track, Presence::required, "track file");
  v.number("speed", spec.speed, {.presence = Presence::required, .unit = "m/s", .minimum = 0, .maximum = 200},
           "forward speed at the start");
  v.curve("speed_profile", spec.speed_profile, {.unit = "s, m/s", .minimum = 0, .maximum = 200},
          "prescribed speed over time; the first point is [0, speed]");
  v.choice("drive", spec.drive, "what determines the forward speed");
  v.text("driven_body", spec.driven_body, Presence::optional,
         "body whose speed is prescribed, or that a roller rig holds; the heaviest body if not given");
  v.section("profiles", spec.profiles, "profiles instead of those that vehicle and track name");
  v.list("wheels", spec.wheels, {}, "wheels that are not round; the sum of all that are given for a wheel");
  v.section("initial", spec.initial, "position of the vehicle at the start");
  v.section("traction", spec.traction, "motor torques");
  v.section("roller_rig", spec.roller_rig,
            "rollers in place of rails, with the profile and gauge of the track");
  v.section("contact", spec.contact, "contact between wheel and rail");
  v.section("integration", spec.integration, "integration in time");
  v.section("coupling", spec.coupling, "coupling of the vehicle with a flexible track");
  v.section("cosim", spec.cosim, "co-simulation of vehicle and track in two processes");
  v.section("output", spec.output, "recorded data");
  v.section("control", spec.control, "controllers, which sample channels and command actuators");
}

}  // namespace flangeway::vehicle_case
