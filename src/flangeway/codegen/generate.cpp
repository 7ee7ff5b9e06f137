#include "flangeway/codegen/generate.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/codegen/c_data.hpp"
#include "flangeway/codegen/fmu.hpp"
#include "flangeway/codegen/matlab.hpp"
#include "flangeway/codegen/model_functions.hpp"
#include "flangeway/codegen/runtime_files.hpp"
#include "flangeway/codegen/selftest.hpp"
#include "flangeway/codegen/sparsity.hpp"
#include "flangeway/codegen/start_values.hpp"
#include "flangeway/codegen/tables.hpp"

namespace flangeway::codegen {

using expression::Expression;
using symbolic_model::Model;
using symbolic_model::WheelContact;

namespace {

// Lists one after the other, and where each begins.
std::string c_lists(const char* array, const Lists& lists) {
  std::vector<std::size_t> begin{0}, all;
  for (const auto& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    begin.push_back(all.size());
  }
  return c_integers(fmt::format("{}_begin", array), begin) + c_integers(array, all);
}

constexpr double default_step = 1e-3, default_duration = 1;  // s

std::string data_code(const Model& model, const std::vector<double>& places) {
  std::vector<std::string> parameters, inputs, wheels;
  std::vector<double> parameter_values, input_values;
  std::vector<std::size_t> sides;
  for (const auto& symbol : model.parameters)
    parameters.push_back(symbol.name), parameter_values.push_back(symbol.value);
  for (const auto& symbol : model.inputs) inputs.push_back(symbol.name), input_values.push_back(symbol.value);
  for (const WheelContact& wheel : model.wheels) {
    wheels.push_back(wheel.name);
    sides.push_back(wheel.side == symbolic_model::Side::left ? 0 : 1);
  }
  return fmt::format("const char *const fw_model_name = {};\n", c_text(model.name)) +
         c_names("fw_coordinate_name", model.coordinate_names) + c_names("fw_parameter_name", parameters) +
         c_names("fw_input_name", inputs) + c_names("fw_wheel_name", wheels) +
         c_names("fw_joint_value_name", {}) + c_numbers("fw_initial_position", model.initial_position) +
         c_numbers("fw_initial_velocity", model.initial_velocity) +
         c_numbers("fw_parameter_value", parameter_values) + c_numbers("fw_input_value", input_values) +
         c_numbers("fw_input_minimum",
                   std::vector<double>(input_values.size(), std::numeric_limits<double>::lowest())) +
         c_numbers("fw_initial_place", places) + c_integers("fw_wheel_side", sides) +
         fmt::format(
             "const char *const fw_velocity_name = \"initial_velocity_factor\";\n"
             "const double fw_velocity = 1.0, fw_default_step = {}, fw_duration = {};\n"
             "const fw_method fw_default_method = FW_IMEX_EULER;\n",
             default_step, default_duration);
}

std::vector<double> initial_places(const Model& model, const symbolic_model::ModelSpec& spec) {
  std::vector<Expression> places;
  for (const WheelContact& wheel : model.wheels) places.push_back(wheel.start_place);
  return expression::evaluate(model.graph, places, start_values(model, spec).all());
}

std::string lists_code(const Sparsity& sparsity) {
  return c_integers("fw_order", sparsity.order) + c_lists("fw_later", sparsity.later) +
         c_lists("fw_path", sparsity.path) + c_lists("fw_row", sparsity.rows);
}

std::string sizes_code(const Model& model, const StagedCode& code, const Tables& tables) {
  return size_header({{"FW_COORDINATES", model.coordinate_names.size()},
                      {"FW_CONSTRAINTS", model.constraints.residual.size()},
                      {"FW_WHEELS", model.wheels.size()},
                      {"FW_PARAMETERS", model.parameters.size()},
                      {"FW_INPUTS", model.inputs.size()},
                      {"FW_CONSTANT_COUNT", code.constants},
                      {"FW_SHARED_COUNT", code.shared},
                      {"FW_PROFILE_BREAKS", tables.profile_breaks},
                      {"FW_COURSE_PIECES", tables.course_pieces},
                      {"FW_COURSE", tables.course_functions},
                      {"FW_PATCH_NODES", tables.patch_nodes}});
}

constexpr const char* sources = "model.c tables.c linear.c contact.c search.c step.c";

std::string split_cmake() {
  return fmt::format(R"(add_executable(runner_split runner.c {})
target_compile_definitions(runner_split PRIVATE FW_TIMING)
target_link_libraries(runner_split PRIVATE m)
)",
                     sources);
}

// In the order of their value references in fmu.h.
FmuDescription fmu_of(const Model& model, const symbolic_model::ModelSpec& spec, const std::string& token) {
  const double friction = spec.contact && !model.wheels.empty() ? spec.contact->friction : 0;
  FmuDescription fmu{model.name, token, default_step, default_duration, {}, {}};
  const auto add = [&](const std::string& name, const char* causality, const char* unit,
                       const char* description, double start) {
    fmu.variables.push_back({name, causality, unit, description, start, {}, false, {}});
  };
  add("initial_velocity_factor", "parameter", "1", "factor of all velocities at the start", 1);
  add("friction", "parameter", "1", "coefficient of friction of wheels and rails", friction);
  for (const auto& symbol : model.parameters)
    add("parameter." + symbol.name, "parameter", "", "", symbol.value);
  for (const auto& symbol : model.inputs) add("input." + symbol.name, "input", "", "", symbol.value);
  for (const std::string& name : model.coordinate_names) add("q." + name, "output", "", "coordinate", 0);
  for (const std::string& name : model.coordinate_names) add("v." + name, "output", "", "its velocity", 0);
  for (const WheelContact& wheel : model.wheels)
    add("Q." + wheel.name, "output", "N", "vertical force of the rail on the wheel, upwards", 0);
  for (const WheelContact& wheel : model.wheels)
    add("Y." + wheel.name, "output", "N", "lateral force of the rail on the wheel, to the left", 0);
  return fmu;
}

void add_row(std::vector<Expression>& all, const std::vector<Expression>& row) {
  all.insert(all.end(), row.begin(), row.end());
}

// The parts of the equations that the paper counts, each for itself, with parameters as symbols.
std::vector<Cost> costs_of(const Model& model) {
  std::vector<Expression> mass, force = model.equations.force, residual = model.constraints.residual, rows,
                                creep;
  for (const auto& row : model.equations.mass) add_row(mass, row);
  for (const auto& row : model.constraints.jacobian) add_row(rows, row);
  std::vector<Expression> tangents;
  for (const WheelContact& wheel : model.wheels) {
    residual.push_back(wheel.normal_residual);
    residual.insert(residual.end(), wheel.tangent_residual.begin(), wheel.tangent_residual.end());
    add_row(rows, wheel.normal_row);
    for (const auto& row : wheel.creep_rows) add_row(creep, row);
    for (const auto& row : wheel.tangent_jacobian) tangents.insert(tangents.end(), row.begin(), row.end());
  }
  std::vector<Cost> costs;
  const auto add = [&](const char* what, const std::vector<Expression>& expressions) {
    costs.push_back({what, expression::count_operations(model.graph, expressions)});
  };
  add("mass matrix M", mass);
  add("forces delta", force);
  add("constraints", residual);
  add("Jacobian of the constraints", rows);
  add("Jacobian of the contacts", tangents);
  add("directions of creep", creep);
  return costs;
}

}  // namespace

Project generate(Model& model, const symbolic_model::ModelSpec& spec, Target target, Findings& findings) {
  if (target == Target::matlab) {
    check_start(model, spec, findings);
    if (!findings.empty()) return {};
    Project functions{matlab_files(model, spec), costs_of(model), {}};
    return functions;
  }
  const Tables tables = write_tables(model, spec, findings);
  if (!findings.empty()) return {};
  check_start(model, spec, findings);
  if (!findings.empty()) return {};
  const std::vector<StagedFunction> functions = model_functions(model);
  const StagedCode code = write_functions(model.graph, symbol_table(model), functions);
  Project project;
  const std::string head = "#include \"runtime.h\"\n\n", sizes = sizes_code(model, code, tables),
                    data = data_code(model, initial_places(model, spec)),
                    token = fmu_token(sizes + data + code.text + tables.code);
  for (const auto& file : runtime_files()) {
    if (file.first[0] != 'f') project.files.push_back(file);  // not those of the FMU
  }
  project.files.emplace_back("model_size.h", sizes);
  project.files.emplace_back("model.c", "#include <math.h>\n\n" + head + data +
                                            fmt::format("const char *const fw_fmu_token = \"{}\";\n", token) +
                                            lists_code(sparsity_of(model)) + "\n" + code.text);
  project.files.emplace_back("tables.c", head + tables.code);
  project.files.emplace_back("stored.h", write_stored(model, spec, functions));
  project.files.emplace_back("CMakeLists.txt", project_cmake(sources) + split_cmake());
  if (target == Target::fmu) add_fmu(fmu_of(model, spec, token), project);
  project.equations = costs_of(model);
  project.functions.push_back({"prepare", code.counts[0]});
  for (std::size_t i = 0; i < functions.size(); ++i)
    project.functions.push_back({functions[i].name, code.counts[i + 1]});
  return project;
}

}  // namespace flangeway::codegen
