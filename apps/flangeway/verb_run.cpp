// flangeway run: a vehicle runs on a track.
#include <CLI/CLI.hpp>
#include <optional>

#include "command.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

ExitCode run_case(const Common& common) {
  Findings findings;
  const std::string file = result_file(common);
  check_output(file, common.force, findings);
  const std::optional<vehicle_case::CaseModel> model =
      vehicle_case::load_case(common.files.front(), common.sets, findings);
  if (model) vehicle_case::check_one_process(*model, findings);
  findings.throw_if_any();
  return record_run(common, *model, file);
}

}  // namespace

void add_run(CLI::App& program, Common& common) {
  CLI::App* verb =
      add_verb(program, common,
               {.name = "run",
                .summary = "Runs a vehicle on a track and records its motion and forces",
                .files = "CASE.toml",
                .example = "flangeway run models/cases/manchester_r500.toml --set speed=25 -o fast.h5",
                .output = "results (HDF5); default CASE.h5 in this folder"});
  when_chosen(verb, common, [&common] { return run_case(common); });
}

}  // namespace flangeway::app
