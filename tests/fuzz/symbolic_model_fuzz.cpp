// Any bytes as a symbolic model: findings or a project, never a crash, and the same twice.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/codegen/generate.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::codegen {
namespace {

std::string outcome(std::string_view text) {
  Findings findings;
  symbolic_model::ModelSpec spec;
  document::Document::from_text(text, "fuzz.toml", findings).fill(spec, findings);
  if (!findings.empty()) return findings.text();
  // A long track of small pieces is no fault, but takes long.
  if (spec.track && (spec.track->spacing < 0.1 || spec.track->sections.back().to > 1e3)) return "";
  const auto model = symbolic_model::build(spec, findings);
  if ((model != nullptr) != findings.empty()) std::abort();
  if (!model) return findings.text();
  const Project project = generate(*model, spec, Target::fmu, findings);
  if (project.files.empty() == findings.empty()) std::abort();
  std::string all = findings.text();
  for (const auto& [name, content] : project.files) {
    if (content.find("nan") != std::string::npos && name == "tables.c") std::abort();
    all += content;
  }
  return all;
}

}  // namespace
}  // namespace flangeway::codegen

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::codegen;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (outcome(text) != outcome(text)) std::abort();
  return 0;
}
