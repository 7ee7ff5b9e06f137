#include "flangeway/recording/continuation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "flangeway/core/json_text.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/recording/recorded_case.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::recording {
namespace {

std::string program(const std::string& of_version, const std::string& of_commit) {
  return of_commit.empty() ? of_version : fmt::format("{} ({})", of_version, of_commit);
}

std::string program_of(const results::Provenance& of) {
  return program(of.version, of.commit);
}

// Empty where its steps have not failed. What ended it from outside, as a full disk, may have passed.
std::string failure_of(const std::string& summary_json) {
  const auto summary = parse_json<nlohmann::json>(summary_json);
  if (!summary.is_object() || summary.value("numerical_failure", true) == false) return "";
  const auto failure = summary.find("failure");
  return failure != summary.end() && failure->is_string() ? failure->get<std::string>() : "";
}

void check_run(const std::string& path, const results::StoredCheckpoint& stored, Findings& findings) {
  if (const std::string failure = failure_of(stored.summary_json); !failure.empty())
    findings.add({{path},
                  "",
                  fmt::format("cannot be continued, because its run failed: {}", failure),
                  "",
                  "",
                  "Change the case accordingly and run it again"});
  const std::uint64_t format = simulate::version_of_checkpoint(stored.checkpoint.bytes);
  if (format != simulate::checkpoint_version)
    findings.add({{path},
                  "",
                  "has a checkpoint that this version cannot read",
                  fmt::format("format {} of Flangeway {}", format, program_of(stored.provenance)),
                  fmt::format("format {}", simulate::checkpoint_version),
                  "Continue it with that version, or run the case again"});
}

// Empty where this program began the run.
std::string notice_of(const results::Provenance& begun_by) {
  const std::string began = program_of(begun_by), here = program(version(), commit());
  if (began == here) return "";
  return fmt::format(
      "Flangeway {} began this run, and {} has continued it: they may not give the same numbers", began,
      here);
}

void check_processes(const std::string& path, const vehicle_case::CaseModel& model, Processes processes,
                     Findings& findings) {
  const bool needs_two = model.coupling.method == vehicle_case::TrackCoupling::cosim;
  if (needs_two == (processes == Processes::two)) return;
  findings.add({{path},
                "",
                needs_two ? "belongs to a co-simulation, which needs two processes"
                          : "belongs to a run in one process",
                "",
                "",
                needs_two ? "Continue it with flangeway cosim --continue"
                          : "Continue it with flangeway run --continue"});
}

void check_controllers(const std::string& path, const vehicle_case::CaseModel& model, Findings& findings) {
  const control::Controller* const controller = model.control.external();
  if (controller == nullptr) return;
  findings.add(
      {{path},
       "",
       fmt::format("cannot be continued: the controller \"{}\" carries a state of its own in another process",
                   controller->name),
       "",
       "",
       "Run the case again"});
}

}  // namespace

std::optional<Continuation> read_continuation(const std::string& path, Processes processes,
                                              Findings& findings) {
  Findings mine;
  std::optional<results::StoredCheckpoint> stored = results::read_checkpoint(path, mine);
  if (stored) check_run(path, *stored, mine);
  std::optional<vehicle_case::CaseModel> model;
  if (stored) model = load_recorded_case(path, stored->origin, stored->provenance, mine);
  if (model) {
    check_controllers(path, *model, mine);
    check_processes(path, *model, processes, mine);
  }
  findings.append(mine);
  if (!mine.empty() || !model) return std::nullopt;
  std::string notice = stored->notice;
  if (const std::string other = notice_of(stored->provenance); !other.empty())
    notice += (notice.empty() ? "" : "; ") + other;
  return Continuation{std::move(*model), std::move(*stored), std::move(notice)};
}

}  // namespace flangeway::recording
