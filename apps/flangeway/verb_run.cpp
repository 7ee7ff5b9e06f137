// flangeway run: a vehicle runs on a track.
#include <memory>
#include <optional>
#include <vector>

#include "command.hpp"
#include "cross_check_run.hpp"
#include "recorded_run.hpp"
#include "sensitivity_run.hpp"

namespace flangeway::app {
namespace {

struct RunVerbOptions {
  RunFileOptions file;
  bool cross_check = false;
  SensitivityRun sensitivities;
};

ExitCode run_case(const Common& common, const RunVerbOptions& options) {
  if (!options.sensitivities.keys.empty()) return record_sensitivities(common, options.sensitivities);
  Findings findings;
  const auto recorded = load_recorded_case(common, options.file, recording::Processes::one, true, findings);
  std::optional<CrossCheckCase> check;
  if (options.cross_check && recorded) check = load_cross_check(common, recorded->model, findings);
  findings.throw_if_any();
  return record_run(common, *recorded, options.file.checkpoint, {}, check ? &*check : nullptr);
}

std::vector<Option> run_options(RunVerbOptions& options) {
  std::vector<Option> all = recording_options(options.file, "run");
  all.push_back({.name = "--cross-check",
                 .target = &options.cross_check,
                 .text = "run the case with another contact method, too (elastic for kec and lut, Hertz's "
                         "ellipses for strips and boundary elements, else kec), and report judged quantities "
                         "that differ by more than 5 %",
                 .not_with = {"--continue"}});
  all.push_back({.name = "--sensitivities",
                 .target = &options.sensitivities.keys,
                 .text = "also record the derivatives of all channels with respect to these numeric keys, by "
                         "differences of runs with the same steps; a key may name its own step, KEY:STEP",
                 .value = "KEY,...",
                 .splits_commas = true,
                 .not_with = {"--checkpoint", "--continue", "--cross-check"}});
  all.push_back({.name = "--jobs",
                 .target = &options.sensitivities.jobs,
                 .text = "runs at a time; default one for each hardware thread",
                 .type_name = "N",
                 .range = std::pair(1.0, 1000.0),
                 .only_with = {"--sensitivities"}});
  return all;
}

}  // namespace

void add_run(CommandLine& program, Common& common) {
  auto options = std::make_shared<RunVerbOptions>();
  program.add({.name = "run",
               .summary = "Runs a vehicle on a track and records its motion and forces",
               .files = "CASE.toml",
               .files_text = "case to run",
               .example = "flangeway run models/cases/manchester_r500.toml --set speed=25 -o fast.h5",
               .output = "results (HDF5); default CASE.h5 in this folder",
               .output_format = Format::results,
               .options = run_options(*options),
               .action = [options, &common] { return run_case(common, *options); }});
}

}  // namespace flangeway::app
