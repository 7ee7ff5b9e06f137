#include "flangeway/recording/continuation.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "flangeway/core/sha256.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::recording {
namespace {

namespace fs = std::filesystem;

constexpr const char* run_again = "Put it back as it was, or run the case again";

std::string program(const std::string& of_version, const std::string& of_commit) {
  return of_commit.empty() ? of_version : fmt::format("{} ({})", of_version, of_commit);
}

// Empty where its steps have not failed. What ended it from outside, as a full disk, may have passed.
std::string failure_of(const std::string& summary_json) {
  const auto summary = nlohmann::json::parse(summary_json, nullptr, false);
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

fs::path place_of(const results::StoredCheckpoint& stored, const std::string& input) {
  return fs::path(stored.origin.folder) / input;
}

void check_inputs_exist(const results::StoredCheckpoint& stored, Findings& findings) {
  std::error_code ignored;
  for (const results::InputFile& input : stored.provenance.inputs) {
    const fs::path file = place_of(stored, input.path);
    if (!fs::exists(file, ignored))
      findings.add({{file.string()}, "", "is missing, but the run has read it", "", "", run_again});
  }
}

void check_inputs_are_the_same(const results::StoredCheckpoint& stored, const vehicle_case::CaseModel& model,
                               Findings& findings) {
  const std::vector<results::InputFile>& inputs = stored.provenance.inputs;
  for (std::size_t i = 0; i < std::max(inputs.size(), model.sources.size()); ++i) {
    const bool both = i < inputs.size() && i < model.sources.size();
    if (both && sha256(model.sources[i].text) == inputs[i].sha256) continue;
    const std::string file =
        i < inputs.size() ? place_of(stored, inputs[i].path).string() : model.sources[i].path;
    findings.add({{file}, "", "has changed since the run has read it", "", "", run_again});
  }
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
  if (stored && stored->provenance.inputs.empty())
    mine.add({{path}, "", "belongs to a case that was built without a file", "", "", "Run the case again"});
  if (stored) check_inputs_exist(*stored, mine);
  std::optional<vehicle_case::CaseModel> model;
  if (mine.empty())
    model = vehicle_case::load_case(place_of(*stored, stored->provenance.inputs.front().path),
                                    stored->origin.sets, mine);
  if (model) {
    check_inputs_are_the_same(*stored, *model, mine);
    check_controllers(path, *model, mine);
    check_processes(path, *model, processes, mine);
  }
  findings.append(mine);
  if (!mine.empty() || !model) return std::nullopt;
  return Continuation{std::move(*model), std::move(*stored)};
}

}  // namespace flangeway::recording
