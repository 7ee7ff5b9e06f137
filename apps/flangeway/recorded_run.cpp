#include "recorded_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "flangeway/results/writer.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/provenance.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::app {

std::string result_file(const Common& common) {
  if (!common.output.empty()) return common.output;
  return std::filesystem::path(common.files.front()).stem().string() + ".h5";
}

ExitCode record_run(const Common& common, const vehicle_case::CaseModel& model, const std::string& file,
                    const OtherSolver& other) {
  Findings findings;
  std::optional<results::Writer> writer = results::Writer::create(
      file, simulate::channels(model), simulate::provenance(model, common.sets, common.command_line),
      common.force, findings, simulate::deformed_track_arrays(model));
  findings.throw_if_any();
  writer->set_flush_interval(model.output.flush_interval);

  catch_interrupts();
  simulate::Summary summary;
  {
    ProgressBar bar(common, std::max(simulate::expected_distance(model), 1e-3));
    simulate::RunOptions options;
    options.remote = other.contact;
    options.record = [&](const double* row) { return writer->append(row); };
    options.record_deformed_track = [&](const double* record) {
      return writer->append_deformed_track(record);
    };
    options.progress = [&](double distance, double time) {
      bar.update(distance, time);
      return !interrupt_requested();
    };
    summary = simulate::run(model, options);
  }
  if (other.ended) other.ended(summary);
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

}  // namespace flangeway::app
