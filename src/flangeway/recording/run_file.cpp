#include "flangeway/recording/run_file.hpp"

#include <filesystem>

#include "flangeway/recording/provenance.hpp"
#include "flangeway/recording/sensitivity_summary.hpp"
#include "flangeway/recording/summary.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/judged.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::recording {

std::optional<results::Writer> create_run_file(const vehicle_case::CaseModel& model, const RunFile& file,
                                               Findings& findings) {
  std::optional<results::CheckpointOrigin> origin;
  if (file.checkpoints) origin = {std::filesystem::current_path().string(), file.sets};
  std::vector<results::Channel> channels = simulate::channels(model);
  channels.insert(channels.end(), file.more_channels.begin(), file.more_channels.end());
  std::optional<results::Writer> writer = results::Writer::create(
      file.path, channels, provenance(model, file.sets, file.command_line), file.force, findings,
      simulate::deformed_track_arrays(model), origin, simulate::judged_arrays(model));
  if (writer) writer->set_flush_interval(model.output.flush_interval);
  return writer;
}

std::optional<results::Writer> resume_run_file(const vehicle_case::CaseModel& model, const std::string& path,
                                               const results::Checkpoint& checkpoint, Findings& findings) {
  std::optional<results::Writer> writer =
      results::Writer::resume(path, simulate::channels(model), checkpoint, findings,
                              simulate::deformed_track_arrays(model), simulate::judged_arrays(model));
  if (writer) writer->set_flush_interval(model.output.flush_interval);
  return writer;
}

void finish_run_file(results::Writer& writer, simulate::Summary& summary, const std::string& sensitivities) {
  if (!writer.problem().empty()) summary.failure = writer.problem();
  const bool written =
      writer.finish(result_status(summary.status), with_sensitivities(summary_json(summary), sensitivities));
  if (!written && !writer.problem().empty()) summary.failure = writer.problem();
}

}  // namespace flangeway::recording
