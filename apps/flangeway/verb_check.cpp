// flangeway check: what a colleague looks at first in a vehicle, a case, a profile or a record.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "command.hpp"
#include "flangeway/inspection/inspection.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

using inspection::Inspection;

struct CheckOptions {
  std::string kind;  // "wheel" or "rail"; empty: the file tells
};

Inspection inspect_vehicle(const Common& common, document::Document file, Findings& findings) {
  for (const std::string& set : common.sets) file.set(set, findings);
  vehicle::VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  vehicle::read_vehicle(file, spec, parts, findings);
  const std::optional<vehicle::VehicleModel> vehicle = vehicle::compile(spec, findings);
  findings.throw_if_any();
  return inspection::inspect(*vehicle);
}

// A file that says what vehicle runs on what track is a case.
Inspection inspect_toml(const Common& common, Findings& findings) {
  document::Document file = document::Document::from_file(common.files.front(), findings);
  findings.throw_if_any();
  if (file.where("vehicle").line == 0 && file.where("track").line == 0)
    return inspect_vehicle(common, std::move(file), findings);
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  findings.throw_if_any();
  return inspection::inspect(*model);
}

std::optional<profile::Kind> kind_of_profile(const CheckOptions& options, const std::string& name) {
  if (!options.kind.empty()) return options.kind == "wheel" ? profile::Kind::wheel : profile::Kind::rail;
  return profile::kind_of(name);
}

Inspection inspect_file(const Common& common, const CheckOptions& options, Findings& findings) {
  const std::string& name = common.files.front();
  if (std::filesystem::path(name).extension() == ".toml") {
    if (!options.kind.empty())
      findings.add({{}, "--kind", "is for a profile only", options.kind, "", "Leave it out"});
    findings.throw_if_any();
    return inspect_toml(common, findings);
  }
  if (!common.sets.empty())
    findings.add({{}, "--set", "is for a case or a vehicle only", common.sets.front(), "", "Leave it out"});
  if (const auto kind = kind_of_profile(options, name)) {
    const auto section = profile::load_profile(name, *kind, {}, {}, findings);
    findings.throw_if_any();
    return inspection::inspect(*section);
  }
  const auto record = acceptance::Record::open(name, findings);
  findings.throw_if_any();
  return inspection::inspect(*record);
}

ExitCode check_file(const Common& common, const CheckOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  findings.throw_if_any();
  const Inspection inspection = inspect_file(common, options, findings);
  check_not_input(common.output, findings);
  findings.throw_if_any();
  print_result(common, inspection::json_text(inspection), inspection::text(inspection));
  if (!common.output.empty())
    write_page_file(common.output, inspection::page(inspection, common.command_line), common.force);
  return ExitCode::done;
}

}  // namespace

void add_check(CommandLine& program, Common& common) {
  auto options = std::make_shared<CheckOptions>();
  program.add(
      {.name = "check",
       .summary = "Shows the loads, deflections, modes and conicity of a model, and warns of unusual ones",
       .files = "VEHICLE|CASE|PROFILE|RECORD",
       .files_text = "vehicle or case (TOML), profile (name or file), result file or table of a record",
       .example = "flangeway check models/cases/manchester_r500.toml",
       .output =
           "page (HTML or PDF, chosen by the ending) with values, bands, modes and conicity; default: none",
       .output_format = Format::page,
       .options = {{.name = "--kind",
                    .target = &options->kind,
                    .text = "for a profile in a two-column file, which is a record otherwise",
                    .value = "wheel|rail",
                    .choices = {"wheel", "rail"}}},
       .action = [options, &common] { return check_file(common, *options); }});
}

}  // namespace flangeway::app
