#include "flangeway/control/spec.hpp"

namespace flangeway::control {

using document::Presence;
using document::Visitor;

namespace {

void describe_common(Visitor& v, ControllerSpec& spec, const char* inputs) {
  spec.where = v.here(), spec.key = v.key_path();
  v.text("name", spec.name, Presence::required, "name of the controller, for messages and channels");
  v.number("sample_time", spec.sample_time, {.unit = "s", .minimum = 1e-4, .maximum = 100},
           "time between two samples; outputs are held between them");
  if (inputs != nullptr) v.texts("inputs", spec.inputs, inputs);
  v.texts(
      "outputs", spec.outputs,
      "commanded outputs: actuators by their names, AIR_SPRING.valve, or WHEELSET.torque, a torque on the "
      "spin of a wheelset without a reaction; where its wheels turn against each other also "
      "WHEELSET.left.torque and WHEELSET.right.torque");
  v.number("limit", spec.limit, {.unit = "N, N m", .minimum = 0},
           "largest size of an output; a larger one is cut off; 0: no limit");
}

void describe_external(Visitor& v, ExternalSpec& spec, Presence presence, const char* file) {
  describe_common(v, spec, "channels whose values it gets, in this order");
  v.path("file", spec.file, presence, file);
  v.number("time_limit", spec.time_limit, {.unit = "s", .minimum = 1e-3, .maximum = 3600},
           "longest time of the clock that the start or an answer may take; then the run ends");
}

}  // namespace

void describe(Visitor& v, TableSpec& spec) {
  describe_common(v, spec, nullptr);
  v.curve("table", spec.table, {.presence = Presence::required, .unit = "s, N or N m or m³/s", .least = 1},
          "command over time, straight between the points and held beyond the ends; every output gets it");
}

void describe(Visitor& v, SpeedSpec& spec) {
  describe_common(v, spec, "one channel: the speed of the vehicle, such as BODY.vs");
  v.curve("speed", spec.speed, {.presence = Presence::required, .unit = "s, m/s", .minimum = 0, .least = 1},
          "speed to hold over time, straight between the points and held beyond the ends");
  v.number("proportional_gain", spec.proportional_gain,
           {.presence = Presence::required, .unit = "N m s/m", .minimum = 0, .minimum_excluded = true},
           "torque of each output for a speed that is too low by 1 m/s");
  v.number("integral_time", spec.integral_time, {.unit = "s", .minimum = 0},
           "time in which the integral part grows by the proportional part; 0: no integral part");
  v.number("constant_power_from", spec.constant_power_from, {.unit = "m/s", .minimum = 0},
           "speed above which limit falls as 1/speed; 0: it does not");
}

void describe(Visitor& v, SlideProtectionSpec& spec) {
  describe_common(v, spec,
                  "the speed of the vehicle (BODY.vs), then the spin of one wheelset for each output "
                  "(WHEELSET.vpitch)");
  v.curve("braking", spec.braking,
          {.presence = Presence::required, .unit = "s, N m", .minimum = 0, .least = 1},
          "braking torque demanded of each output over time");
  v.number("wheel_radius", spec.wheel_radius,
           {.presence = Presence::required, .unit = "m", .minimum = 0.1, .maximum = 2},
           "radius of the wheels");
  v.number("release_slip", spec.release_slip, {.unit = "1", .minimum = 0.001, .maximum = 1},
           "slip above which the brake is released");
  v.number("apply_slip", spec.apply_slip, {.unit = "1", .minimum = 0, .maximum = 1},
           "slip below which the brake is applied again; it is held in between");
  v.number("release_rate", spec.release_rate, {.unit = "1/s", .minimum = 0.01, .maximum = 1000},
           "rate at which the share of the braking torque falls");
  v.number("apply_rate", spec.apply_rate, {.unit = "1/s", .minimum = 0.01, .maximum = 1000},
           "rate at which the share of the braking torque grows");
  v.number("least_speed", spec.least_speed, {.unit = "m/s", .minimum = 0.01, .maximum = 20},
           "speed below which the torque falls in proportion to the speed, and slip is not watched");
}

void describe(Visitor& v, LevellingSpec& spec) {
  describe_common(v, spec, "one deflection for each output, such as AIR_SPRING.z.deflection");
  v.number("gain", spec.gain, {.unit = "m²/s", .minimum = 0}, "flow for each metre beyond dead_band");
  v.number("dead_band", spec.dead_band, {.unit = "m", .minimum = 0},
           "change of height up to which the valve stays shut");
  v.number("delay", spec.delay, {.unit = "s", .minimum = 0},
           "time for which the height must be wrong before the valve opens");
  v.number("filter_time", spec.filter_time, {.unit = "s", .minimum = 0},
           "time constant of the low-pass filter on the height");
}

void describe(Visitor& v, LateralSpec& spec) {
  describe_common(v, spec,
                  "two channels for each output: the lateral velocity of the carbody, and the lateral "
                  "deflection of the secondary suspension (carbody relative to bogie)");
  v.number("skyhook_damping", spec.skyhook_damping, {.unit = "N s/m", .minimum = 0},
           "force against the fast part of the velocity");
  v.number("centring_stiffness", spec.centring_stiffness, {.unit = "N/m", .minimum = 0},
           "force against the slow part of the deflection, which holds the carbody off its stops");
  v.number("filter_time", spec.filter_time, {.unit = "s", .minimum = 0.01, .maximum = 100},
           "time constant of the filter that parts fast from slow");
}

void describe(Visitor& v, GuidanceSpec& spec) {
  describe_common(
      v, spec,
      "three channels for each axle: lateral position, yaw angle and rate of the yaw angle, such as "
      "WHEELSET.y, WHEELSET.yaw and WHEELSET.vyaw; outputs are the left and the right wheel of each "
      "axle");
  v.number(
      "lateral_gain", spec.lateral_gain, {.unit = "N m/m", .minimum = 0},
      "torque of the left wheel minus that of the right one, for each metre that the axle is to the left");
  v.number("yaw_gain", spec.yaw_gain, {.unit = "N m/rad", .minimum = 0},
           "the same, for each radian that the axle is turned to the left");
  v.number("yaw_rate_gain", spec.yaw_rate_gain, {.unit = "N m s/rad", .minimum = 0},
           "the same, for each radian per second");
  v.number("filter_time", spec.filter_time, {.unit = "s", .minimum = 0, .maximum = 100},
           "time constant of the low-pass filter on the difference; 0: no filter");
}

void describe(Visitor& v, PythonSpec& spec) {
  describe_external(
      v, spec, Presence::optional,
      "Python file, which runs in a process of its own; in Python a function may take its place: "
      "case.run(controllers={NAME: function})");
  v.text("function", spec.function, Presence::optional,
         "function of the file: function(time, inputs) gives a list with a number for each output");
}

void describe(Visitor& v, FmuSpec& spec) {
  describe_external(v, spec, Presence::required, "FMU of FMI 2 or 3, which runs in a process of its own");
  v.texts("input_variables", spec.input_variables,
          "variables of the FMU that get inputs; all its inputs in their order if not given");
  v.texts("output_variables", spec.output_variables,
          "variables of the FMU that are the outputs; all its outputs in their order if not given");
  v.settings("parameters", spec.parameters, "start values of variables of the FMU");
  v.choice("use", spec.use, "how the FMU is run");
  v.choice("solver", spec.solver, "solver of the FMU's states in model exchange");
  v.number("step", spec.step, {.unit = "s", .minimum = 1e-6, .maximum = 10},
           "longest step of solver; events end a step");
}

void describe(Visitor& v, SharedMemorySpec& spec) {
  describe_external(
      v, spec, Presence::required,
      "file of the exchange, which the run makes and removes, such as /dev/shm/NAME; the program "
      "that answers maps it and runs on its own");
}

void describe(Visitor& v, Spec& spec) {
  v.list("tables", spec.tables, {}, "controllers that command the values of a table over time");
  v.list("speed", spec.speed, {}, "controllers that hold the speed of the vehicle");
  v.list("slide_protection", spec.slide_protection, {},
         "wheel-slide protections: controllers that brake and release wheelsets that slide");
  v.list("levelling", spec.levelling, {}, "controllers that keep the height of air springs");
  v.list("lateral", spec.lateral, {}, "controllers of an active lateral suspension");
  v.list("guidance", spec.guidance, {},
         "controllers that steer axles with independent wheels by torques of their wheels");
  v.list("python", spec.python, {}, "controllers that are functions in Python");
  v.list("fmus", spec.fmus, {}, "controllers that are FMUs");
  v.list("shared_memory", spec.shared_memory, {},
         "controllers that are separate programs, which answer over shared memory");
}

}  // namespace flangeway::control
