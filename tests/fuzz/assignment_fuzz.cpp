// Any bytes as an assignment of --set, on a study file: findings, or a document that is filled as any other;
// never a crash, and the same twice.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/campaign/study_spec.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::campaign {
namespace {

constexpr std::string_view file =
    "case = \"case.toml\"\nrecord = [\"t\"]\n[[axes]]\nkey = \"speed\"\nvalues = [10.0, 20.0]\n";

std::string outcome(std::string_view assignment) {
  Findings findings;
  document::Document document = document::Document::from_text(file, "study.toml", findings);
  document.set(assignment, findings);
  StudySpec spec;
  document.fill(spec, findings);
  return findings.text();
}

}  // namespace
}  // namespace flangeway::campaign

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (flangeway::campaign::outcome(text) != flangeway::campaign::outcome(text)) std::abort();
  return 0;
}
