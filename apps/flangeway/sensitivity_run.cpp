#include "sensitivity_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "case_settings.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/recording/sensitivity_summary.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/sensitivities.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

using simulate::KeySensitivity;

struct PreparedRun {
  vehicle_case::CaseSource source;
  vehicle_case::CaseModel model;
  std::vector<vehicle_case::VariedKey> keys;
  std::string file;
};

PreparedRun prepare(const Common& common, const SensitivityRun& options, ProgressBar& bar) {
  Findings findings;
  const std::string file = result_file(common);
  check_output(file, common.force, findings);
  const vehicle_case::CaseSource source =
      vehicle_case::source_of(common.files.front(), document::Assignments(common.sets));
  bar.show(0, "preparing the case");
  std::optional<vehicle_case::CaseModel> model =
      vehicle_case::load_case(common.files.front(), common.sets, findings);
  if (model) check_settings(common, *model, findings);
  if (model) simulate::check_inputs_of_controllers(*model, findings);
  if (model) vehicle_case::check_one_process(*model, findings);
  if (model) simulate::check_sensitivities(*model, findings);
  check_not_input(file, findings);
  std::vector<vehicle_case::VariedKey> keys = vehicle_case::varied_keys(
      source, options.keys, simulate::sensitivity_step, "--sensitivities", findings);
  findings.throw_if_any();
  simulate::choose_fixed_steps(*model);
  return {source, std::move(*model), std::move(keys), file};
}

std::vector<KeySensitivity> differentiate(const PreparedRun& run, unsigned jobs, ProgressBar& bar) {
  simulate::SensitivityOptions options;
  options.jobs = jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  options.progress = [&](double fraction) {
    bar.show(fraction, fmt::format("derivatives with respect to {} keys", run.keys.size()));
    return !interrupt_requested();
  };
  return simulate::sensitivities_of(run.model, run.source, run.keys, options);
}

simulate::Summary run_and_record(const PreparedRun& run, simulate::DerivativeRows& rows,
                                 results::Writer& writer, ProgressBar& bar) {
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    const double* extended = rows.extended(row);
    return extended == nullptr || writer.append(extended);
  };
  options.record_deformed_track = [&](const double* record) { return writer.append_deformed_track(record); };
  if (run.model.output.judged_interval > 0)
    options.record_judged = [&](const double* record) { return writer.append_judged(record); };
  options.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  return simulate::run(run.model, options);
}

}  // namespace

ExitCode record_sensitivities(const Common& common, const SensitivityRun& options) {
  std::optional<ProgressBar> bar(std::in_place, common);
  const PreparedRun run = prepare(common, options, *bar);
  Findings findings;
  std::optional<results::Writer> writer =
      recording::create_run_file(run.model,
                                 {run.file, common.sets, common.command_line, common.force, false,
                                  simulate::derivative_channels(run.model, run.keys)},
                                 findings);
  findings.throw_if_any();
  catch_interrupts();
  const std::vector<KeySensitivity> found = differentiate(run, options.jobs, *bar);
  simulate::DerivativeRows rows(simulate::channels(run.model).size(), found);
  simulate::Summary summary;
  if (found.empty()) {
    summary.status = simulate::RunStatus::stopped;
  } else {
    bar.emplace(common, std::max(simulate::expected_distance(run.model), 1e-3));
    summary = run_and_record(run, rows, *writer, *bar);
  }
  bar.reset();
  const std::vector<std::string> warnings = simulate::sensitivity_warnings(run.model, found, rows.left_out());
  summary.warnings.insert(summary.warnings.end(), warnings.begin(), warnings.end());
  const std::string sensitivities = recording::sensitivities_json(run.model, found, rows);
  recording::finish_run_file(*writer, summary, sensitivities);
  if (common.json) {
    print_json(recording::with_sensitivities(recording::summary_json(summary), sensitivities));
  } else if (!common.quiet) {
    put_out("{}{}results in {}\n", recording::summary_text(summary),
            recording::sensitivities_text(run.model, found, rows), run.file);
  }
  if (summary.failure.empty()) return ExitCode::done;
  put_error("{}\n", summary.failure);
  return summary.status == simulate::RunStatus::failed ? ExitCode::numerical_failure
                                                       : ExitCode::internal_error;
}

}  // namespace flangeway::app
