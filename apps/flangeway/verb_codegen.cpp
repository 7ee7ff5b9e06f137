// flangeway codegen: from a symbolic model to a self-contained C project.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/codegen/generate.hpp"
#include "flangeway/symbolic_model/model.hpp"

namespace flangeway::app {

namespace {

void print_costs(const char* title, const std::vector<codegen::Cost>& costs) {
  fmt::print("{:<30} {:>8} {:>10} {:>8} {:>8} {:>6}\n", title, "atoms", "operations", "+", "*", "other");
  for (const codegen::Cost& cost : costs) {
    const auto& c = cost.count;
    fmt::print("{:<30} {:>8} {:>10} {:>8} {:>8} {:>6}\n", cost.what, c.atoms, c.operations(), c.additions,
               c.multiplications, c.divisions + c.functions);
  }
}

nlohmann::ordered_json json_of(const std::vector<codegen::Cost>& costs) {
  nlohmann::ordered_json all = nlohmann::ordered_json::object();
  for (const codegen::Cost& cost : costs)
    all[cost.what] = {{"atoms", cost.count.atoms}, {"operations", cost.count.operations()}};
  return all;
}

void check_folder(const Common& common, const codegen::Project& project, Findings& findings) {
  const std::filesystem::path folder = common.output;
  if (std::filesystem::exists(folder) && !std::filesystem::is_directory(folder))
    findings.add({{common.output}, "", "is a file", "", "a folder, or a name for one", ""});
  for (const auto& [name, content] : project.files) check_output(folder / name, common.force, findings);
}

// Keys that only vehicle and case files have say more than a list of unknown keys would.
void check_kind(Findings& findings) {
  const std::vector<Finding> all = findings.all();
  for (const Finding& finding : all) {
    if (finding.key != "vehicle" && finding.key != "wheelsets") continue;
    findings = Findings();
    findings.add({finding.where, finding.key,
                  "is of a vehicle or case file; code is generated from symbolic models only", "", "",
                  "See models/symbolic/ for examples of these"});
    return;
  }
}

ExitCode generate_code(const Common& common, codegen::Target target) {
  const auto started = std::chrono::steady_clock::now();
  Findings findings;
  symbolic_model::ModelSpec spec;
  read_document(common, common.files.front(), findings).fill(spec, findings);
  check_kind(findings);
  findings.throw_if_any();
  const auto model = symbolic_model::build(spec, findings);
  findings.throw_if_any();
  const codegen::Project project = codegen::generate(*model, spec, target, findings);
  findings.throw_if_any();
  if (std::filesystem::exists(common.output)) check_folder(common, project, findings);
  findings.throw_if_any();
  std::filesystem::create_directories(common.output);
  for (const auto& [name, content] : project.files)
    write_file_atomically(std::filesystem::path(common.output) / name, content, common.force);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (common.json) {
    print_json(nlohmann::ordered_json{{"model", model->name},
                                      {"folder", common.output},
                                      {"seconds", seconds},
                                      {"equations", json_of(project.equations)},
                                      {"functions", json_of(project.functions)}}
                   .dump(2));
    return ExitCode::done;
  }
  print_costs("equations, each for itself", project.equations);
  fmt::print("\n");
  print_costs("functions, with what they share", project.functions);
  note(common, fmt::format("{} files in {} after {:.1f} s; build them with cmake -S {} -B BUILD",
                           project.files.size(), common.output, seconds, common.output));
  return ExitCode::done;
}

}  // namespace

void add_codegen(CLI::App& program, Common& common) {
  CLI::App* verb = add_verb(program, common,
                            {.name = "codegen",
                             .summary = "Writes a symbolic model as a self-contained C project for real time",
                             .files = "MODEL.toml",
                             .example = "flangeway codegen models/symbolic/feve3000.toml -o feve3000",
                             .output = "folder of the project"});
  verb->get_option("--output")->required();
  auto target = std::make_shared<std::string>("project");
  verb->add_option("--target", *target, "project, or fmu: its build also packs FMUs (FMI 2.0 and 3.0)")
      ->check(CLI::IsMember({"project", "fmu"}))
      ->option_text("project|fmu");
  when_chosen(verb, common, [&common, target] {
    return generate_code(common, *target == "fmu" ? codegen::Target::fmu : codegen::Target::project);
  });
}

}  // namespace flangeway::app
