#include "flangeway/run.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "flangeway/api/case_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/recording/continuation.hpp"
#include "flangeway/recording/run_file.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway {
namespace {

using vehicle_case::CaseModel;

RunStatus status_of(const simulate::Summary& summary) {
  if (!summary.failure.empty()) return RunStatus::failed;
  switch (summary.status) {
    case simulate::RunStatus::completed:
      return RunStatus::completed;
    case simulate::RunStatus::derailed:
      return RunStatus::derailed;
    case simulate::RunStatus::stopped:
      return RunStatus::stopped;
    default:
      return RunStatus::failed;
  }
}

RunSummary public_summary(const simulate::Summary& s) {
  RunSummary summary{.status = status_of(s),
                     .failure = s.failure,
                     .time = s.time,
                     .distance = s.distance,
                     .steps = s.counts.steps,
                     .evaluations = s.counts.evaluations,
                     .wall_time = s.wall_time,
                     .real_time_factor = s.real_time_factor,
                     .warnings = s.warnings,
                     .wheels = {},
                     .json = recording::summary_json(s),
                     .text = recording::summary_text(s)};
  for (const simulate::WheelSummary& w : s.wheels)
    summary.wheels.push_back(
        {w.name, w.q_mean, w.q_max, w.y_max, w.yq_max, w.yq_max_distance, w.flange_time, w.lift_time});
  return summary;
}

// The functions of a run, with the file that records it, if there is one.
simulate::RunOptions engine_options(const RunOptions& options, std::size_t channels,
                                    std::optional<results::Writer>& writer) {
  simulate::RunOptions engine;
  // A stop between two steps keeps a checkpoint, a record that is refused does not.
  const auto stops = std::make_shared<bool>(false);
  engine.record = [&options, &writer, channels, stops](const double* row) {
    if (writer && !writer->append(row)) return false;
    if (options.on_row && !*stops) *stops = !options.on_row({row, channels});
    return true;
  };
  engine.stop = [stops] { return *stops; };
  engine.progress = options.on_progress;
  return engine;
}

void record_in_file(const CaseModel& model, const RunOptions& options, std::optional<results::Writer>& writer,
                    simulate::RunOptions& engine) {
  engine.record_deformed_track = [&](const double* record) { return writer->append_deformed_track(record); };
  if (model.output.judged_interval > 0)
    engine.record_judged = [&](const double* record) { return writer->append_judged(record); };
  engine.checkpoint_interval = options.checkpoint_interval;
  engine.checkpoint = [&](std::span<const std::byte> bytes) { return writer->write_checkpoint(bytes); };
}

control::Functions controllers_of(const CaseModel& model, const RunOptions& options) {
  control::Functions functions;
  for (const auto& [name, function] : options.controllers) {
    const auto is_meant = [&name = name](const auto& c) { return c.name == name && c.external(); };
    const auto& all = model.control.controllers;
    if (std::none_of(all.begin(), all.end(), is_meant))
      api::refuse("controllers", "names no controller of control.python or control.fmus", name, "");
    functions[name] = function;
  }
  Findings findings;
  simulate::check_functions(model, functions, findings);
  api::throw_if_any(findings);
  return functions;
}

void check_options(const RunOptions& options) {
  if (!(options.checkpoint_interval >= 0))
    api::refuse("checkpoint_interval", "is negative or no number", "", "s ≥ 0");
}

}  // namespace

const char* to_string(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::derailed:
      return "derailed";
    case RunStatus::stopped:
      return "stopped";
    case RunStatus::failed:
      break;
  }
  return "failed";
}

RunSummary run(const Case& to_run, const RunOptions& options) {
  return api::translated([&] {
    check_options(options);
    const Case::Data& data = to_run.data();
    std::optional<results::Writer> writer;
    simulate::RunOptions engine = engine_options(options, data.channels.size(), writer);
    engine.controllers = controllers_of(data.model, options);
    if (!options.output.empty()) {
      Findings findings;
      writer = recording::create_run_file(data.model,
                                          {.path = options.output.string(),
                                           .sets = data.settings,
                                           .command_line = "flangeway::run()",
                                           .force = options.overwrite,
                                           .checkpoints = data.model.control.external() == nullptr},
                                          findings);
      api::throw_if_any(findings);
      record_in_file(data.model, options, writer, engine);
    }
    simulate::Summary summary = simulate::run(data.model, engine);
    if (writer) recording::finish_run_file(*writer, summary);
    return public_summary(summary);
  });
}

RunSummary continue_run(const std::filesystem::path& result, const RunOptions& options) {
  return api::translated([&] {
    check_options(options);
    Findings findings;
    const std::string file = result.string();
    const auto from =
        api::checked(recording::read_continuation(file, recording::Processes::one, findings), findings);
    std::optional<results::Writer> writer;
    simulate::RunOptions engine = engine_options(options, simulate::channels(from.model).size(), writer);
    engine.controllers = controllers_of(from.model, options);
    record_in_file(from.model, options, writer, engine);
    engine.continue_from = from.stored.checkpoint.bytes;
    engine.continued = [&] {
      writer = recording::resume_run_file(from.model, file, from.stored.checkpoint, findings);
      return writer.has_value();
    };
    simulate::Summary summary = simulate::run(from.model, engine);
    api::throw_if_any(findings);
    if (summary.status == simulate::RunStatus::not_run)
      throw InputError(
          {{file, 0, 0, "", "has a checkpoint that does not fit its case", "", "", "Repeat the run"}});
    if (!from.notice.empty()) summary.warnings.push_back(from.notice);
    recording::finish_run_file(*writer, summary);
    return public_summary(summary);
  });
}

}  // namespace flangeway
