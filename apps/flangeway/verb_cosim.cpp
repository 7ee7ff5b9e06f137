// flangeway cosim: vehicle and track in two processes.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

#include "command.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/core/temporary_folder.hpp"
#include "flangeway/cosim/track_side.hpp"
#include "flangeway/cosim/vehicle_side.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "recorded_run.hpp"

namespace flangeway::app {
namespace {

namespace fs = std::filesystem;
using cosim::Exchange;
using cosim::Side;

struct CosimOptions {
  std::string side, exchange;
  double wait = 60;  // s
};

// Both sides of one run have it.
std::string identity_of(const Common& common, const vehicle_case::CaseModel& model) {
  std::string all;
  for (const vehicle_case::SourceFile& source : model.sources) all += source.text + '\0';
  for (const std::string& set : common.sets) all += set + '\0';
  return sha256(all);
}

Exchange join(const Common& common, const fs::path& folder, Side side, const vehicle_case::CaseModel& model) {
  Findings findings;
  std::string said;
  std::optional<Exchange> exchange =
      Exchange::join(folder, side, cosim::agreement(model, identity_of(common, model)), findings, said);
  findings.throw_if_any();
  if (!said.empty()) note(common, said);
  return std::move(*exchange);
}

// The other side never came, or the wait was interrupted.
ExitCode give_up(const Exchange& exchange) {
  fmt::print(stderr, "{}\n", exchange.problem());
  return ExitCode::internal_error;
}

std::string interruption() {
  return interrupt_requested() ? "interrupted before the other side came" : "";
}

// After the track's side has come.
ExitCode run_vehicle(const Common& common, const vehicle_case::CaseModel& model, Exchange& exchange) {
  cosim::VehicleSide contact(model, exchange, [] { return interrupt_requested(); });
  return record_run(common, model, result_file(common), std::nullopt,
                    {&contact, [&](const simulate::Summary& summary) { exchange.close(summary.failure); }});
}

void print_track(const Common& common, const simulate::TrackReport& report) {
  if (common.json) {
    const nlohmann::ordered_json json{{"coupling", "cosim"},
                                      {"side", "track"},
                                      {"track",
                                       {{"steps", report.steps},
                                        {"degrees_of_freedom", report.unknowns},
                                        {"wall_time", report.wall_time}}}};
    print_json(json.dump(2));
  } else {
    note(common, fmt::format("track: {} steps of {} unknowns in {:.2f} s", report.steps, report.unknowns,
                             report.wall_time));
  }
}

// `hindrance`: why the vehicle's side will not come. Returns what went wrong.
std::string run_track(const Common& common, const vehicle_case::CaseModel& model, const fs::path& folder,
                      double wait, const std::function<std::string()>& hindrance) {
  Exchange exchange = join(common, folder, Side::track, model);
  cosim::TrackSide track(model);  // a whole mesh takes a while
  exchange.announce_ready();
  if (!exchange.wait_for_other(wait, hindrance)) return exchange.problem();
  const std::string problem = cosim::serve(track, exchange, [] { return interrupt_requested(); });
  exchange.close(interrupt_requested() ? "it was interrupted" : problem);
  print_track(common, track.report());
  return problem;
}

// Where files of programs that run lie, in memory if the system has such a folder.
fs::path runtime_folder() {
  const char* const given = std::getenv("XDG_RUNTIME_DIR");
  return given != nullptr && *given != '\0' ? fs::path(given) : fs::temp_directory_path();
}

// The track's program, started by the vehicle's.
class TrackProgram {
 public:
  explicit TrackProgram(pid_t process) : process_(process) {}
  TrackProgram(const TrackProgram&) = delete;
  TrackProgram& operator=(const TrackProgram&) = delete;
  // One that does not end of itself soon, when the exchange is closed, is stalled.
  ~TrackProgram() {
    if (ends_soon()) return;
    kill(process_, SIGKILL);
    (void)waitpid(process_, &status_, 0);
  }

  bool ended() {
    if (!ended_) ended_ = waitpid(process_, &status_, WNOHANG) == process_;
    return ended_;
  }
  // What it told the user, if it has told anything; it closes the exchange before it ends.
  [[nodiscard]] std::optional<ExitCode> failure() {
    if (!ends_soon() || !WIFEXITED(status_) || WEXITSTATUS(status_) == 0) return std::nullopt;
    return static_cast<ExitCode>(WEXITSTATUS(status_));
  }

 private:
  bool ends_soon() {
    for (int i = 0; i < 100 && !ended(); ++i) usleep(20'000);
    return ended();
  }

  pid_t process_;
  int status_ = 0;
  bool ended_ = false;
};

// This process becomes the vehicle's side, a new one the track's.
ExitCode run_both(const Common& common, const vehicle_case::CaseModel& model, double wait) {
  TemporaryFolder folder(runtime_folder());
  if (folder.path().empty())
    throw std::system_error(errno, std::generic_category(), "No folder for the exchange can be made");
  (void)std::fflush(nullptr);
  const pid_t parent = getpid(), process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "no second process");
  if (process == 0) {
    folder.leave();  // to the vehicle's side
    setpgid(0, 0);   // Ctrl-C is for the vehicle's side, and so is what there is to say
    Common quiet = common;
    quiet.quiet = true;
    quiet.json = false;
    const auto orphaned = [parent] { return std::string(getppid() == parent ? "" : "alone"); };
    const std::string problem = run_track(quiet, model, folder.path(), wait, orphaned);
    std::error_code ignored;
    fs::remove(folder.path(), ignored);  // if it is empty: a vehicle's side that was killed cannot
    return problem.empty() ? ExitCode::done : ExitCode::internal_error;
  }
  TrackProgram track(process);
  Exchange exchange = join(common, folder.path(), Side::vehicle, model);
  exchange.announce_ready();
  const auto hindrance = [&] {
    return track.ended() ? "the track side has ended before the run" : interruption();
  };
  if (exchange.wait_for_other(wait, hindrance)) return run_vehicle(common, model, exchange);
  const std::optional<ExitCode> told = track.failure();
  return told ? *told : give_up(exchange);
}

ExitCode run_by_hand(const Common& common, const vehicle_case::CaseModel& model, const fs::path& folder,
                     const CosimOptions& options) {
  if (options.side == "track") {
    const std::string problem = run_track(common, model, folder, options.wait, interruption);
    if (!problem.empty()) fmt::print(stderr, "{}\n", problem);
    return problem.empty() ? ExitCode::done : ExitCode::internal_error;
  }
  Exchange exchange = join(common, folder, Side::vehicle, model);
  exchange.announce_ready();
  return exchange.wait_for_other(options.wait, interruption) ? run_vehicle(common, model, exchange)
                                                             : give_up(exchange);
}

ExitCode run_cosim(const Common& common, const CosimOptions& options) {
  Findings findings;
  if (options.side == "track" && !common.output.empty())
    findings.add({{}, "-o", "names the results, which are of the vehicle side", "", "", "Leave it out"});
  if (options.side.empty() && !options.exchange.empty())
    findings.add({{}, "--exchange", "is for sides that are started by hand", "", "", "Give --side"});
  if (options.side != "track") check_output(result_file(common), common.force, findings);
  const std::optional<vehicle_case::CaseModel> model = load_case(common, findings);
  if (options.side != "track") check_not_input(result_file(common), findings);
  if (model) vehicle_case::check_two_processes(*model, findings);
  findings.throw_if_any();
  catch_interrupts();
  if (options.side.empty()) return run_both(common, *model, options.wait);
  fs::path folder = options.exchange;
  if (folder.empty()) {
    folder = runtime_folder() /
             fmt::format("flangeway-{}-{}", geteuid(), identity_of(common, *model).substr(0, 12));
  }
  const ExitCode code = run_by_hand(common, *model, folder, options);
  std::error_code ignored;
  if (options.exchange.empty()) fs::remove(folder, ignored);  // if the other side has left it, too
  return code;
}

}  // namespace

void add_cosim(CommandLine& program, Common& common) {
  auto options = std::make_shared<CosimOptions>();
  program.add(
      {.name = "cosim",
       .summary = "Runs vehicle and track in two processes that exchange states and forces",
       .files = "CASE.toml",
       .files_text = "case that both processes read",
       .example = "flangeway cosim models/cases/flexible_r500_cosim_flexible.toml -o flexible.h5",
       .output = "results (HDF5); default CASE.h5 in this folder",
       .options =
           {{.name = "--side",
             .target = &options->side,
             .text = "only this side; the other one is started by hand with the same case: vehicle or track",
             .value = "SIDE",
             .choices = {"vehicle", "track"}},
            {.name = "--exchange",
             .target = &options->exchange,
             .text =
                 "folder of the file that both sides share, for --side; default: one of this case for this "
                 "user, in XDG_RUNTIME_DIR or the folder for temporary files",
             .value = "FOLDER"},
            {.name = "--wait",
             .target = &options->wait,
             .text = "s to wait for the other side to come; default 60",
             .value = "SECONDS",
             .range = std::pair(0.1, 1e6)}},
       .action = [options, &common] { return run_cosim(common, *options); }});
}

}  // namespace flangeway::app
