// flangeway run: a vehicle runs on a track.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>

#include "command.hpp"
#include "flangeway/results/writer.hpp"
#include "flangeway/simulate/provenance.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::app {
namespace {

std::string output_file(const Common& common) {
  if (!common.output.empty()) return common.output;
  return std::filesystem::path(common.files.front()).stem().string() + ".h5";
}

ExitCode run_case(const Common& common) {
  Findings findings;
  const std::string file = output_file(common);
  check_output(file, common.force, findings);
  const std::optional<vehicle::CaseModel> model =
      vehicle::load_case(common.files.front(), common.sets, findings);
  findings.throw_if_any();
  std::optional<results::Writer> writer = results::Writer::create(
      file, simulate::channels(*model), simulate::provenance(*model, common.sets, common.command_line),
      common.force, findings);
  findings.throw_if_any();

  catch_interrupts();
  simulate::Summary summary;
  {
    ProgressBar bar(common, std::max(simulate::expected_distance(*model), 1e-3));
    simulate::RunOptions options;
    options.record = [&](const double* row) { return writer->append(row); };
    options.progress = [&](double distance, double time) {
      bar.update(distance, time);
      return !interrupt_requested();
    };
    summary = simulate::run(*model, options);
  }
  if (!writer->problem().empty()) summary.failure = writer->problem();
  const bool written =
      writer->finish(simulate::result_status(summary.status), simulate::summary_json(summary));
  if (!written && summary.failure.empty()) summary.failure = writer->problem();
  if (common.json) {
    print_json(simulate::summary_json(summary));
  } else if (!common.quiet) {
    fmt::print("{}results in {}\n", simulate::summary_text(summary), file);
  }
  if (summary.failure.empty()) return ExitCode::done;
  if (common.json || common.quiet) fmt::print(stderr, "{}\n", summary.failure);
  return summary.status == simulate::RunStatus::failed ? ExitCode::numerical_failure
                                                       : ExitCode::internal_error;
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
