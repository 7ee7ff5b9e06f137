// Any bytes as a contact file: findings, or a patch whose distances are numbers and whose solution is one or
// says why not; never a crash, and the same twice.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "flangeway/contact_case/toml_case.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::contact_case {
namespace {

constexpr std::size_t few_elements = 100;  // more is no fault, but takes long

std::string solve_patch(const PatchCase& patch) {
  contact::patch::Problem problem = patch.problem;
  for (const double gap : problem.gap) {
    if (std::isnan(gap)) std::abort();
  }
  const std::vector<std::string> faults = find_faults(problem);
  if (!faults.empty()) return faults.front();
  problem.settings.max_iterations = 20;
  problem.settings.max_outer = 3;
  const contact::patch::Solution s = contact::patch::solve(problem);
  const bool good = std::isfinite(s.normal_force) && std::isfinite(s.force_x) && std::isfinite(s.force_y) &&
                    std::isfinite(s.moment_z);
  if (s.outcome == contact::patch::Outcome::solved && !good) std::abort();
  return std::to_string(s.normal_force) + " " + std::to_string(s.force_x);
}

std::string outcome(std::string_view text) {
  Findings findings;
  ContactSpec spec;
  document::Document::from_text(text, "fuzz.toml", findings).fill(spec, findings);
  if (!findings.empty()) return findings.text();
  if (!spec.patch) return "";
  const auto size = spec.patch->elements.nx * spec.patch->elements.ny;
  if (size > 100000) return "";
  const std::optional<PatchCase> patch = patch_case(*spec.patch, findings);
  if (patch.has_value() != findings.empty()) std::abort();
  if (!patch) return findings.text();
  return static_cast<std::size_t>(size) <= few_elements ? solve_patch(*patch) : "";
}

}  // namespace
}  // namespace flangeway::contact_case

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  using flangeway::contact_case::outcome;
  if (outcome(text) != outcome(text)) std::abort();
  return 0;
}
