#include "recorded_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "flangeway/results/writer.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/provenance.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

using simulate::RunStatus;

// A run while it is recorded.
struct Recording {
  const Common& common;
  const vehicle_case::CaseModel& model;
  std::optional<results::Writer>& writer;
  std::optional<double> checkpoint_interval;
};

simulate::Summary run_recorded(const Recording& recording, simulate::RunOptions options) {
  std::optional<results::Writer>& writer = recording.writer;
  catch_interrupts();
  ProgressBar bar(recording.common, std::max(simulate::expected_distance(recording.model), 1e-3));
  options.record = [&](const double* row) { return writer->append(row); };
  options.record_deformed_track = [&](const double* record) { return writer->append_deformed_track(record); };
  options.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  if (recording.checkpoint_interval) {
    options.checkpoint_interval = *recording.checkpoint_interval;
    options.checkpoint = [&](std::span<const std::byte> bytes) { return writer->write_checkpoint(bytes); };
  }
  return simulate::run(recording.model, options);
}

void tell(const Common& common, const simulate::Summary& summary, const std::string& file, bool can_go_on) {
  if (common.json) {
    print_json(simulate::summary_json(summary));
  } else if (!common.quiet) {
    fmt::print("{}results in {}\n", simulate::summary_text(summary), file);
    if (can_go_on && summary.status == RunStatus::stopped && summary.failure.empty())
      fmt::print("continue with: flangeway run --continue {}\n", file);
  }
}

// Writes the summary into the file and prints it.
ExitCode finish(const Recording& recording, simulate::Summary summary, const std::string& file) {
  const Common& common = recording.common;
  results::Writer& writer = *recording.writer;
  if (!writer.problem().empty()) summary.failure = writer.problem();
  const bool written =
      writer.finish(simulate::result_status(summary.status), simulate::summary_json(summary));
  if (!written && summary.failure.empty()) summary.failure = writer.problem();
  // A run without a step has nothing but zeros to tell.
  const bool started = summary.counts.steps > 0;
  if (started || common.json || summary.failure.empty())
    tell(common, summary, file, recording.checkpoint_interval.has_value());
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
  if (model) simulate::choose_integrator(*model);
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
  std::optional<results::CheckpointOrigin> origin;
  if (checkpoint_interval) origin = {std::filesystem::current_path().string(), common.sets};
  std::optional<results::Writer> writer = results::Writer::create(
      file, simulate::channels(model), simulate::provenance(model, common.sets, common.command_line),
      common.force, findings, simulate::deformed_track_arrays(model), origin);
  findings.throw_if_any();
  writer->set_flush_interval(model.output.flush_interval);
  const Recording recording{common, model, writer, checkpoint_interval};
  simulate::RunOptions options;
  options.remote = other.contact;
  const simulate::Summary summary = run_recorded(recording, options);
  if (other.ended) other.ended(summary);
  return finish(recording, summary, file);
}

ExitCode continue_run(const Common& common, const std::string& file, double checkpoint_interval) {
  Findings findings;
  const std::optional<simulate::Continuation> from = simulate::read_continuation(file, findings);
  findings.throw_if_any();
  const vehicle_case::CaseModel& model = from->model;
  const results::Checkpoint& checkpoint = from->stored.checkpoint;
  std::optional<results::Writer> writer;
  const Recording recording{common, model, writer, checkpoint_interval};
  simulate::RunOptions options;
  options.continue_from = checkpoint.bytes;
  options.continued = [&] {
    writer = results::Writer::resume(file, simulate::channels(model), checkpoint, findings,
                                     simulate::deformed_track_arrays(model));
    if (writer) writer->set_flush_interval(model.output.flush_interval);
    return writer.has_value();
  };
  const simulate::Summary summary = run_recorded(recording, options);
  if (summary.status == RunStatus::not_run)
    findings.add({{file}, "", "has a checkpoint that does not fit its case", "", "", "Repeat the run"});
  findings.throw_if_any();
  return finish(recording, summary, file);
}

}  // namespace flangeway::app
