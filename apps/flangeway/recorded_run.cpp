#include "recorded_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "case_settings.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "flangeway/vehicle_case/plausibility.hpp"

namespace flangeway::app {
namespace {

using recording::Processes;
using simulate::RunStatus;

void check_use_of_checkpoints(const vehicle_case::CaseModel& model, double interval, Findings& findings) {
  const control::Controller* const external = model.control.external();
  if (external == nullptr || interval <= 0) return;
  findings.add(
      {external->where, "--checkpoint",
       fmt::format("has no use: the controller \"{}\" carries a state of its own in another process, "
                   "so that the run cannot be continued",
                   external->name),
       "", "", "Leave it out"});
}

std::optional<RecordedCase> load_new_case(const Common& common, double checkpoint, Processes processes,
                                          bool writes, Findings& findings) {
  const std::string file = result_file(common);
  if (writes) check_output(file, common.force, findings);
  std::optional<vehicle_case::CaseModel> model = load_case(common, findings);
  if (writes) check_not_input(file, findings);
  if (!model) return std::nullopt;
  if (processes == Processes::one) {
    vehicle_case::check_one_process(*model, findings);
  } else {
    vehicle_case::check_two_processes(*model, findings);
  }
  check_use_of_checkpoints(*model, checkpoint, findings);
  return RecordedCase{std::move(*model), file, common.sets, {}};
}

void check_continues_as_it_was(const Common& common, Findings& findings) {
  const auto refuse = [&](const char* option, const char* why, const char* advice) {
    findings.add({{}, option, std::string("cannot be given with --continue") + why, "", "", advice});
  };
  if (!common.output.empty()) refuse("-o", ", which appends to the file itself", "Leave it out");
  if (!common.sets.empty())
    refuse("--set", ": the case stays as it was", "Leave it out, or run the case again");
}

std::optional<RecordedCase> load_stopped_case(const Common& common, Processes processes, Findings& findings) {
  check_continues_as_it_was(common, findings);
  if (!findings.empty()) return std::nullopt;
  const std::string& file = common.files.front();
  auto from = recording::read_continuation(file, processes, findings);
  if (!from) return std::nullopt;
  return RecordedCase{std::move(from->model), file, std::move(from->stored.origin.sets),
                      std::move(from->stored.checkpoint), std::move(from->notice)};
}

// The options of a run that is recorded by `writer`. They refer to what they are given.
simulate::RunOptions options_of(const RecordedCase& recorded, double checkpoint_interval,
                                std::optional<results::Writer>& writer, ProgressBar& bar,
                                JudgedColumns* judged, Findings& findings) {
  simulate::RunOptions options;
  options.record = [&](const double* row) { return writer->append(row); };
  options.record_deformed_track = [&](const double* record) { return writer->append_deformed_track(record); };
  if (recorded.model.output.judged_interval > 0)
    options.record_judged = [&, judged](const double* record) {
      if (judged != nullptr) judged->add(record);
      return writer->append_judged(record);
    };
  options.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  options.checkpoint_interval = checkpoint_interval;
  options.checkpoint = [&](std::span<const std::byte> bytes) { return writer->write_checkpoint(bytes); };
  if (!recorded.from) return options;
  options.continue_from = recorded.from->bytes;
  options.continued = [&] {
    writer = recording::resume_run_file(recorded.model, recorded.file, *recorded.from, findings);
    return writer.has_value();
  };
  return options;
}

void tell(const Common& common, const simulate::Summary& summary, const RecordedCase& recorded) {
  if (common.json) return print_json(recording::summary_json(summary));
  if (common.quiet) return;
  put_out("{}results in {}\n", recording::summary_text(summary), recorded.file);
  const bool two = recorded.model.coupling.method == vehicle_case::TrackCoupling::cosim;
  const bool can_go_on = recorded.model.control.external() == nullptr;
  if (can_go_on && summary.status == RunStatus::stopped && summary.failure.empty())
    put_out("continue with: flangeway {} --continue {}\n", two ? "cosim" : "run", recorded.file);
}

// Writes the summary into the file and prints it.
ExitCode finish(const Common& common, const RecordedCase& recorded, results::Writer& writer,
                simulate::Summary summary) {
  if (!recorded.notice.empty()) summary.warnings.push_back(recorded.notice);
  recording::finish_run_file(writer, summary);
  // A run without a step has nothing but zeros to tell.
  const bool started = summary.counts.steps > 0;
  if (started || common.json || summary.failure.empty()) tell(common, summary, recorded);
  if (summary.failure.empty()) return ExitCode::done;
  const bool told = started && !common.quiet;
  if (!common.json && !told) {  // an impossible load may be the cause
    for (const std::string& warning : summary.warnings) put_error("warning: {}\n", warning);
  }
  if (common.json || !told) put_error("{}\n", summary.failure);
  return summary.status == RunStatus::failed ? ExitCode::numerical_failure : ExitCode::internal_error;
}

}  // namespace

std::string result_file(const Common& common) {
  if (!common.output.empty()) return common.output;
  return std::filesystem::path(common.files.front()).stem().string() + ".h5";
}

std::optional<vehicle_case::CaseModel> load_case(const Common& common, Findings& findings) {
  ProgressBar bar(common);
  bar.show(0, "preparing the case");
  std::optional<vehicle_case::CaseModel> model =
      vehicle_case::load_case(common.files.front(), common.sets, findings);
  if (model) check_settings(common, *model, findings);
  if (model) simulate::check_inputs_of_controllers(*model, findings);
  if (model && findings.empty()) simulate::choose_integrator(*model);
  bar.clear();
  return model;
}

std::vector<Option> recording_options(RunFileOptions& options, const std::string& verb) {
  return {{.name = "--checkpoint",
           .target = &options.checkpoint,
           .text = "write a checkpoint into the result file every so many seconds of wall time, from which a "
                   "killed run can be continued; Ctrl-C always writes one",
           .value = "SECONDS",
           .range = std::pair(0.01, 1e6)},
          {.name = "--continue",
           .target = &options.continues,
           .text = "continue a run that was stopped; FILE is its result file, which gets the new rows: "
                   "flangeway " +
                   verb + " --continue fast.h5"}};
}

std::optional<RecordedCase> load_recorded_case(const Common& common, const RunFileOptions& options,
                                               Processes processes, bool writes, Findings& findings) {
  return options.continues ? load_stopped_case(common, processes, findings)
                           : load_new_case(common, options.checkpoint, processes, writes, findings);
}

ExitCode record_run(const Common& common, const RecordedCase& recorded, double checkpoint_interval,
                    const OtherSolver& other, const CrossCheckCase* check) {
  const vehicle_case::CaseModel& model = recorded.model;
  Findings findings;
  simulate::check_functions(model, {}, findings);
  findings.throw_if_any();
  std::optional<results::Writer> writer;
  if (!recorded.from) {
    writer = recording::create_run_file(
        model, {recorded.file, recorded.sets, common.command_line, common.force}, findings);
  }
  findings.throw_if_any();
  if (!recorded.from) {  // before the run, which may be long
    for (const std::string& warning : vehicle_case::implausible_values(model))
      note(common, "warning: " + warning);
  }
  catch_interrupts();
  simulate::Summary summary;
  std::optional<JudgedColumns> judged;
  if (check != nullptr) judged.emplace(model);
  {
    ProgressBar bar(common, std::max(simulate::expected_distance(model), 1e-3));
    simulate::RunOptions options =
        options_of(recorded, checkpoint_interval, writer, bar, judged ? &*judged : nullptr, findings);
    options.remote = other.contact;
    summary = simulate::run(model, options);
  }
  if (other.ended) other.ended(summary);
  if (summary.status == RunStatus::not_run)
    findings.add(
        {{recorded.file}, "", "has a checkpoint that does not fit its case", "", "", "Repeat the run"});
  findings.throw_if_any();
  const bool interrupted = summary.status == RunStatus::stopped;
  if (check != nullptr && !interrupted) cross_check(common, model, *judged, *check, summary);
  if (writer) return finish(common, recorded, *writer, std::move(summary));
  put_error("{}\n", summary.failure);  // it has ended before it could go on
  return ExitCode::internal_error;
}

}  // namespace flangeway::app
