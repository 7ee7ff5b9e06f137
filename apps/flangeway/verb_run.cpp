// flangeway run: a vehicle runs on a track.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "command.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

struct RunVerbOptions {
  double checkpoint = 0;  // s
  bool continues = false;
};

ExitCode run_case(const Common& common, const RunVerbOptions& options) {
  Findings findings;
  const std::string file = result_file(common);
  check_output(file, common.force, findings);
  const std::optional<vehicle_case::CaseModel> model = load_case(common, findings);
  check_not_input(file, findings);
  if (model) vehicle_case::check_one_process(*model, findings);
  const control::Controller* const external = model ? model->control.external() : nullptr;
  if (external != nullptr && options.checkpoint > 0)
    findings.add(
        {external->where, "--checkpoint",
         fmt::format("has no use: the controller \"{}\" carries a state of its own in another process, so "
                     "that the run cannot be continued",
                     external->name),
         "", "", "Leave it out"});
  findings.throw_if_any();
  return record_run(common, *model, file, options.checkpoint);
}

ExitCode continue_case(const Common& common, const RunVerbOptions& options) {
  Findings findings;
  if (!common.output.empty())
    findings.add({{},
                  "-o",
                  "cannot be given with --continue, which appends to the file itself",
                  "",
                  "",
                  "Leave it out"});
  if (!common.sets.empty())
    findings.add({{},
                  "--set",
                  "cannot be given with --continue: the case stays as it was",
                  "",
                  "",
                  "Leave it out, or run the case again"});
  findings.throw_if_any();
  return continue_run(common, common.files.front(), options.checkpoint);
}

}  // namespace

void add_run(CommandLine& program, Common& common) {
  auto options = std::make_shared<RunVerbOptions>();
  program.add(
      {.name = "run",
       .summary = "Runs a vehicle on a track and records its motion and forces",
       .files = "CASE.toml",
       .files_text = "case to run",
       .example = "flangeway run models/cases/manchester_r500.toml --set speed=25 -o fast.h5",
       .output = "results (HDF5); default CASE.h5 in this folder",
       .options =
           {{.name = "--checkpoint",
             .target = &options->checkpoint,
             .text =
                 "write a checkpoint into the result file every so many seconds of wall time, from which a "
                 "killed run can be continued; Ctrl-C always writes one",
             .value = "SECONDS",
             .range = std::pair(0.01, 1e6)},
            {.name = "--continue",
             .target = &options->continues,
             .text = "continue a run that was stopped; FILE is its result file, which gets the new rows: "
                     "flangeway run --continue fast.h5"}},
       .action = [options, &common] {
         return options->continues ? continue_case(common, *options) : run_case(common, *options);
       }});
}

}  // namespace flangeway::app
