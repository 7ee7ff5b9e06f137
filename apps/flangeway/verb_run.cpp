// flangeway run: a vehicle runs on a track.
#include <memory>

#include "command.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

ExitCode run_case(const Common& common, const RunFileOptions& options) {
  Findings findings;
  const auto recorded = load_recorded_case(common, options, recording::Processes::one, true, findings);
  findings.throw_if_any();
  return record_run(common, *recorded, options.checkpoint);
}

}  // namespace

void add_run(CommandLine& program, Common& common) {
  auto options = std::make_shared<RunFileOptions>();
  program.add({.name = "run",
               .summary = "Runs a vehicle on a track and records its motion and forces",
               .files = "CASE.toml",
               .files_text = "case to run",
               .example = "flangeway run models/cases/manchester_r500.toml --set speed=25 -o fast.h5",
               .output = "results (HDF5); default CASE.h5 in this folder",
               .output_format = Format::results,
               .options = recording_options(*options, "run"),
               .action = [options, &common] { return run_case(common, *options); }});
}

}  // namespace flangeway::app
