#include "flangeway/recording/continuation.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "flangeway/core/version.hpp"
#include "flangeway/recording/recorded_case.hpp"

namespace flangeway::recording {
namespace {

std::string program(const std::string& of_version, const std::string& of_commit) {
  return of_commit.empty() ? of_version : fmt::format("{} ({})", of_version, of_commit);
}

// Empty where it has not failed.
std::string failure_of(const std::string& summary_json) {
  const auto summary = nlohmann::json::parse(summary_json, nullptr, false);
  if (!summary.is_object()) return "";
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
  const results::Provenance& by = stored.provenance;
  const std::string wrote = program(by.version, by.commit), here = program(version(), commit());
  if (wrote != here)
    findings.add({{path},
                  "",
                  "was written by another version of Flangeway",
                  wrote,
                  here,
                  "Continue it with that version, or run the case again"});
}

}  // namespace

std::optional<Continuation> read_continuation(const std::string& path, Findings& findings) {
  Findings mine;
  std::optional<results::StoredCheckpoint> stored = results::read_checkpoint(path, mine);
  if (stored) check_run(path, *stored, mine);
  std::optional<vehicle_case::CaseModel> model;
  if (stored) model = load_recorded_case(path, stored->origin, stored->provenance, mine);
  if (const control::Controller* c = model ? model->control.external() : nullptr)
    mine.add({{path},
              "",
              fmt::format(
                  "cannot be continued: the controller \"{}\" carries a state of its own in another process",
                  c->name),
              "",
              "",
              "Run the case again"});
  findings.append(mine);
  if (!mine.empty() || !model) return std::nullopt;
  return Continuation{std::move(*model), std::move(*stored)};
}

}  // namespace flangeway::recording
