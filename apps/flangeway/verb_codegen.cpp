// flangeway codegen: from a case or a symbolic model to a self-contained C project, or to Matlab functions.
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/case_codegen/generate_case.hpp"
#include "flangeway/codegen/generate.hpp"
#include "flangeway/symbolic_model/model.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/files.hpp"

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

Generated from_symbolic_model(const Common& common, codegen::Target target) {
  Findings findings;
  symbolic_model::ModelSpec spec;
  read_document(common, common.files.front(), findings).fill(spec, findings);
  findings.throw_if_any();
  const auto model = symbolic_model::build(spec, findings);
  findings.throw_if_any();
  Generated generated{model->name, codegen::generate(*model, spec, target, findings)};
  findings.throw_if_any();
  return generated;
}

// The assignments of the command line that belong to the case are applied to `file`, too: for the places of
// its keys.
Generated from_case(const Common& common, document::Document file, codegen::Target target) {
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
  const document::Assignments sets =
      vehicle_case::with_constraints(document::Document::from_file(file.file_name(), findings), common.sets,
                                     "generated code has no elastic contact");
  const auto model = vehicle_case::load_case(common.files.front(), sets, findings);
  if (model) check_settings(common, *model, findings);
  findings.throw_if_any();
  for (const document::Assignment& set : vehicle_case::case_assignments(sets)) file.set(set, findings);
  Generated generated{model->name, case_codegen::generate(*model, file, target, findings)};
  findings.throw_if_any();
  return generated;
}

Generated generated_from(const Common& common, codegen::Target target) {
  Findings findings;
  document::Document file = document::Document::from_file(common.files.front(), findings);
  findings.throw_if_any();
  const ModelKind kind = kind_of(file);
  if (kind == ModelKind::case_file) return from_case(common, std::move(file), target);
  if (kind == ModelKind::symbolic) return from_symbolic_model(common, target);
  findings.add({file.where("wheelsets"), "wheelsets",
                "is of a vehicle file; code needs to know the track and the contact, too", "", "",
                "Give a case file, which names the vehicle (see models/cases/)"});
  throw BadInput(findings);
}

ExitCode generate_code(const Common& common, codegen::Target target) {
  const auto started = std::chrono::steady_clock::now();
  const auto [name, project] = generated_from(common, target);
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

}  // namespace

void add_codegen(CommandLine& program, Common& common) {
  auto target = std::make_shared<std::string>("project");
  std::vector<std::string> targets;
  std::string help;
  for (const Alternative<codegen::Target>& one : alternatives_of(codegen::Target{})) {
    targets.emplace_back(one.name);
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", one.name, one.text);
  }
  program.add({.name = "codegen",
               .summary = "Writes a case or a symbolic model as a self-contained C project for real time",
               .files = "CASE.toml|MODEL.toml",
               .files_text = "case or symbolic model to write as C",
               .example = "flangeway codegen models/cases/manchester_r500.toml -o manchester",
               .output = "folder of the project",
               .output_required = true,
               .options = {{.name = "--target",
                            .target = target.get(),
                            .text = help,
                            .value = "project|fmu|matlab",
                            .choices = targets}},
               .action = [&common, target] {
                 return generate_code(common, *::flangeway::named<codegen::Target>(*target));
               }});
}

}  // namespace flangeway::app
