#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

using document::Presence;
using document::Visitor;

namespace {

// In the order of IntegratorMethod.
constexpr std::array<std::string_view, 4> method_names{"abm4", "rk4", "dormand_prince", "bdf"};

}  // namespace

const char* method_name(IntegratorMethod method) {
  return method_names[static_cast<std::size_t>(method)].data();
}

void describe(Visitor& v, ProfilesSpec& spec) {
  v.text("wheel", spec.wheel, Presence::optional, "wheel profile (name or file) in place of the vehicle's");
  v.text("rail", spec.rail, Presence::optional, "rail profile (name or file) in place of the track's");
  v.number("smoothing", spec.smoothing, {.unit = "mm", .minimum = 0, .maximum = 50},
           "shortest wavelength kept in profiles read from files; 0 interpolates the points");
}

void describe(Visitor& v, InitialSpec& spec) {
  v.number("s", spec.s, {.unit = "m"}, "place of the vehicle's reference on the track at the start");
  v.number("y", spec.y, {.unit = "m", .minimum = -0.05, .maximum = 0.05},
           "lateral displacement of all wheelsets");
  v.number("yaw", spec.yaw, {.unit = "rad", .minimum = -0.1, .maximum = 0.1}, "yaw angle of all wheelsets");
}

void describe(Visitor& v, KecSpec& spec) {
  v.number("transition_length", spec.transition_length, {.unit = "m", .minimum = 1e-5, .maximum = 0.01},
           "length over which a contact hands over to the next, such as tread to flange; the papers use 0.5 "
           "and 1 mm");
  v.integer("points", spec.points, {.minimum = 101, .maximum = 100001}, "nodes of the equivalent profile");
}

void describe(Visitor& v, LookupSpec& spec) {
  v.integer("lateral_points", spec.lateral_points, {.minimum = 21, .maximum = 10001},
            "nodes over lateral displacement");
  v.integer("gauge_points", spec.gauge_points, {.minimum = 2, .maximum = 201}, "nodes over gauge variation");
  v.number("gauge_variation", spec.gauge_variation,
           {.unit = "m", .minimum = 0, .maximum = 0.05, .minimum_excluded = true},
           "the table spans this much to both sides of the nominal gauge");
  v.number("transition_length", spec.transition_length, {.unit = "m", .minimum = 1e-5, .maximum = 0.01},
           "width over which jumps of the tread contact are averaged");
  v.number("overlap", spec.overlap, {.unit = "m", .minimum = 1e-4, .maximum = 0.01},
           "how far beyond the first flange contact the table reaches");
  v.number("flange_stiffness", spec.flange_stiffness, {.unit = "N/m^1.5", .minimum = 0, .maximum = 1e15},
           "stiffness of flange contact in the hybrid table; 0 takes Hertz's from the curvatures");
  v.number("flange_damping", spec.flange_damping, {.unit = "N s/m^2", .minimum = 0, .maximum = 1e13},
           "damping of flange contact per indentation");
}

void describe(Visitor& v, OnlineSpec& spec) {
  v.number("restitution", spec.restitution, {.unit = "1", .minimum = 0, .maximum = 1},
           "coefficient of restitution of wheel on rail; 1 is contact without damping");
  v.number("least_impact_speed", spec.least_impact_speed, {.unit = "m/s", .minimum = 1e-4, .maximum = 10},
           "least speed that the hysteresis damping is related to: smaller damps more");
  v.number(
      "longest_step", spec.longest_step, {.unit = "s", .minimum = 1e-6, .maximum = 0.01},
      "a wheelset on its contacts oscillates with some 200 Hz: abm4 and rk4 divide integration.step until "
      "it is no longer than this");
}

void describe(Visitor& v, FrictionSpec& spec) {
  v.number("coefficient", spec.coefficient, {.unit = "1", .minimum = 0, .maximum = 2},
           "friction coefficient at rest");
  v.number("left", spec.left, {.unit = "1", .minimum = -1, .maximum = 2},
           "coefficient of the left rail; negative: as `coefficient`");
  v.number("right", spec.right, {.unit = "1", .minimum = -1, .maximum = 2},
           "coefficient of the right rail; negative: as `coefficient`");
  v.number("limit_ratio", spec.limit_ratio, {.unit = "1", .minimum = 0, .maximum = 1},
           "ratio of the coefficient at large slip to that at rest; 1 is constant friction");
  v.number("decay", spec.decay, {.unit = "s/m", .minimum = 0, .maximum = 1000},
           "exponential decay with the sliding speed");
  v.curve("over_angle", spec.over_angle, {.unit = "deg, 1", .minimum = 0, .maximum = 90},
          "coefficient over the contact angle, as for a lubricated gauge face; in place of the others");
}

void describe(Visitor& v, CreepSpec& spec) {
  v.choice("law", spec.law, {"polach", "shen_hedrick_elkins", "kalker_linear", "fixed_coefficients", "none"},
           "creep force law");
  v.number("k_a", spec.k_a, {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "Polach's reduction in the area of adhesion");
  v.number("k_s", spec.k_s, {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "Polach's reduction in the area of slip");
  v.number("f11", spec.f11, {.unit = "N", .minimum = 0},
           "longitudinal coefficient of law fixed_coefficients");
  v.number("f22", spec.f22, {.unit = "N", .minimum = 0}, "lateral coefficient of law fixed_coefficients");
  v.number("f23", spec.f23, {.unit = "N m", .minimum = 0},
           "lateral-spin coefficient of law fixed_coefficients");
  v.number("f33", spec.f33, {.unit = "N m^2", .minimum = 0}, "spin coefficient of law fixed_coefficients");
}

void describe(Visitor& v, ContactSpec& spec) {
  v.choice(
      "method", spec.method, {"kec", "lut", "online", "strip", "halfspace"},
      "knife-edge equivalent profiles or lookup table, both constraints; elastic contact found on line, by "
      "Hertz, or with patches solved in the run by strips or boundary elements");
  v.choice("reference", spec.reference, {"planar", "curved"},
           "surface on which strip and halfspace solve a patch");
  v.number("element_size", spec.element_size, {.unit = "m", .minimum = 5e-5, .maximum = 2e-3},
           "side of the elements of strip and halfspace");
  v.choice("normal_force", spec.normal_force, {"solved", "previous_step"},
           "normal force in the creep laws: solved together with them, or the papers' shortcut");
  v.flag("lift_off", spec.lift_off,
         "kec: wheels that the rail would have to pull leave it, and land again; false is the papers' "
         "bilateral constraint");
  v.section("friction", spec.friction, "friction between wheel and rail");
  v.section("creep", spec.creep, "creep forces");
  v.section("kec", spec.kec, "settings of method kec");
  v.section("lookup", spec.lookup, "settings of method lut");
  v.section("online", spec.online, "settings of the methods online, strip and halfspace");
  v.number("youngs_modulus", spec.youngs_modulus, {.unit = "Pa", .minimum = 1e8, .maximum = 1e13},
           "of wheel and rail");
  v.number("poisson_ratio", spec.poisson_ratio, {.unit = "1", .minimum = 0, .maximum = 0.5},
           "of wheel and rail");
  v.number("curvature_window", spec.curvature_window, {.unit = "m", .minimum = 1e-4, .maximum = 0.02},
           "length of profile over which curvatures are averaged");
}

void describe(Visitor& v, IntegrationSpec& spec) {
  v.choice(
      "method", spec.method, {method_names.begin(), method_names.end()},
      "integrator: fixed steps (abm4, rk4), or adaptive ones, explicit (dormand_prince) or implicit (bdf)");
  v.number("step", spec.step, {.unit = "s", .minimum = 1e-7, .maximum = 0.01},
           "time step of abm4 and rk4; first step of dormand_prince and bdf");
  v.number("relative_tolerance", spec.relative_tolerance, {.unit = "1", .minimum = 1e-12, .maximum = 0.01},
           "error of a step over the size of each state variable; dormand_prince and bdf");
  v.number("absolute_tolerance", spec.absolute_tolerance,
           {.unit = "m, rad", .minimum = 1e-14, .maximum = 0.01},
           "error of a step in positions and angles, a tenth of that in velocities per second; "
           "dormand_prince and bdf");
  v.number("max_step", spec.max_step, {.unit = "s", .minimum = 0, .maximum = 10},
           "longest step of dormand_prince and bdf; 0 is no limit");
  v.integer("max_order", spec.max_order, {.minimum = 1, .maximum = 5},
            "highest order of bdf; orders above 2 are unstable for weakly damped oscillations");
  v.choice("step_failure", spec.step_failure, {"stop", "halve"},
           "what abm4 and rk4 do where a step is too long for what happens in it, as when a flange strikes");
  v.number("duration", spec.duration, {.unit = "s", .minimum = 0, .maximum = 1e6},
           "time to run; 0 runs until the vehicle's reference reaches the end of the track");
  v.flag("stiff_creep", spec.stiff_creep,
         "integrate the damping by creep exponentially: with 1 ms down to about 1 m/s");
  v.choice("joint_stabilisation", spec.joint_stabilisation, {"projection", "baumgarte", "partitioning"},
           "what holds joints together in time: projection after each step, Baumgarte's terms, or these, and "
           "dependent coordinates solved anew past a threshold");
  v.number(
      "joint_stabilisation_rate", spec.joint_stabilisation_rate,
      {.unit = "1/s", .minimum = 0, .maximum = 1e5, .minimum_excluded = true},
      "how fast Baumgarte's terms take an error away; explicit methods need steps well below its inverse");
  v.number("joint_stabilisation_threshold", spec.joint_stabilisation_threshold,
           {.unit = "m, rad", .minimum = 1e-13, .maximum = 0.01},
           "error of a joint, or its rate in a second, that partitioning lets pass");
}

void describe(Visitor& v, CouplingSpec& spec) {
  v.choice("method", spec.method, {"none", "tight", "cosim"},
           "rails that stand, or that yield as the structure of the track does: in the same steps, or in a "
           "second program (flangeway cosim)");
  v.choice(
      "mesh", spec.mesh, {"windows", "whole", "rigid"},
      "finite elements around the wheelsets only, moving with them, or of the whole run; rigid: none, in "
      "a second program all the same");
  v.number("reach", spec.reach, {.unit = "m", .minimum = 2, .maximum = 60},
           "of a window before its first and behind its last wheelset, or of the whole mesh beyond the run");
  v.number("tolerance", spec.tolerance, {.unit = "1", .minimum = 1e-6, .maximum = 0.3},
           "size of the shapes of the track that windows leave out");
}

void describe(Visitor& v, CosimSpec& spec) {
  v.number("step", spec.step, {.unit = "s", .minimum = 1e-7, .maximum = 0.01},
           "of the track, which the steps of the vehicle may not exceed");
  v.choice(
      "forces", spec.forces, {"answered", "linear"},
      "between the steps of the track: continued linearly with what the contacts answer to the wheelsets, "
      "or continued only");
}

void describe(Visitor& v, OutputSpec& spec) {
  v.number("interval", spec.interval, {.unit = "s", .minimum = 1e-6, .maximum = 100},
           "time between recorded rows");
  v.number("flush_interval", spec.flush_interval, {.unit = "s", .minimum = 0, .maximum = 86400},
           "time by the clock after which recorded rows are on the disk at the latest");
  v.numbers("track_places", spec.track_places, {.unit = "m", .most = 20},
            "places along a flexible track whose rails, sleeper, pads and ballast are recorded");
  v.number(
      "deformed_track_interval", spec.deformed_track_interval, {.unit = "s", .minimum = 0, .maximum = 100},
      "time between records of the shape of a flexible track around the vehicle, each with the first row "
      "that is due; 0: none");
}

void describe(Visitor& v, TractionSpec& spec) {
  v.curve("torque", spec.torque, {.unit = "s, Nm"}, "motor torque per wheelset over time");
  v.texts("wheelsets", spec.wheelsets, "driven wheelsets; all if not given");
}

void describe(Visitor& v, CaseSpec& spec) {
  spec.where = v.here();
  v.text("name", spec.name, Presence::optional, "what the case is");
  v.path("vehicle", spec.vehicle, Presence::required, "vehicle file");
  v.path("track", spec.track, Presence::required, "track file");
  v.number("speed", spec.speed, {.presence = Presence::required, .unit = "m/s", .minimum = 0, .maximum = 200},
           "forward speed at the start");
  v.curve("speed_profile", spec.speed_profile, {.unit = "s, m/s", .minimum = 0, .maximum = 200},
          "prescribed speed over time; starts at [0, speed]");
  v.choice("drive", spec.drive, {"prescribed", "free"},
           "forward speed prescribed, or free under traction and resistance");
  v.text("driven_body", spec.driven_body, Presence::optional,
         "body whose speed is prescribed; the heaviest if not given");
  v.section("profiles", spec.profiles, "profiles in place of those of vehicle and track");
  v.section("initial", spec.initial, "state at the start");
  v.section("traction", spec.traction, "motor torque");
  v.section("contact", spec.contact, "wheel-rail contact");
  v.section("integration", spec.integration, "time integration");
  v.section("coupling", spec.coupling, "whether the track yields");
  v.section("cosim", spec.cosim, "vehicle and track as two programs");
  v.section("output", spec.output, "what is recorded");
}

}  // namespace flangeway::vehicle_case
