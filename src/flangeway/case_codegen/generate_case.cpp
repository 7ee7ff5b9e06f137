#include "flangeway/case_codegen/generate_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "flangeway/case_codegen/axle_equations.hpp"
#include "flangeway/case_codegen/body_equations.hpp"
#include "flangeway/case_codegen/case_data.hpp"
#include "flangeway/case_codegen/case_inputs.hpp"
#include "flangeway/case_codegen/case_tables.hpp"
#include "flangeway/case_codegen/contact_equations.hpp"
#include "flangeway/case_codegen/contact_methods.hpp"
#include "flangeway/case_codegen/parameter_equations.hpp"
#include "flangeway/case_codegen/runtime_files.hpp"
#include "flangeway/case_codegen/stored_states.hpp"
#include "flangeway/case_codegen/supported.hpp"
#include "flangeway/codegen/c_data.hpp"
#include "flangeway/codegen/runtime_files.hpp"
#include "flangeway/simulate/choose_integrator.hpp"

namespace flangeway::case_codegen {

using codegen::Project;

namespace {

// All but fw_bodies.
std::vector<Function> other_functions(const vehicle_case::CaseModel& model, const InputList& inputs) {
  std::vector<Function> functions = contact_functions(model.contact, inputs.rails.count > 0);
  functions.push_back(axle_function(model.vehicle.bodies));
  functions.push_back(joint_function(model.vehicle.bodies));
  functions.push_back(joint_reaction_function(model.vehicle.bodies));
  return functions;
}

// Code that no parameter may change.
std::string fixed_code(const vehicle_case::CaseModel& model, const InputList& inputs) {
  std::string code = sizes_code(model, inputs, {}) + fixed_data_code(model, inputs) + tables_code(model);
  for (const Function& one : other_functions(model, inputs)) code += one.code;
  return code;
}

// Coordinates, velocities and states of elements at the start.
bool starts_alike(const std::vector<double>& one, const std::vector<double>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](double a, double b) { return std::abs(a - b) <= 1e-9 * (1 + std::abs(a)); });
}

void check_parameters(simulate::Simulation& nominal, const InputList& inputs,
                      const std::vector<ParameterKey>& parameters, Findings& findings) {
  if (parameters.empty()) return;
  const std::string code = fixed_code(nominal.model(), inputs);
  for (const ParameterKey& key : parameters) {
    vehicle_case::CaseModel above = key.above;
    simulate::choose_integrator(above);
    simulate::Simulation changed(above);
    const bool is_other = fixed_code(above, inputs) != code;
    if (!is_other && starts_alike(nominal.state().y, changed.state().y)) continue;
    findings.add({{},
                  "--parameters",
                  is_other ? "changes more than forces of elements: masses, contacts, joints or relaxation"
                           : "changes the state at the start",
                  key.name,
                  possible_parameters,
                  fmt::format("Leave it out, and export the case once more with --set {}=VALUE", key.name)});
  }
}

// An actuator may have the name that another input makes, such as "torque".
void check_names(const InputList& inputs, Findings& findings) {
  std::set<std::string> seen;
  for (const Input& input : inputs.all)
    if (!seen.insert(input.name).second)
      findings.add({{},
                    "--inputs",
                    "gives two inputs the same name",
                    input.name,
                    "",
                    "Give the actuator or the body another name, or leave out a group of inputs"});
}

bool belongs_to_another_method(const std::string& file, std::string_view method) {
  if (file == method) return false;
  for (const ContactCode* code : contact_codes) {
    if (file == code->file) return true;
  }
  return false;
}

void add_runtime(std::string_view method, Project& project) {
  for (const auto& file : case_runtime_files()) {
    if (!belongs_to_another_method(file.first, method)) project.files.push_back(file);
  }
  for (const auto& file : codegen::runtime_files()) {
    if (file.first == "interface.h" || file.first == "runner.c") project.files.push_back(file);
  }
}

}  // namespace

Project generate(const vehicle_case::CaseModel& given, const document::Document& file, const Choice& choice,
                 Findings& findings) {
  vehicle_case::CaseModel model = given;
  simulate::choose_integrator(model);  // generated code has the choice made here
  check_supported(model, file, findings);
  if (!findings.empty()) return {};
  const InputList inputs = inputs_of(model, choice.inputs);
  check_names(inputs, findings);
  if (!findings.empty()) return {};
  simulate::Simulation simulation(model);
  check_parameters(simulation, inputs, choice.parameters, findings);
  if (!findings.empty()) return {};
  const std::string head = "#include <math.h>\n\n#include \"runtime.h\"\n\n", tables = tables_code(model);
  Project project;
  const std::string method(contact_code(model.contact.settings.method)->file);
  add_runtime(method, project);
  std::string equations;
  std::vector<Function> functions = other_functions(model, inputs);
  functions.insert(functions.begin(),
                   body_function(model.vehicle.bodies, inputs, choice.parameters, findings));
  if (!findings.empty()) return {};
  for (const Function& function : functions) {
    equations += function.code;
    project.functions.push_back({function.name, function.count});
  }
  const std::string sizes = sizes_code(model, inputs, choice.parameters),
                    data = data_code(simulation, inputs, choice.parameters);
  const std::string token = codegen::fmu_token(sizes + data + equations + tables);
  project.files.emplace_back("model_size.h", sizes);
  project.files.emplace_back(
      "model.c",
      head + data + fmt::format("const char *const fw_fmu_token = \"{}\";\n\n", token) + equations);
  project.files.emplace_back("tables.c", head + tables);
  project.files.emplace_back("stored.h", write_stored(simulation, file.where("initial"), findings));
  project.files.emplace_back("CMakeLists.txt",
                             codegen::project_cmake("model.c tables.c lookup.c contact.c joints.c " + method +
                                                    " step.c exchange.c"));
  if (choice.target == codegen::Target::fmu)
    codegen::add_fmu(fmu_of(model, inputs, choice.parameters, token), project);
  return project;
}

}  // namespace flangeway::case_codegen
