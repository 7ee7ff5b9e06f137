// flangeway cosim: vehicle and track in two processes.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "command.hpp"
#include "flangeway/core/temporary_folder.hpp"
#include "flangeway/core/write_failure.hpp"
#include "flangeway/cosim/meeting.hpp"
#include "flangeway/cosim/track_process.hpp"
#include "flangeway/cosim/vehicle_side.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

namespace fs = std::filesystem;
using cosim::Exchange;
using cosim::Meeting;

struct CosimOptions {
  RunFileOptions recording;
  std::string side, exchange;
  double wait = 60;  // s
};

// One run of this verb.
struct Cosim {
  const Common& common;
  const CosimOptions& options;
  const RecordedCase& recorded;

  [[nodiscard]] Meeting meeting(const std::string& identity, const fs::path& folder) const {
    return {recorded.model, identity, folder, options.wait,
            [this](const std::string& text) { note(common, text); }};
  }
};

std::string interruption() {
  return interrupt_requested() ? "interrupted before the other side came" : "";
}

ExitCode told(const std::string& problem) {
  if (problem.empty()) return ExitCode::done;
  put_error("{}\n", problem);
  return ExitCode::internal_error;
}

// After the track's side has come.
ExitCode run_vehicle(const Cosim& run, Exchange& exchange) {
  cosim::VehicleSide contact(run.recorded.model, exchange, [] { return interrupt_requested(); });
  return record_run(run.common, run.recorded, run.options.recording.checkpoint,
                    {&contact, [&](const simulate::Summary& summary) { exchange.close(summary.failure); }});
}

void print_track(const Common& common, const simulate::TrackReport& report) {
  const nlohmann::ordered_json json{
      {"coupling", "cosim"},
      {"side", "track"},
      {"track",
       {{"steps", report.steps}, {"degrees_of_freedom", report.unknowns}, {"wall_time", report.wall_time}}}};
  if (common.json) return print_json(json.dump(2));
  note(common, fmt::format("track: {} steps of {} unknowns in {:.2f} s", report.steps, report.unknowns,
                           report.wall_time));
}

// This process becomes the vehicle's side, a new one the track's.
ExitCode run_both(const Cosim& run, const std::string& identity) {
  TemporaryFolder folder(cosim::runtime_folder());
  if (folder.path().empty())
    throw WriteFailure(folder.problem() +
                       ". Set XDG_RUNTIME_DIR to a folder that can be written and has space.");
  Meeting meeting = run.meeting(identity, folder.path());
  (void)output_is_written();  // or both processes print what waits
  const pid_t parent = getpid(), process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "no second process");
  if (process == 0) {
    folder.leave();  // to the vehicle's side
    setpgid(0, 0);   // Ctrl-C is for the vehicle's side, and so is what there is to say
    meeting.note = [](const std::string&) {};
    const auto orphaned = [parent] { return std::string(getppid() == parent ? "" : "alone"); };
    const bool good = cosim::run_track(meeting, orphaned, interrupt_requested).problem.empty();
    std::error_code ignored;
    fs::remove(folder.path(), ignored);  // if it is empty: a vehicle's side that was killed cannot
    return good ? ExitCode::done : ExitCode::internal_error;
  }
  cosim::TrackProcess track(process);
  Exchange exchange = join(meeting, cosim::Side::vehicle);
  exchange.announce_ready();
  const auto hindrance = [&] {
    return track.ended() ? "the track side has ended before the run" : interruption();
  };
  if (exchange.wait_for_other(run.options.wait, hindrance)) return run_vehicle(run, exchange);
  const std::optional<int> failure = track.failure();
  return failure ? static_cast<ExitCode>(*failure) : told(exchange.problem());
}

ExitCode run_side(const Cosim& run, const Meeting& meeting) {
  if (run.options.side == "track") {
    const auto [report, problem] = cosim::run_track(meeting, interruption, interrupt_requested);
    if (report.steps > 0 || problem.empty()) print_track(run.common, report);
    return told(problem);
  }
  Exchange exchange = join(meeting, cosim::Side::vehicle);
  exchange.announce_ready();
  if (exchange.wait_for_other(meeting.wait, interruption)) return run_vehicle(run, exchange);
  return told(exchange.problem());
}

void check(const Common& common, const CosimOptions& options, Findings& findings) {
  const bool track = options.side == "track";
  if (track && !common.output.empty())
    findings.add({{}, "-o", "names the results, which are of the vehicle side", "", "", "Leave it out"});
  if (track && options.recording.checkpoint > 0)
    findings.add({{},
                  "--checkpoint",
                  "is for the side that writes the results",
                  "",
                  "",
                  "Give it to the vehicle side"});
  if (options.side.empty() && !options.exchange.empty())
    findings.add({{}, "--exchange", "is for sides that are started by hand", "", "", "Give --side"});
}

ExitCode run_cosim(const Common& common, const CosimOptions& options) {
  Findings findings;
  check(common, options, findings);
  const auto recorded = load_recorded_case(common, options.recording, recording::Processes::two,
                                           options.side != "track", findings);
  findings.throw_if_any();
  catch_interrupts();
  const Cosim run{common, options, *recorded};
  const std::string identity = cosim::identity_of(recorded->model, recorded->sets);
  if (options.side.empty()) return run_both(run, identity);
  if (!options.exchange.empty()) return run_side(run, run.meeting(identity, options.exchange));
  const fs::path folder = cosim::meeting_place(identity);
  const ExitCode code = run_side(run, run.meeting(identity, folder));
  std::error_code ignored;
  fs::remove(folder, ignored);  // if the other side has left it, too
  return code;
}

std::vector<Option> options_of(CosimOptions& options) {
  std::vector<Option> all = recording_options(options.recording, "cosim");
  all.push_back(
      {.name = "--side",
       .target = &options.side,
       .text = "only this side; the other one is started by hand with the same case: vehicle or track",
       .value = "SIDE",
       .choices = {"vehicle", "track"}});
  all.push_back({.name = "--exchange",
                 .target = &options.exchange,
                 .text =
                     "folder of the file that both sides share, for --side; default: one of this case for "
                     "this user, in XDG_RUNTIME_DIR or the folder for temporary files",
                 .value = "FOLDER"});
  all.push_back({.name = "--wait",
                 .target = &options.wait,
                 .text = "s to wait for the other side to come; default 60",
                 .value = "SECONDS",
                 .range = std::pair(0.1, 1e6)});
  return all;
}

}  // namespace

void add_cosim(CommandLine& program, Common& common) {
  auto options = std::make_shared<CosimOptions>();
  program.add({.name = "cosim",
               .summary = "Runs vehicle and track in two processes that exchange states and forces",
               .files = "CASE.toml",
               .files_text = "case that both processes read",
               .example = "flangeway cosim models/cases/flexible_r500_cosim_flexible.toml -o flexible.h5",
               .output = "results (HDF5); default CASE.h5 in this folder",
               .output_format = Format::results,
               .options = options_of(*options),
               .action = [options, &common] { return run_cosim(common, *options); }});
}

}  // namespace flangeway::app
