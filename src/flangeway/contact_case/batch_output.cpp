#include <filesystem>

#include "flangeway/contact_case/output.hpp"
#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::contact_case {
namespace {

const char* units_of(Convention convention) {
  return convention == Convention::deck
             ? "mm, N, N mm, N/mm^2, J, W, rad; creepages dimensionless, spin rad/mm; with T=1 the creepages "
               "are shifts "
               "in mm and rad"
             : "m, N, N m, Pa, J, W, rad; creepages dimensionless, spin 1/m; of a shift the creepages are "
               "shifts in m "
               "and rad";
}

bool has_bad_input(const CaseResult& result) {
  return result.status == Status::bad_input;
}

}  // namespace

std::string json_document(const Batch& batch, const std::string& cases) {
  const nlohmann::ordered_json head{{"source", "flangeway " + version()},
                                    {"deck", std::filesystem::path(batch.source).filename().string()},
                                    {"units", units_of(batch.convention)}};
  const std::string text = head.dump();
  return text.substr(0, text.size() - 1) + ",\"cases\":[" + cases + "]}";
}

results::Provenance provenance(const Batch& batch, const std::string& command_line,
                               const std::vector<std::string>& sets) {
  results::Provenance p;
  p.version = version();
  p.commit = commit();
  p.command_line = command_line;
  Findings ignored;
  const auto text = document::read_file(batch.source, std::size_t{1} << 30, ignored);
  p.inputs.push_back({batch.source, text ? file_hash(batch.source, *text) : std::string()});
  p.method = "contact patches";
  p.settings = text.value_or("");
  for (const std::string& set : sets) p.settings += "\n# --set " + set;
  p.scene = profiles_json(batch);
  return p;
}

void Tally::add(const CaseResult& result) {
  ++taken;
  if (has_bad_input(result)) ++bad_input;
  if (result.status == Status::not_converged) ++not_converged;
  if (result.status != Status::solved) ++not_solved;
  if (result.status == Status::solved || result.status == Status::no_contact) ++answered;
}

bool has_failed(const CaseResult& result) {
  return has_bad_input(result) || result.status == Status::not_converged;
}

}  // namespace flangeway::contact_case
