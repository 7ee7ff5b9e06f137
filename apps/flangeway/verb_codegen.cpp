// flangeway codegen: from a case or a symbolic model to a self-contained C project, or to Matlab functions.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/case_codegen/generate_case.hpp"
#include "flangeway/codegen/generate.hpp"
#include "flangeway/symbolic_model/model.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/files.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"
#include "flangeway/workbench/file_kind.hpp"
#include "key_reference.hpp"

namespace flangeway::app {

namespace {

void print_costs(const char* title, const std::vector<codegen::Cost>& costs) {
  put_out("{:<30} {:>8} {:>10} {:>8} {:>8} {:>6}\n", title, "atoms", "operations", "+", "*", "other");
  for (const codegen::Cost& cost : costs) {
    const auto& c = cost.count;
    put_out("{:<30} {:>8} {:>10} {:>8} {:>8} {:>6}\n", cost.what, c.atoms, c.operations(), c.additions,
            c.multiplications, c.divisions + c.functions);
  }
}

nlohmann::ordered_json json_of(const std::vector<codegen::Cost>& costs) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const codegen::Cost& cost : costs)
    all[cost.what] = {{"atoms", cost.count.atoms}, {"operations", cost.count.operations()}};
  return all;
}

/// A case file says which vehicle runs on which track; a symbolic model names neither.
enum class ModelKind { symbolic, case_file, vehicle };

// Asked of the text, so that findings about its keys are those of the right kind of file.
ModelKind kind_of(const document::Document& file) {
  if (file.where("vehicle").line > 0) return ModelKind::case_file;
  return file.where("wheelsets").line > 0 ? ModelKind::vehicle : ModelKind::symbolic;
}

struct Generated {
  std::string name;
  codegen::Project project;
};

/// The options of the verb.
struct CodeOptions {
  std::string target = "project";
  std::vector<std::string> inputs;      ///< groups; empty: by the target
  std::vector<std::string> parameters;  ///< keys, or KEY:STEP
};

constexpr const char* no_inputs = "none";

/// An importer connects the inputs that it needs and leaves the others at their start values. A caller of the
/// project sets all inputs in each step.
std::vector<case_codegen::InputGroup> input_groups(const CodeOptions& options, codegen::Target target,
                                                   Findings& findings) {
  std::vector<case_codegen::InputGroup> groups;
  for (const auto& one : alternatives_of(case_codegen::InputGroup{})) {
    const bool named =
        std::find(options.inputs.begin(), options.inputs.end(), one.name) != options.inputs.end();
    if (named || (options.inputs.empty() && target == codegen::Target::fmu)) groups.push_back(one.value);
  }
  if (!groups.empty() &&
      std::find(options.inputs.begin(), options.inputs.end(), no_inputs) != options.inputs.end())
    findings.add({{},
                  "--inputs",
                  "combines none with groups of inputs",
                  fmt::format("{}", fmt::join(options.inputs, ",")),
                  "none alone, or groups",
                  "Leave out none, or the groups"});
  return groups;
}

Generated from_symbolic_model(const Common& common, const CodeOptions& options, codegen::Target target) {
  Findings findings;
  for (const auto& [name, words] :
       {std::pair("inputs", &options.inputs), {"parameters", &options.parameters}})
    if (!words->empty())
      findings.add({{},
                    fmt::format("--{}", name),
                    fmt::format("is for cases: a symbolic model lists its {} itself", name),
                    fmt::format("{}", fmt::join(*words, ",")),
                    "",
                    fmt::format("Leave it out, and see {} in the model file", name)});
  symbolic_model::ModelSpec spec;
  read_document(common, common.files.front(), findings).fill(spec, findings);
  findings.throw_if_any();
  const auto model = symbolic_model::build(spec, findings);
  findings.throw_if_any();
  Generated generated{model->name, codegen::generate(*model, spec, target, findings)};
  findings.throw_if_any();
  return generated;
}

/// Unit of a key by the description of its file; empty where there is none.
std::string unit_of(std::string key) {
  if (key.ends_with(']')) key.resize(key.rfind('['));  // one number of a list
  const std::vector<FileKind> kinds = workbench::file_kinds();
  const std::vector<KeyMatch> matches = find_keys(kinds, key);
  return matches.empty() ? "" : matches.front().key->unit;
}

std::vector<case_codegen::ParameterKey> parameters_of(const CodeOptions& options,
                                                      const vehicle_case::CaseSource& source,
                                                      Findings& findings) {
  auto parameters = case_codegen::parameter_keys(source, options.parameters, "--parameters", findings);
  for (case_codegen::ParameterKey& parameter : parameters) parameter.unit = unit_of(parameter.name);
  return parameters;
}

// The assignments of the command line that belong to the case are applied to `file`, too: for the places of
// its keys.
Generated from_case(const Common& common, document::Document file, const CodeOptions& options,
                    codegen::Target target) {
  Findings findings;
  if (target == codegen::Target::matlab) {
    findings.add({{},
                  "--target",
                  "matlab is of symbolic models: the code of a case has contact tables in C",
                  "matlab",
                  "project, fmu",
                  "Give a symbolic model (see models/symbolic/), or build an FMU"});
    findings.throw_if_any();
  }
  case_codegen::Choice choice{target, input_groups(options, target, findings)};
  findings.throw_if_any();
  const document::Assignments sets =
      vehicle_case::with_constraints(document::Document::from_file(file.file_name(), findings), common.sets,
                                     "generated code has no elastic contact");
  const auto model = vehicle_case::load_case(common.files.front(), sets, findings);
  if (model) check_settings(common, *model, findings);
  findings.throw_if_any();
  choice.parameters = parameters_of(options, vehicle_case::source_of(common.files.front(), sets), findings);
  findings.throw_if_any();
  for (const document::Assignment& set : vehicle_case::case_assignments(sets)) file.set(set, findings);
  Generated generated{model->name, case_codegen::generate(*model, file, choice, findings)};
  findings.throw_if_any();
  return generated;
}

Generated generated_from(const Common& common, const CodeOptions& options, codegen::Target target) {
  Findings findings;
  document::Document file = document::Document::from_file(common.files.front(), findings);
  findings.throw_if_any();
  const ModelKind kind = kind_of(file);
  if (kind == ModelKind::case_file) return from_case(common, std::move(file), options, target);
  if (kind == ModelKind::symbolic) return from_symbolic_model(common, options, target);
  findings.add({file.where("wheelsets"), "wheelsets",
                "is of a vehicle file; code needs to know the track and the contact, too", "", "",
                "Give a case file, which names the vehicle (see models/cases/)"});
  throw BadInput(findings);
}

ExitCode generate_code(const Common& common, const CodeOptions& options) {
  const codegen::Target target = *::flangeway::named<codegen::Target>(options.target);
  const auto started = std::chrono::steady_clock::now();
  const auto [name, project] = generated_from(common, options, target);
  write_folder(common.output, project.files, common.force);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (common.json) {
    print_json(nlohmann::ordered_json{{"model", name},
                                      {"folder", common.output},
                                      {"seconds", seconds},
                                      {"equations", json_of(project.equations)},
                                      {"functions", json_of(project.functions)}}
                   .dump(2));
    return ExitCode::done;
  }
  if (target == codegen::Target::matlab) {
    print_costs("equations, each for itself", project.equations);
    note(common, fmt::format("{} files in {} after {:.1f} s; test them in Matlab or Octave by selftest",
                             project.files.size(), common.output, seconds));
    return ExitCode::done;
  }
  if (!project.equations.empty()) {
    print_costs("equations, each for itself", project.equations);
    put_out("\n");
  }
  print_costs("functions, with what they share", project.functions);
  note(common, fmt::format("{} files in {} after {:.1f} s; build them with cmake -S {} -B BUILD",
                           project.files.size(), common.output, seconds, common.output));
  return ExitCode::done;
}

/// "project: a C project; fmu: …", and the names alone.
template <typename E>
std::string list_of_choices(std::vector<std::string>& names) {
  std::string help;
  for (const Alternative<E>& one : alternatives_of(E{})) {
    names.emplace_back(one.name);
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", one.name, one.text);
  }
  return help;
}

}  // namespace

void add_codegen(CommandLine& program, Common& common) {
  auto options = std::make_shared<CodeOptions>();
  std::vector<std::string> targets, groups;
  const std::string target_help = list_of_choices<codegen::Target>(targets),
                    input_help = list_of_choices<case_codegen::InputGroup>(groups);
  groups.emplace_back(no_inputs);
  program.add(
      {.name = "codegen",
       .summary =
           "Writes a case or a symbolic model as a self-contained C project for real time, or as an FMU",
       .files = "CASE.toml|MODEL.toml",
       .files_text = "case or symbolic model to write as C",
       .example = "flangeway codegen models/cases/manchester_r500.toml -o manchester",
       .output = "folder of the project",
       .output_required = true,
       .options =
           {{.name = "--target",
             .target = &options->target,
             .text = target_help,
             .value = "project|fmu|matlab",
             .choices = targets},
            {.name = "--inputs",
             .target = &options->inputs,
             .text = "inputs that may change from step to step, besides actuators and motors "
                     "(default: all for an FMU, none for a project): " +
                     input_help,
             .value = "GROUP,...",
             .choices = groups,
             .splits_commas = true},
            {.name = "--parameters",
             .target = &options->parameters,
             .text = "keys of the vehicle that may change before a run, such as "
                     "vehicle.bushings[0].damping[1]: numbers that enter forces of elements in proportion; "
                     "a key may name the step by which this is checked, KEY:STEP",
             .value = "KEY,...",
             .splits_commas = true}},
       .action = [&common, options] { return generate_code(common, *options); }});
}

}  // namespace flangeway::app
