#include "recorded_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "flangeway/recording/run_file.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

using simulate::RunStatus;

// A run while it is recorded.
struct RecordedRun {
  const Common& common;
  const vehicle_case::CaseModel& model;
  std::optional<results::Writer>& writer;
  std::optional<double> checkpoint_interval;
};

simulate::Summary run_recorded(const RecordedRun& recorded, simulate::RunOptions options) {
  std::optional<results::Writer>& writer = recorded.writer;
  catch_interrupts();
  ProgressBar bar(recorded.common, std::max(simulate::expected_distance(recorded.model), 1e-3));
  options.record = [&](const double* row) { return writer->append(row); };
  options.record_deformed_track = [&](const double* record) { return writer->append_deformed_track(record); };
  options.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  if (recorded.checkpoint_interval) {
    options.checkpoint_interval = *recorded.checkpoint_interval;
    options.checkpoint = [&](std::span<const std::byte> bytes) { return writer->write_checkpoint(bytes); };
  }
  return simulate::run(recorded.model, options);
}

void tell(const Common& common, const simulate::Summary& summary, const std::string& file, bool can_go_on) {
  if (common.json) {
    print_json(recording::summary_json(summary));
  } else if (!common.quiet) {
    fmt::print("{}results in {}\n", recording::summary_text(summary), file);
    if (can_go_on && summary.status == RunStatus::stopped && summary.failure.empty())
      fmt::print("continue with: flangeway run --continue {}\n", file);
  }
}

// Writes the summary into the file and prints it.
ExitCode finish(const RecordedRun& recorded, simulate::Summary summary, const std::string& file) {
  const Common& common = recorded.common;
  recording::finish_run_file(*recorded.writer, summary);
  // A run without a step has nothing but zeros to tell.
  const bool started = summary.counts.steps > 0;
  if (started || common.json || summary.failure.empty())
    tell(common, summary, file,
         recorded.checkpoint_interval.has_value() && recorded.model.control.external() == nullptr);
  if (summary.failure.empty()) return ExitCode::done;
  if (common.json || common.quiet || !started) fmt::print(stderr, "{}\n", summary.failure);
  return summary.status == RunStatus::failed ? ExitCode::numerical_failure : ExitCode::internal_error;
}

}  // namespace

std::optional<vehicle_case::CaseModel> load_case(const Common& common, Findings& findings) {
  ProgressBar bar(common);
  bar.show(0, "preparing the case");
  std::optional<vehicle_case::CaseModel> model =
      vehicle_case::load_case(common.files.front(), common.sets, findings);
  if (model) simulate::check_inputs_of_controllers(*model, findings);
  if (model && findings.empty()) simulate::choose_integrator(*model);
  bar.clear();
  return model;
}

std::string result_file(const Common& common) {
  if (!common.output.empty()) return common.output;
  return std::filesystem::path(common.files.front()).stem().string() + ".h5";
}

ExitCode record_run(const Common& common, const vehicle_case::CaseModel& model, const std::string& file,
                    std::optional<double> checkpoint_interval, const OtherSolver& other) {
  Findings findings;
  simulate::check_functions(model, {}, findings);
  findings.throw_if_any();
  std::optional<results::Writer> writer = recording::create_run_file(
      model, {file, common.sets, common.command_line, common.force, checkpoint_interval.has_value()},
      findings);
  findings.throw_if_any();
  const RecordedRun recorded{common, model, writer, checkpoint_interval};
  simulate::RunOptions options;
  options.remote = other.contact;
  const simulate::Summary summary = run_recorded(recorded, options);
  if (other.ended) other.ended(summary);
  return finish(recorded, summary, file);
}

ExitCode continue_run(const Common& common, const std::string& file, double checkpoint_interval) {
  Findings findings;
  const std::optional<recording::Continuation> from = recording::read_continuation(file, findings);
  findings.throw_if_any();
  const vehicle_case::CaseModel& model = from->model;
  const results::Checkpoint& checkpoint = from->stored.checkpoint;
  std::optional<results::Writer> writer;
  const RecordedRun recorded{common, model, writer, checkpoint_interval};
  simulate::RunOptions options;
  options.continue_from = checkpoint.bytes;
  options.continued = [&] {
    writer = recording::resume_run_file(model, file, checkpoint, findings);
    return writer.has_value();
  };
  const simulate::Summary summary = run_recorded(recorded, options);
  if (summary.status == RunStatus::not_run)
    findings.add({{file}, "", "has a checkpoint that does not fit its case", "", "", "Repeat the run"});
  findings.throw_if_any();
  return finish(recorded, summary, file);
}

}  // namespace flangeway::app
