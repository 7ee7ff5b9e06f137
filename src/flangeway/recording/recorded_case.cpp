#include "flangeway/recording/recorded_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::recording {
namespace {

namespace fs = std::filesystem;

constexpr const char* run_again = "Put it back as it was, or run the case again";

fs::path place_of(const results::CheckpointOrigin& origin, const std::string& input) {
  return fs::path(origin.folder) / input;
}

void check_inputs_exist(const results::CheckpointOrigin& origin, const results::Provenance& provenance,
                        Findings& findings) {
  for (const results::InputFile& input : provenance.inputs) {
    const fs::path file = place_of(origin, input.path);
    if (const std::string problem = reading_problem(file); !problem.empty())
      findings.add({{file.string()}, "", problem + ", but the run has read it", "", "", run_again});
  }
}

// Results of earlier versions have hashes of texts.
bool has_hash(const document::SourceFile& source, const std::string& hash) {
  return sha256(source.text) == hash || file_hash(source.path, source.text) == hash;
}

void check_inputs_are_the_same(const results::CheckpointOrigin& origin, const results::Provenance& provenance,
                               const vehicle_case::CaseModel& model, Findings& findings) {
  const std::vector<results::InputFile>& inputs = provenance.inputs;
  for (std::size_t i = 0; i < std::max(inputs.size(), model.sources.size()); ++i) {
    const bool both = i < inputs.size() && i < model.sources.size();
    if (both && has_hash(model.sources[i], inputs[i].sha256)) continue;
    const std::string file =
        i < inputs.size() ? place_of(origin, inputs[i].path).string() : model.sources[i].path;
    findings.add({{file}, "", "has changed since the run has read it", "", "", run_again});
  }
}

// A case that names no contact method, or no geometry of its tables, was run with the defaults of its time.
document::Assignments sets_of_run(const results::CheckpointOrigin& origin,
                                  const results::Provenance& provenance) {
  using wheelrail::Method;
  document::Assignments sets(origin.sets);
  const std::string& text = provenance.method;
  const std::string name = text.substr(0, text.find(' '));
  const std::optional<Method> method = named<Method>(name);
  if (!method) return sets;
  sets.push_back({"contact.method=" + name});
  if (*method == Method::elastic) return sets;
  const char* const tables = *method == Method::kec ? "kec" : "lookup";
  const char* const geometry = text == name + " (patch)" ? "patch" : "points";
  sets.push_back({fmt::format("contact.{}.geometry={}", tables, geometry)});
  return sets;
}

}  // namespace

std::optional<vehicle_case::CaseModel> load_recorded_case(const std::string& result,
                                                          const results::CheckpointOrigin& origin,
                                                          const results::Provenance& provenance,
                                                          Findings& findings) {
  Findings mine;
  if (provenance.inputs.empty())
    mine.add({{result}, "", "belongs to a case that was built without a file", "", "", "Run the case again"});
  check_inputs_exist(origin, provenance, mine);
  std::optional<vehicle_case::CaseModel> model;
  if (mine.empty())
    model = vehicle_case::load_case(place_of(origin, provenance.inputs.front().path),
                                    sets_of_run(origin, provenance), mine);
  if (model) check_inputs_are_the_same(origin, provenance, *model, mine);
  findings.append(mine);
  return mine.empty() ? std::move(model) : std::nullopt;
}

}  // namespace flangeway::recording
