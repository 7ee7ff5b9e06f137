#include "flangeway/case_codegen/case_data.hpp"

#include <algorithm>
#include <array>

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

bool takes_torque(const CaseModel& model) {
  return model.drive.mode == vehicle_case::Drive::free;
}

/// If the vehicle is free, motors may turn its wheelsets; and each wheel that turns by itself.
std::vector<std::string> input_names(const CaseModel& model) {
  std::vector<std::string> names;
  if (takes_torque(model)) names.emplace_back("torque");
  for (const multibody::AxleTwist& twist : model.vehicle.bodies.axle_twists)
    for (const char* side : {".left", ".right"})
      names.push_back(model.vehicle.bodies.bodies[twist.body].name + side + ".torque");
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
std::string twists_code(const CaseModel& model) {
  const multibody::Model& bodies = model.vehicle.bodies;
  std::vector<int> states, inputs;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    const auto twist = std::find_if(bodies.axle_twists.begin(), bodies.axle_twists.end(),
                                    [&](const auto& t) { return t.body == wheelset.body; });
    const bool found = twist != bodies.axle_twists.end();
    const auto place = static_cast<int>(twist - bodies.axle_twists.begin());
    states.push_back(found ? static_cast<int>(twist->rate) : -1);
    inputs.push_back(found ? (takes_torque(model) ? 1 : 0) + 2 * place : -1);
  }
  return fmt::format(
      "const int fw_takes_torque = {}, fw_twist_state[] = {{{}}}, fw_wheel_input[] = {{{}}};\n",
      takes_torque(model) ? 1 : 0, fmt::join(states, ", "), fmt::join(inputs, ", "));
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

/// Duration of a run in s; 0 where only the run can tell when the vehicle is at the end of the track.
double expected_duration(const CaseModel& model) {
  const vehicle_case::DriveSettings& drive = model.drive;
  if (model.integration.duration > 0) return model.integration.duration;
  if (drive.mode == vehicle_case::Drive::free || !drive.speed_profile.empty() || !(drive.speed > 0)) return 0;
  return (model.track.length() - model.initial.s) / drive.speed;
}

}  // namespace

std::string sizes_code(const CaseModel& model) {
  return codegen::size_header({{"FW_BODIES", model.vehicle.bodies.body_count()},
                               {"FW_WHEELSETS", model.contact.wheelsets.size()},
                               {"FW_AUXILIARY", model.vehicle.bodies.auxiliary_count},
                               {"FW_JOINT_ROWS", model.vehicle.bodies.joint_rows},
                               {"FW_JOINT_GROUPS", model.vehicle.bodies.joint_groups.size()},
                               {"FW_JOINT_ENTRIES", joint_entries(model.vehicle.bodies)},
                               {"FW_JOINT_VALUES", joint_reaction_names(model.vehicle.bodies).size()},
                               {"FW_PARAMETERS", 0},
                               {"FW_INPUTS", input_names(model).size()}});
}

std::string data_code(simulate::Simulation& simulation) {
  const CaseModel& model = simulation.model();
  const std::vector<std::string> inputs = input_names(model);
  return fmt::format("const char *const fw_model_name = {};\n", c_text(model.name)) +
         c_names("fw_coordinate_name", coordinate_names(model)) + c_names("fw_parameter_name", {}) +
         c_numbers("fw_parameter_value", {}) + c_names("fw_input_name", inputs) +
         c_numbers("fw_input_value", std::vector<double>(inputs.size(), 0)) +
         c_names("fw_wheel_name", wheel_names(model)) +
         c_names("fw_joint_value_name", joint_reaction_names(model.vehicle.bodies)) +
         initial_state(simulation) + wheelsets_code(model) + twists_code(model) +
         joints_code(model.vehicle.bodies) + stabilisation_code(model.integration) +
         c_numbers("fw_auxiliary_rate", model.vehicle.bodies.relaxation_rates) +
         friction_code(model.contact.settings) + flange_code(model.contact.settings) + drive_code(model);
}

codegen::FmuDescription fmu_of(const CaseModel& model, const std::string& token) {
  codegen::FmuDescription fmu{model.name, token, model.integration.step, expected_duration(model), {}};
  const auto add = [&](const std::string& name, const char* causality, const char* description,
                       double start) {
    fmu.variables.push_back({name, causality, description, start});
  };
  add("speed", "parameter", "at the start in m/s; a prescribed speed changes in proportion",
      model.drive.speed);
  add("friction", "parameter", "coefficient of friction of wheels and rails",
      model.contact.settings.friction[0].law.coefficient);
  for (const std::string& name : input_names(model))
    add("input." + name, "input",
        name == "torque" ? "motor torque on each driven wheelset in N m, besides that of the case"
                         : "motor torque on this wheel in N m",
        0);
  for (const std::string& name : coordinate_names(model))
    add("q." + name, "output", "coordinate in m or rad, on the body's own track frame", 0);
  for (const std::string& name : coordinate_names(model)) add("v." + name, "output", "its velocity", 0);
  for (const std::string& name : wheel_names(model))
    add("Q." + name, "output", "vertical force of the wheel on the rail in N, downwards", 0);
  for (const std::string& name : wheel_names(model))
    add("Y." + name, "output", "lateral force of the wheel on the rail in N, to the left", 0);
  for (const std::string& name : joint_reaction_names(model.vehicle.bodies))
    add("joint." + name, "output", "reaction of a joint on its first body in N or N m, in that body's axes",
        0);
  return fmu;
}

}  // namespace flangeway::case_codegen
