#include "flangeway/case_codegen/case_data.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/case_codegen/joint_equations.hpp"
#include "flangeway/codegen/c_data.hpp"
#include "flangeway/simulate/joints.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::case_codegen {

using codegen::c_integers;
using codegen::c_names;
using codegen::c_numbers;
using codegen::c_text;
using vehicle_case::CaseModel;

namespace {

constexpr const char* coordinates[] = {"s", "y", "z", "roll", "pitch", "yaw"};

std::vector<std::string> coordinate_names(const CaseModel& model) {
  std::vector<std::string> names;
  for (const multibody::Body& body : model.vehicle.bodies.bodies) {
    for (const char* coordinate : coordinates) names.push_back(body.name + "." + coordinate);
  }
  return names;
}

std::vector<std::string> wheel_names(const CaseModel& model) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) names.push_back(simulate::wheel_name(model, i, side));
  }
  return names;
}

std::string table(const std::string& name, const char* count,
                  const std::vector<std::array<double, 2>>& points) {
  std::string rows;
  for (const auto& [x, y] : points) rows += fmt::format("{{{:.17g}, {:.17g}}}, ", x, y);
  return fmt::format("const int {} = {};\nconst double {}[][2] = {{{}}};\n", count, points.size(), name,
                     points.empty() ? "{0.0, 0.0}" : rows);
}

/// From the first point to each.
std::vector<double> integrals(const std::vector<std::array<double, 2>>& points) {
  std::vector<double> sums(points.size(), 0);
  for (std::size_t i = 1; i < points.size(); ++i)
    sums[i] = sums[i - 1] + (points[i][0] - points[i - 1][0]) / 2 * (points[i][1] + points[i - 1][1]);
  return sums;
}

std::string initial_state(simulate::Simulation& simulation) {
  const multibody::Model& bodies = simulation.model().vehicle.bodies;
  const std::vector<double>& y = simulation.state().y;
  const auto part = [&](std::size_t first, std::size_t count) {
    const auto begin = y.begin() + static_cast<std::ptrdiff_t>(first);
    return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  std::vector<double> loads, reactions;
  for (const JointRowPlace& place : joint_rows(bodies))
    reactions.push_back(simulation.bodies().joints.multiplier(place.row));
  for (const wheelrail::WheelsetResult& wheelset : simulation.contacts().wheelsets)
    loads.insert(loads.end(), wheelset.multipliers, wheelset.multipliers + 2);
  return c_numbers("fw_initial_position", part(0, bodies.velocity_offset())) +
         c_numbers("fw_initial_velocity", part(bodies.velocity_offset(), bodies.velocity_offset())) +
         c_numbers("fw_initial_auxiliary", part(bodies.auxiliary_offset(), bodies.auxiliary_count)) +
         c_numbers("fw_initial_load", loads) + c_numbers("fw_initial_reaction", reactions);
}

std::string wheelsets_code(const CaseModel& model) {
  std::vector<std::size_t> bodies, motors(model.vehicle.bodies.body_count(), 0);
  std::vector<double> radii, shares, masses;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    const multibody::Body& body = model.vehicle.bodies.bodies[wheelset.body];
    const double spin_mass = body.inertia(1, 1) / (wheelset.radius * wheelset.radius);
    bodies.push_back(wheelset.body);
    radii.push_back(wheelset.radius);
    shares.push_back(spin_mass / (body.mass + spin_mass));
  }
  for (const multibody::Body& body : model.vehicle.bodies.bodies) masses.push_back(body.mass);
  for (std::size_t i = 0; i < model.vehicle.wheelsets.size(); ++i)
    motors[model.vehicle.wheelsets[i].body] = model.drive.driven_wheelsets[i] ? 1 : 0;
  return c_integers("fw_wheelset_body", bodies) + c_numbers("fw_wheelset_radius", radii) +
         c_numbers("fw_spin_share", shares) + c_numbers("fw_body_mass", masses) +
         c_integers("fw_has_torque", motors);
}

/// For each wheelset, the state of its axle twist and its first input.
std::string twists_code(const CaseModel& model, const InputList& list) {
  const multibody::Model& bodies = model.vehicle.bodies;
  std::vector<int> states, inputs;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    const auto twist = std::find_if(bodies.axle_twists.begin(), bodies.axle_twists.end(),
                                    [&](const auto& t) { return t.body == wheelset.body; });
    const bool found = twist != bodies.axle_twists.end();
    const auto place = static_cast<int>(twist - bodies.axle_twists.begin());
    states.push_back(found ? static_cast<int>(twist->rate) : -1);
    inputs.push_back(found ? static_cast<int>(list.wheels.first) + 2 * place : -1);
  }
  return fmt::format(
      "const int fw_takes_torque = {}, fw_twist_state[] = {{{}}}, fw_wheel_input[] = {{{}}};\n",
      list.motors.count, fmt::join(states, ", "), fmt::join(inputs, ", "));
}

/// How joints are kept together: by Baumgarte's terms, or by a projection after each step.
std::string stabilisation_code(const vehicle_case::IntegrationSettings& settings) {
  return fmt::format("const double fw_stabilisation_rate = {:.17g};\nconst int fw_projects_joints = {};\n",
                     simulate::stabilisation_rate(settings),
                     settings.joint_stabilisation == vehicle_case::JointStabilisation::projection ? 1 : 0);
}

std::string friction_code(const wheelrail::Settings& settings) {
  const auto &left = settings.friction[0].law, &right = settings.friction[1].law;
  return fmt::format("const double fw_friction = {:.17g};\n", left.coefficient) +
         c_numbers("fw_friction_at_rest", {left.coefficient, right.coefficient}) +
         c_numbers("fw_limit_ratio", {left.limit_ratio, right.limit_ratio}) +
         c_numbers("fw_decay", {left.decay, right.decay}) +
         table("fw_friction_over_angle", "fw_friction_points", settings.friction[0].over_angle);
}

std::string flange_code(const wheelrail::Settings& settings) {
  return fmt::format("const double fw_flange_stiffness = {:.17g}, fw_flange_damping = {:.17g};\n",
                     settings.flange_stiffness, settings.flange_damping);
}

std::string drive_code(const CaseModel& model) {
  const vehicle_case::DriveSettings& drive = model.drive;
  const vehicle_case::IntegrationSettings& integration = model.integration;
  const multibody::Model& bodies = model.vehicle.bodies;
  const bool driven = bodies.driven_body != multibody::no_index;
  const double start = driven ? model.initial.s + bodies.bodies[bodies.driven_body].initial(0) : 0;
  return fmt::format(
             "const int fw_driven_body = {};\nconst double fw_driven_start = {:.17g};\n"
             "const char *const fw_velocity_name = \"speed\";\n"
             "const double fw_velocity = {:.17g}, fw_default_step = {:.17g}, fw_duration = {:.17g};\n"
             "const int fw_reference_body = {};\n"
             "const fw_method fw_default_method = {};\nconst int fw_creep_is_stiff = {}, fw_may_lift = {};\n"
             "const int fw_friction_matters = {};\n",
             driven ? static_cast<int>(bodies.driven_body) : -1, start, drive.speed, integration.step,
             integration.duration, bodies.reference_body,
             integration.method == vehicle_case::IntegratorMethod::rk4 ? "FW_RK4" : "FW_ABM4",
             model.contact.settings.stiff_creep ? 1 : 0, model.contact.settings.lift_off ? 1 : 0,
             contact::depends_on_friction(model.contact.settings.creep.law) ? 1 : 0) +
         table("fw_speed_profile", "fw_profile_points", drive.speed_profile) +
         c_numbers("fw_profile_run", integrals(drive.speed_profile)) +
         table("fw_torque", "fw_torque_points", drive.torque);
}

std::string inputs_code(const InputList& inputs) {
  std::vector<std::string> names;
  std::vector<double> values, minima, scales;
  for (const Input& input : inputs.all) {
    scales.push_back(scale_of(input));
    names.push_back(input.name);
    values.push_back(input.start);
    minima.push_back(input.minimum.value_or(std::numeric_limits<double>::lowest()));
  }
  return c_names("fw_input_name", names) + c_numbers("fw_input_value", values) +
         c_numbers("fw_input_minimum", minima) + c_numbers("fw_input_scale", scales);
}

std::string rate_unit(const std::string& unit) {
  const bool is_rate = unit.ends_with("/s");
  return is_rate ? unit + "2" : unit + "/s";
}

/// For model exchange: auxiliary states, the rates of all states and the event indicators. `first`: place of
/// the coordinates among the variables.
void add_exchange(const CaseModel& model, std::size_t first, codegen::FmuDescription& fmu) {
  const std::size_t coordinates = 2 * model.vehicle.bodies.velocity_offset(),
                    auxiliary = model.vehicle.bodies.auxiliary_count;
  std::vector<std::size_t> states;
  const auto add = [&](const std::string& name, const std::string& unit, const char* description,
                       std::optional<std::size_t> derivative_of) {
    fmu.variables.push_back({name, "local", unit, description, 0, {}, false, derivative_of});
  };
  for (std::size_t i = 0; i < coordinates; ++i) states.push_back(first + i);
  for (std::size_t i = 0; i < auxiliary; ++i) {
    states.push_back(fmu.variables.size());
    add(fmt::format("auxiliary.{}", i), "", "state of an element or of the modes of a body", {});
  }
  for (const std::size_t state : states) {
    fmu.variables[state].is_state = true;
    const std::string unit = fmu.variables[state].unit;
    add("der(" + fmu.variables[state].name + ")", unit.empty() ? "" : rate_unit(unit), "", state);
  }
  fmu.event_indicators = 1;
  if (model.contact.settings.lift_off) {
    fmu.event_indicators = 1 + wheel_names(model).size();
    for (const std::string& name : wheel_names(model))
      add("event." + name, "1", "becomes negative where the wheel lifts off or lands", {});
  }
  add("event.track", "m", "track that is left, up to the end of the run", {});
}

/// Duration of a run in s; 0 where only the run can tell when the vehicle is at the end of the track.
double expected_duration(const CaseModel& model) {
  const vehicle_case::DriveSettings& drive = model.drive;
  if (model.integration.duration > 0) return model.integration.duration;
  if (drive.mode == vehicle_case::Drive::free || !drive.speed_profile.empty() || !(drive.speed > 0)) return 0;
  return (model.track.length() - model.initial.s) / drive.speed;
}

}  // namespace

std::string sizes_code(const CaseModel& model, const InputList& inputs,
                       const std::vector<ParameterKey>& parameters) {
  const auto has = [](const InputRange& range) { return range.count > 0 ? std::size_t{1} : 0; };
  return codegen::size_header({{"FW_BODIES", model.vehicle.bodies.body_count()},
                               {"FW_WHEELSETS", model.contact.wheelsets.size()},
                               {"FW_AUXILIARY", model.vehicle.bodies.auxiliary_count},
                               {"FW_JOINT_ROWS", model.vehicle.bodies.joint_rows},
                               {"FW_JOINT_GROUPS", model.vehicle.bodies.joint_groups.size()},
                               {"FW_JOINT_ENTRIES", joint_entries(model.vehicle.bodies)},
                               {"FW_JOINT_VALUES", joint_reaction_names(model.vehicle.bodies).size()},
                               {"FW_PARAMETERS", parameters.size()},
                               {"FW_INPUTS", inputs.all.size()},
                               {"FW_LIFTS", model.contact.settings.lift_off ? std::size_t{1} : 0},
                               {"FW_HAS_TORQUE_INPUTS", has(inputs.torques)},
                               {"FW_TORQUE_INPUT", inputs.torques.first},
                               {"FW_HAS_FRICTION_INPUTS", has(inputs.friction)},
                               {"FW_FRICTION_INPUT", inputs.friction.first},
                               {"FW_HAS_IRREGULARITY_INPUTS", has(inputs.irregularities)},
                               {"FW_IRREGULARITY_INPUT", inputs.irregularities.first},
                               {"FW_HAS_RAIL_INPUTS", has(inputs.rails)},
                               {"FW_RAIL_INPUT", inputs.rails.first},
                               {"FW_HAS_CANT_INPUTS", has(inputs.cant)},
                               {"FW_CANT_INPUT", inputs.cant.first}});
}

std::string data_code(simulate::Simulation& simulation, const InputList& inputs,
                      const std::vector<ParameterKey>& parameters) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const ParameterKey& parameter : parameters) {
    names.push_back(parameter.name);
    values.push_back(parameter.value);
  }
  return fixed_data_code(simulation.model(), inputs) + c_names("fw_parameter_name", names) +
         c_numbers("fw_parameter_value", values) + initial_state(simulation);
}

std::string fixed_data_code(const CaseModel& model, const InputList& inputs) {
  return fmt::format("const char *const fw_model_name = {};\n", c_text(model.name)) +
         c_names("fw_coordinate_name", coordinate_names(model)) + inputs_code(inputs) +
         c_names("fw_wheel_name", wheel_names(model)) +
         c_names("fw_joint_value_name", joint_reaction_names(model.vehicle.bodies)) + wheelsets_code(model) +
         twists_code(model, inputs) + joints_code(model.vehicle.bodies) +
         stabilisation_code(model.integration) +
         c_numbers("fw_auxiliary_rate", model.vehicle.bodies.relaxation_rates) +
         friction_code(model.contact.settings) + flange_code(model.contact.settings) + drive_code(model) +
         fmt::format("const double fw_rail_distance = {:.17g};\n", 2 * model.contact.rail_half_distance);
}

codegen::FmuDescription fmu_of(const CaseModel& model, const InputList& inputs,
                               const std::vector<ParameterKey>& parameters, const std::string& token) {
  codegen::FmuDescription fmu{model.name, token, model.integration.step, expected_duration(model), {}, {}};
  const auto add = [&](const std::string& name, const char* causality, const char* unit,
                       const char* description, double start = 0) {
    fmu.variables.push_back({name, causality, unit, description, start, {}, false, {}});
  };
  add("speed", "parameter", "m/s", "at the start; a prescribed speed changes in proportion",
      model.drive.speed);
  add("friction", "parameter", "1", "coefficient of friction of wheels and rails",
      model.contact.settings.friction[0].law.coefficient);
  for (const ParameterKey& parameter : parameters)
    add(parameter.name, "parameter", parameter.unit.c_str(), "a key of the case", parameter.value);
  for (const Input& input : inputs.all)
    fmu.variables.push_back({"input." + input.name,
                             "input",
                             input.unit,
                             input.description,
                             input.start,
                             input.minimum,
                             false,
                             {}});
  const std::vector<std::string> coordinates = coordinate_names(model);
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    add("q." + coordinates[i], "output", i % 6 < 3 ? "m" : "rad",
        "coordinate, on the body's own track frame");
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    add("v." + coordinates[i], "output", i % 6 < 3 ? "m/s" : "rad/s", "its velocity");
  for (const std::string& name : wheel_names(model))
    add("Q." + name, "output", "N", "vertical force of the wheel on the rail, downwards");
  for (const std::string& name : wheel_names(model))
    add("Y." + name, "output", "N", "lateral force of the wheel on the rail, to the left");
  for (const std::string& name : joint_reaction_names(model.vehicle.bodies))
    add("joint." + name, "output", name.find(".moment") == std::string::npos ? "N" : "N.m",
        "reaction of a joint on its first body, in that body's axes");
  add_exchange(model, inputs.all.size() + parameters.size() + 2, fmu);
  return fmu;
}

}  // namespace flangeway::case_codegen
